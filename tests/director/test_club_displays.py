"""The displays' page: links shown once, changes, new links."""

import re
from collections.abc import Callable

import pytest
import segno

from acts.screens import create_screen
from acts.secrecy import Secret, fingerprint, new_token
from club.models import Club
from director.web.qr_codes import QUIET_MODULES, qr_code
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import Screen, Tournament
from tournaments.presence import record_heard

STATES = ("live", "lost since", "never opened")

Browse = Callable[[str], Browser]


def make(browser: Browser, **changed: str) -> str:
    fields = {"name": "Wall <1>", "language": "et", "sounds": "1"}
    return browser.client.post(browser.address("screens"), fields | changed).content.decode()


def link_in(text: str) -> str:
    found = re.search(r'class="screen-link">http://testserver/d/([A-Za-z0-9_-]+)<', text)
    return found[1] if found else ""


def test_a_new_display_is_answered_with_its_link_and_code_once(night: Night, owner: Browser) -> None:
    night.create()
    text = make(owner)
    screen, token = Screen.objects.get(), link_in(text)
    assert (screen.token_hash, screen.language, screen.sounds) == (fingerprint(token), "et", True)
    assert ('class="qr"' in text, "Wall &lt;1&gt;" in text) == (True, True)
    again = owner.text("screens")
    assert (token in again, "Wall &lt;1&gt;" in again) == (False, True)


def test_a_form_sent_twice_makes_one_display_and_shows_no_second_link(night: Night, owner: Browser) -> None:
    night.create()
    make(owner, request_id="one")
    answer = owner.client.post(
        owner.address("screens"), {"name": "Wall <1>", "language": "et", "sounds": "1", "request_id": "one"}
    )
    assert (Screen.objects.count(), answer.status_code) == (1, 303)


def test_a_display_without_a_name_is_refused(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.client.post(owner.address("screens"), {"name": " "}, follow=True)
    assert ("The name of the screen is missing." in answer.content.decode(), Screen.objects.count()) == (
        True,
        0,
    )


def test_what_a_display_shows_is_changed_and_its_sound_switched_off(night: Night, owner: Browser) -> None:
    night.create()
    make(owner)
    fields = {"screen_id": Screen.objects.get().pk, "mode": "prizes", "language": "ro", "sounds": "false"}
    owner.done("screen.change", **fields)
    screen = Screen.objects.get()
    assert (screen.mode, screen.language, screen.sounds) == ("prizes", "ro", False)


def test_a_new_link_ends_the_old_one(night: Night, owner: Browser) -> None:
    night.create()
    first = link_in(make(owner))
    answer = owner.client.post(owner.address("screens/renew"), {"screen_id": Screen.objects.get().pk})
    second = link_in(answer.content.decode())
    assert Screen.objects.get().token_hash == fingerprint(second) != fingerprint(first)
    assert owner.client.get(f"/d/{first}").status_code == 404


def test_a_display_of_another_tournament_gets_no_link_here(night: Night, owner: Browser) -> None:
    night.create()
    make(owner)
    screen = Screen.objects.get()
    night.create()
    for screen_id in (screen.pk, "x", ""):
        owner.client.post(owner.address("screens/renew"), {"screen_id": screen_id})
    assert Screen.objects.get().token_hash == screen.token_hash


@pytest.mark.parametrize(
    ("role", "status"), [("floor", 200), ("cashier", 403), ("dealer", 403), ("viewer", 403)]
)
def test_the_floor_makes_displays_and_nobody_below(
    night: Night, browse: Browse, role: str, status: int
) -> None:
    night.create()
    browser = browse(role)
    assert browser.get("screens").status_code == 200
    made = browser.client.post(browser.address("screens"), {"name": "Wall", "language": "en"})
    assert (link_in(made.content.decode()) != "", Screen.objects.count()) == (
        (True, 1) if status == 200 else (False, 0)
    )
    assert browser.client.post(browser.address("screens/renew"), {"screen_id": 1}).status_code in (
        status,
        303,
    )


def test_the_displays_of_another_clubs_tournament_do_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    Tournament.objects.update(club=Club.objects.create(name="Other"))
    assert owner.get("screens").status_code == 404
    assert owner.client.post(owner.address("screens"), {"name": "Wall"}).status_code == 404


def test_a_code_is_drawn_module_by_module() -> None:
    text = "http://192.168.1.20:8000/d/Ofw9t2ek2yO45gcUggF3W_Jv"
    code = qr_code(text)
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    drawn = [[0] * len(rows) for _row in rows]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.path):
        for step in range(int(length)):
            drawn[int(y) - QUIET_MODULES][int(x) - QUIET_MODULES + step] = 1
    assert (drawn, code.size) == (rows, len(rows) + 2 * QUIET_MODULES)


def test_the_page_and_the_cockpit_tell_live_lost_and_never_opened_displays_apart(
    night: Night, owner: Browser
) -> None:
    night.create()
    ids = [
        night.do(create_screen, name=name, token=Secret(new_token())).result["screen_id"]
        for name in ("Wall", "Bar", "Door")
    ]
    record_heard([ids[0]], night.clock.now_ms())
    night.minutes(5)
    record_heard([ids[1]], night.clock.now_ms())
    for page in ("screens", ""):
        text = owner.text(page)
        found = re.findall(r'<span class="badge badge-(?:good|bad|wait)">(?:<svg.*?</svg>)?([a-z ]+)', text)
        shown = [said.strip() for said in found if said.strip() in STATES]
        assert sorted(shown) == sorted(STATES), page
