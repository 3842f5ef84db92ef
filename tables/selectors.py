"""Who sits where, read in a fixed number of queries."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tables.models import DealerReport, SeatAssignment, Table
from tournaments.stamps import KEY


@dataclass(frozen=True, slots=True)
class Seated:
    """A player in a seat, as the tables page and the plans need him."""

    entry_id: int
    player_id: int
    name: str
    display_name: str
    table_id: int
    table_number: int
    seat: int
    away: bool
    moved_count: int
    fixed: bool
    stack_chips: int | None
    code: str
    assignment_id: int


def open_tables(tournament_id: int) -> list[Table]:
    """Open tables in the order of their numbers."""
    rows = Table.objects.filter(
        tournament_id=tournament_id, status=Table.Status.OPEN, revoked_by__isnull=True
    )
    return list(rows.order_by("number"))


SEATED = (
    "entry_id",
    "entry__player_id",
    "entry__player__name",
    "entry__player__display_name",
    "table_id",
    "table__number",
    "seat",
    "entry__away",
    "entry__moved_count",
    "entry__player__fixed_seat",
    "entry__stack_chips",
    "entry__code",
    "pk",
)


def seated(tournament_id: int) -> list[Seated]:
    """Everybody who has a seat, by table and seat, in one query. Plain columns: thousands of rows, on every page."""
    rows = SeatAssignment.objects.filter(tournament_id=tournament_id, closed_by__isnull=True)
    return [Seated(*row) for row in rows.order_by("table__number", "seat").values_list(*SEATED)]


def free_seats(tournament_id: int) -> list[tuple[Table, int]]:
    """Free seats of open tables as (table, seat), tables with the fewest players first."""
    return [
        (table, seat) for tables in free_tables(tournament_id) for table, seats in tables for seat in seats
    ]


def free_tables(tournament_id: int) -> list[list[tuple[Table, list[int]]]]:
    """Open tables with a free seat and their free seats: those with equally many players together, the fewest first."""
    taken: dict[int, set[int]] = defaultdict(set)
    rows = SeatAssignment.objects.filter(tournament_id=tournament_id, closed_by__isnull=True)
    for table_id, seat in rows.values_list("table_id", "seat"):
        taken[table_id].add(seat)
    found: dict[int, list[tuple[Table, list[int]]]] = defaultdict(list)
    for table in open_tables(tournament_id):
        held = taken[table.pk]
        free = [seat for seat in range(1, table.seats + 1) if seat not in held.union(table.reserved_seats)]
        if free:
            found[len(held)].append((table, free))
    return [found[players] for players in sorted(found)]


def seat_of(entry_id: int) -> SeatAssignment | None:
    """The seat an entry holds now."""
    return (
        SeatAssignment.objects.filter(entry_id=entry_id, closed_by__isnull=True)
        .select_related("table", "entry")
        .first()
    )


def table_stamp(tournament_id: int, key: str) -> str:
    """The stamp of the table with that number: its revision."""
    if not KEY.fullmatch(key):
        return "gone"
    rows = Table.objects.filter(tournament_id=tournament_id, number=int(key), revoked_by__isnull=True)
    found = rows.values_list("revision", flat=True).first()
    return "gone" if found is None else str(found)


def seat_stamp(tournament_id: int, key: str) -> str:
    """The stamp of where an entry sits: the row of its seat, "0" without one."""
    if not KEY.fullmatch(key):
        return "gone"
    rows = SeatAssignment.objects.filter(
        tournament_id=tournament_id, entry_id=int(key), closed_by__isnull=True
    )
    return str(rows.values_list("pk", flat=True).first() or 0)


def open_reports(table: Table) -> QuerySet[DealerReport]:
    """What the dealer of the table said and nobody has answered, in the order it was said."""
    rows = DealerReport.objects.filter(table=table, settled_by__isnull=True, revoked_by__isnull=True)
    return rows.select_related("entry__player").order_by("pk")
