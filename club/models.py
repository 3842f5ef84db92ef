"""Who runs tournaments and who plays in them: clubs, users with a role, players, exclusions, chip sets.

`revoked_by_id` names the act that took a row back. It is a plain UUID here, since acts live in a package above
this one and foreign keys point downwards only.
"""

import datetime as dt
import unicodedata

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    FLOOR = "floor", _("floor")
    CASHIER = "cashier", _("cashier")
    DEALER = "dealer", _("dealer")
    VIEWER = "viewer", _("viewer")


class RulePreset(models.TextChoices):
    TDA = "tda", _("Card room (TDA)")
    HOME = "home", _("Home games")


class User(AbstractUser):
    """A person who signs in. What he may do follows from his membership of a club, never from the account."""

    language = models.CharField(max_length=8, blank=True, default="")
    theme = models.CharField(max_length=8, blank=True, default="")

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Club(models.Model):
    """The tenant: every other row is reached through its club."""

    name = models.CharField(max_length=200)
    currency = models.CharField(max_length=3, default="EUR")
    timezone = models.CharField(max_length=64, default="Europe/Tallinn")
    language = models.CharField(max_length=8, default="en")
    rule_preset = models.CharField(max_length=8, choices=RulePreset, default=RulePreset.TDA)
    minimum_age_years = models.PositiveSmallIntegerField(default=18)
    house_rules = models.TextField(blank=True, default="")
    colour_main = models.CharField(max_length=7, blank=True, default="")
    colour_accent = models.CharField(max_length=7, blank=True, default="")
    next_receipt_number = models.PositiveBigIntegerField(default=1)
    version = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class ClubImage(models.Model):
    """A picture for the displays: the club's logo, or what a sponsor sent. The bytes are read by their address only."""

    class Kind(models.TextChoices):
        LOGO = "logo", _("logo")
        SPONSOR = "sponsor", _("sponsor")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="images")
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=120, blank=True, default="")
    content_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    position = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    revoked_by_id = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(kind="logo", revoked_by_id__isnull=True),
                name="logo_one_per_club",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.kind


class Membership(models.Model):
    """The role of one user in one club."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    active = models.BooleanField(default=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_one_per_club_and_user"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


def identity_of(name: str) -> str:
    """The name as it is compared: one case, single spaces, one Unicode form ("ann  LEE" is "Ann Lee")."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Player(models.Model):
    """A person who plays. Displays show the display name only; erasing keeps the row under its number."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    identity = models.CharField(max_length=400, db_index=True)
    display_name = models.CharField(max_length=200)
    club_number = models.CharField(max_length=40, blank=True, default="")
    born_on = models.DateField(null=True, blank=True)
    email = models.EmailField(blank=True, default="")
    phone = models.CharField(max_length=40, blank=True, default="")
    note = models.CharField(max_length=400, blank=True, default="")
    fixed_seat = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)
    revoked_by_id = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="player_number_once_per_club"),
            models.UniqueConstraint(
                fields=["club", "identity", "club_number"],
                condition=Q(revoked_by_id__isnull=True),
                name="player_identity_once_per_club",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Exclusion(models.Model):
    """From the moment it is recorded the player cannot hold a new entry; only an owner sees the reason."""

    class Kind(models.TextChoices):
        BARRED = "barred", _("barred by the club")
        SELF = "self", _("excluded himself")
        UNDER_AGE = "under_age", _("under age")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=400, blank=True, default="")
    from_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    revoked_by_id = models.UUIDField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(until_ms__isnull=True) | Q(until_ms__gt=models.F("from_ms")),
                name="exclusion_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"


class ChipSet(models.Model):
    """The chips a club owns: a list of {"value": 25, "count": 400, "colour": "green"}."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="chip_sets")
    name = models.CharField(max_length=120)
    chips = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)
    revoked_by_id = models.UUIDField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A club-scoped key of the API; only its hash is stored. It acts with the lower of this role and its user's own."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="api_tokens")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=120)
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role)
    expires_at = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name

    def is_over(self, now_ms: int) -> bool:
        """Whether its time is up at `now_ms` (epoch milliseconds)."""
        return self.expires_at is not None and self.expires_at <= dt.datetime.fromtimestamp(
            now_ms / 1000, dt.UTC
        )
