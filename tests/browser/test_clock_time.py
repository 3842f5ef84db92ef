"""Time on a screen that is left alone: clocks that disagree, sleep, and what the hall reads meanwhile."""

import statistics
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.hall import WALL, real_ms, sign_in, started
from tests.browsing import OFF_MS, Past, digits_seen, is_right, off_ms, shift_clocks, with_own_clocks
from tests.building import MINUTE_MS, Night
from tests.display.conftest import show

pytestmark = pytest.mark.django_db(transaction=True)

WOKEN_MS = 250


@pytest.fixture
def signed_in(browser: Browser, site: str, night: Night) -> Iterator[BrowserContext]:
    """A browser in which the owner is signed in."""
    context = browser.new_context(viewport=WALL, base_url=site)
    sign_in(context, site, night)
    yield context
    context.close()


type Address = Callable[[Night], str]


def display(night: Night) -> str:
    """The address of a new display."""
    return f"/d/{show(night).secret}"


def console(night: Night) -> str:
    """The address of the cockpit."""
    return f"/t/{night.tournament_id}/"


EVERY_PAGE = pytest.mark.parametrize("address", [display, console])


def page_of(signed_in: BrowserContext, address: str) -> Page:
    page = signed_in.new_page()
    page.goto(address)
    expect(page.get_by_role("timer").first).to_be_visible()
    return page


# Clocks that disagree ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("address", "minutes"), [(display, -7), (display, 7), (console, 7)])
def test_a_browser_whose_clock_is_minutes_off_shows_the_time_of_the_server(
    signed_in: BrowserContext, night: Night, address: Address, minutes: int
) -> None:
    ends_ms = started(night, 3) + 17 * MINUTE_MS
    with_own_clocks(signed_in, wall_ms=minutes * MINUTE_MS)
    page = page_of(signed_in, address(night))
    page.wait_for_timeout(4_500)
    off = off_ms(page, ends_ms)
    assert len(off) >= 4
    assert abs(statistics.median(off)) <= OFF_MS


@EVERY_PAGE
def test_a_clock_of_the_browser_that_is_set_while_the_page_is_open_moves_nothing(
    signed_in: BrowserContext, night: Night, address: Address
) -> None:
    ends_ms = started(night, 3) + 17 * MINUTE_MS
    with_own_clocks(signed_in)
    page = page_of(signed_in, address(night))
    for by_ms in (7 * MINUTE_MS, -14 * MINUTE_MS):
        shift_clocks(page, by_ms, 0)
        page.wait_for_timeout(2_000)
        assert is_right(page, ends_ms, real_ms())


# Sleep ---------------------------------------------------------------------------------------------------------------


@EVERY_PAGE
@pytest.mark.parametrize("steady", [False, True], ids=["the machine slept", "the tab was frozen"])
def test_after_65_minutes_of_sleep_a_page_is_right_within_a_quarter_of_a_second(
    signed_in: BrowserContext, night: Night, address: Address, steady: bool
) -> None:
    """F53: from the start of level 1; level 4 with 15:00 left. A machine's sleep stops the clock since loading, too."""
    ends_ms = started(night, 65) + 15 * MINUTE_MS
    past = Past(signed_in, address(night), 65 * MINUTE_MS)
    page = past.page
    assert digits_seen(page)[-1][1] > 19 * 60
    woke_ms = past.sleep_until_now(steady=steady)
    page.wait_for_timeout(1_500)
    assert is_right(page, ends_ms, woke_ms + WOKEN_MS)
    assert is_right(page, ends_ms, real_ms())
    expect(page.get_by_text("Level 4", exact=True).first).to_be_visible()
