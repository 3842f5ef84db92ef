#!/usr/bin/env python3
"""Run the whole site on this machine: web processes and one worker with beat, restarted when they fall.

PORT (8000), VAR_DIR (var), LAN=1 (other machines may come), WEB_PROCESSES (as many as cores) and DATABASE_URL,
BROKER_URL, TLS_CERT and TLS_KEY are read from the environment. Ctrl-C stops everything.
"""

import argparse
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import segno

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config import env  # noqa: E402

# Long enough for uvicorn's own two seconds and for a task in hand, short enough for five in all.
STOP_S = 3.5
# Only when LAN=1 asks for it.
ANY_HOST = "0.0.0.0"  # noqa: S104  # nosec B104
POLL_S = 0.1
BIND_TRIES_S = 3.0
# Every display of a room comes back at once after a restart.
BACKLOG = 8192
SILENT_PEER_MS = 30_000
# A child that ran this long fell for a new reason: its waits start over.
STEADY_S = 30.0
LONGEST_WAIT_S = 10.0


class StartError(Exception):
    """The site cannot start; the message says what to do."""


@dataclass
class Child:
    """One process that is kept running."""

    name: str
    module: str
    environment: dict[str, str]
    descriptors: tuple[int, ...]
    process: subprocess.Popen[bytes] | None = None
    started_s: float = 0.0
    next_start_s: float = 0.0
    wait_s: float = field(default=0.2)

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor only."""
        self.started_s = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.module],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            pass_fds=self.descriptors,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def look_after(self) -> None:
        """Start it again when it has ended, waiting longer each time it falls at once."""
        now_s = time.monotonic()
        if self.process is None:
            if now_s >= self.next_start_s:
                self.start()
            return
        code = self.process.poll()
        if code is None:
            return
        self.wait_s = 0.2 if now_s - self.started_s > STEADY_S else min(self.wait_s * 2, LONGEST_WAIT_S)
        self.next_start_s = now_s + self.wait_s
        self.process = None
        say(f"{self.name} ended ({ending(code)}); starting it again in {self.wait_s:.1f} s")

    def signal(self, number: int) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """End it at once, and leave nothing of it for the system to clear away."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None


def say(line: str) -> None:
    print(line, flush=True)


def ending(code: int) -> str:
    """How a process ended, in words."""
    return f"exit {code}" if code >= 0 else signal.Signals(-code).name


def hold_folder(folder: Path) -> int:
    """Claim the folder for this supervisor; the claim ends with the process, however it ends."""
    descriptor = os.open(folder / "supervisor.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(descriptor, 20).decode() or "unknown"
        raise StartError(
            f"The site already runs from {folder} (process {holder}).\n"
            "Stop that one first (Ctrl-C where it runs), or set VAR_DIR to another folder."
        ) from error
    os.ftruncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())
    return descriptor


def listen(host: str, port: int) -> socket.socket:
    """Open the port, trying for a few seconds: the site that was just stopped may still be closing it."""
    deadline = time.monotonic() + BIND_TRIES_S
    while True:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A display that lost its power or its network says nothing: what it does not take for so long ends its stream.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_PEER_MS)
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if time.monotonic() < deadline:
                time.sleep(0.2)
                continue
            raise StartError(
                f"Port {port} cannot be opened ({error.strerror}). Another program may be using it.\n"
                f"Choose another one: make run PORT={port + 1 if port < 65535 else 8000}"
            ) from error
        return listener


def prepare(demo: bool) -> str:
    """Migrate, compile, collect; return what there is to tell the person who starts the site."""
    command = [sys.executable, str(ROOT / "bin" / "prepare.py"), *(["--demo"] if demo else [])]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise StartError("Preparing the database or the files failed; see above.")
    return done.stdout.strip()


def children(listener: socket.socket, lifeline: int) -> list[Child]:
    """The processes of the site."""
    cores = os.cpu_count() or 1
    processes = int(env.text("WEB_PROCESSES", str(min(cores, 8))))
    tie = {"LIFELINE_FD": str(lifeline)}
    web = {**tie, "LISTEN_FD": str(listener.fileno())}
    descriptors = (listener.fileno(), lifeline)
    sites = [Child(f"web {number}", "config.serve", web, descriptors) for number in range(1, processes + 1)]
    return [*sites, Child("worker", "config.work", tie, (lifeline,))]


def addresses(port: int) -> list[str]:
    """Where the site is found: this machine first, then the LAN when it is open to it."""
    scheme = "https" if env.text("TLS_CERT") else "http"
    hosts = ["127.0.0.1", *(env.lan_addresses() if env.flag("LAN") else [])]
    return [f"{scheme}://{host}:{port}/" for host in hosts]


def announce(port: int, told: str) -> None:
    """Print the addresses, a QR code for the LAN and what prepare had to tell."""
    here, *lan = addresses(port)
    say(f"\nThe site runs at  {here}")
    for address in lan:
        say(f"In the LAN at     {address}")
    if lan and sys.stdout.isatty():
        segno.make(lan[0], error="m").terminal(compact=True)
    elif env.flag("LAN") and not lan:
        say("No LAN address found: is this machine connected?")
    if told:
        say(f"\n{told}")
    say("\nCtrl-C stops it.\n")


class Supervisor:
    """Keeps the children running until it is told to stop."""

    def __init__(self, parts: list[Child]) -> None:
        self.parts = parts
        self.stopping = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def run(self) -> None:
        while not self.stopping:
            for part in self.parts:
                part.look_after()
            time.sleep(POLL_S)

    def stop(self) -> None:
        """Ask all to stop, and end those that do not in time."""
        for part in self.parts:
            part.signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_S
        while time.monotonic() < deadline and not all(part.has_ended() for part in self.parts):
            time.sleep(0.02)
        for part in self.parts:
            part.kill()


def supervise(demo: bool) -> None:
    """Prepare, start, announce, look after, stop."""
    port = int(env.text("PORT", "8000"))
    hold_folder(env.var_dir())
    listener = listen(ANY_HOST if env.flag("LAN") else "127.0.0.1", port)
    say("Preparing the database and the files ...")
    told = prepare(demo)
    lifeline, tie = os.pipe()
    os.set_inheritable(tie, False)
    supervisor = Supervisor(children(listener, lifeline))
    announce(listener.getsockname()[1], told)
    try:
        supervisor.run()
    finally:
        supervisor.stop()
    say("Stopped.")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--demo", action="store_true", help="run an example club in a folder of its own")
    demo = parser.parse_args().demo
    if demo:
        os.environ.setdefault("VAR_DIR", str(ROOT / "var" / "demo"))
    try:
        supervise(demo)
    except StartError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
