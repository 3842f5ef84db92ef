"""The event stream of the running site."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import F

from acts.notices import show_notice
from acts.players import edit_player
from acts.screens import change_screen, renew_screen, revoke_screen
from acts.seating import move_entry
from acts.secrecy import Secret, new_token
from club.models import Membership, User
from display import hub as hub_module
from display.editions import edition_in
from display.links import view_code
from tests.building import Night
from tests.display.conftest import Shown, show
from tests.display.listening import Listener
from tournaments import stream_tokens
from tournaments.models import Tournament
from tournaments.sources import VirtualSources, using
from tournaments.stream_tokens import player_token, screen_token, staff_token

pytestmark = pytest.mark.django_db(transaction=True)

type Listen = Callable[..., Listener]


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    """The site runs on the real clock, so the night does too."""
    with using(VirtualSources(time.time_ns() // 1_000_000, seed=time.time_ns())) as sources:
        yield sources  # type: ignore[misc]


def forget_the_test_before() -> None:
    """Every test has the same numbers of tournaments and screens: nothing the hub knows of them may be left."""
    running = hub_module._hub
    assert running is not None
    deadline = time.monotonic() + 5
    while (running.channels or running.feed.editions) and time.monotonic() < deadline:
        running.feed.wake.set()
        time.sleep(0.02)
    running.grants = {}


@pytest.fixture
def shown(site: str, night: Night) -> Shown:
    """A screen."""
    forget_the_test_before()
    night.create(tables=2)
    night.enter("Ann", "Bea")
    night.start()
    return show(night, sounds=True)


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    return Night(clock)


@pytest.fixture
def listen(site: str) -> Iterator[Listen]:
    opened: list[Listener] = []

    def open_stream(token: str, **options: Any) -> Listener:
        opened.append(Listener(site, token, **options))
        return opened[-1]

    yield open_stream
    for one in opened:
        one.close()


RECORD = {
    "mode": "auto",
    "language": "en",
    "sound": True,
    "speaks": False,
    "panels": [],
    "panel_seconds": 15,
    "shown_mode": "",
    "shown_until_ms": None,
}


def signed_in(user: User) -> str:
    """The cookie of a session of that user."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def check_access_now() -> None:
    """What the feed does twice a minute."""
    running = hub_module._hub
    assert running is not None
    running.check_access(None)


def test_a_screen_hears_time_its_own_record_and_the_state(shown: Shown, listen: Listen) -> None:
    stream = listen(screen_token(shown.screen))
    time_ms = stream.next("time")["server_ms"]
    assert stream.next("screen") == RECORD | {"tournaments": [shown.screen.tournament_id]}
    assert stream.next("state")["field"]["players_left"] == 2
    assert abs(time_ms - time.time() * 1000) < 1000


def test_a_guest_hears_the_same_state_and_no_sound(shown: Shown, listen: Listen) -> None:
    stream = listen(screen_token(shown.screen, guest=True))
    assert stream.next("screen")["sound"] is False
    assert stream.next("state")["field"]["players_left"] == 2


def test_a_change_reaches_every_stream_as_the_same_version(
    night: Night, shown: Shown, listen: Listen
) -> None:
    streams = [listen(screen_token(shown.screen)) for _ in range(3)]
    for stream in streams:
        stream.next("state")
    night.do(show_notice, text="Dinner at eight")
    version = edition_in(night.event)
    states = [stream.next("state", lambda data: data["version"] == version) for stream in streams]
    assert [state["notices"][0]["text"] for state in states] == ["Dinner at eight"] * 3


def test_a_reader_that_has_the_version_gets_no_second_copy(
    night: Night, shown: Shown, listen: Listen
) -> None:
    edition = edition_in(night.event)
    listen(screen_token(shown.screen)).next("state", lambda data: data["version"] == edition)
    stream = listen(screen_token(shown.screen), last_event_id=str(edition))
    stream.next("screen")
    time.sleep(0.3)
    assert "state" not in stream.heard()


