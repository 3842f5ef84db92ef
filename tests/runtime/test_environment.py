"""What the environment decides: secrets, hosts, databases, cookies, the checks of a deployment."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config import env
from tests.supervised import clean_environment

MANAGE = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")


def deploy_check(root: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *MANAGE],
        cwd=root,
        env=clean_environment(VAR_DIR=str(folder), **environment),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_checks_of_a_deployment_find_nothing(root: Path, tmp_path: Path) -> None:
    done = deploy_check(root, tmp_path, HTTPS="1", ALLOWED_HOSTS="clock.example")
    assert (done.returncode, "System check identified no issues" in done.stdout) == (0, True), done.stderr


def test_the_key_is_made_once_whoever_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda turn: env.secret_key(tmp_path), range(40)))
    assert len(keys) == 1
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["secret_key"]


def test_a_key_of_the_environment_is_not_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert (env.secret_key(tmp_path), os.listdir(tmp_path)) == ("given", [])


def test_without_a_lan_only_this_machine_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAN", raising=False)
    monkeypatch.setenv("ALLOWED_HOSTS", " clock.example , ")
    assert env.allowed_hosts() == ["localhost", "127.0.0.1", "[::1]", "clock.example"]


def test_in_a_lan_this_machines_addresses_are_answered_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAN", "1")
    monkeypatch.setattr(env, "lan_addresses", lambda: ["192.168.1.20"])
    hosts = env.allowed_hosts()
    assert ("192.168.1.20" in hosts, ".local" in hosts, "*" in hosts) == (True, True, False)


def test_sqlite_takes_the_lock_at_the_beginning_and_keeps_what_it_answered(tmp_path: Path) -> None:
    database = env._sqlite(str(tmp_path / "db"))
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_postgres_by_address_waits_for_a_lock_for_a_limited_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://u:p%40ss@db.example:5433/club?sslmode=require")
    database = env.database(tmp_path)
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "club")
    assert (database["PASSWORD"], database["OPTIONS"]["sslmode"]) == ("p@ss", "require")
    assert "lock_timeout=6s" in database["OPTIONS"]["options"]
    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (600, True)


def test_another_sqlite_file_by_address_is_set_up_like_the_own_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/other.sqlite3")
    assert env.database(tmp_path) == env._sqlite(f"{tmp_path}/other.sqlite3")
