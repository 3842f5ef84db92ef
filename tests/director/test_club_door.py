"""Setting up, signing in and out, the language, the password."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from acts.founding import setup_code
from club.models import Club, Membership, User
from tests.building import Night
from tests.director.browsing_console import Browser

PASSWORD = "a-long-enough-pass-phrase"


def founding(**changed: str) -> dict[str, str]:
    return {
        "code": setup_code(), "full_name": "Õnne Käär", "username": "onne", "password": "three-words-make-it",
        "club_name": "Tallinna <kaardituba>", "currency": "EUR", "timezone": "Europe/Tallinn", "language": "et",
        "rule_preset": "home",
    } | changed  # fmt: skip


# Setting up --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_first_visit_leads_to_setting_up(client: Client) -> None:
    assert client.get("/login").headers["Location"] == "/setup"
    assert client.get("/setup").status_code == 200


@pytest.mark.django_db
def test_with_the_code_owner_and_club_are_made_and_the_owner_is_signed_in(client: Client) -> None:
    answer = client.post("/setup", founding(code=f" {setup_code().lower()} "))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    club, member = Club.objects.get(), Membership.objects.get()
    assert (club.name, club.rule_preset, member.role) == ("Tallinna <kaardituba>", "home", "owner")
    home = client.get("/")
    assert (home.status_code, "Tallinna &lt;kaardituba&gt;" in home.content.decode()) == (200, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "WRONG"), ("code", ""), ("password", "short"), ("password", "password12"), ("full_name", " "),
        ("username", ""), ("club_name", "x" * 201), ("currency", "ZZZ"), ("timezone", "Nowhere"), ("language", "tlh"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_marked_at_its_field_and_nothing_is_made(
    client: Client, field: str, value: str
) -> None:
    answer = client.post("/setup", founding(**{field: value}))
    assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)
    assert (User.objects.count(), Club.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_the_password_is_not_sent_back(client: Client) -> None:
    answer = client.post("/setup", founding(code="WRONG"))
    assert "three-words-make-it" not in answer.content.decode()


def test_once_there_is_an_owner_setting_up_is_over(night: Night, client: Client) -> None:
    assert client.get("/setup").headers["Location"] == "/login"
    client.post("/setup", founding(username="second"))
    assert User.objects.filter(username="second").count() == 0


# Signing in --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "lands"),
    [
        ("", "/"),
        ("/players", "/players"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("players", "/"),
    ],
)
def test_signing_in_leads_to_a_page_of_this_site_only(
    night: Night, client: Client, target: str, lands: str
) -> None:
    answer = client.post("/login", {"username": "owner", "password": PASSWORD, "next": target})
    assert (answer.status_code, answer.headers["Location"]) == (302, lands)


def test_a_wrong_password_is_said_and_the_user_name_stays(night: Night, client: Client) -> None:
    answer = client.post("/login", {"username": "owner", "password": "wrong"})
    assert (answer.status_code, 'value="owner"' in answer.content.decode()) == (422, True)


def test_after_five_wrong_passwords_the_page_says_how_long_to_wait(night: Night, client: Client) -> None:
    now = dt.datetime(2026, 1, 1, 20, tzinfo=dt.UTC)
    with time_machine.travel(now, tick=False) as clock:
        for _try in range(5):
            answer = client.post("/login", {"username": "owner", "password": "wrong"})
        assert (answer.status_code, "Try again in 15 minutes" in answer.content.decode()) == (429, True)
        clock.shift(dt.timedelta(minutes=9, seconds=30))
        answer = client.post("/login", {"username": "owner", "password": PASSWORD})
        assert (answer.status_code, "Try again in 6 minutes" in answer.content.decode()) == (429, True)
        clock.shift(dt.timedelta(minutes=6))
        assert client.post("/login", {"username": "owner", "password": PASSWORD}).status_code == 302


def test_wrong_passwords_of_one_device_do_not_lock_another_out(night: Night, client: Client) -> None:
    for _try in range(6):
        client.post("/login", {"username": "owner", "password": "wrong"}, REMOTE_ADDR="10.0.0.66")
    answer = client.post("/login", {"username": "owner", "password": PASSWORD}, REMOTE_ADDR="10.0.0.7")
    assert answer.status_code == 302


def test_signing_out_needs_a_post_and_ends_the_session(night: Night, owner: Browser) -> None:
    assert owner.client.get("/logout").status_code == 405
    owner.client.post("/logout")
    assert owner.client.get("/").headers["Location"].startswith("/login")


# Language ----------------------------------------------------------------------------------------------------------


def test_the_language_is_remembered_with_the_person(night: Night, owner: Browser) -> None:
    answer = owner.client.post("/language", {"language": "et", "next": "/players?q=a"})
    assert (answer.headers["Location"], User.objects.get(username="owner").language) == ("/players?q=a", "et")
    assert '<html lang="et"' in owner.client.get("/").content.decode()


def test_before_signing_in_the_language_is_kept_by_the_browser(night: Night, client: Client) -> None:
    client.post("/language", {"language": "ro", "next": "/login"})
    assert '<html lang="ro"' in client.get("/login").content.decode()


def test_each_language_is_offered_by_its_own_name(night: Night, client: Client) -> None:
    text = client.get("/login").content.decode()
    assert re.findall(r'name="language" value="..".*?>([^<]+)</button>', text) == [
        "English",
        "Eesti",
        "Română",
    ]


def test_a_language_nobody_speaks_here_changes_nothing(night: Night, owner: Browser) -> None:
    answer = owner.client.post("/language", {"language": "../etc", "next": "//evil.example"})
    assert (answer.headers["Location"], User.objects.get(username="owner").language) == ("/", "en")


# Password ----------------------------------------------------------------------------------------------------------


def test_ones_own_password_is_changed_and_this_session_goes_on(night: Night, owner: Browser) -> None:
    new = "quite-another-phrase"
    answer = owner.client.post("/password", {"old": PASSWORD, "new": new, "again": new})
    assert answer.status_code == 303
    assert User.objects.get(username="owner").check_password(new)
    assert owner.client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("old", "new", "again", "field"),
    [
        ("wrong", "quite-another-phrase", "quite-another-phrase", "old"),
        (PASSWORD, "short", "short", "new"),
        (PASSWORD, "quite-another-phrase", "something-else", "again"),
    ],
)
def test_a_new_password_that_does_not_fit_is_refused(
    night: Night, owner: Browser, old: str, new: str, again: str, field: str
) -> None:
    answer = owner.client.post("/password", {"old": old, "new": new, "again": again})
    assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)
    assert User.objects.get(username="owner").check_password(PASSWORD)


def test_everybody_on_the_staff_may_change_the_own_password(browse: Callable[[str], Browser]) -> None:
    for role in ("director", "floor", "cashier", "dealer", "viewer"):
        assert browse(role).client.get("/password").status_code == 200
