"""manage.py setup_code, demo, create_api_token."""

import io
import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from acts.auditing import audit
from acts.founding import setup_code
from acts.secrecy import fingerprint
from clock.selectors import levels_of, load_clock
from club.models import ApiToken, Club, Membership, Player, User
from tests.building import Night
from tournaments.models import Tournament
from tournaments.sources import RealSources


def told(command: str, *args: str, **options: object) -> str:
    out = io.StringIO()
    call_command(command, *args, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


# setup_code --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_code_is_printed_while_nobody_owns_a_club() -> None:
    assert setup_code() in told("setup_code")


def test_afterwards_there_is_nothing_to_print(night: Night) -> None:
    assert told("setup_code") == ""


# create_api_token --------------------------------------------------------------------------------------------------


def test_a_key_is_printed_alone_and_stored_as_its_hash(night: Night) -> None:
    token = told("create_api_token", "Website", "--role", "director", "--days", "0").strip()
    row = ApiToken.objects.get()
    assert (row.token_hash, row.role, row.expires_at, row.user_id) == (
        fingerprint(token), "director", None, night.owner.user_id,
    )  # fmt: skip


@pytest.mark.django_db
def test_without_an_owner_there_is_no_key() -> None:
    with pytest.raises(CommandError, match="Found the club first"):
        told("create_api_token", "Website")


def test_with_several_owners_one_is_named(night: Night) -> None:
    other = Club.objects.create(name="Other")
    Membership.objects.create(club=other, user=User.objects.create(username="second"), role="owner")
    with pytest.raises(CommandError, match="--owner second"):
        told("create_api_token", "Website")
    told("create_api_token", "Website", "--owner", "second")
    assert ApiToken.objects.get().club == other


def test_a_key_that_cannot_be_is_refused(night: Night) -> None:
    with pytest.raises(CommandError, match="The name is missing"):
        told("create_api_token", " ")


# demo --------------------------------------------------------------------------------------------------------------


def signed_in(text: str) -> Client:
    found = re.search(r"with the password (\S+)", text)
    assert found is not None
    client = Client()
    answer = client.post("/login", {"username": "demo", "password": found[1]})
    assert answer.status_code == 302
    return client


@pytest.mark.django_db
def test_the_example_runs_can_be_signed_into_and_its_books_balance() -> None:
    levels_of.cache_clear()
    text = told("demo")
    statuses = sorted(Tournament.objects.values_list("status", flat=True))
    assert statuses == ["finished", "planned", "running"]
    running = Tournament.objects.get(status="running")
    state = load_clock(running.pk).state(RealSources().now_ms())
    assert (state.running, state.level_number) == (True, 3)
    assert [audit(event.pk) for event in Tournament.objects.all()] == [[], [], []]
    client = signed_in(text)
    for url in ("/", f"/t/{running.pk}/", f"/t/{running.pk}/print/payouts"):
        assert client.get(url).status_code == 200
    for url in re.findall(r"http://127\.0\.0\.1:8000(/\S+)", text):
        assert Client().get(url, follow=True).status_code == 200


@pytest.mark.django_db
def test_the_example_is_made_once_and_told_again_the_same() -> None:
    levels_of.cache_clear()
    assert told("demo") == told("demo")
    assert (Club.objects.count(), Player.objects.count()) == (1, 60)


def test_the_example_is_never_put_beside_a_real_club(night: Night) -> None:
    with pytest.raises(CommandError, match="belongs to a club already"):
        told("demo")
    assert Club.objects.count() == 1
