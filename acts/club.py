"""The club itself: its settings, its chips, who works in it with which role, and the keys of its programs."""

import datetime as dt
from itertools import pairwise
from typing import TypedDict

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from acts.refusals import text, whole
from acts.secrecy import Secret, checked_token
from acts.tournament_fields import CURRENCIES, MOST_CHIPS, time_zones
from club.models import ApiToken, ChipSet, Membership, Role, RulePreset, User
from tournaments.act import Act
from tournaments.acting import director_action, register_check
from tournaments.actors import DIRECTORS, EVERYBODY_ON_STAFF, OWNER_ONLY, covers
from tournaments.errors import DirectorError, NotFound

LONGEST_RULES = 20_000
OLDEST_MINIMUM_AGE = 99
LONGEST_TOKEN_DAYS = 3650
MOST_CHIP_KINDS = 20
MOST_PIECES = 1_000_000
MEMBERSHIP = "club.membership"


@director_action("club.edit", roles=OWNER_ONLY, tournament=False)
def edit_club(
    act: Act,
    *,
    name: str,
    currency: str,
    timezone: str,
    language: str,
    rule_preset: str,
    minimum_age_years: int,
    house_rules: str = "",
    shown_revision: int | None = None,
) -> dict[str, object]:
    """Change the club's settings. Tournaments that exist keep their own currency, zone and rules.

    `shown_revision` is the state of the settings that the form showed: a later change of them is a conflict.
    """
    if shown_revision is not None and shown_revision != act.club.revision:
        raise DirectorError(
            "stale",
            _(
                "Somebody changed the settings while this page was open. Look at the new ones, then try again."
            ),
            conflict=True,
        )
    act.change(
        act.club,
        name=text(name, 200, _("The club's name")),
        currency=_one_of(currency, CURRENCIES, _("The currency")),
        timezone=_one_of(timezone, time_zones(), _("The time zone")),
        language=_one_of(language, dict(settings.LANGUAGES), _("The language")),
        rule_preset=_one_of(rule_preset, RulePreset.values, _("The rules")),
        minimum_age_years=whole(minimum_age_years, 0, OLDEST_MINIMUM_AGE, _("The minimum age")),
        house_rules=_house_rules(house_rules),
    )
    return {"club_id": act.club.pk}


def _one_of(value: str, allowed: object, what: object) -> str:
    if value not in allowed:  # type: ignore[operator]
        raise DirectorError(
            "setting_wrong",
            _("%(what)s cannot be “%(value)s”. Choose one of those offered."),
            what=what,
            value=value[:60],
        )
    return value


def _house_rules(value: str) -> str:
    """The text as typed, with its lines; only its length is bounded."""
    cleaned = value.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(cleaned) > LONGEST_RULES:
        raise DirectorError(
            "text_too_long",
            _("%(what)s is too long: %(longest)s characters at most."),
            what=_("The text of the house rules"),
            longest=LONGEST_RULES,
        )
    return cleaned


# Members -----------------------------------------------------------------------------------------------------------


def find_member(act: Act, membership_id: int) -> Membership:
    """A member of staff of this club, working or not."""
    row = Membership.objects.filter(club=act.club, pk=membership_id).select_related("user").first()
    if row is None:
        raise NotFound("member_unknown", _("There is no such member of staff."))
    return row


def checked_password(password: Secret, user: User) -> str:
    """The password when it is strong enough for that user; otherwise a refusal that says how to better it."""
    try:
        validate_password(password.reveal(), user)
    except ValidationError as error:
        raise DirectorError("password_weak", " ".join(error.messages).replace("%", "%%")) from error
    return password.reveal()


@director_action("member.add", roles=OWNER_ONLY, tournament=False)
def add_member(
    act: Act, *, username: str, role: str, password: Secret | None = None, full_name: str = ""
) -> dict[str, object]:
    """Give somebody a role in the club: a new user with a first password, or one who exists (no password then).

    Somebody who worked here before comes back with the role named. Undo takes the role away again; a user who was
    made stays, with nothing to open.
    """
    _checked_role(role)
    wanted = User.normalize_username(text(username, 150, _("The user name")))
    user = User.objects.filter(username__iexact=wanted).first()
    if user is None:
        user = _new_user(wanted, password, full_name, act.club.language)
    elif password is not None:
        raise DirectorError(
            "username_taken",
            _("Somebody has this user name. Choose another, or leave the password empty to add that person."),
        )
    member = Membership.objects.filter(club=act.club, user=user).first()
    if member and member.active:
        raise DirectorError("member_already", _("%(name)s works here already."), name=str(user))
    if member is None:
        # Made inactive and then changed, so that undo can switch it off again: the row itself has no way back.
        member = Membership.objects.create(club=act.club, user=user, role=role, active=False)
    act.change(member, role=role, active=True)
    act.facts |= {"name": str(user), "role": role}
    return {"membership_id": member.pk, "user_id": user.pk}