def test_changes_within_a_fifth_of_a_second_come_together(night: Night, shown: Shown, listen: Listen) -> None:
    stream = listen(screen_token(shown.screen))
    stream.next("state")
    time.sleep(0.3)
    for number in range(6):
        night.do(show_notice, text=f"Notice {number}")
    version = edition_in(night.event)
    stream.next("state", lambda data: data["version"] == version)
    assert stream.heard().count("state") == 0


def test_a_screen_is_told_of_its_new_language_at_once(night: Night, shown: Shown, listen: Listen) -> None:
    stream = listen(screen_token(shown.screen))
    stream.next("screen")
    night.do(change_screen, screen_id=shown.screen.pk, language="ro", mode="clock")
    told = {"mode": "clock", "language": "ro", "tournaments": [night.tournament_id]}
    assert stream.next("screen") == RECORD | told


def test_a_revoked_screen_goes_dark_and_is_told_why(night: Night, shown: Shown, listen: Listen) -> None:
    streams = [listen(screen_token(shown.screen, guest=guest)) for guest in (False, True)]
    for stream in streams:
        stream.next("state")
    night.do(revoke_screen, screen_id=shown.screen.pk)
    assert [stream.next("closed") for stream in streams] == [{"reason": "closed"}] * 2
    assert [stream.ended.wait(3) for stream in streams] == [True, True]


def test_a_screen_revoked_while_its_stream_was_opened_goes_dark(
    night: Night, shown: Shown, listen: Listen
) -> None:
    token = screen_token(shown.screen)
    listen(token).close()
    night.do(revoke_screen, screen_id=shown.screen.pk)
    stream = listen(token)
    assert (stream.status, stream.next("closed")) == (200, {"reason": "closed"})


def test_a_new_link_ends_what_was_opened_by_the_old_one(night: Night, shown: Shown, listen: Listen) -> None:
    passes = [screen_token(shown.screen), screen_token(shown.screen, guest=True), ""]
    streams = [listen(token, link="" if token else view_code(shown.screen)) for token in passes]
    for stream in streams:
        stream.next("state")
    night.do(renew_screen, screen_id=shown.screen.pk, token=Secret(new_token()))
    assert [stream.next("closed") for stream in streams] == [{"reason": "closed"}] * 3
    shown.screen.refresh_from_db()
    assert listen(screen_token(shown.screen)).status == 200


@pytest.mark.parametrize("token", ["", "nonsense", "a:b:c"])
def test_a_pass_that_is_not_ours_is_refused(site: str, listen: Listen, token: str) -> None:
    assert listen(token).status == 403


def test_a_pass_that_is_over_is_refused(shown: Shown, listen: Listen) -> None:
    over = stream_tokens._signed(stream_tokens.SCREEN, shown.screen.pk, 0, -1)
    assert listen(over).status == 403


def test_staff_hear_versions_only(night: Night, shown: Shown, listen: Listen) -> None:
    owner = User.objects.get(username="owner")
    stream = listen(staff_token(owner.pk, night.tournament_id), cookie=signed_in(owner))
    first = stream.next("version")
    night.do(show_notice, text="Dinner")
    later = stream.next("version", lambda data: data["version"] > first["version"])
    assert (first, later) == ({"version": night.event.version - 1}, {"version": night.event.version})
    assert set(stream.heard()) <= {"time", "version"}


def test_a_staff_pass_is_worth_nothing_without_the_session_of_that_user(
    night: Night, shown: Shown, listen: Listen
) -> None:
    owner = User.objects.get(username="owner")
    other = User.objects.create(username="other")
    token = staff_token(owner.pk, night.tournament_id)
    assert [listen(token).status, listen(token, cookie=signed_in(other)).status] == [403, 403]


def test_somebody_of_another_club_hears_nothing(night: Night, shown: Shown, listen: Listen) -> None:
    stranger = User.objects.create(username="stranger")
    token = staff_token(stranger.pk, night.tournament_id)
    assert listen(token, cookie=signed_in(stranger)).status == 403


