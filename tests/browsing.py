"""Which Chromium the browser tests drive."""

import os
import shutil
from pathlib import Path

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
