"""What several tests of faults use."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tests.supervised import ROOT, clean_environment

LINUX = sys.platform == "linux"
collect_ignore = [] if LINUX else ["test_stepped_clocks.py"]


def pytest_report_header() -> str:
    """Say what is left out, and why."""
    return "" if LINUX else "left out: tests/faults/test_stepped_clocks.py, which needs Linux"


@pytest.fixture(scope="package")
def server(prepared: Path) -> Iterator[Postgres]:
    """A server with a migrated database to copy."""
    with running_postgres() as postgres:
        environment = clean_environment(VAR_DIR=str(prepared), DATABASE_URL=postgres.new_database("migrated"))
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        yield postgres