def _checked_role(role: str) -> str:
    if role not in Role.values:
        raise DirectorError("role_unknown", _("Choose a role from the list."))
    return role


def _new_user(username: str, password: Secret | None, full_name: str, language: str) -> User:
    """A user with a first password, which the owner passes on."""
    if password is None:
        raise DirectorError(
            "password_missing", _("Nobody has this user name yet: give a first password to make the user.")
        )
    name = text(full_name, 150, _("The name"), required=False)
    user = User(username=username, first_name=name, language=language)
    user.set_password(checked_password(password, user))
    user.save()
    return user


@director_action("member.change_role", roles=OWNER_ONLY, tournament=False)
def change_role(act: Act, *, membership_id: int, role: str) -> dict[str, object]:
    """Give a member another role, from now on. API tokens that may more than the new role stop working."""
    member = find_member(act, membership_id)
    _checked_role(role)
    act.facts |= {"name": str(member.user), "role": role, "from_role": member.role}
    act.change(member, role=role)
    _stop_tokens(act, member)
    return {"membership_id": member.pk, "role": role}


def _stop_tokens(act: Act, member: Membership) -> None:
    """Nobody keeps more through a token than he has himself."""
    for token in ApiToken.objects.filter(club=act.club, user=member.user, active=True):
        if not (member.active and covers(member.role, token.role)):
            act.change(token, active=False)


@director_action("member.deactivate", roles=OWNER_ONLY, tournament=False)
def deactivate_member(act: Act, *, membership_id: int) -> dict[str, object]:
    """End somebody's work here, at once on every page he has open. Never the last owner's."""
    member = find_member(act, membership_id)
    if not member.active:
        raise DirectorError(
            "member_inactive",
            _("%(name)s does not work here any more."),
            conflict=True,
            name=str(member.user),
        )
    act.change(member, active=False)
    _stop_tokens(act, member)
    act.facts |= {"name": str(member.user), "role": member.role}
    return {"membership_id": member.pk}


@director_action("member.activate", roles=OWNER_ONLY, tournament=False)
def activate_member(act: Act, *, membership_id: int) -> dict[str, object]:
    """Let somebody who worked here before work again, with the role he had."""
    member = find_member(act, membership_id)
    if member.active:
        raise DirectorError(
            "member_already", _("%(name)s works here already."), conflict=True, name=str(member.user)
        )
    act.change(member, active=True)
    act.facts |= {"name": str(member.user), "role": member.role}
    return {"membership_id": member.pk}


@director_action(
    "member.set_password",
    roles=OWNER_ONLY,
    tournament=False,
    no_undo_reason="an old password is kept nowhere, not even its hash",
)
def set_member_password(act: Act, *, membership_id: int, password: Secret) -> dict[str, object]:
    """Give a member a new password, when the old one is forgotten. Whoever works in another club too sets his own."""
    member = find_member(act, membership_id)
    if Membership.objects.filter(user=member.user).exclude(club=act.club).exists():
        raise DirectorError(
            "works_elsewhere", _("%(name)s works in another club too and sets the password himself."),
            name=str(member.user),
        )  # fmt: skip
    _set_password(member.user, password)
    act.facts |= {"name": str(member.user)}
    return {"membership_id": member.pk}


@director_action(
    "account.set_password",
    roles=EVERYBODY_ON_STAFF,
    tournament=False,
    no_undo_reason="an old password is kept nowhere, not even its hash",
)
def set_own_password(act: Act, *, old: Secret, new: Secret) -> dict[str, object]:
    """Change one's own password; the old one shows that it is really oneself."""
    user = acting_user(act)
    if not user.check_password(old.reveal()):
        raise DirectorError("password_wrong", _("The old password is not right. Type it again."))
    _set_password(user, new)
    return {"user_id": user.pk}


def acting_user(act: Act) -> User:
    """The person who acts."""
    return User.objects.get(pk=act.actor.user_id or 0)


def _set_password(user: User, password: Secret) -> None:
    user.set_password(checked_password(password, user))
    user.save(update_fields=["password"])


def require_owner(act: Act) -> None:
    """A club always has an owner who can sign in; an act, or an undo, that takes the last one away is refused."""
    if not any(delta["model"] == MEMBERSHIP for delta in act.deltas):
        return
    owners = Membership.objects.filter(club=act.club, role=Role.OWNER, active=True, user__is_active=True)
    if not owners.exists():
        raise DirectorError(
            "last_owner", _("This is the last owner of the club. Make somebody else an owner first.")
        )


