"""Tables and who sits where."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """A table of a tournament. `button_seat` is the button of its next hand.

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
