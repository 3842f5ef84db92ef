#!/usr/bin/env python3
"""Every test, on SQLite and on Postgres, with the quick checks before. BROWSER=none leaves Chromium out."""

import os
import shutil
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bin.compile_messages import compile_messages  # noqa: E402
from bin.lint import FAST  # noqa: E402
from bin.steps import Step, python, run_steps, run_together, sum_up  # noqa: E402
from tests.browsing import find_browser  # noqa: E402

# What WeasyPrint loads at run time, and the Debian packages that hold it.
PDF_LIBRARIES = {
    "pango-1.0": "libpango-1.0-0",
    "pangoft2-1.0": "libpangoft2-1.0-0",
    "harfbuzz-subset": "libharfbuzz-subset0",
}


def wanted_packages() -> list[str]:
    """Debian's names of what the tests use and this machine has not."""
    packages = []
    if browser_wanted() and find_browser() is None:
        packages.append("chromium")
    if shutil.which("xgettext") is None:
        packages.append("gettext")
    if shutil.which("cc") is None:
        # For the wall clock that tests set (tests/faults/wall.c).
        packages += ["gcc", "libc6-dev"]
    packages += [package for library, package in PDF_LIBRARIES.items() if find_library(library) is None]
    return packages


def browser_wanted() -> bool:
    return os.environ.get("BROWSER") != "none"


def install(packages: list[str]) -> None:
    """Install Debian packages where this run may, otherwise say what is missing; the tests then fail by name."""
    if not packages:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(
            f"Missing for the tests: {' '.join(packages)}. Install them, or set BROWSER=none.",
            file=sys.stderr,
        )
        return
    print(f"Installing {' '.join(packages)} ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False)


def suites(arguments: list[str]) -> tuple[Step, ...]:
    """The suite on both databases; what touches none runs once, beside SQLite."""
    chosen = [] if browser_wanted() else ["-m", "not browser"]
    pytest = ("-m", "pytest", *chosen, *arguments)
    return (
        Step("tests on SQLite", python(*pytest)),
        Step("tests on Postgres", python("-m", "tests.postgres", sys.executable, *pytest, "--database-only")),
    )


def main() -> int:
    for name in ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE"):
        os.environ.pop(name, None)
    install(wanted_packages())
    compile_messages()
    wanted = suites(sys.argv[1:])
    # Each suite keeps one core busy: side by side they take little longer than the longer one.
    return sum_up([*run_steps(FAST), *run_together(wanted)], len(FAST) + len(wanted))


if __name__ == "__main__":
    sys.exit(main())
