"""A hall to look at: a night on the real clock, and displays of it in the browser."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from acts.timing import start_clock
from club.models import User
from tests.building import MINUTE_MS, Night, levels
from tests.display.conftest import show
from tournaments.sources import VirtualSources, using

WALL = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}

type Open = Callable[..., Page]

# A loaded machine draws late; how fast a change arrives is measured by bin/bench.
expect.set_options(timeout=15_000)


def real_ms() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    with using(VirtualSources(real_ms(), seed=time.time_ns())) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    night = Night(clock)
    night.create(levels(20, 20, 20, 20, 20, 20), tables=2)
    night.enter("Ann", "Bea", "Cid")
    return night


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """Nothing may go wrong in the page: no exception, no refused script or style."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on(
        "console", lambda line: found.append(line.text) if "Content Security Policy" in line.text else None
    )
    yield found
    assert found == []


def sign_in(context: BrowserContext, site: str, night: Night) -> None:
    """Give a browser the session of the night's owner."""
    client = Client()
    user = User.objects.get(pk=night.owner.user_id)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])


@pytest.fixture
def opened(page: Page, site: str, night: Night, errors: list[str]) -> Open:
    """Open a screen of the night."""

    def open_screen(size: dict[str, int] = WALL, **params: Any) -> Page:
        page.set_viewport_size(size)
        page.goto(f"{site}/d/{show(night, **params).secret}")
        expect(page.locator("#stage > *")).to_be_visible()
        return page

    return open_screen


def started(night: Night, minutes_ago: float) -> int:
    """Play began so long ago, reckoned from the moment that is returned."""
    since_ms = real_ms()
    night.clock.current_ms = since_ms - int(minutes_ago * MINUTE_MS)
    night.do(start_clock)
    night.clock.current_ms = real_ms()
    return since_ms


def seconds_left(page: Page) -> int:
    """The digits as seconds."""
    text = page.get_by_role("timer").inner_text()
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def shows(page: Page, left_ms: int, since_ms: int) -> bool:
    """Whether the digits show what is left of what was left at a moment, to the second."""
    return abs(seconds_left(page) * 1000 - (left_ms - (real_ms() - since_ms))) <= 1500


def now(night: Night) -> int:
    """Acts happen at this moment of the real clock."""
    night.clock.current_ms = real_ms()
    return night.clock.current_ms
