"""Seats by hand: move, swap, open and close tables, button, away."""

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from acts.entries import draw_seat, find_active, find_table, open_next_table, seat_entry
from acts.refusals import whole
from tables.models import SeatAssignment, Table
from tables.selectors import seat_of
from tables.steps import Placing, close_table, seat, settle_reports, unseat
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError
from tournaments.models import Entry

MOST_CHIPS = 10**10


class Count(TypedDict):
    """A counted stack."""

    entry_id: int
    stack_chips: int


def seat_held(entry: Entry) -> SeatAssignment:
    """The seat of a player who must have one."""
    held = seat_of(entry.pk)
    if held is None:
        raise DirectorError("no_seat", _("%(player)s has no seat."), conflict=True, player=entry.player.name)
    return held


@director_action("seat.move", roles=FLOOR_STAFF)
def move_entry(
    act: Act, *, entry_id: int, table_number: int | None = None, seat_number: int | None = None
) -> dict[str, object]:
    """Move a player with the stack he has now. Without a seat named he draws one; without a table, anywhere."""
    entry = find_active(act, entry_id)
    held = seat_of(entry.pk)
    act.facts["player"] = entry.player.name
    placing = draw_seat(act, entry, table_number, seat_number)
    if held and (held.table_id, held.seat) == (placing.table.pk, placing.seat):
        raise DirectorError("same_seat", _("%(player)s sits there already."), player=entry.player.name)
    if held:
        act.facts |= {"from_table": held.table.number, "from_seat": held.seat}
        unseat(act, [held])
    seat_entry(act, placing)
    act.change(entry, moved_count=entry.moved_count + 1)
    return {"entry_id": entry.pk, "table": placing.table.number, "seat": placing.seat}


@director_action("seat.swap", roles=FLOOR_STAFF)
def swap_entries(act: Act, *, entry_id: int, other_entry_id: int) -> dict[str, object]:
    """Two players in each other's seats change places, each with his own stack."""
    one, other = find_active(act, entry_id), find_active(act, other_entry_id)
    if one.pk == other.pk:
        raise DirectorError("twice", _("A player is named twice."))
    his, hers = seat_held(one), seat_held(other)
    unseat(act, [his, hers])
    seat(act, [Placing(one, hers.table, hers.seat), Placing(other, his.table, his.seat)])
    act.facts |= {"players": [one.player.name, other.player.name]}
    return {"entry_id": one.pk, "other_entry_id": other.pk}


@director_action("table.open", roles=FLOOR_STAFF)
def open_table(act: Act, *, number: int | None = None) -> dict[str, object]:
    """Open a further table (the next number, or the one named), or a closed one again."""
    rows = Table.objects.filter(tournament=act.event, revoked_by__isnull=True)
    table = None if number is None else rows.filter(number=number).first()
    if table is None:
        table = open_next_table(act, number)
    elif table.status == Table.Status.OPEN:
        raise DirectorError("table_is_open", _("Table %(table)s is open."), table=number, conflict=True)
    else:
        act.change(table, status=Table.Status.OPEN, button_seat=act.rng.randint(1, table.seats))
    act.facts["table"] = table.number
    return {"table": table.number}


@director_action("table.close", roles=FLOOR_STAFF)
def close_empty_table(act: Act, *, number: int) -> dict[str, object]:
    """Close a table nobody sits at; one with players is broken instead."""
    table = find_table(act, number)
    if table.status != Table.Status.OPEN:
        raise DirectorError(
            "table_closed", _("Table %(table)s is closed already."), table=number, conflict=True
        )
    if SeatAssignment.objects.filter(table=table, closed_by__isnull=True).exists():
        raise DirectorError(
            "table_not_empty", _("Table %(table)s has players: break it instead."), table=number
        )
    close_table(act, table)
    act.facts["table"] = number
    return {"table": number}


@director_action("table.button", roles=FLOOR_STAFF)
def set_button(act: Act, *, number: int, seat_number: int) -> dict[str, object]:
    """Say where the button of the table's next hand is; the small blind is then the next player, not a dead one."""
    table = find_table(act, number)
    if not 1 <= seat_number <= table.seats:
        raise DirectorError("seat_unknown", _("Choose a seat from 1 to %(seats)s."), seats=table.seats)
    act.change(table, button_seat=seat_number, small_blind_seat=None)
    act.facts |= {"table": number, "seat": seat_number}
    return {"table": number, "button_seat": seat_number}


@director_action("entry.away", roles=FLOOR_STAFF)
def mark_away(act: Act, *, entry_id: int, away: bool = True) -> dict[str, object]:
    """Mark a player away from the table (dealt in, posts, hand killed) or back; he still counts in balancing."""
    entry = find_active(act, entry_id)
    act.change(entry, away=away)
    act.facts |= {"player": entry.player.name, "away": away}
    return {"entry_id": entry.pk, "away": away}


@director_action("entry.count", roles=FLOOR_STAFF)
def record_count(act: Act, *, counts: list[Count]) -> dict[str, object]:
    """Record counted stacks: Counts never change the chip ledger."""
    for count in counts:
        entry = find_active(act, count["entry_id"])
        act.change(entry, stack_chips=whole(count["stack_chips"], 0, MOST_CHIPS, _("The stack")))
    settle_reports(act, [count["entry_id"] for count in counts], ["count"])
    act.facts["counts"] = len(counts)
    return {"counts": len(counts)}
