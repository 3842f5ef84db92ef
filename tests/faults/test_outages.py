"""The machine sleeps, or everything is gone for a while: no level is lost, and the setting says what the time did.

Two tournaments run side by side in one club: in one the clock runs on through an outage, in the other it holds.
"""

import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from tests.faults.matrix import WHOLE
from tests.faults.room import Room, out_of_place
from tests.faults.scene import made_scenes
from tests.postgres import Postgres
from tests.supervised import Site, clean_environment, running, wait_until

LEVEL_S = 7
LEVEL_MS = LEVEL_S * 1000
# Longer than what counts as an outage; a level ends within.
ASLEEP_S = 11.5
# Two levels end within.
AWAY_S = 2 * LEVEL_S + 1
BACK_S = 20.0
SHOWN_MS = 250
# The clock holds where it was looked at last, which is once a second; a loaded machine looks later.
LAST_LOOK_MS = 2_000
DATABASES = ("sqlite", "postgres") if WHOLE else ("sqlite",)


@dataclass
class Hall:
    """Both tournaments of a site."""

    site: Site
    runs_on: Room
    holds: Room


@pytest.fixture(scope="module", params=DATABASES)
def hall(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[Hall]:
    """A site with both clocks running."""
    folder = tmp_path_factory.mktemp("outages")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    url = ""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("server")
        url = server.new_database("outages", "migrated")
    environment = clean_environment(VAR_DIR=str(folder), DATABASE_URL=url)
    settings = [{"rules": {"after_outage": choice}} for choice in ("run_on", "hold")]
    scenes = made_scenes(environment, LEVEL_S, *settings)
    with running(folder, DATABASE_URL=url) as site:
        hall = Hall(site, *(Room(site, scene, url) for scene in scenes))
        for room in (hall.runs_on, hall.holds):
            room.act("clock.start")
        yield hall


def everything(site: Site) -> list[psutil.Process]:
    return [psutil.Process(site.process.pid), *site.children()]


def sleep(site: Site) -> None:
    """Nothing of the site runs for a while, as when the lid is closed."""
    asleep = everything(site)
    for process in asleep:
        process.send_signal(signal.SIGSTOP)
    time.sleep(ASLEEP_S)
    for process in reversed(asleep):
        process.send_signal(signal.SIGCONT)


def power_cut(site: Site) -> None:
    """Everything is killed at once and started again later."""
    dead = everything(site)
    for process in dead:
        process.kill()
    site.process.wait()
    psutil.wait_procs(dead)
    time.sleep(AWAY_S)
    site.start()
    wait_until(site.is_ready, BACK_S, "a ready site")


OUTAGES = {"sleep": (sleep, ASLEEP_S)} | ({"power cut": (power_cut, AWAY_S)} if WHOLE else {})


@pytest.mark.parametrize("name", OUTAGES)
def test_after_an_outage_one_clock_has_run_on_and_the_other_held(hall: Hall, name: str) -> None:
    happen, away_s = OUTAGES[name]
    runs_on, holds = hall.runs_on, hall.holds
    told, ahead_ms, (before_ms, was_running) = len(holds.outages()), runs_on.ahead_ms(), holds.shown()
    levels_held = len(holds.begun())
    assert was_running
    happen(hall.site)
    wait_until(lambda: holds.anchors()[-1] == "hold", BACK_S, "a clock that holds")
    wait_until(lambda: len(runs_on.outages()) > told, BACK_S, "the outage told")

    assert abs(runs_on.ahead_ms() - ahead_ms) <= SHOWN_MS
    held_ms, is_running = holds.shown()
    assert not is_running
    assert abs(held_ms - before_ms) <= LAST_LOOK_MS
    assert len(holds.begun()) - levels_held <= 1
    for room, held in ((runs_on, False), (holds, True)):
        assert [fact["held"] for fact in room.outages()] == [held] * (told + 1)
        assert abs(room.outages()[-1]["outage_ms"] - away_s * 1000) <= BACK_S * 1000
    holds.act("clock.resume")


def test_every_level_began_once_at_its_true_time_asleep_or_not(hall: Hall) -> None:
    played_levels = int(hall.runs_on.shown()[0] // LEVEL_MS)
    wait_until(lambda: len(hall.runs_on.begun()) > played_levels, 2 * LEVEL_S, "the level recorded")
    assert out_of_place(hall.runs_on.begun(), LEVEL_MS, SHOWN_MS) == []
    assert [one.level_index for one in hall.holds.begun()] == list(range(len(hall.holds.begun())))


def test_the_time_that_ran_unseen_can_be_given_back(hall: Hall) -> None:
    """Over the starts of levels, and without a level beginning a second time."""
    room = hall.runs_on
    ahead_ms, away_ms = room.ahead_ms(), room.outages()[-1]["outage_ms"]
    room.act("clock.give_back", amount_ms=away_ms)
    assert abs(room.ahead_ms() - (ahead_ms - away_ms)) <= SHOWN_MS