def test_a_stream_ends_when_the_person_no_longer_works_for_the_club(
    night: Night, shown: Shown, listen: Listen
) -> None:
    floor = User.objects.get(pk=night.staff("floor").user_id)
    stream = listen(staff_token(floor.pk, night.tournament_id), cookie=signed_in(floor))
    stream.next("version")
    Membership.objects.filter(user=floor).update(active=False)
    check_access_now()
    assert stream.next("closed") == {"reason": "closed"}


def test_a_stream_ends_when_the_person_signs_out(night: Night, shown: Shown, listen: Listen) -> None:
    owner = User.objects.get(username="owner")
    cookie = signed_in(owner)
    stream = listen(staff_token(owner.pk, night.tournament_id), cookie=cookie)
    stream.next("version")
    SessionStore(cookie.split("=")[1]).delete()
    check_access_now()
    assert stream.next("closed") == {"reason": "closed"}


def test_one_person_cannot_open_streams_without_end(night: Night, shown: Shown, listen: Listen) -> None:
    owner = User.objects.get(username="owner")
    token, cookie = staff_token(owner.pk, night.tournament_id), signed_in(owner)
    most = hub_module.MOST_EACH[stream_tokens.STAFF]
    statuses = [listen(token, cookie=cookie).status for _ in range(most + 1)]
    assert statuses == [200] * most + [429]


def test_a_player_hears_of_his_move_and_not_of_others(night: Night, shown: Shown, listen: Listen) -> None:
    ann = listen(player_token(night.players["Ann"], night.tournament_id))
    bea = listen(player_token(night.players["Bea"], night.tournament_id))
    before = ann.next("me")["seat"]
    bea.next("me")
    night.do(move_entry, entry_id=night.entries["Ann"], table_number=3 - before["table"])
    assert ann.next("me")["seat"]["table"] == 3 - before["table"]
    bea.next("state", lambda data: data["version"] == edition_in(night.event))
    time.sleep(0.3)
    assert "me" not in bea.heard()


def rename(night: Night, name: str, display_name: str) -> None:
    """Change what displays call a player."""
    edit_player(actor=night.owner, player_id=night.players[name], name=name, display_name=display_name)


def test_a_changed_name_is_pushed_to_displays_to_the_player_and_to_staff(
    night: Night, shown: Shown, listen: Listen
) -> None:
    owner = User.objects.get(username="owner")
    wall = listen(screen_token(shown.screen))
    ann = listen(player_token(night.players["Ann"], night.tournament_id))
    staff = listen(staff_token(owner.pk, night.tournament_id), cookie=signed_in(owner))
    first = wall.next("state")
    ann.next("me")
    staff.next("version")
    rename(night, "Ann", "Queen of Hearts")
    later = wall.next("state", lambda data: data["version"] > first["version"])
    assert (later["version"], ann.next("me")["name"]) == (first["version"] + 1, "Queen of Hearts")
    assert staff.next("look") == {}


def test_a_reader_that_was_away_while_a_name_changed_gets_the_state_again(
    night: Night, shown: Shown, listen: Listen
) -> None:
    wall = listen(screen_token(shown.screen))
    had = wall.next("state")["version"]
    rename(night, "Ann", "Queen of Hearts")
    wall.next("state", lambda data: data["version"] > had)
    back = listen(screen_token(shown.screen), last_event_id=str(had))
    assert back.next("state")["version"] == had + 1


def test_a_change_that_nobody_announced_is_found_within_two_seconds(
    night: Night, shown: Shown, listen: Listen
) -> None:
    """A lost notice costs a second, not a display."""
    stream = listen(screen_token(shown.screen))
    state = stream.next("state")
    Tournament.objects.filter(pk=night.tournament_id).update(version=F("version") + 1)
    began = time.monotonic()
    stream.next("state", lambda data: data["version"] == state["version"] + 1)
    assert time.monotonic() - began < 2


def test_streams_leave_nothing_behind(night: Night, shown: Shown, listen: Listen) -> None:
    running = hub_module._hub
    assert running is not None
    before = len(running.clients)
    streams = [listen(screen_token(shown.screen)) for _ in range(5)]
    for stream in streams:
        stream.next("state")
        stream.close()
    deadline = time.monotonic() + 5
    while len(running.clients) > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(running.clients) <= before


