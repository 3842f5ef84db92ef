"""Whole nights through the verbs: the books are clean after every act, every unit is paid, and a seed gives one night.

The digests of this process, on the database under test, are those of another process on SQLite.
"""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from clock.selectors import levels_of
from tests.simulation.playing import NIGHTS, Small, play
from tests.supervised import ROOT, clean_environment

pytestmark = pytest.mark.slow


class Elsewhere:
    """Another process that plays the same nights on SQLite meanwhile."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.simulation.playing"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True
        )
        self.digests: dict[str, str] = {}

    def digest(self, name: str) -> str:
        """The digest of a night, once it has been played there."""
        while name not in self.digests:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            assert line, "the other process ended"
            found, digest = line.rstrip("\n").split("\t")
            self.digests[found] = digest
        return self.digests[name]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    found = Elsewhere()
    yield found
    found.process.kill()
    found.process.communicate()


@pytest.fixture(autouse=True)
def fresh_levels() -> None:
    """Rolled back databases use row numbers again, and seeded acts their ids."""
    levels_of.cache_clear()


@pytest.mark.parametrize("name", NIGHTS)
def test_a_seed_gives_the_same_night_here_and_elsewhere(db: None, elsewhere: Elsewhere, name: str) -> None:
    played = play(NIGHTS[name], audit_every=2)
    assert played.digest == elsewhere.digest(name)
    assert played.paid_minor == played.pool_minor
    assert set(NIGHTS[name].must) - played.kinds == set()


def test_another_seed_gives_another_night(db: None, elsewhere: Elsewhere) -> None:
    assert play(Small("stud", 10, 6, deal=False)).digest != elsewhere.digest("stud")
