"""The wall clock of a whole running site is set: forwards, back, by seconds, an hour and a day.

Not with libfaketime: with the monotonic clock left alone (which is the point) its 0.9.10 breaks every sleep of Python
(clock_nanosleep: invalid argument), and opening its file for each reading makes the site ten times slower. A few lines
of C do it, compiled by the test; they need Linux (elsewhere conftest.py leaves this file out and says so).
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.matrix import WHOLE
from tests.faults.room import Room, out_of_place
from tests.faults.scene import made_scene
from tests.faults.wall import WallClock
from tests.postgres import Postgres
from tests.supervised import ROOT, clean_environment, running, wait_until

LEVEL_S = 1
STEPS_MS = (5_000, -5_000, 3_600_000, -3_600_000, 86_400_000)
JUMP_MS = 250
LATE_MS = 1_500
# The watcher looks once a second.
NOTICED_S = 3.0
# Two levels must begin within this time after each step: the worker goes on, or the watcher does its part.
LEVELS_S = 2 * LEVEL_S + 5.0
# By so much the clocks of two machines of one site disagree.
APART_MIN = (-7, 7) if WHOLE else (7,)
DATABASES = ("sqlite", "postgres") if WHOLE else ("sqlite",)


class SteppedRoom(Room):
    """A room with a clock on its wall that can be set."""

    wall: WallClock
    first_ms: float

    def jump_ms(self) -> float:
        """How far what is shown is off; the best of three looks, since answering takes time too."""
        return min((self.ahead_ms() - self.first_ms for _look in range(3)), key=abs)

    def step(self, step_ms: int) -> tuple[float, float]:
        """Set the clock and wait until levels begin again; how far off a display is once that was noticed, and then."""
        anchors = len(self.anchors())
        self.wall.set_by(step_ms)
        wait_until(lambda: len(self.anchors()) > anchors, NOTICED_S, f"an answer to a step of {step_ms} ms")
        noticed, levels = self.jump_ms(), len(self.begun())
        wait_until(
            lambda: len(self.begun()) >= levels + 2, LEVELS_S, f"two levels after a step of {step_ms} ms"
        )
        return noticed, self.jump_ms()


@pytest.fixture(scope="module", params=DATABASES)
def room(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[SteppedRoom]:
    """A site on its own wall clock; its database, where that is a server, hangs on the same wall."""
    folder = tmp_path_factory.mktemp("stepped")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    server = Postgres() if request.param == "postgres" else None
    wall = WallClock(server.folder if server else tmp_path_factory.mktemp("wall"))
    try:
        url = migrated(server, wall, prepared) if server else ""
        scene = made_scene(clean_environment(VAR_DIR=str(folder), DATABASE_URL=url), LEVEL_S)
        with running(folder, **wall.environment, DATABASE_URL=url) as site:
            room = SteppedRoom(site, scene, url)
            room.wall = wall
            room.program.start()
            room.first_ms = room.ahead_ms()
            yield room
    finally:
        if server:
            server.remove()


def migrated(server: Postgres, wall: WallClock, prepared: Path) -> str:
    """Start a server on that wall clock and make the tables."""
    server.environment = wall.environment
    server.start()
    url = server.new_database("stepped")
    environment = clean_environment(VAR_DIR=str(prepared), DATABASE_URL=url)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return url


def test_setting_the_wall_clock_of_a_running_site_moves_no_time_left(room: SteppedRoom) -> None:
    jumps = [jump for step_ms in STEPS_MS for jump in room.step(step_ms)]
    assert [jump for jump in jumps if abs(jump) > JUMP_MS] == []

    told = room.rows(
        "SELECT facts ->> 'clock_set_ms' AS ms FROM tournaments_directoraction"
        " WHERE facts ->> 'clock_set_ms' IS NOT NULL ORDER BY sequence"
    )
    assert room.anchors() == ["start", *["compensate"] * len(STEPS_MS)]
    assert [round(int(ms), -2) for (ms,) in told] == list(STEPS_MS)


def test_every_level_began_once_and_at_its_true_time(room: SteppedRoom) -> None:
    assert out_of_place(room.begun(), LEVEL_S * 1000, JUMP_MS) == []


@pytest.mark.parametrize("minutes", APART_MIN)
def test_a_site_whose_machine_disagrees_with_the_database_keeps_the_time_of_the_database(
    server: Postgres, tmp_path: Path, prepared: Path, minutes: int
) -> None:
    """Nothing is recorded early or late, and nobody takes the worker for silent."""
    shutil.copytree(prepared, tmp_path / "site")
    url = server.new_database(f"apart_{minutes % 60}", "migrated")
    scene = made_scene(clean_environment(VAR_DIR=str(tmp_path / "site"), DATABASE_URL=url), LEVEL_S)
    wall = WallClock(tmp_path)
    wall.set_by(minutes * 60_000)
    with running(tmp_path / "site", **wall.environment, DATABASE_URL=url) as site:
        room = Room(site, scene, url)
        room.act("clock.start")
        wait_until(lambda: len(room.begun()) > 4, LEVELS_S, "levels")
        begun = room.begun()
        assert out_of_place(begun, LEVEL_S * 1000, within_ms=0) == []
        assert [one.late_ms for one in begun if not 0 <= one.late_ms <= LATE_MS] == []
        assert abs(begun[-1].at_ms - time.time() * 1000) <= 2 * LEVEL_S * 1000
        assert room.anchors() == ["start"]
        assert site.is_ready()
        assert "silent" not in site.printed()
