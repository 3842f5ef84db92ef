"""The examples in deploy/ fit the code: variables, commands, pages, and what each kind of file must have."""

import importlib.metadata
import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.celery import celery
from django.core.management import get_commands

from display.hub import is_stream
from tests.postgres import free_port
from tests.supervised import ROOT, clean_environment, wait_until

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in (DEPLOY / "systemd").glob("director*.service"))
IMAGE = "tournament-director"
SITE_FOLDER = "/srv/director"
# Handed over by the supervisor or systemd, never set by a person.
HANDED_OVER = {"LISTEN_FD"}
OF_PYTHON = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
OF_THE_SYSTEM = {"/usr/bin/mkdir", "/usr/bin/find"}
EXEC_LINES = ("ExecStart", "ExecStartPre", "ExecStartPost")

Unit = dict[str, dict[str, list[str]]]


@cache
def variables_read() -> frozenset[str]:
    """Every variable that the wiring and the supervisor ask the environment for."""
    files = [*(ROOT / "config").glob("*.py"), ROOT / "bin" / "supervise.py"]
    asks = re.compile(r"\b(?:text|flag|words)\(\"([A-Z_]+)\"")
    return frozenset(name for path in files for name in asks.findall(path.read_text()))


def assignments(path: Path) -> dict[str, str]:
    """A file of NAME=value lines."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


@cache
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))


def our_services() -> dict[str, dict[str, Any]]:
    return {name: row for name, row in compose()["services"].items() if row["image"] == IMAGE}


@cache
def cluster() -> dict[tuple[str, str], dict[str, Any]]:
    """Every object of the Kubernetes files, by kind and name."""
    found = {}
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
        for row in yaml.safe_load_all(path.read_text()):
            found[row["kind"], row["metadata"]["name"]] = row
    return found


def pod_specs() -> dict[str, dict[str, Any]]:
    return {
        name: row["spec"]["template"]["spec"]
        for (kind, name), row in cluster().items()
        if kind in {"Deployment", "Job"}
    }


def containers() -> Iterator[dict[str, Any]]:
    for spec in pod_specs().values():
        yield from spec["containers"]


@cache
def unit(name: str) -> Unit:
    """Sections, keys and values of a unit file; a key may come several times."""
    found: Unit = {}
    text = (DEPLOY / "systemd" / name).read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, value = line.split("=", 1)
            section.setdefault(key, []).append(value)
    return found


def commands() -> dict[str, list[str]]:
    """Every command in deploy/ that the site's own image or folder has to provide, by where it stands."""
    found = {f"compose {name}": row["command"] for name, row in our_services().items()}
    found |= {f"pod {row['name']}": row["command"] for row in containers()}
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    found["image"] = yaml.safe_load(re.findall(r"^CMD (.+)$", dockerfile, re.MULTILINE)[0])
    found["check of compose web"] = our_services()["web"]["healthcheck"]["test"][1:]
    found["check of compose worker"] = shlex.split(our_services()["worker"]["healthcheck"]["test"][1])
    for row in containers():
        probe = row.get("livenessProbe", {}).get("exec")
        if probe:
            found[f"probe of pod {row['name']}"] = shlex.split(probe["command"][2].removeprefix("exec "))
    for name in UNITS:
        for key in EXEC_LINES:
            for number, line in enumerate(unit(name)["Service"].get(key, [])):
                found[f"{name} {key} {number}"] = shlex.split(line.replace("%%", "%"))
    return found


def fault_of_python(arguments: list[str]) -> str:
    """What is wrong with the arguments of a Python; empty when nothing is."""
    if arguments[0] == "-m":
        return "" if importlib.util.find_spec(arguments[1]) else f"no module {arguments[1]}"
    if not (ROOT / arguments[0]).is_file():
        return f"no file {arguments[0]}"
    if arguments[0] == "manage.py" and arguments[1] not in get_commands():
        return f"no command {arguments[1]}"
    return ""


def fault_of_celery(arguments: list[str]) -> str:
    """What is wrong with the arguments of Celery's command; empty when nothing is."""
    app, name, *rest = arguments
    if not importlib.util.find_spec(app.removeprefix("--app=")):
        return f"no app {app}"
    if name not in celery.commands:
        return f"no command {name}"
    known = {option for parameter in celery.commands[name].params for option in parameter.opts}
    unknown = {word.split("=")[0] for word in rest if word.startswith("--")} - known
    return f"unknown options {unknown}" if unknown else ""


def fault_of(command: list[str]) -> str:
    program = command[0].removeprefix(f"{SITE_FOLDER}/.venv/bin/")
    if program == "python":
        return fault_of_python(command[1:])
    if program == "celery":
        return fault_of_celery(command[1:])
    return "" if program in OF_THE_SYSTEM else f"no program {program}"


def test_every_command_begins_with_something_that_exists() -> None:
    faults = {where: fault_of(command) for where, command in commands().items()}
    assert {where: fault for where, fault in faults.items() if fault} == {}
    scripts = {script.name for script in importlib.metadata.entry_points(group="console_scripts")}
    assert {"celery"} - scripts == set()


