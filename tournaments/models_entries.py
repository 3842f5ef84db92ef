"""Entries of a tournament and what happens to them: purchases, waiting list, eliminations, penalties.

Nothing here is deleted. A row taken back by an undo carries the act that did so in `revoked_by`.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class EntryStatus(models.TextChoices):
    REGISTERED = "registered", _("registered, not paid")
    ACTIVE = "active", _("in play")
    BUSTED = "busted", _("out")
    LEFT = "left", _("left")
    DISQUALIFIED = "disqualified", _("disqualified")
    CANCELLED = "cancelled", _("cancelled")


def revoked_by() -> models.ForeignKey:
    """The act that took the row back by undoing the one that made it."""
    return models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )


def made_by(related_name: str = "+") -> models.ForeignKey:
    """The act behind the row; there is no way to make one without."""
    return models.ForeignKey(
        "tournaments.DirectorAction", on_delete=models.PROTECT, related_name=related_name
    )


class Entry(models.Model):
    """One participation. A re-entry is a new entry of the same player; a rebuy is not.

    `number` is the entry's number in the tournament, `turn` counts the entries of the same player from 1.
    `time_banks_used` counts the time-bank chips it has given up.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    turn = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=12, choices=EntryStatus)
    code = models.CharField(max_length=16, unique=True)
    registered_ms = models.BigIntegerField()
    away = models.BooleanField(default=False)
    stack_chips = models.BigIntegerField(null=True, blank=True)
    moved_count = models.PositiveSmallIntegerField(default=0)
    time_banks_used = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by("entries_made")
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once_per_tournament"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(status__in=["registered", "active"], revoked_by__isnull=True),
                name="entry_one_live_per_player",
            ),
            models.CheckConstraint(condition=Q(status__in=EntryStatus.values), name="entry_status_is_known"),
            models.CheckConstraint(
                condition=Q(stack_chips__isnull=True) | Q(stack_chips__gte=0),
                name="entry_stack_is_not_negative",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status"], name="entry_by_status")]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class Purchase(models.Model):
    """What an entry bought, at the price of that moment: later edits of the tournament change nothing here."""

    class Kind(models.TextChoices):
        ENTRY = "entry", _("buy-in")
        REBUY = "rebuy", _("rebuy")
        ADDON = "addon", _("add-on")

    class Status(models.TextChoices):
        PENDING = "pending", _("to be paid")
        PAID = "paid", _("paid")
        REFUNDED = "refunded", _("refunded")
        DROPPED = "dropped", _("never paid")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="purchases")
    kind = models.CharField(max_length=8, choices=Kind)
    number = models.PositiveSmallIntegerField()
    prize_minor = models.BigIntegerField(default=0)
    fee_minor = models.BigIntegerField(default=0)
    bounty_minor = models.BigIntegerField(default=0)
    staff_minor = models.BigIntegerField(default=0)
    chips = models.BigIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status)
    receipt_number = models.PositiveBigIntegerField(null=True, blank=True)
    at_ms = models.BigIntegerField()
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by("purchases_made")
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind", "number"],
                condition=Q(revoked_by__isnull=True),
                name="purchase_numbered_once",
            ),
            models.CheckConstraint(
                condition=Q(
                    prize_minor__gte=0,
                    fee_minor__gte=0,
                    bounty_minor__gte=0,
                    staff_minor__gte=0,
                    chips__gte=0,
                ),
                name="purchase_parts_are_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.kind} {self.number}"

    @property
    def price_minor(self) -> int:
        """The price paid, in minor units: the sum of its parts."""
        return self.prize_minor + self.fee_minor + self.bounty_minor + self.staff_minor


class WaitingListEntry(models.Model):
    """One place in the waiting list, in order of arrival, without payment."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        OFFERED = "offered", _("offered a place")
        PROMOTED = "promoted", _("has a seat")
        LEFT = "left", _("left the list")
        DROPPED = "dropped", _("did not come")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="waiting_list"
    )
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="waiting_list")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=16, unique=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    joined_ms = models.BigIntegerField()
    offer_until_ms = models.BigIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="waiting_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(status__in=["waiting", "offered"], revoked_by__isnull=True),
                name="waiting_once_per_player",
            ),
            models.CheckConstraint(
                condition=~Q(status="offered") | Q(offer_until_ms__isnull=False),
                name="waiting_offer_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class Elimination(models.Model):
    """How an entry went out. Places are derived from the order; they are never stored.

    `batch` groups the busts of one hand (or of one hand-for-hand round), `stack_chips` is the stack at the start of
    the hand, `order` the order in which batches were entered.
    """

    class Cause(models.TextChoices):
        BUST = "bust", _("lost all chips")
        LEFT = "left", _("left the tournament")
        DISQUALIFIED = "disqualified", _("disqualified")
        SURRENDERED = "surrendered", _("gave up the stack for a re-entry")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="eliminations"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="eliminations")
    cause = models.CharField(max_length=14, choices=Cause, default=Cause.BUST)
    order = models.PositiveIntegerField()
    batch = models.PositiveIntegerField()
    hand_for_hand = models.BooleanField(default=False)
    table_number = models.PositiveIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    stack_chips = models.BigIntegerField(null=True, blank=True)
    in_time = models.BooleanField(default=False)
    by_entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="knockouts"
    )
    at_ms = models.BigIntegerField()
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(revoked_by__isnull=True), name="elimination_once_per_entry"
            ),
            models.CheckConstraint(
                condition=Q(stack_chips__isnull=True) | Q(stack_chips__gte=0),
                name="elimination_stack_is_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order} {self.entry}"


class Penalty(models.Model):
    """A warning or a card. It belongs to the player: it follows him through moves and re-entries."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        YELLOW = "yellow", _("yellow card")
        RED = "red", _("red card")

    class Measure(models.TextChoices):
        NONE = "none", _("no time away")
        PLAYING_TIME = "playing_time", _("minutes of play")
        WALL_CLOCK = "wall_clock", _("minutes")
        HANDS = "hands", _("hands")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="penalties"
    )
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(max_length=8, choices=Kind)
    cause = models.CharField(max_length=40)
    note = models.CharField(max_length=400, blank=True, default="")
    measure = models.CharField(max_length=12, choices=Measure, default=Measure.NONE)
    amount = models.PositiveIntegerField(default=0)
    hands_served = models.PositiveIntegerField(default=0)
    given_ms = models.BigIntegerField()
    given_play_ms = models.BigIntegerField(default=0)
    ended_ms = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "yellow", "red"]), name="penalty_kind_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player}"
