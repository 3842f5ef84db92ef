#!/usr/bin/env python3
"""Make the environment: find Python 3.12 or newer, build .venv, install the hash-locked requirements.

Runs on Python 3.9 or newer with nothing but the standard library. Does nothing when the requirements have
not changed since the last time. `--dev` adds what the tests and the quality checks need. PYTHON names an
interpreter to use instead of the one that would be found.
"""

import argparse
import fcntl
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
OLDEST = (3, 12)
# The versions that the tests run on come first; any newer one is better than fetching an interpreter.
TRIED_VERSIONS = ((3, 13), (3, 12))
PROBE = "import sys, ssl, sqlite3; print('%d.%d' % sys.version_info[:2])"

Version = Tuple[int, int]


class BootstrapError(Exception):
    """The environment cannot be made; the message says what to do."""


def probe(command: str) -> Optional[Version]:
    """Return the version that an interpreter reports when it is run, or None: a shim may exist and fail."""
    try:
        answer = subprocess.run(
            [command, "-c", PROBE], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.fullmatch(r"(\d+)\.(\d+)", answer.stdout.strip())
    return (int(match[1]), int(match[2])) if answer.returncode == 0 and match else None


def version_key(path: str) -> List[int]:
    """Sort key that puts 3.13.10 after 3.13.9."""
    return [int(number) for number in re.findall(r"\d+", path)]


def candidates() -> Iterator[str]:
    """Yield interpreters that may exist on this machine, likely ones first."""
    chosen = os.environ.get("PYTHON")
    if chosen:
        yield chosen
        return
    yield sys.executable
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found:
            yield found
    home = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv")))
    patterns = (
        str(home / "versions/3.*/bin/python3"),
        "/opt/homebrew/opt/python@3.*/bin/python3.*[0-9]",
        "/usr/local/opt/python@3.*/bin/python3.*[0-9]",
        "/Library/Frameworks/Python.framework/Versions/3.*/bin/python3",
        str(TOOLS / "python/*/bin/python3"),
    )
    for pattern in patterns:
        yield from sorted(glob.glob(pattern), key=version_key, reverse=True)


def find_python() -> Optional[str]:
    """Return a working interpreter that is new enough, preferring the versions the tests run on."""
    working: Dict[Version, str] = {}
    for command in candidates():
        version = probe(command)
        if version is None or version < OLDEST:
            continue
        if version == TRIED_VERSIONS[0]:
            return command
        working.setdefault(version, command)
    for version in TRIED_VERSIONS + tuple(sorted(working, reverse=True)):
        if version in working:
            return working[version]
    return None


def run(*command: str, **environment: str) -> None:
    """Run a step of the setup; a failure is reported with the command that failed."""
    answer = subprocess.run(list(command), env={**os.environ, **environment}, check=False)
    if answer.returncode:
        raise BootstrapError("this step failed (exit %d): %s" % (answer.returncode, " ".join(command)))


def uv() -> str:
    """Install uv into the tools folder when it is not on this machine, and return its path."""
    found = shutil.which("uv")
    if found:
        return found
    tool = TOOLS / "uv" / "bin" / "uv"
    if not tool.exists():
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--target", str(TOOLS / "uv"), "uv")
        run(*pip, PIP_ROOT_USER_ACTION="ignore", PIP_DISABLE_PIP_VERSION_CHECK="1")
    return str(tool)


def fetch_python() -> str:
    """Fetch an interpreter with uv, or say what to install."""
    if os.environ.get("PYTHON"):
        raise BootstrapError("PYTHON=%s is not a working Python 3.12 or newer." % os.environ["PYTHON"])
    print("No Python 3.12 or newer found on this machine; fetching one.", flush=True)
    try:
        run(uv(), "python", "install", "3.13", UV_PYTHON_INSTALL_DIR=str(TOOLS / "python"))
    except BootstrapError as error:
        raise BootstrapError(
            "Python 3.12 or newer is needed and could not be fetched.\n"
            "  Debian, Ubuntu: apt-get install python3 python3-venv (or pyenv install 3.13)\n"
            "  macOS: brew install python@3.13\n"
            "Then run the command again. (%s)" % error
        ) from error
    python = find_python()
    if python is None:
        raise BootstrapError("The Python that was fetched into %s does not run on this machine." % TOOLS)
    return python


def make_venv(python: str) -> None:
    """Make an empty .venv with pip in it; Debian's python3 without python3-venv gets it from uv."""
    print("Making .venv with %s" % python, flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    answer = subprocess.run([python, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if answer.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        run(uv(), "venv", "--quiet", "--seed", "--python", python, str(VENV))


def stamp_of(files: List[Path]) -> str:
    """Return a hash that changes whenever one of the files does."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@contextmanager
def only_one() -> Iterator[None]:
    """Let a second bootstrap wait for the first instead of building the same folder."""
    with open(str(ROOT / ".bootstrap.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def venv_works() -> bool:
    version = probe(str(VENV / "bin" / "python"))
    return version is not None and version >= OLDEST


def install(name: str, files: List[Path]) -> None:
    """Install locked requirements unless the stamp says that just these are installed."""
    stamp = VENV / (".stamp-" + name)
    wanted = stamp_of(files)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing %s (hash-locked) ..." % ", ".join(file.name for file in files), flush=True)
    arguments = [part for file in files for part in ("-r", str(file))]
    pip = (str(VENV / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "--no-deps", *arguments)
    stamp.write_text(wanted)


def bootstrap(dev: bool) -> None:
    """Make .venv what the requirements files say."""
    runtime, development = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
    with only_one():
        if not venv_works():
            make_venv(find_python() or fetch_python())
        install("runtime", [runtime])
        if dev:
            install("dev", [runtime, development])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="also install what tests and checks need")
    try:
        bootstrap(parser.parse_args().dev)
    except BootstrapError as error:
        print("\nSetup stopped: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
