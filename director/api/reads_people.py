"""Reading the people of a tournament: entries with seat and purchases, waiting list, penalties."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from director.api.base import PagedRead, Read
from director.api.reads_club import PersonShape
from director.api.shapes import LimitedRow, PageQuery
from tables.models import SeatAssignment
from tournaments.actors import DESK_STAFF, EVERYBODY_ON_STAFF, FLOOR_AND_DESK, FLOOR_STAFF
from tournaments.errors import NotFound
from tournaments.models import Elimination, Entry, Penalty, Purchase, WaitingListEntry
from tournaments.models_entries import EntryStatus


class SeatShape(LimitedRow):
    """A seat: the table's number and the seat's. `id` is the stamp `seat:<entry id>`."""

    table = serializers.IntegerField(source="table.number")

    class Meta:
        model = SeatAssignment
        fields = ("id", "table", "seat", "opened_ms")


class PurchaseShape(LimitedRow):
    """What an entry bought. Floor staff see that a rebuy is still to be paid, not the money."""

    price_minor = serializers.IntegerField()
    limited = dict.fromkeys(
        ("prize_minor", "fee_minor", "bounty_minor", "staff_minor", "price_minor", "receipt_number"),
        DESK_STAFF,
    )

    class Meta:
        model = Purchase
        fields = (
            "id", "kind", "number", "status", "chips", "at_ms", "revision", "prize_minor", "fee_minor",
            "bounty_minor", "staff_minor", "price_minor", "receipt_number",
        )  # fmt: skip


class EliminationShape(LimitedRow):
    """How an entry went out. Places are in the results: they follow from all eliminations together."""

    by_entry_id = serializers.IntegerField(allow_null=True)

    class Meta:
        model = Elimination
        fields = ("cause", "batch", "table_number", "seat", "stack_chips", "by_entry_id", "at_ms")


class EntryShape(LimitedRow):
    """An entry. `revision` is the stamp `entry:<id>`; `code` opens the player's own page."""

    player = PersonShape()
    seat = SeatShape(allow_null=True)
    elimination = EliminationShape(allow_null=True)
    purchases = PurchaseShape(many=True, source="counted_purchases")
    limited = {"code": FLOOR_AND_DESK, "purchases": FLOOR_AND_DESK}

    class Meta:
        model = Entry
        fields = (
            "id", "number", "turn", "status", "away", "stack_chips", "moved_count", "time_banks_used", "registered_ms",
            "revision", "code", "player", "seat", "elimination", "purchases",
        )  # fmt: skip


class EntryDetailShape(EntryShape):
    """One entry."""

    version = serializers.IntegerField()
    limited = EntryShape.limited

    class Meta(EntryShape.Meta):
        fields = (*EntryShape.Meta.fields, "version")  # type: ignore[assignment]


def entries_of(tournament_id: int) -> QuerySet[Entry]:
    """The entries of a tournament with everything an EntryShape shows, in four queries."""
    seats = SeatAssignment.objects.filter(closed_by__isnull=True).select_related("table")
    outs = Elimination.objects.filter(revoked_by__isnull=True)
    bought = Purchase.objects.filter(revoked_by__isnull=True).order_by("pk")
    rows = Entry.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return rows.select_related("player").prefetch_related(
        Prefetch("seats", seats, to_attr="held"),
        Prefetch("eliminations", outs, to_attr="outs"),
        Prefetch("purchases", bought, to_attr="counted_purchases"),
    )


def with_facts(rows: list[Entry]) -> list[Entry]:
    """The entries with their one seat and their one elimination, as the shape reads them."""
    for row in rows:
        row.seat = next(iter(row.held), None)  # type: ignore[attr-defined]
        row.elimination = next(iter(row.outs), None)  # type: ignore[attr-defined]
    return rows


class EntryQuery(PageQuery):
    """Which entries."""

    status = serializers.ChoiceField(choices=EntryStatus.choices, required=False)
    player_id = serializers.IntegerField(required=False, min_value=1, max_value=2**53)


class Entries(PagedRead):
    """The entries in the order of registration, each with seat and purchases."""

    roles = EVERYBODY_ON_STAFF
    row = EntryShape
    key = "number"
    query = EntryQuery
    tag = "entry"

    def rows(self) -> QuerySet[Entry]:
        asked = self.asked()
        wanted = {name: asked[name] for name in ("status", "player_id") if name in asked}
        return entries_of(self.event.pk).filter(**wanted)

    def read(self) -> Any:
        page = super().read()
        return page | {"results": with_facts(page["results"])}


class EntryRead(Read):
    """One entry."""

    roles = EVERYBODY_ON_STAFF
    shape = EntryDetailShape
    tag = "entry"

    def read(self) -> Any:
        found = with_facts(list(entries_of(self.event.pk).filter(pk=self.kwargs["entry_id"])))
        if not found:
            raise NotFound("entry_unknown", _("There is no such entry in this tournament."))
        found[0].version = self.version  # type: ignore[attr-defined]
        return found[0]


class WaitingShape(LimitedRow):
    """A line of the waiting list. `revision` is the stamp `waiting:<id>`."""

    player = PersonShape()
    entry_id = serializers.IntegerField(allow_null=True)
    limited = {"code": FLOOR_AND_DESK}

    class Meta:
        model = WaitingListEntry
        fields = (
            "id", "number", "status", "joined_ms", "offer_until_ms", "entry_id", "revision", "code", "player",
        )  # fmt: skip


class WaitingQuery(PageQuery):
    """Which lines."""

    status = serializers.ChoiceField(choices=WaitingListEntry.Status.choices, required=False)


class WaitingList(PagedRead):
    """The waiting list in its order; lines that were used up too, unless a status is asked for."""

    roles = EVERYBODY_ON_STAFF
    row = WaitingShape
    key = "number"
    query = WaitingQuery
    tag = "entry"

    def rows(self) -> QuerySet[WaitingListEntry]:
        rows = WaitingListEntry.objects.filter(tournament=self.event, revoked_by__isnull=True)
        status = self.asked().get("status")
        rows = rows.filter(status=status) if status else rows
        return rows.select_related("player")


class PenaltyShape(LimitedRow):
    """A warning or card. `amount` is ms for the two clocks, hands for hands; `revision` the stamp `penalty:<id>`."""

    player = PersonShape()
    entry_id = serializers.IntegerField()
    limited = {"cause": FLOOR_STAFF, "note": FLOOR_STAFF}

    class Meta:
        model = Penalty
        fields = (
            "id", "kind", "measure", "amount", "hands_served", "given_ms", "given_play_ms", "ended_ms", "cause",
            "note", "revision", "entry_id", "player",
        )  # fmt: skip


class Penalties(PagedRead):
    """Warnings and cards in the order in which they were given."""

    roles = FLOOR_AND_DESK
    row = PenaltyShape
    tag = "entry"

    def rows(self) -> QuerySet[Penalty]:
        rows = Penalty.objects.filter(tournament=self.event, revoked_by__isnull=True)
        return rows.select_related("player")
