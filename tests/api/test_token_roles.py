"""What a token may: never more than its role, never more than its user may himself now, never after its end."""

import datetime as dt
from collections.abc import Callable

import pytest

from acts.club import change_role, deactivate_member, revoke_token
from acts.notices import show_notice
from acts.secrecy import fingerprint, new_token
from club.models import ApiToken, Membership, User
from tests.building import Night
from tournaments.acting import VERBS
from tournaments.actors import INCLUDED, Actor, covers, lower_role
from tournaments.errors import NotAllowed
from tournaments.models import Tournament

MINUTES = 60_000


@pytest.fixture
def night(db: None, clock: object) -> Night:
    night = Night(clock)  # type: ignore[arg-type]
    night.create()
    return night


def member(night: Night, role: str) -> Membership:
    user = User.objects.create(username=f"{role}-of-token")
    return Membership.objects.create(club=night.club, user=user, role=role)


def token(night: Night, held: Membership, role: str, **options: object) -> ApiToken:
    return ApiToken.objects.create(
        club=night.club, user=held.user, name="x", role=role, token_hash=fingerprint(new_token()), **options
    )


def through(night: Night, row: ApiToken) -> Actor:
    return Actor(night.club.pk, row.user_id, "API", row.pk)


def acts(night: Night, row: ApiToken) -> bool:
    """Whether an act of floor staff is carried out through the token."""
    try:
        night.do(show_notice, actor=through(night, row), text="x")
    except NotAllowed:
        return False
    return True


@pytest.mark.parametrize(
    ("member_role", "token_role", "may"),
    [
        ("owner", "owner", True),
        ("owner", "floor", True),
        ("owner", "viewer", False),
        ("floor", "owner", True),
        ("cashier", "owner", False),
        ("viewer", "owner", False),
        ("cashier", "floor", False),
        ("floor", "cashier", False),
    ],
)
def test_the_lower_of_both_roles_counts(night: Night, member_role: str, token_role: str, may: bool) -> None:
    assert acts(night, token(night, member(night, member_role), token_role)) is may


def test_a_demoted_owners_token_acts_with_his_new_role_at_once(night: Night) -> None:
    held = member(night, "owner")
    row = token(night, held, "owner")
    assert acts(night, row)
    Membership.objects.filter(pk=held.pk).update(role="viewer")
    assert not acts(night, row)


def test_a_token_above_a_new_role_is_stopped_by_the_demotion_itself(night: Night) -> None:
    held = member(night, "director")
    rows = [token(night, held, role) for role in ("director", "dealer", "viewer")]
    change_role(actor=night.owner, membership_id=held.pk, role="cashier")
    active = [ApiToken.objects.get(pk=row.pk).active for row in rows]
    assert active == [False, False, True]


def test_a_former_members_token_is_refused(night: Night) -> None:
    held = member(night, "floor")
    row = token(night, held, "floor")
    deactivate_member(actor=night.owner, membership_id=held.pk)
    assert not acts(night, row)


def test_a_closed_accounts_token_is_refused(night: Night) -> None:
    held = member(night, "floor")
    row = token(night, held, "floor")
    User.objects.filter(pk=held.user_id).update(is_active=False)
    assert not acts(night, row)


def test_a_token_ends_to_the_second(night: Night) -> None:
    now = dt.datetime.fromtimestamp(night.clock.now_ms() / 1000, dt.UTC)
    row = token(night, member(night, "floor"), "floor", expires_at=now + dt.timedelta(seconds=60))
    night.clock.advance(MINUTES - 1)
    assert acts(night, row)
    night.clock.advance(1)
    assert not acts(night, row)


def test_a_token_that_is_revoked_while_a_request_is_under_way_is_refused(night: Night) -> None:
    row = token(night, member(night, "floor"), "floor")
    actor = through(night, row)
    revoke_token(actor=night.owner, api_token_id=row.pk)
    with pytest.raises(NotAllowed):
        night.do(show_notice, actor=actor, text="x")


def test_a_token_of_another_club_or_person_gives_nothing(night: Night) -> None:
    """The wrapper asks whose token it is, whoever names it."""
    held, other = member(night, "floor"), member(night, "owner")
    row = token(night, other, "owner")
    with pytest.raises(NotAllowed):
        night.do(show_notice, actor=Actor(night.club.pk, held.user_id, "API", row.pk), text="x")
    assert Tournament.objects.get().notices.count() == 0


@pytest.mark.parametrize("role", INCLUDED)
def test_a_role_may_all_that_the_roles_it_includes_may(role: str) -> None:
    wrong = [
        (kind, other)
        for other in INCLUDED[role]
        for kind, verb in VERBS.items()
        if other in verb.roles and role not in verb.roles
    ]
    assert wrong == []


@pytest.mark.parametrize("one", INCLUDED)
@pytest.mark.parametrize("other", INCLUDED)
def test_the_lower_of_two_roles_may_only_what_both_may(one: str, other: str) -> None:
    lower = lower_role(one, other)
    assert (covers(one, lower), covers(other, lower)) == (True, True)
    both: Callable[[frozenset[str]], bool] = lambda roles: one in roles and other in roles  # noqa: E731
    assert [kind for kind, verb in VERBS.items() if lower in verb.roles and not both(verb.roles)] == []
