"""Who is let in: tokens, sessions with their CSRF token, clubs; and how much at a time."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from acts.club import change_role, deactivate_member, revoke_token
from acts.secrecy import new_token
from club.models import Club, Membership, User
from director.api.throttling import ActThrottle, PasswordThrottle, ReadThrottle
from tests.api.calling import API, Program, program_of
from tests.building import Night
from tournaments.models import DirectorAction

Programs = Callable[[str], Program]
DAY_MS = 24 * 60 * 60 * 1000
ACT = {"Idempotency-Key": "k1"}


def signed_in(user_id: int | None, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(User.objects.get(pk=user_id), backend="django.contrib.auth.backends.ModelBackend")
    return client


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Tokens ------------------------------------------------------------------------------------------------------------


def test_a_program_is_told_who_it_is(owner: Program) -> None:
    found = owner.read("me")
    assert (found["user"]["username"], found["role"], found["token"]["name"]) == (
        "owner",
        "owner",
        "owner program",
    )
    assert "member.add" in found["acts"]


def test_without_a_token_or_session_nothing_is_read(night: Night) -> None:
    answer = Client().get(API + "me")
    assert (code_of(answer), answer.headers["WWW-Authenticate"]) == (
        (401, "not_authenticated"),
        'Bearer realm="api"',
    )


@pytest.mark.parametrize("sent", ["Bearer", "Bearer ", "Bearer x", f"Bearer {'x' * 5000}", "Bearer \x00é"])
def test_a_token_that_is_none_is_refused(owner: Program, sent: str) -> None:
    assert code_of(Client().get(API + "me", headers={"Authorization": sent})) == (401, "token_invalid")


def test_another_scheme_is_not_taken_for_a_token(owner: Program) -> None:
    secret = owner.headers["Authorization"].removeprefix("Bearer ")
    assert Client().get(API + "me", headers={"Authorization": f"Token {secret}"}).status_code == 401


def test_the_scheme_is_read_in_any_case(owner: Program) -> None:
    secret = owner.headers["Authorization"].removeprefix("Bearer ")
    assert Client().get(API + "me", headers={"Authorization": f"bearer {secret}"}).status_code == 200


def test_a_token_in_the_address_or_a_cookie_is_no_token(owner: Program) -> None:
    secret = owner.headers["Authorization"].removeprefix("Bearer ")
    client = Client()
    client.cookies["Authorization"] = f"Bearer {secret}"
    assert client.get(API + f"me?token={secret}&Authorization=Bearer+{secret}").status_code == 401


def test_a_revoked_token_is_refused(night: Night, owner: Program) -> None:
    revoke_token(actor=night.owner, api_token_id=owner.token_id)
    assert code_of(owner.get("me")) == (401, "token_invalid")


def test_a_token_is_refused_from_the_moment_it_ends(night: Night) -> None:
    program = program_of(night, night.owner, "viewer", days=1)
    night.clock.advance(DAY_MS - 1)
    assert program.get("me").status_code == 200
    night.clock.advance(1)
    assert code_of(program.get("me")) == (401, "token_invalid")


def test_the_token_of_somebody_who_was_demoted_reads_with_his_new_role(night: Night) -> None:
    """Straight in the database, where no act has stopped the token."""
    night.staff("owner")
    program = program_of(night, night.owner, "owner")
    Membership.objects.filter(user_id=night.owner.user_id).update(role="floor")
    assert program.read("me")["role"] == "floor"
    assert program.get("club/members").status_code == 403


def test_a_former_members_token_is_refused(night: Night) -> None:
    second = night.staff("owner")
    program = program_of(night, second, "viewer")
    member = Membership.objects.get(user_id=second.user_id)
    deactivate_member(actor=night.owner, membership_id=member.pk)
    assert code_of(program.get("me")) == (401, "token_invalid")


def test_a_closed_accounts_token_is_refused(night: Night, owner: Program) -> None:
    User.objects.filter(pk=night.owner.user_id).update(is_active=False)
    assert code_of(owner.get("me")) == (401, "token_invalid")


def test_a_token_knows_its_own_club_only_though_its_owner_works_in_two(night: Night, owner: Program) -> None:
    elsewhere = Club.objects.create(name="Elsewhere")
    Membership.objects.create(club=elsewhere, user_id=night.owner.user_id, role="owner")
    assert [row["name"] for row in owner.read("clubs")["results"]] == ["Test club"]
    assert owner.read("club")["name"] == "Test club"


def test_acts_of_a_program_are_logged_with_its_name(night: Night, owner: Program) -> None:
    night.create()
    owner.done(owner.act("notice.show", text="x"))
    row = DirectorAction.objects.get(kind="notice.show")
    assert (row.device, row.role, row.actor_id) == ("API, owner program", "owner", night.owner.user_id)


def test_an_act_of_a_token_is_recorded_with_the_lower_role(night: Night, program: Programs) -> None:
    night.create()
    floor = program("floor")
    floor.done(floor.act("notice.show", text="x"))
    assert DirectorAction.objects.get(kind="notice.show").role == "floor"


# Sessions ----------------------------------------------------------------------------------------------------------


def test_a_browser_reads_with_its_session(night: Night) -> None:
    assert signed_in(night.owner.user_id).get(API + "me").json()["token"] is None


def test_a_browser_acts_with_its_csrf_token_only(night: Night) -> None:
    night.create()
    client = signed_in(night.owner.user_id, enforce_csrf_checks=True)
    where, body = f"{API}tournaments/{night.tournament_id}/acts/notice.show", {"params": {"text": "x"}}
    refused = client.post(where, body, "application/json", headers=ACT)
    assert (refused.status_code, DirectorAction.objects.filter(kind="notice.show").count()) == (403, 0)
    client.get("/password")  # any page with a form sets the cookie
    token = client.cookies["csrf"].value
    done = client.post(where, body, "application/json", headers=ACT | {"X-CSRFToken": token})
    assert (done.status_code, DirectorAction.objects.get(kind="notice.show").role) == (200, "owner")


def test_a_form_of_another_site_cannot_act(night: Night) -> None:
    """What a page elsewhere can send without being asked: forms and text, never JSON."""
    night.create()
    client = signed_in(night.owner.user_id)
    where = f"{API}tournaments/{night.tournament_id}/acts/notice.show"
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"):
        assert client.post(where, b"text=x", kind, headers=ACT).status_code == 415
    assert DirectorAction.objects.filter(kind="notice.show").count() == 0


def test_somebody_with_two_clubs_chooses_one_first(night: Night) -> None:
    elsewhere = Club.objects.create(name="Elsewhere")
    Membership.objects.create(club=elsewhere, user_id=night.owner.user_id, role="viewer")
    client = signed_in(night.owner.user_id)
    assert code_of(client.get(API + "club")) == (409, "choose_club")
    assert [row["name"] for row in client.get(API + "clubs").json()["results"]] == ["Elsewhere", "Test club"]
    client.post("/clubs", {"club_id": elsewhere.pk})
    assert client.get(API + "club").json()["name"] == "Elsewhere"


def test_somebody_without_a_club_is_told_so(night: Night) -> None:
    user = User.objects.create_user("nobody")
    assert code_of(signed_in(user.pk).get(API + "me")) == (403, "no_club")


# Volume ------------------------------------------------------------------------------------------------------------


def test_too_many_reads_are_put_off(owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReadThrottle, "rate", "3/min", raising=False)
    answers = [owner.get("me").status_code for _ in range(4)]
    late = owner.get("me")
    assert (answers, code_of(late), int(late.headers["Retry-After"]) > 0) == (
        [200, 200, 200, 429],
        (429, "throttled"),
        True,
    )


def test_each_token_is_counted_for_itself(
    owner: Program, program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReadThrottle, "rate", "1/min", raising=False)
    assert [owner.get("me").status_code, owner.get("me").status_code] == [200, 429]
    assert program("viewer").get("me").status_code == 200


def test_whoever_runs_the_clock_from_a_browser_is_never_held_up(
    night: Night, owner: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ActThrottle, "rate", "1/min", raising=False)
    night.create()
    night.start()
    client = signed_in(night.owner.user_id)
    where = f"{API}tournaments/{night.tournament_id}/acts/"
    for number, kind in enumerate(("clock.pause", "clock.resume", "clock.pause")):
        headers = {"Idempotency-Key": f"k{number}"}
        answer = client.post(where + kind, {"params": {}}, "application/json", headers=headers)
        assert (kind, answer.status_code) == (kind, 200)
    assert [owner.act("clock.resume").status_code, owner.act("clock.pause").status_code] == [200, 429]


def test_passwords_are_not_tried_out_at_volume(owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PasswordThrottle, "rate", "2/hour", raising=False)
    tried = [
        owner.club_act("account.set_password", old=f"guess {number}", new="a-new-long-phrase").status_code
        for number in range(3)
    ]
    assert tried == [422, 422, 429]


def test_a_new_role_stops_what_the_old_one_could(night: Night) -> None:
    second = night.staff("owner")
    program = program_of(night, second, "director")
    member = Membership.objects.get(user_id=second.user_id)
    change_role(actor=night.owner, membership_id=member.pk, role="floor")
    assert code_of(program.get("me")) == (401, "token_invalid")


def test_a_secret_is_long_enough_to_be_a_token(night: Night, owner: Program) -> None:
    assert code_of(owner.club_act("api_token.create", name="x", role="viewer", token="short")) == (
        422,
        "token_weak",
    )
    made = owner.done(owner.club_act("api_token.create", name="x", role="viewer", token=new_token()))
    assert set(made["result"]) == {"api_token_id"}


def test_times_of_tokens_are_shown_with_their_zone(owner: Program) -> None:
    shown = owner.read("me")["token"]["expires_at"]
    assert dt.datetime.fromisoformat(shown).tzinfo is not None
