#!/usr/bin/env python3
"""Take a picture of every page of the example club, at a phone's, a laptop's and a hall screen's width, and of
displays at every stage of a night in every shape.

Pages are found by following links from the start page, the wall and a player's page; a page that answers with an
error is named, and the exit code is 1 then. Pictures go to var/screens.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from playwright.sync_api import Error as PlaywrightError  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from bin.stages import picture_stages  # noqa: E402
from tests.browsing import find_browser  # noqa: E402
from tests.supervised import clean_environment, running  # noqa: E402

PICTURES = ROOT / "var" / "screens"
WIDTHS = {390: 844, 1280: 800, 1920: 1080}
MOST_PAGES = 80
DOWNLOAD = -1
# Following these would end the session or fetch a file.
NOT_PAGES = re.compile(r"/(logout|static|events|i18n|api)\b|\.(csv|pdf|json|svg|ics|txt)$")
DIGITS = re.compile(r"\d+")


def make_demo(folder: Path) -> dict[str, str]:
    """Make the example club in the folder; what the command told, by the words it begins a line with."""
    environment = clean_environment(VAR_DIR=str(folder))
    command = [sys.executable, "bin/prepare.py", "--demo"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    lines = (
        re.split(r"\s{2,}|(?<=password) ", line, maxsplit=1) for line in done.stdout.splitlines() if line
    )
    return {parts[0]: parts[1].split()[0] for parts in lines if len(parts) == 2}


def sign_in(page: Page, address: str, told: dict[str, str]) -> None:
    """Sign in as the owner of the example club."""
    page.goto(f"{address}/login")
    page.fill("input[name=username]", told["Sign in as"])
    page.fill("input[name=password]", told["with the password"])
    page.click("form button[type=submit]")
    page.wait_for_url(lambda url: "/login" not in url)


def kind_of(path: str) -> str:
    """Pages that differ only in a number are of one kind; one picture of each kind is enough."""
    return DIGITS.sub("n", path)


def links(page: Page, address: str) -> Iterator[str]:
    """Paths of this site that a page links to."""
    for link in page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)"):
        parts = urlsplit(link)
        if link.startswith(address) and not NOT_PAGES.search(parts.path):
            yield f"{parts.path}?{parts.query}" if parts.query else parts.path


def picture_name(path: str, width: int) -> str:
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', path).strip('-') or 'home'}-{width}.png"


def take(page: Page, path: str) -> None:
    """Pictures of the page that is open, at each width."""
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        page.screenshot(path=PICTURES / picture_name(path, width), full_page=True)


def opened(page: Page, url: str) -> int:
    """Open a page and return its status, or DOWNLOAD for a file."""
    try:
        answer = page.goto(url, wait_until="load")
    except PlaywrightError as error:
        if "Download is starting" not in str(error):
            raise
        return DOWNLOAD
    return answer.status if answer else 0


def walk(page: Page, address: str, starts: list[str]) -> list[str]:
    """Visit every kind of page once and return those that answered with an error."""
    waiting, seen, broken = list(starts), {kind_of(path) for path in starts}, []
    visited = 0
    while waiting and visited < MOST_PAGES:
        path = waiting.pop(0)
        visited += 1
        status = opened(page, address + path)
        print(f"{status} {path}", flush=True)
        if status == DOWNLOAD:
            continue
        if status >= 400:
            broken.append(f"{path} answers {status}")
            continue
        take(page, path)
        for found in links(page, address):
            if kind_of(found) not in seen:
                seen.add(kind_of(found))
                waiting.append(found)
    return broken


def picture_everything(browser: Browser, folder: Path, told: dict[str, str]) -> list[str]:
    """Start the site and walk it; the browser's own complaints count as errors too."""
    complaints: list[str] = []
    with running(folder) as site:
        address = f"http://127.0.0.1:{site.port}"
        page = browser.new_page(locale="en-GB")
        page.on("console", lambda message: note(complaints, page, message))
        page.on("pageerror", lambda error: complaints.append(f"{urlsplit(page.url).path}: {error}"))
        sign_in(page, address, told)
        starts = [
            "/",
            *(urlsplit(told[name]).path for name in ("Wall screen", "A player's page") if name in told),
        ]
        return [*walk(page, address, starts), *complaints]


def note(complaints: list[str], page: Page, message: Any) -> None:
    if message.type == "error":
        complaints.append(f"{urlsplit(page.url).path}: {message.text}")


def main() -> int:
    path = find_browser()
    if path is None:
        print("No Chromium found: install one or name it in E2E_BROWSER.", file=sys.stderr)
        return 1
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="screens-") as folder, sync_playwright() as playwright:
        told = make_demo(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        broken = [*picture_stages(browser, PICTURES), *picture_everything(browser, Path(folder), told)]
        browser.close()
    for line in broken:
        print(f"broken: {line}", file=sys.stderr)
    print(f"{len(list(PICTURES.iterdir()))} pictures in {PICTURES.relative_to(ROOT)}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
