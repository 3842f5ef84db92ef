"""Who works in a club, its settings, and its secrets."""

import pytest

from acts.club import (
    activate_member,
    add_member,
    change_role,
    create_token,
    deactivate_member,
    edit_club,
    revoke_token,
    set_member_password,
    set_own_password,
)
from acts.secrecy import Secret, fingerprint, new_token
from acts.undo import undo_club_act
from club.models import ApiToken, Club, Membership, Role, User
from tests.building import Night
from tournaments.acting import Outcome
from tournaments.actors import Actor
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction

PASSWORD = "quite-a-long-pass-phrase"


def refused(verb: object, **params: object) -> str:
    with pytest.raises(DirectorError) as error:
        verb(**params)  # type: ignore[operator]
    assert str(error.value)
    return error.value.code


def add(night: Night, username: str = "mari", role: str = "cashier", password: str = PASSWORD) -> Outcome:
    return add_member(actor=night.owner, username=username, role=role, password=Secret(password))


def membership(outcome: Outcome) -> Membership:
    return Membership.objects.get(pk=outcome.result["membership_id"])


def settings(**changed: object) -> dict[str, object]:
    return {
        "name": "Kaardituba", "currency": "EUR", "timezone": "Europe/Tallinn", "language": "et",
        "rule_preset": "home", "minimum_age_years": 21, "house_rules": "One.\r\nTwo.",
    } | changed  # fmt: skip


# Members -----------------------------------------------------------------------------------------------------------


def test_a_new_member_gets_a_user_with_the_first_password_and_the_role(night: Night) -> None:
    member = membership(add(night))
    assert (member.role, member.active, member.user.username) == ("cashier", True, "mari")
    assert member.user.check_password(PASSWORD)


def test_passwords_are_in_no_record_of_the_act(night: Night) -> None:
    outcome = add(night)
    set_member_password(
        actor=night.owner,
        membership_id=outcome.result["membership_id"],
        password=Secret("another-long-phrase"),
    )
    rows = DirectorAction.objects.filter(kind__startswith="member.").values_list(
        "payload", "facts", "deltas", "result"
    )
    user = membership(outcome).user
    assert [
        secret for secret in (PASSWORD, "another-long-phrase", user.password) if secret in str(list(rows))
    ] == []
    assert rows[0][0]["password"] == "•••"


def test_a_user_who_exists_joins_without_a_password_whatever_the_case_of_the_name(night: Night) -> None:
    user = User.objects.create_user("Jaan.Tamm", password=PASSWORD)
    member = membership(add_member(actor=night.owner, username="jaan.tamm", role="floor"))
    assert (member.user, member.role) == (user, "floor")


def test_a_password_for_a_user_who_exists_is_refused_and_changes_nothing(night: Night) -> None:
    user = User.objects.create_user("jaan", password=PASSWORD)
    before = user.password
    assert refused(
        add_member, actor=night.owner, username="JAAN", role="floor", password=Secret("new-long-phrase")
    ) == ("username_taken")
    user.refresh_from_db()
    assert (user.password, Membership.objects.filter(user=user).count()) == (before, 0)


@pytest.mark.parametrize("password", ["short", "password1234", "1234567890123"])
def test_a_weak_first_password_is_refused_and_leaves_no_user(night: Night, password: str) -> None:
    assert refused(add_member, actor=night.owner, username="x", role="floor", password=Secret(password)) == (
        "password_weak"
    )
    assert User.objects.filter(username="x").count() == 0


def test_nobody_by_that_name_without_a_password_is_refused(night: Night) -> None:
    assert refused(add_member, actor=night.owner, username="nobody", role="floor") == "password_missing"


def test_a_member_is_added_once_and_comes_back_with_the_role_named(night: Night) -> None:
    member = membership(add(night))
    assert refused(add_member, actor=night.owner, username="mari", role="floor") == "member_already"
    deactivate_member(actor=night.owner, membership_id=member.pk)
    add_member(actor=night.owner, username="mari", role="floor")
    member.refresh_from_db()
    assert (member.active, member.role) == (True, "floor")