def test_a_wrong_command_would_be_found() -> None:
    wrong = [
        ["python", "-m", "config.nothing"],
        ["python", "manage.py", "migrated"],
        ["python", "bin/nothing.py"],
        ["celery", "--app=config.nothing", "beat"],
        ["celery", "--app=config.celery", "beat", "--nothing=1"],
        ["gunicorn", "config.wsgi"],
    ]
    assert [command for command in wrong if not fault_of(command)] == []


def test_every_variable_that_is_set_is_one_that_the_site_reads() -> None:
    named = set(assignments(DEPLOY / "systemd" / "director.env.example"))
    named |= {row.split("=")[0] for name in UNITS for row in unit(name)["Service"].get("Environment", [])}
    named |= {name for service in our_services().values() for name in service["environment"]}
    named |= set(cluster()["ConfigMap", "director"]["data"])
    named |= set(cluster()["Secret", "director"]["stringData"])
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    named |= set(re.findall(r"\b([A-Z_]+)=", dockerfile)) - OF_PYTHON
    assert named - variables_read() == set()


def test_the_guide_explains_every_variable_and_no_other() -> None:
    guide = (ROOT / "docs" / "guide" / "server.md").read_text()
    explained = {name for row in re.findall(r"^\| (`[^|]+) \|", guide, re.MULTILINE) for name in
                 re.findall(r"`([A-Z_]+)", row)}  # fmt: skip
    assert explained == variables_read() - HANDED_OVER


def test_compose_asks_for_every_secret_and_knows_no_password() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    required = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    given = assignments(DEPLOY / "compose.env.example")
    assert required == set(given)
    assert set(given.values()) == {""}
    # What is filled in without being asked for has a default that is no secret.
    assert set(re.findall(r"\$\{([A-Z_]+)(?!:\?)[^A-Z_]", text)) - required == {"LOG_LEVEL"}
    secrets = re.findall(r"^ +(?:[A-Z_]*PASSWORD|SECRET_KEY|REDISCLI_AUTH): (\S+)", text, re.MULTILINE)
    assert [secret for secret in secrets if not secret.startswith("${")] == []
    addresses = re.findall(r"://\w*:([^@]+)@", text)
    assert [password[:2] for password in addresses] == ["${", "${"]


def test_the_secrets_of_the_other_examples_are_empty() -> None:
    assert set(cluster()["Secret", "director"]["stringData"].values()) == {""}
    given = assignments(DEPLOY / "systemd" / "director.env.example")
    assert {given[name] for name in ("SECRET_KEY", "DATABASE_URL", "BROKER_URL")} == {""}


def test_images_are_named_without_a_place_to_fetch_them_from() -> None:
    images = {row["image"] for row in compose()["services"].values()} | {row["image"] for row in containers()}
    assert {image for image in images if "/" in image} == set()
    assert images >= {IMAGE, "postgres:17", "redis:7", "caddy:2"}


def test_compose_opens_the_proxy_only_and_starts_in_order() -> None:
    services = compose()["services"]
    assert [name for name, row in services.items() if "ports" in row] == ["proxy"]
    after = {name: {part: how["condition"] for part, how in row["depends_on"].items()}
             for name, row in services.items() if "depends_on" in row}  # fmt: skip
    migrated = {"migrate": "service_completed_successfully", "redis": "service_healthy"}
    assert after == {
        "proxy": {"web": "service_healthy"},
        "web": migrated, "worker": migrated, "beat": migrated,
        "migrate": {"postgres": "service_healthy"},
    }  # fmt: skip
    assert services["beat"]["deploy"]["replicas"] == 1
    subnet = compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert {row["environment"]["FORWARDED_ALLOW_IPS"] for row in our_services().values()} == {subnet}


def test_what_compose_mounts_from_the_project_exists() -> None:
    mounted = [
        volume.split(":")[0] for row in compose()["services"].values() for volume in row.get("volumes", [])
    ]
    ours = [name for name in mounted if name.startswith(".")]
    assert [name for name in ours if not (DEPLOY / name).is_file()] == []
    assert set(mounted) - set(ours) == set(compose()["volumes"])


def test_the_image_is_built_from_files_of_the_project_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    assert (DEPLOY / "Dockerfile.dockerignore").is_file()
    assert re.findall(r"^USER (\d+)$", text, re.MULTILINE) == ["10001"]
    assert {spec["securityContext"]["runAsUser"] for spec in pod_specs().values()} == {10001}
    for script in re.findall(r"python (\S+\.py)", text):
        assert (ROOT / script).is_file()


def test_the_cluster_has_one_beat_and_a_migration() -> None:
    beat = cluster()["Deployment", "director-beat"]["spec"]
    assert (beat["replicas"], beat["strategy"]) == (1, {"type": "Recreate"})
    assert set(pod_specs()) == {"director-web", "director-worker", "director-beat", "director-migrate"}
    for (kind, _name), row in cluster().items():
        if kind == "Deployment":
            assert row["spec"]["selector"]["matchLabels"] == row["spec"]["template"]["metadata"]["labels"]


