"""The wall clock of a whole running site is set: forwards, back, by seconds, an hour and a day.

Not with libfaketime: with the monotonic clock left alone (which is the point) its 0.9.10 breaks every sleep of Python
(clock_nanosleep: invalid argument), and opening its file for each reading makes the site ten times slower. A few lines
of C do it, compiled by the test; they need Linux (elsewhere conftest.py leaves this file out and says so).
"""

import json
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.program import Program
from tests.faults.scene import Scene, made_scene
from tests.faults.wall import WallClock
from tests.supervised import Site, clean_environment, running, wait_until

LEVEL_S = 1
STEPS_MS = (5_000, -5_000, 3_600_000, -3_600_000, 86_400_000)
JUMP_MS = 250
# The watcher looks once a second.
NOTICED_S = 3.0
# Two levels must begin within this time after each step: the worker goes on, or the watcher does its part.
LEVELS_S = 2 * LEVEL_S + 5.0


class Room:
    """A site with a running tournament, seen from outside, and the clock on its wall."""

    def __init__(self, site: Site, scene: Scene, wall: WallClock) -> None:
        self.site = site
        self.scene = scene
        self.wall = wall
        self.first_ms = self.played_ms()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.site.folder / "db.sqlite3", timeout=20)) as link:
            return link.execute(query).fetchall()

    def anchors(self) -> int:
        return len(self.rows("SELECT 1 FROM clock_anchor"))

    def levels(self) -> int:
        return len(self.rows("SELECT 1 FROM clock_leveltransition"))

    def played_ms(self) -> float:
        """The time played by what a display is told, less the time that truly passed: it must stay the same."""
        state = json.loads(self.site.get(f"/d/{self.scene.display}/state.json")[1])
        server_ms = json.loads(self.site.get("/d/time")[1])["server_ms"]
        truly_ms = time.monotonic() * 1000
        anchor, levels = state["clock"]["anchor"], state["clock"]["levels"]
        before_ms = sum(level["duration_ms"] for level in levels[: anchor["level_index"]])
        return float(before_ms + anchor["elapsed_ms"] + server_ms - anchor["at_ms"] - truly_ms)

    def jump_ms(self) -> float:
        """How far what is shown is off; the best of three looks, since answering takes time too."""
        return min((self.played_ms() - self.first_ms for _look in range(3)), key=abs)

    def step(self, step_ms: int) -> tuple[float, float]:
        """Set the clock and wait until levels begin again; how far off a display is once that was noticed, and then."""
        anchors = self.anchors()
        self.wall.set_by(step_ms)
        wait_until(lambda: self.anchors() > anchors, NOTICED_S, f"an answer to a step of {step_ms} ms")
        noticed, levels = self.jump_ms(), self.levels()
        wait_until(lambda: self.levels() >= levels + 2, LEVELS_S, f"two levels after a step of {step_ms} ms")
        return noticed, self.jump_ms()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Room]:
    """A site on its own wall clock."""
    folder = tmp_path_factory.mktemp("stepped")
    wall = WallClock(tmp_path_factory.mktemp("wall"))
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    scene = made_scene(clean_environment(VAR_DIR=str(folder)), LEVEL_S)
    with running(folder, **wall.environment) as site:
        Program(site.port, scene, random.Random(0)).start()
        yield Room(site, scene, wall)


def test_setting_the_wall_clock_of_a_running_site_moves_no_time_left(room: Room) -> None:
    jumps = [jump for step_ms in STEPS_MS for jump in room.step(step_ms)]
    assert [jump for jump in jumps if abs(jump) > JUMP_MS] == []

    kinds = [kind for (kind,) in room.rows("SELECT kind FROM clock_anchor ORDER BY sequence")]
    told = room.rows(
        "SELECT json_extract(facts, '$.clock_set_ms') AS ms FROM tournaments_directoraction"
        " WHERE ms IS NOT NULL ORDER BY sequence"
    )
    assert kinds == ["start", *["compensate"] * len(STEPS_MS)]
    assert [round(ms, -2) for (ms,) in told] == list(STEPS_MS)


def test_every_level_began_once_and_at_its_true_time(room: Room) -> None:
    begun = room.rows(
        "SELECT one.level_index, one.at_ms - anchor.steps_ms FROM clock_leveltransition AS one"
        " JOIN clock_anchor AS anchor ON anchor.id = one.anchor_id ORDER BY one.id"
    )
    first_ms = begun[0][1]
    assert [index for index, _at_ms in begun] == list(range(len(begun)))
    off = [at_ms - first_ms - index * LEVEL_S * 1000 for index, at_ms in begun]
    assert [ms for ms in off if abs(ms) > JUMP_MS] == []