def test_an_unknown_role_is_refused(night: Night) -> None:
    member = membership(add(night))
    assert refused(change_role, actor=night.owner, membership_id=member.pk, role="king") == "role_unknown"


def test_adding_a_member_is_undone_and_redone(night: Night) -> None:
    outcome = add(night)
    undone = undo_club_act(actor=night.owner, action_id=outcome.action_id)
    assert membership(outcome).active is False
    undo_club_act(actor=night.owner, action_id=undone.action_id)
    assert membership(outcome).active is True


@pytest.mark.parametrize("role", ["director", "floor", "cashier", "dealer", "viewer"])
def test_only_an_owner_touches_staff_settings_and_tokens(night: Night, role: str) -> None:
    actor = night.staff(role)
    member = Membership.objects.get(user_id=actor.user_id or 0)
    for verb, params in (
        (add_member, {"username": "x", "role": "viewer", "password": Secret(PASSWORD)}),
        (change_role, {"membership_id": member.pk, "role": "owner"}),
        (deactivate_member, {"membership_id": member.pk}),
        (activate_member, {"membership_id": member.pk}),
        (set_member_password, {"membership_id": member.pk, "password": Secret(PASSWORD)}),
        (edit_club, settings()),
        (create_token, {"name": "x", "role": "viewer", "token": Secret(new_token())}),
    ):
        assert refused(verb, actor=actor, **params) == "not_allowed"


def test_the_last_owner_can_neither_go_nor_step_down(night: Night) -> None:
    owner = Membership.objects.get(user_id=night.owner.user_id or 0)
    assert refused(deactivate_member, actor=night.owner, membership_id=owner.pk) == "last_owner"
    assert refused(change_role, actor=night.owner, membership_id=owner.pk, role="director") == "last_owner"
    owner.refresh_from_db()
    assert (owner.active, owner.role) == (True, "owner")


def test_an_undo_cannot_take_the_last_owner_away_either(night: Night) -> None:
    first = Membership.objects.get(user_id=night.owner.user_id or 0)
    made = add(night, "mari", "owner")
    second = Actor(night.club.pk, made.result["user_id"])
    change_role(actor=second, membership_id=first.pk, role="director")
    assert refused(undo_club_act, actor=second, action_id=made.action_id) == "last_owner"
    assert membership(made).role == "owner"


def test_a_member_of_another_club_is_unknown_here(night: Night) -> None:
    other = Club.objects.create(name="Other")
    stranger = Membership.objects.create(
        club=other, user=User.objects.create_user("stranger", password=PASSWORD), role=Role.DEALER
    )
    for verb, params in (
        (change_role, {"role": "viewer"}),
        (deactivate_member, {}),
        (set_member_password, {"password": Secret("quite-another-phrase")}),
    ):
        assert refused(verb, actor=night.owner, membership_id=stranger.pk, **params) == "member_unknown"
    stranger.user.refresh_from_db()
    assert stranger.user.check_password(PASSWORD)


def test_the_password_of_somebody_who_works_elsewhere_too_is_not_the_owners_to_set(night: Night) -> None:
    user = User.objects.create_user("jaan", password=PASSWORD)
    Membership.objects.create(club=Club.objects.create(name="Other"), user=user, role=Role.OWNER)
    member = membership(add_member(actor=night.owner, username="jaan", role="viewer"))
    assert refused(
        set_member_password,
        actor=night.owner,
        membership_id=member.pk,
        password=Secret("quite-another-phrase"),
    ) == ("works_elsewhere")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_ones_own_password_needs_the_old_one(night: Night) -> None:
    assert (
        refused(set_own_password, actor=night.owner, old=Secret("wrong"), new=Secret(PASSWORD))
        == "password_wrong"
    )
    set_own_password(actor=night.owner, old=Secret("a-long-enough-pass-phrase"), new=Secret(PASSWORD))
    assert User.objects.get(pk=night.owner.user_id or 0).check_password(PASSWORD)


