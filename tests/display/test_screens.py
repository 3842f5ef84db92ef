"""A screen's secret link, its public address, and what they answer."""

import re

import pytest
from django.test import Client

from acts.elimination import bust
from acts.players import edit_player, erase_player
from acts.screens import change_screen, revoke_screen
from acts.undo import undo_club_act
from display.links import view_code
from tests.building import Night
from tests.display.conftest import Shown, show

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(night: Night) -> Shown:
    night.create()
    night.enter("Ann", "Bea")
    night.start()
    return show(night, sounds=True, language="et")


def boot(page: bytes) -> str:
    return page.decode()


def test_the_secret_link_makes_the_browser_the_screen_and_leaves_the_address(
    client: Client, shown: Shown
) -> None:
    answer = client.get(f"/d/{shown.secret}")
    cookie = answer.cookies[f"screen-{shown.screen.pk}"]
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/d/{view_code(shown.screen)}")
    assert (cookie["httponly"], cookie["samesite"], shown.secret in cookie.value) == (True, "Lax", False)


def test_the_screen_has_its_language_and_sound_after_a_reload(client: Client, shown: Shown) -> None:
    client.get(f"/d/{shown.secret}")
    pages = [client.get(f"/d/{view_code(shown.screen)}") for _reload in range(2)]
    assert ['"sound": true' in page.content.decode() for page in pages] == [True, True]
    assert ['<html lang="et"' in page.content.decode() for page in pages] == [True, True]


def test_a_shared_address_shows_the_same_without_being_the_screen(client: Client, shown: Shown) -> None:
    page = client.get(f"/d/{view_code(shown.screen)}").content.decode()
    assert ('"sound": false' in page, '"guest": true' in page, '"version"' in page) == (True, True, True)


def test_nobody_can_make_the_public_address_of_another_screen(client: Client, shown: Shown) -> None:
    number, mac = view_code(shown.screen).split("-", 1)
    guesses = [f"{int(number) + 1}-{mac}", f"{number}-{'A' * 22}", number, "7", "x" * 32, "0-"]
    assert [client.get(f"/d/{guess}").status_code for guess in guesses] == [404] * len(guesses)


REVOKED = {"": 404, "/state.json": 410, "/seats.json": 404, "/qr.svg": 404}


@pytest.mark.parametrize(("path", "status"), REVOKED.items())
def test_a_revoked_screen_answers_nothing_any_more(
    client: Client, night: Night, shown: Shown, path: str, status: int
) -> None:
    """A page that only polls learns from 410 that its screen was switched off."""
    address = f"/d/{view_code(shown.screen)}{path}"
    before = client.get(address).status_code
    night.do(revoke_screen, screen_id=shown.screen.pk)
    assert (before, client.get(address).status_code) == (200, status)


def test_an_expired_screen_answers_nothing_any_more(client: Client, night: Night, shown: Shown) -> None:
    address = f"/d/{view_code(shown.screen)}"
    night.minutes(60 * 24 * 30 - 1)
    before = client.get(address).status_code
    night.minutes(1)
    answers = [client.get(address).status_code, client.get(f"/d/{shown.secret}").status_code]
    assert (before, answers) == (200, [404, 404])


def test_no_answer_is_stored_or_told_elsewhere(client: Client, shown: Shown) -> None:
    headers = client.get(f"/d/{view_code(shown.screen)}").headers
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert re.search(r"script-src 'self'(;|$)", headers["Content-Security-Policy"]) is not None


def test_the_document_has_an_etag_that_holds_until_something_happens(
    client: Client, night: Night, shown: Shown
) -> None:
    address = f"/d/{view_code(shown.screen)}/state.json"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    night.do(change_screen, screen_id=shown.screen.pk, mode="clock")
    later = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert [first.status_code, again.status_code, later.status_code] == [200, 304, 200]
    assert later.json()["version"] == first.json()["version"] + 1


