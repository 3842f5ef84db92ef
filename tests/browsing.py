"""Which Chromium the browser tests drive, and clocks of their own for the pages in it."""

import os
import re
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

ASLEEP_S = 1.5
# So far from the server may what a page shows be.
OFF_MS = 150
SERVER_MS = re.compile(r"((?:\"server_ms\": ?|data-server-ms=\"))(\d+)")
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """$E2E_BROWSER, else a Chromium on PATH, else playwright's own; None when there is none."""
    named = os.environ.get("E2E_BROWSER")
    if named:
        return named
    for name in BROWSER_NAMES:
        found = shutil.which(name)
        if found:
            return found
    return playwrights_own()


def playwrights_own() -> str | None:
    """The browser that `playwright install chromium` put into its cache, if any."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


# Lets a test shift what a page takes for the time of day and for the time since it was loaded, and note what is painted
# by the true clock. `wall` and `steady` are milliseconds.
CLOCKS = """(([wall, steady]) => {
  const TrueDate = Date, truly = performance.now.bind(performance), begun = TrueDate.now() - truly();
  const by = { wall, steady };
  const shifted = () => TrueDate.now() + by.wall;
  window.Date = class extends TrueDate {
    constructor(...parts) { parts.length ? super(...parts) : super(shifted()); }
    static now() { return shifted(); }
  };
  performance.now = () => truly() + by.steady;
  const seen = [];
  let text = null;
  const look = () => {
    const now = document.querySelector("[role=timer]")?.textContent ?? null;
    if (now !== text) seen.push([begun + truly(), text = now]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const shift = (wallMs, steadyMs) => { by.wall += wallMs; by.steady += steadyMs; };
  const holdStill = (ms) => { const end = truly() + ms; while (truly() < end); };
  const fallAsleep = (wallMs, steadyMs) => setTimeout(() => { holdStill(500); shift(wallMs, steadyMs); });
  window.clocks = { shift, seen, fallAsleep };
})"""


def with_own_clocks(page: "Page | BrowserContext", wall_ms: int = 0, steady_ms: int = 0) -> None:
    """Give the pages opened from now on clocks of their own, so far off the machine's."""
    page.add_init_script(f"({CLOCKS})([{wall_ms}, {steady_ms}])")


def shift_clocks(page: "Page", wall_ms: int, steady_ms: int) -> None:
    """Let that much time seem to pass in a page, by each of its clocks."""
    page.evaluate("([wall, steady]) => clocks.shift(wall, steady)", [wall_ms, steady_ms])


def put_to_sleep(page: "Page", wall_ms: int, steady_ms: int, meanwhile: Callable[[], object] = int) -> float:
    """Stop the page's process; when it runs again so much time seems to have passed. When it truly woke, in ms.

    The page itself holds still until it is stopped, so it cannot notice its clocks before it wakes. What is done
    `meanwhile` must ask nothing of the page, which would never answer.
    """
    browser = page.context.browser
    assert browser is not None
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [process["id"] for process in processes if process["type"] == "renderer"]
    page.evaluate("([wall, steady]) => { clocks.fallAsleep(wall, steady); }", [wall_ms, steady_ms])
    time.sleep(0.2)
    for number in renderers:
        os.kill(number, signal.SIGSTOP)
    meanwhile()
    time.sleep(ASLEEP_S)
    woke_ms = time.time() * 1000
    for number in renderers:
        os.kill(number, signal.SIGCONT)
    return woke_ms


def digits_seen(page: "Page") -> list[tuple[float, int]]:
    """When, in true milliseconds since 1970, each text of the first timer was painted, and the seconds it says."""
    seen = page.evaluate("() => clocks.seen")
    return [(at_ms, seconds_of(text)) for at_ms, text in seen if text]


def seconds_of(text: str) -> int:
    """Digits such as 1:04:12 as seconds."""
    total = 0
    for part in text.removeprefix("+").split(":"):
        total = total * 60 + int(part)
    return total


def off_ms(page: "Page", ends_ms: float) -> list[float]:
    """How late (below zero: early) each new second of a clock that ends at `ends_ms` was painted."""
    changes = digits_seen(page)[1:]
    return [at_ms - (ends_ms - 1000 * left_s) for at_ms, left_s in changes]


def is_right(page: "Page", ends_ms: float, at_ms: float) -> bool:
    """Whether the digits painted last before a moment were those of that moment, to the second."""
    seconds = [text for seen_ms, text in digits_seen(page) if seen_ms <= at_ms][-1]
    return abs(seconds * 1000 - (ends_ms - at_ms)) <= 1000 + OFF_MS


class Past:
    """A page as it came from the server so long ago, in a browser that lives in that time and hears nothing more."""

    def __init__(self, browser: "BrowserContext", address: str, ago_ms: int) -> None:
        self.ago_ms = ago_ms
        self.page = browser.new_page()
        with_own_clocks(self.page, wall_ms=-ago_ms)
        self.page.route("**/*", self.as_it_was)
        self.page.goto(address)
        self.page.wait_for_selector("[role=timer]")

    def as_it_was(self, route: "Route") -> None:
        """Answer as the server did then."""
        address = route.request.url
        if self.ago_ms == 0 or "/static/" in address:
            route.continue_()
        elif route.request.resource_type == "document" or address.endswith("/d/time"):
            answer = route.fetch()
            text = SERVER_MS.sub(lambda found: found[1] + str(int(found[2]) - self.ago_ms), answer.text())
            route.fulfill(response=answer, body=text)
        else:
            route.abort()

    def sleep_until_now(self, *, steady: bool) -> float:
        """Sleep, and wake in the present: when that was. Asleep, a machine's steady clock may stand still."""
        asleep_ms = self.ago_ms
        return put_to_sleep(self.page, asleep_ms, asleep_ms if steady else 0, self.come_to_the_present)

    def come_to_the_present(self) -> None:
        self.ago_ms = 0