def test_a_reader_with_the_link_alone_hears_what_a_guest_hears(
    night: Night, shown: Shown, listen: Listen
) -> None:
    streams = [listen("", link=link) for link in (view_code(shown.screen), shown.secret)]
    for stream in streams:
        assert stream.answer.headers["Access-Control-Allow-Origin"] == "*"
        assert stream.next("screen")["sound"] is False
        stream.next("state")
    night.do(show_notice, text="Dinner at eight")
    version = edition_in(night.event)
    told = [stream.next("state", lambda data: data["version"] == version) for stream in streams]
    assert [state["notices"][0]["text"] for state in told] == ["Dinner at eight"] * 2


def test_readers_behind_a_link_leave_room_for_the_hall(
    shown: Shown, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "MOST_READERS", 2)
    link = view_code(shown.screen)
    assert [listen("", link=link).status for _ in range(3)] == [200, 200, 429]
    assert listen(screen_token(shown.screen)).status == 200


def test_a_link_that_is_not_ours_opens_no_stream(shown: Shown, listen: Listen) -> None:
    number, mac = view_code(shown.screen).split("-", 1)
    guesses = [f"{int(number) + 1}-{mac}", f"{number}-{'A' * 22}", "x" * 32]
    assert [listen("", link=guess).status for guess in guesses] == [403] * 3


def test_a_reader_behind_a_revoked_link_is_sent_away(night: Night, shown: Shown, listen: Listen) -> None:
    stream = listen("", link=view_code(shown.screen))
    stream.next("state")
    night.do(revoke_screen, screen_id=shown.screen.pk)
    assert stream.next("closed") == {"reason": "closed"}


def of_tournament(tournament_id: int) -> Callable[[Any], bool]:
    return lambda data: data["tournament"]["id"] == tournament_id


@pytest.fixture
def second(night: Night, shown: Shown) -> int:
    """Another tournament of the club."""
    night.create()
    made, night.tournament_id = night.tournament_id, shown.screen.tournament_id
    return made


def test_a_display_of_two_tournaments_hears_of_both(
    night: Night, shown: Shown, second: int, listen: Listen
) -> None:
    night.do(change_screen, screen_id=shown.screen.pk, others=[second])
    stream = listen(screen_token(shown.screen))
    assert stream.next("screen")["tournaments"] == [night.tournament_id, second]
    stream.next("state", of_tournament(second))
    for tournament_id in (second, shown.screen.tournament_id):
        night.tournament_id = tournament_id
        night.do(show_notice, text=f"To {tournament_id}")
        told = stream.next("state", lambda data: bool(data["notices"]))
        assert told["notices"][0]["text"] == f"To {told['tournament']['id']}"


def test_a_tournament_is_shown_and_taken_away_while_the_display_is_open(
    night: Night, shown: Shown, second: int, listen: Listen
) -> None:
    stream = listen(screen_token(shown.screen))
    stream.next("state", of_tournament(night.tournament_id))
    night.do(change_screen, screen_id=shown.screen.pk, others=[second])
    assert stream.next("screen")["tournaments"] == [night.tournament_id, second]
    stream.next("state", of_tournament(second))
    night.do(change_screen, screen_id=shown.screen.pk, others=[])
    assert stream.next("screen")["tournaments"] == [night.tournament_id]
    night.tournament_id = second
    night.do(show_notice, text="Unheard")
    time.sleep(0.5)
    assert "state" not in stream.heard()


def test_who_comes_back_to_several_tournaments_gets_all_of_them(
    night: Night, shown: Shown, second: int, listen: Listen
) -> None:
    """A version is of one tournament: that of another must not pass for it."""
    night.do(change_screen, screen_id=shown.screen.pk, others=[second])
    stream = listen(screen_token(shown.screen), last_event_id=str(edition_in(night.event)))
    told = {stream.next("state")["tournament"]["id"] for _state in range(2)}
    assert told == {night.tournament_id, second}
