"""Reading the club: who one is, the club and its staff, players, templates, and the log of acts of the club."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from acts.templates import LABELS, OWN
from club.models import ApiToken, Club, Exclusion, Membership, Player, User, identity_of
from director.api.base import PagedRead, Read
from director.api.callers import Caller, user_of
from director.api.shapes import Limited, LimitedRow, PageQuery
from director.web.access import memberships
from tournaments.acting import VERBS
from tournaments.actors import (
    DESK_STAFF,
    DIRECTORS,
    EVERYBODY_ON_STAFF,
    FLOOR_AND_DESK,
    OWNER_ONLY,
    SYSTEM,
)
from tournaments.errors import NotFound
from tournaments.models import TournamentTemplate


class ClubShape(LimitedRow):
    """A club's settings."""

    limited = {"minimum_age_years": DESK_STAFF, "revision": OWNER_ONLY}

    class Meta:
        model = Club
        fields = (
            "id", "name", "currency", "timezone", "language", "rule_preset", "minimum_age_years", "house_rules",
            "version", "revision",
        )  # fmt: skip


class UserShape(LimitedRow):
    """A person who signs in."""

    name = serializers.CharField(source="__str__")

    class Meta:
        model = User
        fields = ("id", "username", "name")


class TokenShape(LimitedRow):
    """A token, without its secret: only a hash of that is stored."""

    user = UserShape()

    class Meta:
        model = ApiToken
        fields = ("id", "name", "role", "user", "expires_at", "active")


class MeShape(Limited):
    """The caller: `role` is what counts, `acts` are the acts it includes."""

    user = UserShape()
    club = ClubShape()
    role = serializers.CharField()
    token = TokenShape(allow_null=True)
    acts = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField()


class Me(Read):
    """Who the caller is: person, club, role, and the acts his role includes."""

    roles = EVERYBODY_ON_STAFF
    shape = MeShape

    def read(self) -> Any:
        caller = self.caller
        kinds = [kind for kind, verb in VERBS.items() if caller.role in verb.roles - {SYSTEM}]
        return {
            "user": caller.user,
            "club": caller.club,
            "role": caller.role,
            "token": caller.token,
            "acts": sorted(kinds),
            "version": self.version,
        }


class ClubRoleShape(Limited):
    """A club the caller works in, and his role there."""

    club_id = serializers.IntegerField()
    name = serializers.CharField(source="club.name")
    role = serializers.CharField()


class ClubsShape(Limited):
    """The clubs of the caller."""

    results = ClubRoleShape(many=True)


class Clubs(Read):
    """The clubs the caller works in. A token knows its own club only."""

    roles = EVERYBODY_ON_STAFF
    shape = ClubsShape

    def find_caller(self, request: Request) -> None:
        """A person with several clubs may ask which they are before he chooses one."""
        user = user_of(request)
        self.members = [] if request.auth else memberships(user)
        if self.members:
            self.caller = Caller(user, self.members[0].club, self.members[0].role, "")
        else:
            super().find_caller(request)

    def read(self) -> Any:
        own = {"club_id": self.caller.club.pk, "club": self.caller.club, "role": self.caller.role}
        return {"results": self.members or [own]}


class ClubRead(Read):
    """The club's settings."""

    roles = EVERYBODY_ON_STAFF
    shape = ClubShape

    def read(self) -> Any:
        return self.caller.club


class MemberShape(LimitedRow):
    """Somebody who works or worked in the club."""

    user = UserShape()

    class Meta:
        model = Membership
        fields = ("id", "user", "role", "active", "revision")


class Members(PagedRead):
    """The club's staff, former staff too."""

    roles = OWNER_ONLY
    row = MemberShape

    def rows(self) -> QuerySet[Membership]:
        return Membership.objects.filter(club=self.caller.club).select_related("user")


class Tokens(PagedRead):
    """The tokens of the club's programs, revoked ones too."""

    roles = OWNER_ONLY
    row = TokenShape

    def rows(self) -> QuerySet[ApiToken]:
        return ApiToken.objects.filter(club=self.caller.club).select_related("user")


class PersonShape(LimitedRow):
    """A player as lists show him: the display name is for everybody, the full name for who needs it."""

    limited = {"name": FLOOR_AND_DESK, "club_number": FLOOR_AND_DESK}

    class Meta:
        model = Player
        fields = ("id", "number", "display_name", "name", "club_number")


