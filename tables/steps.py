"""Opening and closing tables, seating and unseating, inside an act."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models import DealerReport, SeatAssignment, Table
from tables.selectors import free_seats
from tournaments.act import Act
from tournaments.deltas import Delta
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Entry
from tournaments.undoing import chain_of, refuse_because_of

LAST_TO_BREAK = 10_000


@dataclass(frozen=True, slots=True)
class Placing:
    """An entry and the seat it gets."""

    entry: Entry
    table: Table
    seat: int


def open_table(act: Act, number: int, seats: int, button_seat: int | None = None) -> Table:
    """Add a table. The highest number breaks first, so table 1 is the last one left."""
    return act.create(
        Table(
            tournament=act.event,
            number=number,
            seats=seats,
            button_seat=button_seat,
            break_order=LAST_TO_BREAK - number,
        )
    )


def close_table(act: Act, table: Table) -> None:
    """Close a table and clear its button; nobody can be seated there until it is opened again."""
    act.change(
        table,
        status=Table.Status.CLOSED,
        button_seat=None,
        small_blind_seat=None,
        halted=False,
        dealer_id=None,
    )


def seat(act: Act, placings: Iterable[Placing]) -> list[SeatAssignment]:
    """Put entries into seats. A closed table or a seat that does not exist is refused; a taken one by the database."""
    rows = []
    for placing in placings:
        _check_seat(placing)
        row = SeatAssignment(
            tournament=act.event,
            entry=placing.entry,
            table=placing.table,
            seat=placing.seat,
            opened_ms=act.now_ms,
            opened_by_id=act.id,
        )
        row.save(force_insert=True)
        act.append("seat_open", row)
        rows.append(row)
    return rows


def _check_seat(placing: Placing) -> None:
    if placing.table.status != Table.Status.OPEN:
        raise DirectorError(
            "table_closed",
            _("Table %(table)s is closed. Open it again or choose another table."),
            table=placing.table.number,
        )
    if not 1 <= placing.seat <= placing.table.seats or placing.seat in placing.table.reserved_seats:
        raise DirectorError(
            "seat_unknown",
            _("Table %(table)s has no free seat %(seat)s. Choose a seat from 1 to %(seats)s."),
            table=placing.table.number,
            seat=placing.seat,
            seats=placing.table.seats,
        )


def unseat(act: Act, assignments: Iterable[SeatAssignment]) -> None:
    """Take entries out of their seats. A row is closed once; the database refuses a second time."""
    rows = list(assignments)
    for row in rows:
        row.closed_ms, row.closed_by_id = act.now_ms, act.id
        act.append("seat_close", row)
    pks = [row.pk for row in rows]
    SeatAssignment.objects.filter(pk__in=pks).update(closed_ms=act.now_ms, closed_by_id=act.id)


def revert_opened(act: Act, _original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of seating: the rows are closed, unless a later act has moved the player already."""
    rows = SeatAssignment.objects.filter(pk__in=[delta["pk"] for delta in chosen])
    unseat(act, [_held_on(row) for row in rows])


def _held_on(row: SeatAssignment) -> SeatAssignment:
    """The open row by which the player still sits where `row` put him: an undone move or bust opened a new one for it.

    Refuses when an act that still counts took him away.
    """
    while row.closed_by_id:
        again = SeatAssignment.objects.filter(opened_by__undoes=row.closed_by_id, entry=row.entry_id).first()
        if again is None:
            refuse_because_of(row.closed_by)
        row = again
    return row


def revert_closed(act: Act, original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of unseating: back to the same seat, or to a free one when it is taken or its table closed.

    Of a chain of undo and redo the same seat is the one the act itself took the player from, or put him into, if that
    is free again.
    """
    rows = SeatAssignment.objects.select_related("table", "entry").order_by("pk")
    chain = chain_of(original)
    own = {"opened_by": chain[0]} if len(chain) % 2 == 0 else {"closed_by": chain[0]}
    for row in rows.filter(pk__in=[delta["pk"] for delta in chosen]):
        held = [*rows.filter(entry=row.entry_id, **own), row]
        seat(act, [next(filter(None, map(_again, held)), None) or _free_seat(act, row.entry)])


def _again(row: SeatAssignment) -> Placing | None:
    """The seat of a closed row, if it can be taken."""
    taken = SeatAssignment.objects.filter(table=row.table, seat=row.seat, closed_by__isnull=True).exists()
    gone = row.table.status != Table.Status.OPEN or row.seat > row.table.seats
    if taken or gone or row.seat in row.table.reserved_seats:
        return None
    return Placing(row.entry, row.table, row.seat)


def seat_guard(row: models.Model, original: DirectorAction) -> DirectorAction | None:
    """An entry or table cannot be revoked while a later act seats somebody by it."""
    if not isinstance(row, Entry | Table):
        return None
    held = SeatAssignment.objects.filter(closed_by__isnull=True).exclude(opened_by=original)
    held = held.filter(entry=row) if isinstance(row, Entry) else held.filter(table=row)
    found = held.select_related("opened_by").first()
    return found.opened_by if found else None


def _free_seat(act: Act, entry: Entry) -> Placing:
    """Any free seat at a table with the fewest players, for a player whose own seat is gone."""
    free = free_seats(act.event.pk)
    if not free:
        raise DirectorError(
            "no_free_seat", _("There is no free seat for him. Open a table first, then undo."), conflict=True
        )
    act.facts.setdefault("reseated", []).append(str(entry.player))
    return Placing(entry, *free[0])


def settle_reports(
    act: Act, entry_ids: Iterable[int], kinds: Iterable[str] | None = None, *, declined: bool = False
) -> list[DealerReport]:
    """Answer what dealers said of these entries (of those kinds): it happened, was counted anew, or was not so."""
    rows = DealerReport.objects.filter(
        entry_id__in=entry_ids, settled_by__isnull=True, revoked_by__isnull=True
    ).select_related("entry__player")
    found = list(rows if kinds is None else rows.filter(kind__in=kinds))
    for row in found:
        act.change(row, settled_by_id=act.id, declined=declined)
    return found