def finished(night: Night) -> None:
    """Ann wins, Bea is second."""
    night.minutes(81)
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}])


@pytest.mark.parametrize(("name", "path"), [("Ann", "state"), ("Bea", "state"), ("Ann", "seats")])
def test_a_page_that_polls_loses_the_name_of_somebody_erased_at_once(
    name: str, path: str, client: Client, night: Night, shown: Shown
) -> None:
    """The version of the tournament stands still; an answer that nothing changed would keep the name for ever."""
    finished(night)
    address, version = f"/d/{view_code(shown.screen)}/{path}.json", night.event.version
    first = client.get(address)
    told = {"If-None-Match": first.headers["ETag"]} if path == "state" else {}
    erase_player(actor=night.owner, player_id=night.players[name])
    later = client.get(address, headers=told)
    assert (name in first.content.decode(), name in later.content.decode()) == (True, False)
    assert (later.status_code, later.json()["version"]) == (200, first.json()["version"] + 1)
    assert night.event.version == version


def test_a_name_that_was_changed_and_taken_back_is_told_both_times(
    client: Client, night: Night, shown: Shown
) -> None:
    finished(night)
    address = f"/d/{view_code(shown.screen)}/state.json"

    def winner(etag: str) -> tuple[int, list[str], str]:
        answer = client.get(address, headers={"If-None-Match": etag})
        return answer.status_code, answer.json()["winners"], answer.headers["ETag"]

    first = client.get(address).headers["ETag"]
    ann = {"player_id": night.players["Ann"], "name": "Ann"}
    renamed = edit_player(actor=night.owner, **ann, display_name="Queen")
    status, winners, second = winner(first)
    assert (status, winners) == (200, ["Queen"])
    undo_club_act(actor=night.owner, action_id=renamed.action_id)
    status, winners, third = winner(second)
    assert (status, winners, len({first, second, third})) == (200, ["Ann"], 3)


def test_seats_are_listed_by_display_name(client: Client, shown: Shown) -> None:
    seats = client.get(f"/d/{view_code(shown.screen)}/seats.json").json()["seats"]
    assert [sorted(seat) for seat in seats] == [["name", "seat", "table"]] * 2


def test_the_code_for_phones_is_a_picture_of_the_public_address(client: Client, shown: Shown) -> None:
    answer = client.get(f"/d/{view_code(shown.screen)}/qr.svg")
    assert (answer.headers["Content-Type"], answer.content[:4]) == ("image/svg+xml", b"<svg")


def test_a_display_offers_a_code_only_where_phones_can_follow(client: Client, shown: Shown) -> None:
    address = f"/d/{view_code(shown.screen)}"
    near = client.get(address, headers={"Host": "localhost:8000"}).content.decode()
    far = client.get(address, headers={"Host": "poker.local"}).content.decode()
    assert ('"qr": ""' in near, "/qr.svg" in far) == (True, True)
    assert client.get(f"{address}/qr.svg", headers={"Host": "localhost:8000"}).status_code == 404


def test_nothing_here_can_be_written_to(client: Client, shown: Shown) -> None:
    addresses = [f"/d/{view_code(shown.screen)}", "/d/time", "/d/", "/p/", "/p/ABCDEFGHJK"]
    assert [client.post(address).status_code for address in addresses] == [405] * len(addresses)


def test_words_come_in_every_language_with_the_same_keys(client: Client) -> None:
    english, *others = [client.get(f"/d/words/{code}").json() for code in ("en", "et", "ro")]
    assert [sorted(words) for words in others] == [sorted(english)] * 2
    assert client.get("/d/words/xx").status_code == 404


def test_a_name_cannot_become_markup(client: Client, night: Night) -> None:
    night.create()
    night.event.__class__.objects.filter(pk=night.tournament_id).update(
        name="</script><script>alert(1)</script>"
    )
    shown = show(night)
    page = client.get(f"/d/{view_code(shown.screen)}").content.decode()
    assert "<script>alert" not in page
