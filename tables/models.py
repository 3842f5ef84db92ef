"""Tables and who sits where."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """A table of a tournament. `button_seat` is the button of its next hand, `dealer` who deals there now.

    `small_blind_seat` is the small blind of that hand where the dead-button rule makes it differ from the next player.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveIntegerField()
    seats = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    small_blind_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    break_order = models.PositiveIntegerField(default=0)
    halted = models.BooleanField(default=False)
    halt_waived = models.BooleanField(default=False)
    final = models.BooleanField(default=False)
    reserved_seats = models.JSONField(default=list)
    dealer = models.ForeignKey(
        "club.User", null=True, blank=True, on_delete=models.PROTECT, related_name="tables_dealt"
    )
    hands_done = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey(
        "tournaments.DirectorAction", on_delete=models.PROTECT, related_name="tables_made"
    )
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(revoked_by__isnull=True),
                name="table_number_once",
            ),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=12), name="table_seats_2_to_12"),
            models.CheckConstraint(
                condition=Q(button_seat__isnull=True)
                | Q(button_seat__gte=1, button_seat__lte=models.F("seats")),
                name="table_button_is_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class SeatAssignment(models.Model):
    """An entry in a seat, from the act that seated it to the act that took it away. A row is closed once."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="assignments")
    seat = models.PositiveSmallIntegerField()
    opened_ms = models.BigIntegerField()
    opened_by = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="+")
    closed_ms = models.BigIntegerField(null=True, blank=True)
    closed_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat"], condition=Q(closed_by__isnull=True), name="seat_holds_one_entry"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(closed_by__isnull=True), name="entry_holds_one_seat"
            ),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=12), name="seat_1_to_12"),
        ]
        indexes = [models.Index(fields=["tournament", "closed_by"], name="seat_by_tournament_and_open")]

    def __str__(self) -> str:
        return f"{self.table}/{self.seat}"


class DealerReport(models.Model):
    """What a dealer says of a player at his table, until floor staff answers: that he is out, or what he holds.

    `stack_chips`: the stack counted, or the one at the start of the hand. Answered by the act in `settled_by`: the bust
    or the count itself, a newer report, or a refusal (`declined`).
    """

    class Kind(models.TextChoices):
        BUST = "bust", _("out")
        COUNT = "count", _("count")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="reports")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="reports")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="reports")
    kind = models.CharField(max_length=8, choices=Kind)
    stack_chips = models.BigIntegerField(null=True, blank=True)
    at_ms = models.BigIntegerField()
    declined = models.BooleanField(default=False)
    settled_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    revision = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="+")
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(settled_by__isnull=True, revoked_by__isnull=True),
                name="report_of_entry_once",
            ),
            models.CheckConstraint(
                condition=Q(stack_chips__isnull=True) | Q(stack_chips__gte=0),
                name="report_stack_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"