# Settings ----------------------------------------------------------------------------------------------------------


def test_settings_are_changed_and_undone(night: Night) -> None:
    outcome = edit_club(actor=night.owner, **settings())
    club = Club.objects.get(pk=night.club.pk)
    assert (club.name, club.language, club.rule_preset, club.minimum_age_years, club.house_rules) == (
        "Kaardituba", "et", "home", 21, "One.\nTwo.",
    )  # fmt: skip
    undo_club_act(actor=night.owner, action_id=outcome.action_id)
    assert Club.objects.get(pk=night.club.pk).name == "Test club"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", "  ", "text_missing"),
        ("name", "x" * 201, "text_too_long"),
        ("currency", "XYZ", "setting_wrong"),
        ("timezone", "Europe/Atlantis", "setting_wrong"),
        ("language", "tlh", "setting_wrong"),
        ("rule_preset", "none", "setting_wrong"),
        ("minimum_age_years", -1, "out_of_bounds"),
        ("house_rules", "x" * 20_001, "text_too_long"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_and_none_is_changed(
    night: Night, field: str, value: object, code: str
) -> None:
    assert refused(edit_club, actor=night.owner, **settings(**{field: value})) == code
    assert Club.objects.get(pk=night.club.pk).name == "Test club"


def test_settings_somebody_changed_meanwhile_are_a_conflict(night: Night) -> None:
    shown = night.club.revision
    edit_club(actor=night.owner, **settings(), shown_revision=shown)
    assert refused(edit_club, actor=night.owner, **settings(name="Mine"), shown_revision=shown) == "stale"


# Tokens ------------------------------------------------------------------------------------------------------------


def test_a_token_is_stored_as_its_hash_only(night: Night) -> None:
    token = new_token()
    outcome = create_token(actor=night.owner, name="Website", role="viewer", token=Secret(token))
    row = ApiToken.objects.get(pk=outcome.result["api_token_id"])
    assert (row.token_hash, row.role, row.user_id, row.active) == (
        fingerprint(token), "viewer", night.owner.user_id, True,
    )  # fmt: skip
    assert token not in str(list(DirectorAction.objects.values_list("payload", "result", "deltas", "facts")))


def test_a_token_that_could_be_guessed_is_refused(night: Night) -> None:
    assert (
        refused(create_token, actor=night.owner, name="x", role="viewer", token=Secret("hunter2"))
        == "token_weak"
    )


def test_a_revoked_token_stays_revoked_until_that_is_undone(night: Night) -> None:
    made = create_token(actor=night.owner, name="x", role="floor", token=Secret(new_token()))
    revoked = revoke_token(actor=night.owner, api_token_id=made.result["api_token_id"])
    assert (
        refused(revoke_token, actor=night.owner, api_token_id=made.result["api_token_id"]) == "token_revoked"
    )
    undo_club_act(actor=night.owner, action_id=revoked.action_id)
    assert ApiToken.objects.get().active is True


def test_tokens_that_may_more_than_the_new_role_stop_with_it(night: Night) -> None:
    made = add(night, "mari", "owner")
    mari = Actor(night.club.pk, made.result["user_id"])
    for role in ("owner", "cashier", "viewer"):
        create_token(actor=mari, name=role, role=role, token=Secret(new_token()))
    demoted = change_role(actor=night.owner, membership_id=made.result["membership_id"], role="floor")
    assert dict(ApiToken.objects.values_list("name", "active")) == {
        "owner": False,
        "cashier": False,
        "viewer": True,
    }
    undo_club_act(actor=night.owner, action_id=demoted.action_id)
    assert dict(ApiToken.objects.values_list("name", "active")) == {
        "owner": True,
        "cashier": True,
        "viewer": True,
    }
