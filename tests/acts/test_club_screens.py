"""Screens and messages of a tournament."""

from typing import Any

import pytest

from acts.notices import end_notice, show_notice
from acts.screens import change_screen, create_screen, renew_screen, revoke_screen, show_on_all
from acts.secrecy import Secret, fingerprint, new_token
from acts.undo import undo
from club.models import Club
from tests.building import MINUTE_MS, START_MS, Night
from tournaments.actors import Actor
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Notice, Screen, Tournament


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


def test_choosing_the_one_that_sounds_silences_the_others_in_the_same_act(room: Night) -> None:
    """F46."""
    first, second = make(room, sounds=True), make(room, name="Bar")
    chosen = room.do(change_screen, screen_id=second.pk, sounds=True)
    assert sounding() == ["Bar"]
    room.do(undo, action_id=chosen.action_id)
    assert sounding() == ["Wall"]
    make(room, name="Door", sounds=True)
    assert (sounding(), first.pk != second.pk) == (["Door"], True)


def test_a_display_of_another_tournament_goes_on_sounding(room: Night) -> None:
    make(room, sounds=True)
    room.create()
    make(room, name="Turbo", sounds=True)
    assert sounding() == ["Turbo", "Wall"]


def sounding() -> list[str]:
    return sorted(Screen.objects.filter(sounds=True).values_list("name", flat=True))


def test_panels_speech_and_their_seconds_are_kept(room: Night) -> None:
    screen = make(room, speaks=True)
    room.do(change_screen, screen_id=screen.pk, mode="rotation", panels=["rules", "prizes"], panel_seconds=20)
    screen.refresh_from_db()
    assert (screen.mode, screen.panels, screen.panel_seconds, screen.speaks) == (
        "rotation", ["rules", "prizes"], 20, True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"panels": ["prizes", "film"]}, "panel_unknown"),
        ({"panels": ["prizes", "prizes"]}, "panel_unknown"),
        ({"panel_seconds": 4}, "out_of_bounds"),
        ({"others": [10**6]}, "tournament_unknown"),
        ({"others": [1, 2, 3, 4]}, "too_many_tournaments"),
    ],
)
def test_what_a_screen_cannot_show_is_refused(room: Night, params: dict[str, Any], code: str) -> None:
    screen = make(room)
    with pytest.raises(DirectorError) as refused:
        room.do(change_screen, screen_id=screen.pk, **params)
    assert refused.value.code == code


def test_all_displays_show_the_same_for_some_minutes_and_then_their_own_again(room: Night) -> None:
    screens = [make(room, mode="clock"), make(room, name="Bar")]
    shown = room.do(show_on_all, actor=room.staff("floor"), mode="seats", minutes=5)
    for screen in screens:
        screen.refresh_from_db()
    assert [(one.mode, one.shown_mode, one.shown_until_ms) for one in screens] == [
        ("clock", "seats", START_MS + 5 * MINUTE_MS),
        ("auto", "seats", START_MS + 5 * MINUTE_MS),
    ]
    room.do(undo, action_id=shown.action_id)
    assert set(Screen.objects.values_list("shown_mode", flat=True)) == {""}


def test_showing_on_all_ends_at_once_where_it_is_told_to_or_a_mode_is_chosen(room: Night) -> None:
    first, second = make(room), make(room, name="Bar")
    room.do(show_on_all, mode="seats")
    room.do(change_screen, screen_id=first.pk, mode="prizes")
    assert list(Screen.objects.order_by("pk").values_list("shown_mode", flat=True)) == ["", "seats"]
    room.do(show_on_all, mode="")
    second.refresh_from_db()
    assert (second.shown_mode, second.shown_until_ms) == ("", None)


def test_nothing_is_shown_on_all_where_there_is_no_display(room: Night) -> None:
    with pytest.raises(DirectorError) as refused:
        room.do(show_on_all, mode="seats")
    assert refused.value.code == "no_screens"


def shown_on(screen: Screen) -> list[int]:
    rows = screen.others.filter(revoked_by__isnull=True).order_by("position")
    return list(rows.values_list("tournament_id", flat=True))


def test_a_display_shows_further_tournaments_of_its_club_in_the_order_given(room: Night) -> None:
    screen, own = make(room), room.tournament_id
    second, third = room.create(), room.create()
    room.tournament_id = own
    room.do(change_screen, screen_id=screen.pk, others=[second, third])
    turned = room.do(change_screen, screen_id=screen.pk, others=[third])
    assert shown_on(screen) == [third]
    room.do(undo, action_id=turned.action_id)
    assert shown_on(screen) == [second, third]


def test_a_tournament_taken_off_a_display_does_not_come_back_beside_itself(room: Night) -> None:
    screen, own = make(room), room.tournament_id
    second = room.create()
    room.tournament_id = own
    room.do(change_screen, screen_id=screen.pk, others=[second])
    taken_off = room.do(change_screen, screen_id=screen.pk, others=[])
    room.do(change_screen, screen_id=screen.pk, others=[second])
    with pytest.raises(DirectorError) as refused:
        room.do(undo, action_id=taken_off.action_id)
    assert (refused.value.code, shown_on(screen)) == ("screen_shows_tournament_once", [second])


def test_a_display_shows_no_tournament_of_another_club_and_its_own_only_once(room: Night) -> None:
    screen, own = make(room), room.tournament_id
    other = room.create()
    Tournament.objects.filter(pk=other).update(club=Club.objects.create(name="Other"))
    room.tournament_id = own
    for wrong in ([other], [own]):
        with pytest.raises(DirectorError) as refused:
            room.do(change_screen, screen_id=screen.pk, others=wrong)
        assert (refused.value.code, shown_on(screen)) == ("tournament_unknown", [])