def test_every_pod_may_do_little_and_reads_its_variables_from_what_is_there() -> None:
    there = {(kind, name) for kind, name in cluster() if kind in {"ConfigMap", "Secret"}}
    for row in containers():
        assert row["securityContext"]["readOnlyRootFilesystem"]
        assert not row["securityContext"]["allowPrivilegeEscalation"]
        sources = {
            ("ConfigMap", part["configMapRef"]["name"]) for part in row["envFrom"] if "configMapRef" in part
        }
        sources |= {("Secret", part["secretRef"]["name"]) for part in row["envFrom"] if "secretRef" in part}
        assert sources == there


def test_the_probes_ask_a_page_under_a_name_that_is_answered() -> None:
    (web,) = pod_specs()["director-web"]["containers"]
    asked = [web[probe]["httpGet"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")]
    header = [{"name": "Host", "value": "localhost"}]
    assert asked == [{"path": "/healthz", "port": "http", "httpHeaders": header}] * 3


def test_nothing_holds_back_the_events() -> None:
    nginx = (DEPLOY / "nginx" / "director.conf").read_text()
    [(pattern, block)] = re.findall(r"location ~ (\S*events\S*) \{(.+?)\}", nginx, re.DOTALL)
    assert "proxy_buffering off;" in block
    caddy = (DEPLOY / "caddy" / "Caddyfile").read_text()
    assert ("flush_interval -1" in caddy, "@pages not path /events /d/*/events" in caddy) == (True, True)
    streams = cluster()["Ingress", "director-events"]
    assert streams["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    [row] = streams["spec"]["rules"][0]["http"]["paths"]
    for path in ("/events", "/d/12-abc_DEF/events", "/d/12-abc", "/d/12-abc/events/x", "/t/1/events"):
        held_open = [re.match(one, path) is not None for one in (pattern, row["path"])]
        assert held_open == [is_stream(path)] * 2


def test_the_proxies_say_themselves_who_came_and_how() -> None:
    nginx = (DEPLOY / "nginx" / "director.conf").read_text()
    assert re.findall(r"proxy_set_header (X-\S+|Host) +(\S+);", nginx) == [
        ("Host", "$http_host"), ("X-Forwarded-For", "$remote_addr"), ("X-Forwarded-Proto", "$scheme"),
    ]  # fmt: skip


def test_the_names_in_the_caddyfile_have_a_value() -> None:
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    without_default = set(re.findall(r"\{\$([A-Z_]+)\}", text))
    assert without_default == {"SITE_HOST"}
    named = set(re.findall(r"\{\$([A-Z_]+)", text))
    assert set(compose()["services"]["proxy"]["environment"]) - named == set()


@pytest.mark.parametrize("name", UNITS)
def test_a_service_runs_as_its_own_user_and_may_do_little(name: str) -> None:
    service = unit(name)["Service"]
    assert {key: service[key] for key in ("User", "NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp")} == {
        "User": ["director"], "NoNewPrivileges": ["yes"], "ProtectSystem": ["strict"], "ProtectHome": ["yes"],
        "PrivateTmp": ["yes"],
    }  # fmt: skip
    assert service["WorkingDirectory"] == [SITE_FOLDER]
    assert service["EnvironmentFile"] == ["/etc/director/director.env"]


def test_units_name_only_units_that_are_there() -> None:
    there = {path.name for path in (DEPLOY / "systemd").glob("director*")}
    pattern = re.compile(r"\bdirector[\w-]*(?:@\d*)?\.(?:service|socket|target|timer)")
    for path in sorted((DEPLOY / "systemd").glob("director*")):
        named = {re.sub(r"@\d+", "@", name) for name in pattern.findall(path.read_text())}
        assert named - there == set(), path.name


def test_a_target_starts_and_stops_every_part_of_the_site() -> None:
    wanted = {word for line in unit("director.target")["Unit"]["Wants"] for word in line.split()}
    parts = {"director-web.socket", "director-web@1.service", "director-web@2.service",
             "director-worker@1.service", "director-beat.service"}  # fmt: skip
    assert wanted == parts
    running = [name for name in UNITS if name != "director-backup.service"]
    assert {tuple(unit(name)["Unit"]["PartOf"]) for name in running} == {("director.target",)}


def test_a_strict_site_has_nothing_to_complain_of(tmp_path: Path) -> None:
    environment = clean_environment(VAR_DIR=str(tmp_path), HTTPS="1", ALLOWED_HOSTS="poker.example.org")
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level=DEBUG"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_web_process_listens_where_it_is_told_to_and_is_asked_by_the_health_check(
    tmp_path: Path, prepared: Path
) -> None:
    environment = clean_environment(VAR_DIR=str(prepared), HTTPS="1", PORT=str(free_port()))
    ask = [sys.executable, "deploy/ask.py", "healthz"]

    def answers() -> bool:
        asked = subprocess.run(ask, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        return (asked.returncode, asked.stdout) == (0, "ok\n")

    assert not answers()
    command = [sys.executable, *our_services()["web"]["command"][1:]]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        wait_until(answers, 30, "an answer")
    finally:
        process.terminate()
        process.wait(timeout=20)
