"""Keeping the tables even: balancing moves, breaking a table, the final table, redraws, the button, halts."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from acts.dealers import DEALING, require_own_table
from acts.entries import find_table
from acts.refusals import refusing
from acts.windows import close_early, entries_open, rule_settings
from tables.models import SeatAssignment, Table
from tables.proposals import (
    Floor,
    balance_rules,
    final_size,
    floor_of,
    last_to_break,
    propose_balance,
)
from tables.rules.breaking import plan_break, plan_final_table, plan_redraw
from tables.rules.button import after_hand, table_positions
from tables.rules.draw import Draw, DrawnSeat, draw_seats
from tables.rules.facts import TableFact
from tables.rules.plans import Move
from tables.selectors import Seated
from tables.steps import Placing, close_table, seat, unseat
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError
from tournaments.models import Deferral, Entry, Penalty


class PlannedMove(TypedDict):
    """A move as it was proposed and shown."""

    entry_id: int
    to_table: int
    to_seat: int


def _entries(floor: Floor) -> dict[int, Entry]:
    """The entries of everybody seated, by id."""
    rows = Entry.objects.filter(pk__in=[one.entry_id for one in floor.seated]).select_related("player")
    return {row.pk: row for row in rows}


def _reseat(
    act: Act, floor: Floor, places: dict[int, tuple[Table, int]], *, balanced: Collection[int] = ()
) -> None:
    """Move entries to new seats: all old seats are closed first, then all new ones opened.

    `balanced`: entries moved for balance; whoever was moved is moved again last. A drawn seat is no such move.
    """
    people = {one.entry_id: one for one in floor.seated}
    entries = _entries(floor)
    held = SeatAssignment.objects.filter(
        pk__in=[people[entry_id].assignment_id for entry_id in places if entry_id in people]
    )
    unseat(act, held)
    seat(act, [Placing(entries[entry_id], table, number) for entry_id, (table, number) in places.items()])
    for entry_id in balanced:
        act.change(entries[entry_id], moved_count=entries[entry_id].moved_count + 1)
    act.facts["moves"] = [_told(people[entry_id], places[entry_id]) for entry_id in places]


def _told(person: Seated, place: tuple[Table, int]) -> list[object]:
    return [person.name, person.table_number, person.seat, place[0].number, place[1]]


def _table_numbered(floor: Floor, number: int) -> Table:
    for table in floor.tables:
        if table.number == number:
            return table
    raise DirectorError("table_closed", _("Table %(table)s is closed."), table=number, conflict=True)


@director_action("seat.balance", roles=FLOOR_STAFF)
def balance(act: Act, *, moves: list[PlannedMove] | None = None) -> dict[str, object]:
    """Carry out balancing moves (TDA 11): those shown, or all that are proposed now.

    Moves that were shown must still be what the rules propose; otherwise the tables have changed and the new
    proposal is to be looked at. A different move is `seat.move` with a reason.
    """
    floor = floor_of(act.event)
    rng = act.rng if moves is None else None
    with refusing():
        plan = propose_balance(act.event, floor, rng=rng)
    chosen = _chosen(plan.moves, moves)
    if not chosen:
        raise DirectorError("balanced", _("Nobody has to move."), conflict=moves is not None)
    places = {
        int(str(move.player_key)): (_table_numbered(floor, move.to_table), move.to_seat) for move in chosen
    }
    _reseat(act, floor, places, balanced=places)
    act.facts["why"] = [str(move.why) for move in chosen]
    return {"moves": [[move.player_key, move.to_table, move.to_seat] for move in chosen]}


def _chosen(proposed: tuple[Move, ...], shown: list[PlannedMove] | None) -> list[Move]:
    """The proposed moves that were shown. One that is no longer proposed is a conflict."""
    if shown is None:
        return list(proposed)
    wanted = {(move["entry_id"], move["to_table"], move["to_seat"]) for move in shown}
    found = [move for move in proposed if (move.player_key, move.to_table, move.to_seat) in wanted]
    if len(found) != len(wanted):
        raise DirectorError(
            "plan_changed", _("The tables have changed: look at the new proposal."), conflict=True
        )
    return found


@director_action("table.break", roles=FLOOR_STAFF)
def break_table(act: Act, *, number: int) -> dict[str, object]:
    """Break a table: its players draw seats in two steps, the rest is evened out, the table closes (TDA 10)."""
    floor = floor_of(act.event)
    table = find_table(act, number)
    if table.status != Table.Status.OPEN:
        raise DirectorError(
            "table_closed", _("Table %(table)s is closed already."), table=number, conflict=True
        )
    with refusing():
        plan = plan_break(floor.facts, number, balance_rules(act.event, len(floor.facts) - 1), act.rng)
    if plan.queue:
        raise DirectorError(
            "no_room", _("The other tables have not enough free seats for everybody at this table.")
        )
    places = _places(floor, plan.seats)
    evened = {
        int(str(move.player_key)): (_table_numbered(floor, move.to_table), move.to_seat)
        for move in plan.evening.moves
    }
    _reseat(act, floor, places | evened, balanced=evened)
    close_table(act, _table_numbered(floor, number))
    act.facts["table"] = number
    return {"table": number, "moved": len(places | evened)}


def _places(floor: Floor, seats: tuple[DrawnSeat, ...]) -> dict[int, tuple[Table, int]]:
    return {int(str(one.player_key)): (_table_numbered(floor, one.table_number), one.seat) for one in seats}


@director_action("table.final", roles=FLOOR_STAFF)
def form_final_table(act: Act, *, stays: int | None = None, redraw: bool | None = None) -> dict[str, object]:
    """Everybody left goes to one table: the one that breaks last unless `stays` names another.

    Without `redraw` the setting decides (on under `tda`).
    """
    floor = floor_of(act.event)
    if len(floor.tables) < 2:
        raise DirectorError("one_table", _("There is one table already."), conflict=True)
    number = stays or last_to_break(floor)
    size, drawn = (
        final_size(act.event),
        rule_settings(act.event).final_table_redraw if redraw is None else redraw,
    )
    with refusing():
        plan = plan_final_table(floor.facts, number, act.rng, size=size, redraw=drawn)
    table = _table_numbered(floor, number)
    act.change(table, seats=max(size, table.seats), final=True)
    _redrawn(act, floor, plan.draw, plan.closes)
    act.facts["table"] = number
    if rule_settings(act.event).close_at_final_table and entries_open(act):
        close_early(act)
    return {"table": number}


@director_action("seat.redraw", roles=FLOOR_STAFF)
def redraw(act: Act) -> dict[str, object]:
    """New seats and buttons for everybody, at as few tables as they need.

    With it the redraws that were due by now (`redraw_at`) are done, and no longer proposed.
    """
    floor = floor_of(act.event)
    with refusing():
        plan = plan_redraw(floor.facts, act.rng)
    _redrawn(act, floor, plan.draw, plan.closes)
    for number in rule_settings(act.event).redraw_at:
        if len(floor.seated) <= number:
            act.create(Deferral(tournament=act.event, item_key=redraw_key(number), overruled=True))
    return {"tables": len(floor.tables) - len(plan.closes)}


def redraw_key(number: int) -> str:
    """The key of the to-do item that proposes the redraw at so many players."""
    return f"redraw:{number}"


def _redrawn(act: Act, floor: Floor, draw: Draw, closes: tuple[int, ...]) -> None:
    """Carry out a draw: seats, buttons, closed tables."""
    _reseat(act, floor, _places(floor, draw.seats))
    for number, button in draw.buttons.items():
        act.change(_table_numbered(floor, number), button_seat=button, small_blind_seat=None)
    for number in closes:
        close_table(act, _table_numbered(floor, number))
    act.facts["closed"] = list(closes)


@director_action("seat.draw", roles=FLOOR_STAFF, statuses=frozenset({"planned"}))
def draw_all_seats(act: Act) -> dict[str, object]:
    """Before the start: draw everybody's seat and every first button anew at the open tables."""
    floor = floor_of(act.event)
    players = [one.entry_id for one in floor.seated]
    empty = [_emptied(fact) for fact in floor.facts]
    with refusing():
        draw = draw_seats(
            players, empty, act.rng, fixed={o.entry_id: o.table_number for o in floor.seated if o.fixed}
        )
    _redrawn(act, floor, draw, ())
    return {"players": len(players)}


