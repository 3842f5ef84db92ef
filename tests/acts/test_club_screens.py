"""Screens and messages of a tournament."""

from typing import Any

import pytest

from acts.notices import end_notice, show_notice
from acts.screens import change_screen, create_screen, renew_screen, revoke_screen
from acts.secrecy import Secret, fingerprint, new_token
from acts.undo import undo
from club.models import Club
from tests.building import MINUTE_MS, START_MS, Night
from tournaments.actors import Actor
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Notice, Screen


@pytest.fixture
def room(night: Night) -> Night:
    night.create()
    return night


def make(room: Night, **params: Any) -> Screen:
    values: dict[str, Any] = {"name": "Wall", "token": Secret(new_token())} | params
    return Screen.objects.get(pk=room.do(create_screen, **values).result["screen_id"])


def test_a_screen_is_made_with_the_hash_of_its_token_and_an_end(room: Night) -> None:
    token = new_token()
    screen = make(room, token=Secret(token), mode="seats", language="ro", sounds=True, days=2)
    assert (screen.token_hash, screen.mode, screen.language, screen.sounds, screen.expires_ms) == (
        fingerprint(token), "seats", "ro", True, START_MS + 2 * 24 * 60 * MINUTE_MS,
    )  # fmt: skip
    assert token not in str(list(DirectorAction.objects.values_list("payload", "result", "deltas", "facts")))


def test_a_screen_speaks_the_clubs_language_unless_told(room: Night) -> None:
    Club.objects.update(language="et")
    assert make(room).language == "et"


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"mode": "film"}, "mode_unknown"),
        ({"language": "tlh"}, "language_unknown"),
        ({"name": " "}, "text_missing"),
        ({"token": Secret("short")}, "token_weak"),
        ({"days": 0}, "out_of_bounds"),
    ],
)
def test_a_screen_that_cannot_be_is_refused(room: Night, params: dict[str, object], code: str) -> None:
    with pytest.raises(DirectorError) as refused:
        make(room, **params)
    assert (refused.value.code, Screen.objects.count()) == (code, 0)


def test_floor_staff_change_what_a_screen_shows(room: Night) -> None:
    screen = make(room)
    room.do(change_screen, actor=room.staff("floor"), screen_id=screen.pk, mode="prizes", sounds=True)
    screen.refresh_from_db()
    assert (screen.mode, screen.sounds, screen.name) == ("prizes", True, "Wall")


@pytest.mark.parametrize("role", ["cashier", "dealer", "viewer"])
def test_nobody_else_touches_screens(room: Night, role: str) -> None:
    screen, actor = make(room), room.staff(role)
    for verb, params in (
        (create_screen, {"name": "x", "token": Secret(new_token())}),
        (change_screen, {"screen_id": screen.pk, "mode": "clock"}),
        (renew_screen, {"screen_id": screen.pk, "token": Secret(new_token())}),
        (revoke_screen, {"screen_id": screen.pk}),
    ):
        with pytest.raises(DirectorError) as refused:
            room.do(verb, actor=actor, **params)
        assert refused.value.code == "not_allowed"


def test_a_new_link_ends_the_old_one(room: Night) -> None:
    screen, token = make(room), new_token()
    room.do(renew_screen, screen_id=screen.pk, token=Secret(token))
    screen.refresh_from_db()
    assert screen.token_hash == fingerprint(token)


def test_a_revoked_screen_cannot_be_changed_and_comes_back_by_undo(room: Night) -> None:
    screen = make(room)
    revoked = room.do(revoke_screen, screen_id=screen.pk)
    with pytest.raises(DirectorError) as refused:
        room.do(change_screen, screen_id=screen.pk, mode="clock")
    assert refused.value.code == "screen_unknown"
    room.do(undo, action_id=revoked.action_id)
    screen.refresh_from_db()
    assert screen.revoked_by_id is None


def test_a_screen_of_another_club_is_unknown(room: Night) -> None:
    screen = make(room)
    stranger = Actor(Club.objects.create(name="Other").pk, room.owner.user_id)
    with pytest.raises(DirectorError) as refused:
        room.do(revoke_screen, actor=stranger, screen_id=screen.pk)
    assert refused.value.code in ("not_allowed", "tournament_unknown")


def test_a_message_is_on_the_displays_for_its_minutes_or_until_removed(room: Night) -> None:
    posted = room.do(show_notice, actor=room.staff("floor"), text="  Food is\nserved ", minutes=5)
    row = Notice.objects.get(pk=posted.result["notice_id"])
    assert (row.text, row.from_ms, row.until_ms) == ("Food is served", START_MS, START_MS + 5 * MINUTE_MS)
    room.do(end_notice, notice_id=row.pk)
    row.refresh_from_db()
    assert row.revoked_by_id is not None


def test_an_empty_message_is_refused(room: Night) -> None:
    with pytest.raises(DirectorError) as refused:
        room.do(show_notice, text="   ")
    assert refused.value.code == "text_missing"