register_check(require_owner)


# Keys of the API ---------------------------------------------------------------------------------------------------


@director_action("api_token.create", roles=OWNER_ONLY, tournament=False)
def create_token(
    act: Act, *, name: str, role: str, token: Secret, days: int | None = 365
) -> dict[str, object]:
    """Let a program act for the owner who makes the token, with `role`, for `days` (None: until it is revoked).

    The token is made by the caller and shown by him once; only its hash is stored.
    """
    _checked_role(role)
    expires_at = None
    if days is not None:
        whole(days, 1, LONGEST_TOKEN_DAYS, _("Days"))
        expires_at = dt.datetime.fromtimestamp(act.now_ms / 1000, dt.UTC) + dt.timedelta(days=days)
    row = ApiToken.objects.create(
        club=act.club,
        user=acting_user(act),
        name=text(name, 120, _("The name")),
        token_hash=checked_token(token),
        role=role,
        expires_at=expires_at,
        active=False,
    )
    act.change(row, active=True)
    act.facts |= {"name": row.name, "role": role}
    return {"api_token_id": row.pk}


@director_action("api_token.revoke", roles=OWNER_ONLY, tournament=False)
def revoke_token(act: Act, *, api_token_id: int) -> dict[str, object]:
    """Stop a token, from now on."""
    row = ApiToken.objects.filter(club=act.club, pk=api_token_id).first()
    if row is None:
        raise NotFound("token_unknown", _("There is no such token."))
    if not row.active:
        raise DirectorError("token_revoked", _("This token was revoked already."), conflict=True)
    act.change(row, active=False)
    act.facts |= {"name": row.name, "role": row.role}
    return {"api_token_id": row.pk}


# Chip sets ---------------------------------------------------------------------------------------------------------


class ChipKind(TypedDict):
    """The chips of one value: how many pieces the club owns (0: not counted) and what they look like."""

    value: int
    count: int
    colour: str


@director_action("chip_set.save", roles=DIRECTORS, tournament=False)
def save_chip_set(
    act: Act,
    *,
    name: str,
    chips: list[ChipKind],
    chip_set_id: int | None = None,
    shown_revision: int | None = None,
) -> dict[str, object]:
    """Write down the chips the club owns, as a new set or instead of what `chip_set_id` held.

    Each value once. Tournaments have copied the values they play with and keep them. `shown_revision` is the state of
    the set that the form showed: a later change of it is a conflict.
    """
    clean = text(name, 120, _("The name of the chip set"))
    kinds = _checked_chips(chips)
    act.facts |= {"chip_set": clean}
    if chip_set_id is None:
        return {"chip_set_id": act.create(ChipSet(club=act.club, name=clean, chips=kinds)).pk}
    row = _chip_set(act, chip_set_id)
    if shown_revision is not None and shown_revision != row.revision:
        raise DirectorError(
            "stale",
            _("Somebody changed this chip set while the page was open. Reload the page to see it."),
            conflict=True,
        )
    act.change(row, name=clean, chips=kinds)
    return {"chip_set_id": row.pk}


@director_action("chip_set.remove", roles=DIRECTORS, tournament=False)
def remove_chip_set(act: Act, *, chip_set_id: int) -> dict[str, object]:
    """Take a chip set out of the list. Tournaments that play with its values keep them."""
    row = _chip_set(act, chip_set_id)
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"chip_set": row.name}
    return {"chip_set_id": row.pk}


def _chip_set(act: Act, chip_set_id: int) -> ChipSet:
    row = ChipSet.objects.filter(club=act.club, pk=chip_set_id, revoked_by_id__isnull=True).first()
    if row is None:
        raise NotFound("chip_set_unknown", _("There is no such chip set."))
    return row


def _checked_chips(chips: list[ChipKind]) -> list[ChipKind]:
    """The chips by value, the smallest first."""
    if not chips or len(chips) > MOST_CHIP_KINDS:
        raise DirectorError(
            "chips_missing", _("A chip set has one to %(most)s values."), most=MOST_CHIP_KINDS
        )
    found = [
        ChipKind(
            value=whole(chip["value"], 1, MOST_CHIPS, _("The value of a chip")),
            count=whole(chip["count"], 0, MOST_PIECES, _("The number of pieces")),
            colour=text(chip["colour"], 40, _("The colour"), required=False),
        )
        for chip in chips
    ]
    values = sorted(chip["value"] for chip in found)
    twice = next((low for low, high in pairwise(values) if low == high), None)
    if twice is not None:
        raise DirectorError("chip_twice", _("The chip of %(value)s is there twice."), value=twice)
    return sorted(found, key=lambda chip: chip["value"])