def _emptied(fact: TableFact) -> TableFact:
    return replace(fact, occupied=(), button=None, small_blind=None, opened_seats=())


@director_action("table.hand_done", roles=DEALING, statuses=frozenset({"running"}))
def hand_done(act: Act, *, number: int) -> dict[str, object]:
    """A hand is over: the button moves on by the dead-button rule, cards counted in hands are served by one."""
    floor = floor_of(act.event)
    table = _table_numbered(floor, number)
    require_own_table(act, table)
    fact = next(fact for fact in floor.facts if fact.number == number)
    last = table_positions(fact)
    following = after_hand(fact.seats, fact.taken, last) if last else None
    act.change(
        table,
        button_seat=following.button if following else table.button_seat,
        small_blind_seat=following.small_blind if following else None,
        hands_done=table.hands_done + 1,
    )
    _serve_hands(act, [one.player_id for one in floor.seated if one.table_number == number])
    act.facts |= {"table": number, "button": table.button_seat}
    return {"table": number, "button_seat": table.button_seat}


def _serve_hands(act: Act, players: list[int]) -> None:
    """Count the hand for players of the table who are away for a number of hands; the last one ends the card."""
    rows = Penalty.objects.filter(
        tournament=act.event,
        player_id__in=players,
        measure=Penalty.Measure.HANDS,
        ended_ms__isnull=True,
        revoked_by__isnull=True,
    )
    for row in rows:
        hands = row.hands_served + 1
        act.change(row, hands_served=hands, ended_ms=act.now_ms if hands >= row.amount else None)


@director_action("table.halt", roles=FLOOR_STAFF)
def halt_table(act: Act, *, number: int, halted: bool = True) -> dict[str, object]:
    """Halt play at a table that is too short, or let it go on (TDA 11)."""
    table = find_table(act, number)
    act.change(table, halted=halted)
    act.facts |= {"table": number, "halted": halted}
    return {"table": number, "halted": halted}


@director_action("table.waive_halt", roles=FLOOR_STAFF)
def waive_halt(act: Act, *, number: int, waived: bool = True) -> dict[str, object]:
    """The director lets a short table play on; not halting is no misdeal."""
    table = find_table(act, number)
    act.change(table, halt_waived=waived, halted=False if waived else table.halted)
    act.facts |= {"table": number, "waived": waived}
    return {"table": number, "waived": waived}
