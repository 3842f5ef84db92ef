"""The real site under its supervisor, started as `make run` does, for tests that stop and kill parts of it."""

import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil

from tests.postgres import free_port

ROOT = Path(__file__).resolve().parent.parent
START_S = 120.0
# What the run of the tests itself sets and the site must not inherit.
OWN_VARIABLES = (
    "DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "PORT", "LAN", "HTTPS",
)  # fmt: skip


class Site:
    """A supervisor and its children."""

    def __init__(self, folder: Path, port: int, environment: dict[str, str]) -> None:
        self.folder = folder
        self.port = port
        self.log = folder / "output"
        self.environment = {**environment, "VAR_DIR": str(folder), "PORT": str(port)}
        self.start()

    def start(self) -> None:
        """Start it, for the first time or after its end; what it prints is kept in one file."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "bin" / "supervise.py")],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def printed(self) -> str:
        return self.log.read_text()

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of a page."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            link.request("GET", path)
            answer = link.getresponse()
            return answer.status, answer.read()
        finally:
            link.close()

    def answers(self) -> bool:
        try:
            return self.get("/healthz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def readiness(self) -> dict[str, Any]:
        """What /readyz says; empty when nothing answers."""
        try:
            return dict(json.loads(self.get("/readyz")[1]))
        except (OSError, ValueError, http.client.HTTPException):
            return {}

    def is_ready(self) -> bool:
        return self.readiness().get("ready") is True

    def children(self, module: str = "") -> list[psutil.Process]:
        """The running children, those of one module when named; one that has ended and was not noticed yet is none."""
        found = psutil.Process(self.process.pid).children()
        lines = ((child, command_line(child)) for child in found)
        return [child for child, line in lines if line and module in line]

    def heartbeat_ms(self) -> int:
        """When worker and beat last gave a sign, by the site's own database."""
        with closing(sqlite3.connect(self.folder / "db.sqlite3", timeout=20)) as link:
            of_worker = "SELECT min(wall_ms) FROM clock_heartbeat WHERE part IN ('worker', 'beat')"
            return int(link.execute(of_worker).fetchone()[0])

    def stop(self, number: int = signal.SIGINT) -> float:
        """Stop it as Ctrl-C does; the seconds until the supervisor had ended."""
        started_s = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=20)
        return time.monotonic() - started_s


def command_line(process: psutil.Process) -> str:
    """How a process was started; empty when it has just ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def wait_until(holds: Callable[[], bool], within_s: float, what: str) -> float:
    """Wait until something holds and return the seconds that took."""
    started_s = time.monotonic()
    while not holds():
        took_s = time.monotonic() - started_s
        if took_s > within_s:
            raise AssertionError(f"{what} did not happen within {within_s} s")
        time.sleep(0.05)
    return time.monotonic() - started_s


def clean_environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
    return {**kept, **more}


@contextmanager
def running(folder: Path, prepared: Path | None = None, **environment: str) -> Iterator[Site]:
    """A site in a folder (begun as a copy of a prepared one), ready; everything of it is ended afterwards."""
    if prepared:
        shutil.copytree(prepared, folder, dirs_exist_ok=True)
    site = Site(folder, free_port(), clean_environment(**environment))
    try:
        wait_until(lambda: site.is_ready() or site.process.poll() is not None, START_S, "a ready site")
        assert site.process.poll() is None, site.printed()
        yield site
    finally:
        if site.process.poll() is None:
            site.stop()
