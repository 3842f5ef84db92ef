"""What a display does in a browser: how near to the server it is, what it asks for, what it weighs, when it is seen.

A sleeping page is a stopped process whose clocks are set forward while it stands; see tests/browsing.py.
"""

import os
import statistics
import time
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from acts.screens import create_screen
from acts.secrecy import Secret, new_token
from acts.timing import start_clock
from bin.benching import room
from bin.benching.figures import Figure, percentile
from clock.selectors import load_clock
from tests.browsing import Past, digits_seen, find_browser, is_right, with_own_clocks
from tests.supervised import Site
from tournaments.actors import Actor
from tournaments.models import Entry
from tournaments.sources import VirtualSources, using

WALL: Any = {"width": 1920, "height": 1080}
PHONE: Any = {"width": 390, "height": 844}
LEVEL_MS = 1_200_000
WATCHED_S = 30
QUIET_S = 60
SETTLED_S = 5
ASLEEP_MS = 65 * 60_000
# Less than this into a level, no boundary falls into a measure.
BEGUN_MS = 120_000
# A phone on a mobile network, and four times slower than this machine.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
OPENINGS = 5
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def walls(site: Site, actor: Actor, tournament_id: int) -> Iterable[Figure]:
    """All measures in one browser."""
    # Playwright leaves a running event loop in this thread, which Django takes for a coroutine calling it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
        try:
            hall = Screens(browser, site, actor)
            yield from beside_each_other(hall)
            yield from woken(hall)
            yield from quiet(hall)
            yield from weight(hall)
            yield from first_paint(hall, tournament_id)
        finally:
            browser.close()


class Screens:
    """Displays of a tournament of their own, in which so much has been played."""

    def __init__(self, browser: Browser, site: Site, actor: Actor) -> None:
        self.browser = browser
        self.address = f"http://127.0.0.1:{site.port}"
        self.actor = actor

    def tournament(self, played_ms: int) -> tuple[int, float]:
        """A tournament whose clock has run so long, and when its present level ends."""
        tournament_id = room.tournament(self.actor, f"Wall {played_ms}", 1, LEVEL_MS)
        now_ms = time.time_ns() // 1_000_000
        with using(VirtualSources(now_ms - played_ms, seed=time.time_ns())):
            start_clock(actor=self.actor, tournament_id=tournament_id)
        now_ms = time.time_ns() // 1_000_000
        return tournament_id, now_ms + load_clock(tournament_id).state(now_ms).remaining_ms

    def link(self, tournament_id: int) -> str:
        """The path of a new display."""
        token = new_token()
        create_screen(actor=self.actor, tournament_id=tournament_id, name="Wall", token=Secret(token))
        return f"/d/{token}"

    def context(self, size: Any = WALL) -> BrowserContext:
        """A browser that has seen nothing yet."""
        return self.browser.new_context(viewport=size, base_url=self.address)


def beside_each_other(hall: Screens) -> Iterable[Figure]:
    """Two displays on one wall, each second of half a minute."""
    tournament_id, ends_ms = hall.tournament(BEGUN_MS)
    pages = []
    for _side in range(2):
        context = hall.context()
        with_own_clocks(context)
        page = context.new_page()
        page.goto(hall.link(tournament_id))
        pages.append(page)
    time.sleep(SETTLED_S)
    from_ms = time.time() * 1000
    pages[0].wait_for_timeout(WATCHED_S * 1000)
    left, right = ({text: at_ms for at_ms, text in digits_seen(page) if at_ms > from_ms} for page in pages)
    both = left.keys() & right.keys()
    off_ms = [abs(side[text] - (ends_ms - 1000 * text)) for side in (left, right) for text in both]
    apart_ms = [abs(left[text] - right[text]) for text in both]
    yield Figure("display_seconds_seen", len(both), "seconds", WATCHED_S - 2, at_least=True)
    yield Figure("display_apart_p99", round(percentile(apart_ms, 0.99), 1), "ms", 100)
    yield Figure("display_off_p50", round(statistics.median(off_ms), 1), "ms")
    yield Figure("display_off_p99", round(percentile(off_ms, 0.99), 1), "ms", 150)
    for page in pages:
        page.context.close()


def woken(hall: Screens) -> Iterable[Figure]:
    """After 65 minutes, of a sleeping machine and of a frozen tab: how soon the digits are right."""
    for name, steady in (("display_woken_machine", False), ("display_woken_tab", True)):
        tournament_id, ends_ms = hall.tournament(ASLEEP_MS + BEGUN_MS)
        context = hall.context()
        past = Past(context, hall.link(tournament_id), ASLEEP_MS)
        woke_ms = past.sleep_until_now(steady=steady)
        past.page.wait_for_timeout(3_000)
        yield Figure(name, round(right_after_ms(past.page, ends_ms, woke_ms), 1), "ms", 250)
        context.close()


def right_after_ms(page: Page, ends_ms: float, woke_ms: float) -> float:
    """From the waking to the first digits from which on all are right; a minute where they never are."""
    seen = [at_ms for at_ms, _text in digits_seen(page) if at_ms >= woke_ms]
    wrong = [place for place, at_ms in enumerate(seen) if not is_right(page, ends_ms, at_ms)]
    first = wrong[-1] + 1 if wrong else 0
    return seen[first] - woke_ms if first < len(seen) else 60_000.0


def quiet(hall: Screens) -> Iterable[Figure]:
    """What a display asks the server for in a minute in which nothing changes, its open stream aside."""
    tournament_id, _ends_ms = hall.tournament(BEGUN_MS)
    context = hall.context()
    page = context.new_page()
    page.goto(hall.link(tournament_id))
    time.sleep(SETTLED_S)
    asked: list[str] = []
    network(page).on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    page.wait_for_timeout(QUIET_S * 1000)
    yield Figure("display_requests_60s", len(asked), "requests", 0)
    context.close()


def network(page: Page) -> CDPSession:
    """What a page asks and gets, to be listened to or slowed down."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    return session


def weight(hall: Screens) -> Iterable[Figure]:
    """Everything a new display fetches, headers included, as it comes over the wire."""
    tournament_id, _ends_ms = hall.tournament(BEGUN_MS)
    context = hall.context()
    page = context.new_page()
    sizes: list[float] = []
    network(page).on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(hall.link(tournament_id))
    page.wait_for_timeout(SETTLED_S * 1000)
    yield Figure("display_page", round(sum(sizes) / 1000, 1), "kB", 60)
    yield Figure("display_page_requests", len(sizes), "requests")
    context.close()


def first_paint(hall: Screens, tournament_id: int) -> Iterable[Figure]:
    """When a phone shows something of a display and of a player's own page."""
    code = (
        Entry.objects.filter(tournament_id=tournament_id).exclude(code="").values_list("code", flat=True)[0]
    )
    for name, path in (
        ("display_first_paint", hall.link(tournament_id)),
        ("player_first_paint", f"/p/{code}"),
    ):
        times = [opened_ms(hall, path) for _opening in range(OPENINGS)]
        yield Figure(name, round(statistics.median(times), 1), "ms", 1_000)


def opened_ms(hall: Screens, path: str) -> float:
    """One opening on a phone that has nothing kept: its first contentful paint."""
    context = hall.context(PHONE)
    page = context.new_page()
    session = network(page)
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path)
    page.wait_for_function(FIRST_PAINT)
    painted = float(page.evaluate(FIRST_PAINT))
    context.close()
    return painted
