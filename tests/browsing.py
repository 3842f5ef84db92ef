"""Which Chromium the browser tests drive, and clocks of their own for the pages in it."""

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

ASLEEP_S = 1.5
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
    processes = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")[
        "processInfo"
    ]
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
