"""The night in which the clocks are changed, spring and autumn, seen by somebody in another part of the world.

The whole site and the browser live in that night: both are told another time of day (tests/faults/wall.c).
"""

import re
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PHONE, WALL
from tests.browsing import OFF_MS, digits_seen, off_ms, with_own_clocks
from tests.faults.matrix import WHOLE
from tests.faults.room import Room
from tests.faults.scene import made_scenes
from tests.faults.wall import WallClock
from tests.supervised import Site, clean_environment, running, wait_until

LEVEL_S = 1_500
BEFORE_S = 9.0
# (the change, what clocks in Tallinn show before and after it, how the time begins at which level 2 comes)
NIGHTS = {"autumn": (datetime(2026, 10, 25, 1, tzinfo=UTC), "03:59", "03:00", "03:2")}
if WHOLE:
    NIGHTS = {"spring": (datetime(2026, 3, 29, 1, tzinfo=UTC), "02:59", "04:00", "04:2")} | NIGHTS


class Elsewhen:
    """A site in another time, and pages of it in a browser of that time that stands in Los Angeles."""

    def __init__(self, site: Site, rooms: list[Room], wall: WallClock, browser: Browser) -> None:
        self.site, self.rooms, self.wall = site, rooms, wall
        self.context: Any = None
        self.browser = browser

    def open(self, path: str) -> Page:
        self.context = self.browser.new_context(
            viewport=WALL,
            base_url=f"http://127.0.0.1:{self.site.port}",
            timezone_id="America/Los_Angeles",
        )
        with_own_clocks(self.context, wall_ms=self.wall.offset_ms)
        page: Page = self.context.new_page()
        page.goto(path)
        return page

    def set_to(self, moment: datetime) -> None:
        """Set the clocks on the wall; whoever keeps time has noticed when this returns."""
        self.wall.set_by(int((moment.timestamp() - time.time()) * 1000) - self.wall.offset_ms)
        wait_until(self.site.is_ready, 30, "a site that is ready in its new time")


@pytest.fixture(scope="module")
def elsewhen(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[Elsewhen]:
    folder = tmp_path_factory.mktemp("elsewhen")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    wall = WallClock(tmp_path_factory.mktemp("wall"))
    wall.set_by(int((next(iter(NIGHTS.values()))[0].timestamp() - 3600 - time.time()) * 1000))
    environment = clean_environment(VAR_DIR=str(folder), **wall.environment)
    tallinn = {"timezone": "Europe/Tallinn"}
    autumn = {"timezone": "America/New_York", "starts_at": "2026-11-01T18:30:00+00:00"}
    scenes = made_scenes(environment, LEVEL_S, tallinn, tallinn, autumn)
    with running(folder, **wall.environment) as site:
        made = Elsewhen(site, [Room(site, scene) for scene in scenes], wall, browser)
        yield made


@pytest.mark.parametrize(("number", "season"), list(enumerate(NIGHTS)))
def test_when_the_clocks_are_changed_the_level_goes_on_and_times_of_day_follow(
    elsewhen: Elsewhen, number: int, season: str
) -> None:
    change, before, after, next_level = NIGHTS[season]
    room = elsewhen.rooms[number]
    elsewhen.set_to(datetime.fromtimestamp(change.timestamp() - BEFORE_S, UTC))
    room.act("clock.start")
    page = elsewhen.open(f"/d/{room.scene.display}")
    now = page.locator("time.now")
    expect(now).to_have_text(before)
    begins = page.locator(".w-board td").first
    told = begins.inner_text()
    assert told.startswith(next_level)
    expect(now).to_have_text(after)
    assert begins.inner_text() == told
    ends_ms = float(room.of_event("at_ms", "clock_anchor", "sequence")[-1][0]) + LEVEL_S * 1000
    page.wait_for_timeout(1_500)
    off = off_ms(page, ends_ms - elsewhen.wall.offset_ms)
    assert len(off) >= BEFORE_S - 4
    assert [ms for ms in off[1:] if abs(ms) > 2 * OFF_MS] == []
    seconds = [left_s for _at_ms, left_s in digits_seen(page)]
    assert seconds == list(range(seconds[0], seconds[0] - len(seconds), -1))
    elsewhen.context.close()


def test_f58_a_start_after_the_change_is_told_by_the_clocks_of_the_place_and_counted_in_real_hours(
    elsewhen: Elsewhen,
) -> None:
    """13:30 in New York on 1 November, seen from Los Angeles two days before: 49 hours, not 48, and 10:30 PST there."""
    room = elsewhen.rooms[2]
    start = datetime(2026, 11, 1, 18, 30, tzinfo=UTC)
    elsewhen.set_to(datetime(2026, 10, 30, 17, 30, tzinfo=UTC))
    room.act("clock.schedule", start_at_ms=int(start.timestamp() * 1000))
    page = elsewhen.open(f"/d/{room.scene.display}")
    expect(page.locator(".w-level > div")).to_contain_text("Starts in")
    expect(page.locator(".w-level > span")).to_contain_text("November 1")
    left_s = digits_seen(page)[-1][1]
    assert 49 * 3600 - 60 <= left_s <= 49 * 3600
    expect(page.locator("time.now")).to_have_text("13:30")
    page.set_viewport_size(PHONE)
    expect(page.locator(".clock-hand")).to_have_text(re.compile("Sun.* 10:30 PST"))
    elsewhen.context.close()
