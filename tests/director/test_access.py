"""Who gets in, into which club, in which language and time zone."""

import datetime as dt

import pytest
from django.test import Client

from acts.setup import create_tournament, edit_tournament
from club.models import Club, Membership, User
from director.web.permissions import ACTS, PAGES, may
from tests.building import START_MS, Night
from tests.director.browsing_console import Browser
from tournaments.acting import VERBS
from tournaments.actors import Actor


def second_club(night: Night, role: str = "viewer") -> int:
    """A tournament of another club in which the owner has a role of his own."""
    club = Club.objects.create(name="Second club", timezone="America/New_York", language="ro")
    boss = User.objects.create(username="boss")
    Membership.objects.create(club=club, user=boss, role="owner")
    Membership.objects.create(club=club, user_id=night.owner.user_id, role=role)
    made = create_tournament(
        actor=Actor(club.pk, boss.pk),
        name="Elsewhere",
        starts_at=dt.datetime.fromtimestamp(START_MS / 1000, dt.UTC),
        template="empty",
    )
    return made.result["tournament_id"]


def test_the_role_is_that_of_the_tournaments_own_club(night: Night, owner: Browser) -> None:
    night.create()
    there = second_club(night)
    here = night.tournament_id
    assert owner.client.get(f"/t/{here}/money").status_code == 200
    assert owner.client.get(f"/t/{there}/").status_code == 200
    assert owner.client.get(f"/t/{there}/money").status_code == 403
    assert owner.client.post(f"/t/{there}/act/clock.start", headers={"HX-Request": "true"}).status_code == 403


def test_somebody_with_two_clubs_is_asked_which_one(night: Night, owner: Browser) -> None:
    night.create()
    second_club(night)
    answer = owner.client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/clubs")
    session = owner.client.session
    session["club_id"] = night.club.pk
    session.save()
    assert owner.client.get("/").status_code == 200


def test_a_club_remembered_from_before_is_forgotten_with_the_membership(night: Night, owner: Browser) -> None:
    session = owner.client.session
    session["club_id"] = 987
    session.save()
    assert owner.client.get("/").status_code == 200


def test_somebody_without_a_club_is_told_so(night: Night) -> None:
    client = Client()
    client.force_login(
        User.objects.create(username="new"), backend="django.contrib.auth.backends.ModelBackend"
    )
    answer = client.get("/")
    assert (answer.status_code, "You do not belong to a club" in answer.content.decode()) == (403, True)


@pytest.mark.parametrize(
    "page", ["", "desk", "floor", "floor/1", "money", "log", "find", "form/bust", "act/clock.start"]
)
def test_a_stranger_is_sent_to_sign_in(page: str, night: Night) -> None:
    night.create()
    answer = Client().get(f"/t/{night.tournament_id}/{page}")
    assert (answer.status_code, answer.headers["Location"].startswith("/login")) == (302, True)


@pytest.mark.parametrize(("zone", "shown"), [("America/New_York", "12:00:00"), ("Asia/Tokyo", "02:00:00")])
def test_times_are_those_of_the_tournaments_zone(zone: str, shown: str, night: Night, owner: Browser) -> None:
    night.create()
    night.do(edit_tournament, settings={"timezone": zone})
    assert shown in owner.text("log")


@pytest.mark.parametrize(
    ("chosen", "cookie", "club", "shown"),
    [
        ("et", "ro", "en", "et"),
        ("", "ro", "et", "ro"),
        ("", "", "et", "et"),
        ("xx", "", "ro", "ro"),
        ("", "zz", "en", "en"),
    ],
)
def test_the_language_is_the_persons_then_the_browsers_then_the_clubs(
    chosen: str, cookie: str, club: str, shown: str, night: Night, owner: Browser
) -> None:
    night.create()
    User.objects.filter(pk=night.owner.user_id).update(language=chosen)
    Club.objects.filter(pk=night.club.pk).update(language=club)
    if cookie:
        owner.client.cookies["django_language"] = cookie
    answer = owner.get()
    assert (answer.headers["Content-Language"], f'<html lang="{shown}"' in answer.content.decode()) == (
        shown,
        True,
    )


@pytest.mark.parametrize(
    ("cookie", "shown"), [("dark", True), ("light", True), ('"><script>', False), ("", False)]
)
def test_the_theme_is_that_of_the_cookie_if_it_is_one(
    cookie: str, shown: bool, night: Night, owner: Browser
) -> None:
    night.create()
    owner.client.cookies["theme"] = cookie
    page = owner.text()
    assert (f'data-theme="{cookie}"' in page, "<script>alert" in page) == (shown, False)


def test_pages_of_staff_are_not_kept_by_browsers_or_proxies(night: Night, owner: Browser) -> None:
    night.create()
    assert owner.get().headers["Cache-Control"] == "no-store"


def test_every_word_a_template_may_ask_about_names_an_act_that_exists() -> None:
    assert sorted(kind for kind in ACTS.values() if kind not in VERBS) == []
    assert set(PAGES) & set(ACTS) == set()


def test_an_owner_may_do_everything_a_viewer_may_and_a_viewer_changes_nothing() -> None:
    owner, viewer = may("owner"), may("viewer")
    assert [name for name, allowed in viewer.items() if allowed and not owner[name]] == []
    assert [name for name in ACTS if viewer[name]] == ["undo"]


def test_a_role_that_was_taken_away_while_the_page_was_open_acts_no_more(night: Night, browse) -> None:
    night.create()
    director = browse("director")
    director.done("clock.start")
    night.club.memberships.filter(role="director").update(role="viewer")
    assert director.act("clock.pause").status_code == 403


def test_the_stream_of_a_page_is_signed_for_its_person_and_tournament(night: Night, owner: Browser) -> None:
    night.create()
    page = owner.text()
    assert 'data-events="/events?k=' in page
    assert 'data-events="/events?k=' not in owner.text(part="live")
