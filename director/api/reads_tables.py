"""Reading the room: tables with seats, and what the table rules propose."""

from collections import defaultdict
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from director.api.base import PagedRead, Read
from director.api.reads_club import PersonShape
from director.api.shapes import Limited, LimitedRow, PageQuery
from director.scene.scene import scene_of
from tables.models import SeatAssignment, Table
from tables.proposals import propose_halts
from tables.rules.plans import BalancePlan, Move
from tournaments.actors import EVERYBODY_ON_STAFF, FLOOR_AND_DESK


class OccupantShape(LimitedRow):
    """Who sits in a seat."""

    entry_id = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number")
    away = serializers.BooleanField(source="entry.away")
    stack_chips = serializers.IntegerField(source="entry.stack_chips", allow_null=True)
    code = serializers.CharField(source="entry.code")
    player = PersonShape(source="entry.player")
    limited = {"code": FLOOR_AND_DESK}

    class Meta:
        model = SeatAssignment
        fields = ("seat", "entry_id", "number", "away", "stack_chips", "code", "player")


class TableShape(LimitedRow):
    """A table and who sits there. `button_seat` is the button of its next hand."""

    reserved_seats = serializers.ListField(child=serializers.IntegerField())
    occupants = OccupantShape(many=True)

    class Meta:
        model = Table
        fields = (
            "number", "seats", "status", "button_seat", "small_blind_seat", "break_order", "halted", "halt_waived",
            "final", "reserved_seats", "hands_done", "revision", "occupants",
        )  # fmt: skip


class TableQuery(PageQuery):
    """Which tables."""

    status = serializers.ChoiceField(choices=Table.Status.choices, required=False)


class Tables(PagedRead):
    """The tables in the order of their numbers, each with its players."""

    roles = EVERYBODY_ON_STAFF
    row = TableShape
    key = "number"
    query = TableQuery
    tag = "table"

    def rows(self) -> QuerySet[Table]:
        rows = Table.objects.filter(tournament=self.event, revoked_by__isnull=True)
        status = self.asked().get("status")
        return rows.filter(status=status) if status else rows

    def read(self) -> Any:
        page = super().read()
        seat_at(page["results"])
        return page


def seat_at(tables: list[Table]) -> None:
    """Give every table its occupants by seat, in one query."""
    rows = SeatAssignment.objects.filter(table__in=tables, closed_by__isnull=True).order_by("seat")
    by_table: dict[int, list[SeatAssignment]] = defaultdict(list)
    for row in rows.select_related("entry__player"):
        by_table[row.table_id].append(row)
    for table in tables:
        table.occupants = by_table[table.pk]  # type: ignore[attr-defined]


class MoveShape(Limited):
    """A move with its reason, as `seat.balance` takes it back (entry_id, to_table, to_seat)."""

    entry_id = serializers.IntegerField()
    from_table = serializers.IntegerField()
    from_seat = serializers.IntegerField()
    to_table = serializers.IntegerField()
    to_seat = serializers.IntegerField()
    why = serializers.CharField()
    rule = serializers.CharField()
    hands_to_bb = serializers.IntegerField(allow_null=True)
    waits = serializers.BooleanField()


class BalanceShape(Limited):
    """Moves in order, and what must be said before more can be named."""

    moves = MoveShape(many=True)
    asks_button = serializers.ListField(child=serializers.IntegerField())
    asks_stacks = serializers.ListField(child=serializers.IntegerField())
    asks_draw = serializers.ListField(child=serializers.IntegerField())
    unnamed = serializers.IntegerField()


class BreakShape(Limited):
    """What to do about the number of tables; for a final table `table` is the one that stays."""

    action = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField()
    tables = serializers.IntegerField()
    places_left = serializers.IntegerField()
    kept_seats = serializers.IntegerField()
    rule = serializers.CharField()


class HaltShape(Limited):
    """A table that is three or more players short."""

    table = serializers.IntegerField()
    fullest = serializers.IntegerField()
    short_by = serializers.IntegerField()
    state = serializers.CharField()
    at_seat = serializers.IntegerField(allow_null=True)
    in_hands = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField()


class ProposalsShape(Limited):
    """What the table rules propose now. The verbs reckon the same again under their lock."""

    version = serializers.IntegerField()
    balance = BalanceShape()
    tables = BreakShape()
    halts = HaltShape(many=True)


class Proposals(Read):
    """Moves that even out the tables, a table to break or the final table, and tables to halt."""

    roles = EVERYBODY_ON_STAFF
    shape = ProposalsShape
    tag = "table"

    def read(self) -> Any:
        scene = scene_of(self.event, self.now_ms)
        return {
            "version": self.version,
            "balance": balance_of(scene.balance_plan),
            "tables": scene.table_proposal,
            "halts": propose_halts(self.event, scene.floor),
        }


def balance_of(plan: BalancePlan) -> dict[str, Any]:
    """A plan with its moves by entry."""
    names = ("asks_button", "asks_stacks", "asks_draw", "unnamed")
    return {"moves": [_move(move) for move in plan.moves]} | {name: getattr(plan, name) for name in names}


def _move(move: Move) -> dict[str, Any]:
    names = ("from_table", "from_seat", "to_table", "to_seat", "why", "rule", "hands_to_bb", "waits")
    return {"entry_id": move.player_key} | {name: getattr(move, name) for name in names}
