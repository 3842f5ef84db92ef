"""A display over real restarts of the site: it counts on, says so, comes back by itself, and is never loaded again."""

import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hall import WALL, seconds_left
from tests.faults.program import Program
from tests.faults.scene import made_scene
from tests.supervised import Site, running, wait_until

LEVEL_S = 1200
BACK_S = 2.0


@pytest.fixture
def restarting(tmp_path: Path, prepared: Path) -> Iterator[Site]:
    """A supervised site of this test's own."""
    with running(tmp_path / "site", prepared) as site:
        yield site


@pytest.fixture
def program(restarting: Site) -> Program:
    """A program that acts at the site, where the clock runs."""
    scene = made_scene(restarting.environment, LEVEL_S)
    program = Program(restarting.port, scene, random.Random(1))
    program.act("clock.start")
    return program


def opened(page: Page, site: Site, program: Program) -> None:
    page.set_viewport_size(WALL)
    page.goto(f"http://127.0.0.1:{site.port}/d/{program.scene.display}")
    expect(page.get_by_role("timer")).to_be_visible()
    page.evaluate("window.sameDocument = true")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_display_outlives_restarts_of_the_site_without_a_reload(
    page: Page, restarting: Site, program: Program, how: signal.Signals
) -> None:
    """Stopped as by Ctrl-C, and killed: away for some seconds, back within two once the site answers."""
    opened(page, restarting, program)
    children = restarting.children()
    restarting.stop(how)
    for child in children:
        if how == signal.SIGKILL and child.is_running():
            child.kill()
    lost = page.locator(".c-lost")
    expect(lost).to_have_text(re.compile(r"Connection lost, last update \d\d:\d\d:\d\d"), timeout=15_000)
    before, at = seconds_left(page), time.monotonic()
    page.wait_for_timeout(4000)
    assert abs(before - seconds_left(page) - (time.monotonic() - at)) <= 1
    restarting.start()
    wait_until(restarting.answers, 60, "an answer of the site")
    answered = time.monotonic()
    expect(lost).to_be_hidden(timeout=15_000)
    took_s = time.monotonic() - answered
    program.act("notice.show", text="Here we are again")
    expect(page.locator(".w-note")).to_have_text("Here we are again", timeout=15_000)
    assert (page.evaluate("window.sameDocument"), took_s <= BACK_S) == (True, True), took_s