class ExclusionShape(LimitedRow):
    """An exclusion that counts; its reason is for the owner only."""

    limited = {"reason": OWNER_ONLY}

    class Meta:
        model = Exclusion
        fields = ("id", "kind", "from_ms", "until_ms", "reason")


class PlayerShape(LimitedRow):
    """A player. Floor and desk are told whether he is excluded, directors also by what."""

    excluded = serializers.BooleanField()
    email = serializers.CharField()
    limited = {
        "born_on": DESK_STAFF,
        "email": DESK_STAFF,
        "phone": DESK_STAFF,
        "note": DESK_STAFF,
    }

    class Meta:
        model = Player
        fields = (
            "id", "number", "display_name", "name", "club_number", "born_on", "email", "phone", "note",
            "fixed_seat", "revision", "excluded",
        )  # fmt: skip


class PlayerDetailShape(PlayerShape):
    """A player and his exclusions."""

    version = serializers.IntegerField()
    exclusions = ExclusionShape(many=True, source="shown_exclusions")
    limited = PlayerShape.limited | {"exclusions": DIRECTORS}

    class Meta(PlayerShape.Meta):
        fields = (*PlayerShape.Meta.fields, "version", "exclusions")  # type: ignore[assignment]


class PlayerQuery(PageQuery):
    """Which players."""

    search = serializers.CharField(
        required=False, max_length=200, help_text=_("Part of the name, in any case.")
    )


def players_of(club: Club, now_ms: int) -> QuerySet[Player]:
    """The players of a club, each with whether he is excluded at `now_ms`."""
    excluded = Exists(exclusions_at(now_ms).filter(player=OuterRef("pk")))
    return Player.objects.filter(club=club, revoked_by_id__isnull=True).annotate(excluded=excluded)


def exclusions_at(now_ms: int) -> QuerySet[Exclusion]:
    """The exclusions that count at `now_ms`."""
    until = Q(until_ms__isnull=True) | Q(until_ms__gt=now_ms)
    return Exclusion.objects.filter(until, revoked_by_id__isnull=True, from_ms__lte=now_ms)


class Players(PagedRead):
    """The club's players in the order of their numbers."""

    roles = FLOOR_AND_DESK
    row = PlayerShape
    key = "number"
    query = PlayerQuery
    tag = "player"

    def rows(self) -> QuerySet[Player]:
        rows = players_of(self.caller.club, self.now_ms)
        search = self.asked().get("search", "")
        return rows.filter(identity__contains=identity_of(search)) if search else rows


class PlayerRead(Read):
    """One player."""

    roles = FLOOR_AND_DESK
    shape = PlayerDetailShape
    tag = "player"

    def read(self) -> Any:
        player = players_of(self.caller.club, self.now_ms).filter(pk=self.kwargs["player_id"]).first()
        if player is None:
            raise NotFound("player_unknown", _("There is no such player in this club."))
        shown = exclusions_at(self.now_ms).filter(player=player).order_by("pk")
        player.version = self.version  # type: ignore[attr-defined]
        player.shown_exclusions = list(shown)  # type: ignore[attr-defined]
        return player


class BuiltInShape(Limited):
    """A template that comes with the program; its code is what tournament.create takes."""

    code = serializers.CharField()
    name = serializers.CharField()


class OwnTemplateShape(LimitedRow):
    """A template of the club: settings and level rows."""

    code = serializers.SerializerMethodField()
    template_id = serializers.IntegerField(source="pk")
    content = serializers.DictField()

    class Meta:
        model = TournamentTemplate
        fields = ("template_id", "code", "name", "content", "revision")

    def get_code(self, row: TournamentTemplate) -> str:
        return f"{OWN}{row.pk}"


class TemplatesShape(Limited):
    """Templates, built in and of the club."""

    version = serializers.IntegerField()
    built_in = BuiltInShape(many=True)
    own = OwnTemplateShape(many=True)


class Templates(Read):
    """The templates tournaments can be copied from."""

    roles = DIRECTORS
    shape = TemplatesShape

    def read(self) -> Any:
        own = TournamentTemplate.objects.filter(club=self.caller.club, revoked_by__isnull=True)
        return {
            "version": self.version,
            "built_in": [{"code": code, "name": label} for code, label in LABELS.items()],
            "own": own.order_by("name"),
        }
