"""Pictures of displays at every stage of a night and in every shape, from made-up states; no site is needed."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route

from config.static_files import SCRIPTS, STYLES, text_of
from display.screen_record import ScreenRecord, record_json
from display.snapshot import OpenState, as_json
from display.words import words_in
from tests.display import states

ROOT = Path(__file__).resolve().parent.parent
SHAPES = {"wall": (1920, 1080), "wide": (2560, 1080), "upright": (1080, 1920), "phone": (390, 844)}
LANGUAGES = [["en", "English"], ["et", "Eesti"], ["ro", "Română"]]
PANELS = ("prizes", "seats", "moves", "waiting", "structure", "rules")
HOST = "http://display.invalid"
# Long enough for fonts and the first drawing.
DRAWN_MS = 500

type Make = Callable[[int], OpenState]


def closing(now_ms: int) -> OpenState:
    """Seven minutes before the end of late registration."""
    return states.playing(now_ms, 10, 18 * states.MINUTE)


def several(now_ms: int) -> list[OpenState]:
    """Four tournaments of one club."""
    made = [states.playing(now_ms), states.break_time(now_ms), states.in_money(now_ms), states.winner(now_ms)]
    return [
        replace(state, tournament=replace(state.tournament, id=number, name=f"Tournament {number}"))
        for number, state in enumerate(made, start=1)
    ]


STAGES: dict[str, Make] = {
    "before": states.before,
    "playing": states.playing,
    "closing": closing,
    "break": states.break_time,
    "bubble": states.bubble,
    "in_money": states.in_money,
    "final_table": states.final_table,
    "deal": states.final_table_with_a_deal,
    "winner": states.winner,
    "overtime": states.overtime,
    "stud": states.stud,
}


def boots() -> Iterator[tuple[str, dict[str, Any]]]:
    """What each picture is called, and what its page begins with."""
    now_ms = time.time_ns() // 1_000_000
    for name, make in STAGES.items():
        yield name, boot([make(now_ms)], now_ms)
    for mode in PANELS:
        yield f"panel-{mode}", boot([states.break_time(now_ms)], now_ms, mode=mode)
    for count in (2, 3, 4):
        yield f"together-{count}", boot(several(now_ms)[:count], now_ms)


def boot(shown: list[OpenState], now_ms: int, mode: str = "auto") -> dict[str, Any]:
    """The beginning of a page that shows these states."""
    record = record_json(ScreenRecord(mode=mode))
    names = ("state", "seats", "waiting", "rules", "time", "qr")
    return {
        "server_ms": now_ms,
        "state": as_json(shown[0]),
        "others": [as_json(state) for state in shown[1:]],
        "guest": False,
        "screen": record | {"tournaments": [state.tournament.id for state in shown]},
        "words": words_in("en"),
        "languages": LANGUAGES,
        "urls": {name: f"/{name}" for name in names}
        | {"events": "/events?k=", "words": "/words/__", "awake": {"webm": "/awake", "mp4": "/awake"}},
    }


def lists() -> dict[str, Any]:
    """What a display asks for beside its document."""
    names = [f"{name} {letter}." for letter in "ABCDE" for name in states.NAMES]
    seats = [
        {"name": name, "table": 1 + at // 9, "seat": 1 + at % 9} for at, name in enumerate(sorted(names))
    ]
    waiting = [{"place": at, "name": name, "offered": at == 1} for at, name in enumerate(names[:14], start=1)]
    rules = "\n".join(f"{number}. Show one, show all. Cards speak." for number in range(1, 25))
    return {
        "/seats": {"version": 1, "seats": seats},
        "/waiting": {"version": 1, "waiting": waiting},
        "/rules": {"version": 1, "rules": rules},
        "/time": {"server_ms": time.time_ns() // 1_000_000},
    }


def page_of(begins_with: dict[str, Any]) -> str:
    """The page as templates/display/screen.html makes it."""
    content = json.dumps(begins_with).replace("<", "\\u003c")
    return (
        '<!doctype html><html lang="en" class="screen is-idle"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/display/display.bundle.css">'
        '<script type="module" src="/static/display/display.bundle.js"></script>'
        '<body><div id="stage" class="stage"></div><div id="controls" class="ctl"></div>'
        f'<script id="boot" type="application/json">{content}</script>'
    )


def answer(route: Route, begins_with: dict[str, Any]) -> None:
    """Stand in for the site."""
    path = route.request.url.removeprefix(HOST).partition("?")[0]
    name = path.removeprefix("/static/")
    if path == "/":
        route.fulfill(body=page_of(begins_with), content_type="text/html")
    elif name in SCRIPTS or name in STYLES:
        route.fulfill(body=text_of(name), content_type="text/css" if name in STYLES else "text/javascript")
    elif path.startswith("/static/"):
        route.fulfill(path=ROOT / path[1:])
    elif path == "/events":
        route.fulfill(body="retry: 600000\n\n", content_type="text/event-stream")
    elif path in lists():
        route.fulfill(json=lists()[path])
    else:
        route.fulfill(status=404, body="")


def picture_stages(browser: Browser, folder: Path) -> list[str]:
    """A picture of everything in every shape; what the pages complained of is returned."""
    complaints: list[str] = []
    page = browser.new_page()
    page.on("pageerror", lambda error: complaints.append(f"display: {error}"))
    shown: dict[str, Any] = {}
    page.route("**/*", lambda route: answer(route, shown))
    for name, begins_with in boots():
        shown.clear()
        shown.update(begins_with)
        for shape, (width, height) in SHAPES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{HOST}/")
            page.wait_for_timeout(DRAWN_MS)
            page.screenshot(path=folder / f"display-{name}-{shape}.png")
    page.close()
    return complaints
