"""A simulated night of 142 entries through the real verbs, on both databases."""

import json
import subprocess
import sys
import time
from collections.abc import Iterable

from bin.benching.figures import Figure
from bin.steps import ROOT
from tests.postgres import running_postgres

NIGHT = ("simulate", "--entries", "142", "--seed", "1", "--audit-every", "50", "--json")


def night(name: str, goal_ms: float, *database: str) -> Iterable[Figure]:
    """The median act; the whole night with the auditor; and that with the start of the program and the migrations."""
    started = time.perf_counter()
    command = [sys.executable, "manage.py", *NIGHT, *database]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    took_s = time.perf_counter() - started
    figures = json.loads(done.stdout.splitlines()[-1])
    yield Figure(f"act_median_{name}", figures["median_ms"], "ms", goal_ms)
    yield Figure(f"night_acts_{name}", figures["acts_seconds"], "s")
    yield Figure(f"night_{name}", figures["night_seconds"], "s", 20)
    yield Figure(f"night_from_nothing_{name}", round(took_s, 2), "s")


def on_sqlite() -> Iterable[Figure]:
    return night("sqlite", 10)


def on_postgres() -> Iterable[Figure]:
    with running_postgres() as server:
        yield from night("postgres", 20, "--database", server.url)
