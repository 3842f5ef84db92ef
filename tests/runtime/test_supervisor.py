"""Starting, falling, coming back and stopping."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil

from tests.supervised import ROOT, START_S, Site, clean_environment, wait_until

BACK_S = 15.0
STOPPED_S = 5.0


def start_refused(folder: Path, port: int) -> str:
    """Start a site that cannot start and return what it says."""
    command = [sys.executable, str(ROOT / "bin" / "supervise.py")]
    environment = clean_environment(VAR_DIR=str(folder), PORT=str(port))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    return done.stderr


def asked(folder: Path, script: str) -> str:
    """What a line of Python prints in the place of the site in the folder."""
    environment = clean_environment(VAR_DIR=str(folder), DJANGO_SETTINGS_MODULE="config.settings")
    command = [sys.executable, "-c", f"import django; django.setup(); {script}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, check=True)
    return done.stdout.strip()


def test_the_site_says_where_it_is_found(running_site: Site) -> None:
    assert f"The site runs at  http://127.0.0.1:{running_site.port}/\n" in running_site.printed()


def test_a_new_site_tells_the_code_that_makes_the_first_owner(running_site: Site) -> None:
    told = re.findall(r"with the code  ([0-9A-F]{8})\n", running_site.printed())
    assert told == [asked(running_site.folder, "from acts.founding import setup_code; print(setup_code())")]


def test_there_are_as_many_web_processes_as_cores_and_one_worker(running_site: Site) -> None:
    assert len(running_site.children("config.serve")) == min(os.cpu_count() or 1, 8)
    assert len(running_site.children("config.work")) == 1


def test_what_is_generated_is_for_its_owner_only(running_site: Site) -> None:
    assert (running_site.folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_static_files_are_served_hashed_and_kept_for_ever(running_site: Site) -> None:
    names = sorted((running_site.folder / "static").rglob("base.*.css"))
    assert len(names) == 1
    status, body = running_site.get(
        f"/static/{names[0].relative_to(running_site.folder / 'static').as_posix()}"
    )
    assert (status, body) == (200, names[0].read_bytes())


def test_a_killed_web_process_comes_back_while_the_other_answers(running_site: Site) -> None:
    before = {child.pid for child in running_site.children("config.serve")}
    victim = min(before)
    os.kill(victim, signal.SIGKILL)

    def is_replaced() -> bool:
        now = {child.pid for child in running_site.children("config.serve")}
        return len(now) == len(before) and victim not in now

    wait_until(is_replaced, BACK_S, "a new web process")
    wait_until(running_site.answers, BACK_S, "an answer")
    assert "SIGKILL" in running_site.printed()


def test_a_killed_worker_comes_back_with_beat(running_site: Site) -> None:
    (victim,) = running_site.children("config.work")
    victim.kill()
    victim.wait()
    killed_ms = running_site.heartbeat_ms()
    wait_until(lambda: running_site.heartbeat_ms() > killed_ms, BACK_S, "a new heartbeat")
    (worker,) = running_site.children("config.work")
    assert worker.pid != victim.pid


def test_a_second_site_in_the_same_folder_is_refused(running_site: Site) -> None:
    said = start_refused(running_site.folder, running_site.port + 1)
    assert f"already runs from {running_site.folder} (process {running_site.process.pid})" in said


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} cannot be opened" in start_refused(tmp_path, port)


def stream_pass(folder: Path) -> str:
    """A pass for the event stream, signed with the key of the site in the folder."""
    return asked(folder, "from tournaments.stream_tokens import player_token; print(player_token(1, 1))")


def opened(site: Site, path: str) -> socket.socket:
    """A connection that asked for a page, got the beginning of a good answer and stays open."""
    link = socket.create_connection(("127.0.0.1", site.port), timeout=10)
    link.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert link.recv(15) == b"HTTP/1.1 200 OK"
    return link


def test_nothing_outlives_a_supervisor_that_was_killed_and_the_site_starts_again(running_site: Site) -> None:
    family = psutil.Process(running_site.process.pid).children(recursive=True)
    running_site.process.kill()
    running_site.process.wait()
    wait_until(lambda: not any(child.is_running() for child in family), STOPPED_S + 3, "the end of all")
    assert not running_site.answers()
    running_site.start()
    wait_until(running_site.is_ready, START_S, "a ready site in the same folder, on the same port")


# The last test of this file, since it ends the site that they share.
def test_ctrl_c_stops_everything_though_displays_are_open(running_site: Site) -> None:
    family = psutil.Process(running_site.process.pid).children(recursive=True)
    events = f"/events?k={stream_pass(running_site.folder)}"
    with (
        opened(running_site, "/healthz"),
        opened(running_site, events),
        opened(running_site, events),
        opened(running_site, events),
    ):
        assert running_site.stop(signal.SIGINT) < STOPPED_S
    assert [child for child in family if child.is_running()] == []
