"""A simulated night is killed with -9 at a random moment: what was answered is there, and nothing half done.

`make faults` kills fifty nights on each database, `make test` a sample. The moment is drawn from the seed: after
so many answered acts, and then within one act's time.
"""

import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.matrix import WHOLE
from tests.postgres import Postgres
from tests.supervised import ROOT, clean_environment

ALL = 50
ENTRIES = "24"
MOST_ACTS = 90
ONE_ACT_S = 0.03
START_S = 120.0
CLEAN = {"lost": [], "found": []}

# Read in a process of its own: what the database holds of the promised acts, and what the auditor finds.
EXAMINATION = """
import json, sys, django
django.setup()
from acts.auditing import audit
from tournaments.models import DirectorAction, Tournament
promised = set(open(sys.argv[1]).read().split())
kept = {str(pk) for pk in DirectorAction.objects.values_list("pk", flat=True)}
found = [f"{one.invariant}: {one.says}" for event in Tournament.objects.all() for one in audit(event.pk)]
print(json.dumps({"lost": sorted(promised - kept), "found": found}))
"""


def moments(sample: int) -> list[int]:
    """The seeds of a run, one night each: so many, or all."""
    return list(range(ALL if WHOLE else sample))


def wait_for_acts(process: subprocess.Popen[bytes], journal: Path, acts: int) -> None:
    """Wait until so many acts were answered."""
    deadline = time.monotonic() + START_S
    while not journal.exists() or journal.read_bytes().count(b"\n") < acts:
        assert process.poll() is None, "the night ended before its moment came"
        assert time.monotonic() < deadline, "the night does not get on"
        time.sleep(0.002)


@contextmanager
def night_until(folder: Path, url: str, moment: int) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A night under way on the database, at its moment; the journal holds what was answered."""
    rng = random.Random(moment)
    journal = folder / "journal"
    command = ["manage.py", "simulate", "--entries", ENTRIES, "--seed", str(moment), "--audit-every", "0"]
    process = subprocess.Popen(
        [sys.executable, *command, "--database", url, "--journal", str(journal)],
        cwd=ROOT,
        env=clean_environment(VAR_DIR=str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_acts(process, journal, rng.randint(1, MOST_ACTS))
        time.sleep(rng.uniform(0, ONE_ACT_S))
        yield process, journal
    finally:
        process.kill()
        process.wait()


def examined(folder: Path, url: str, journal: Path) -> dict[str, object]:
    """What a new process finds in the database afterwards.

    Acts beyond the journal are no fault: the last one may have been kept and the process killed before it noted it.
    """
    environment = clean_environment(
        VAR_DIR=str(folder), DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings"
    )
    command = [sys.executable, "-c", EXAMINATION, str(journal)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def played_on(folder: Path, url: str) -> bool:
    """Whether the night that was broken off can be played to its last prize; the auditor looks before and after."""
    command = ["manage.py", "simulate", "--entries", ENTRIES, "--audit-every", "0", "--resume", "--json"]
    command += ["--database", url]
    environment = clean_environment(VAR_DIR=str(folder))
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    figures = json.loads(done.stdout)
    return bool(figures["paid_minor"] == figures["pool_minor"] > 0)


def killed_night(folder: Path, url: str, moment: int) -> dict[str, object]:
    """Kill the program of the night and look at what it left."""
    with night_until(folder, url, moment) as (process, journal):
        process.kill()
    return examined(folder, url, journal)


@pytest.mark.parametrize("moment", moments(3))
def test_a_night_killed_on_sqlite_keeps_every_answered_act(
    tmp_path: Path, prepared: Path, moment: int
) -> None:
    shutil.copyfile(prepared / "db.sqlite3", tmp_path / "night.sqlite3")
    url = f"sqlite:///{tmp_path}/night.sqlite3"
    assert killed_night(tmp_path, url, moment) == CLEAN
    assert played_on(tmp_path, url)


@pytest.mark.parametrize("moment", moments(1))
def test_a_night_killed_on_postgres_keeps_every_answered_act(
    tmp_path: Path, server: Postgres, moment: int
) -> None:
    url = server.new_database(f"night_{moment}", "migrated")
    assert killed_night(tmp_path, url, moment) == CLEAN
    assert played_on(tmp_path, url)


@pytest.mark.parametrize("moment", moments(1))
def test_a_postgres_killed_during_a_night_keeps_every_answered_act(
    tmp_path: Path, server: Postgres, moment: int
) -> None:
    url = server.new_database(f"killed_{moment}", "migrated")
    with night_until(tmp_path, url, moment) as (process, journal):
        server.kill()
        assert process.wait(timeout=60) != 0
    server.start()
    assert examined(tmp_path, url, journal) == CLEAN
    assert played_on(tmp_path, url)
