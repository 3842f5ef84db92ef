"""Halting play at a table that is too short (TDA 11)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tables.rules.button import HandPositions, big_blind_order, clockwise, strictly_between, table_positions
from tables.rules.facts import TableFact
from tables.rules.sizes import SHORT_BY, short_tables


class HaltState(StrEnum):
    """HALT: stop dealing now; DUE: in `in_hands` hands; ASK: the director decides; WAIVED: he let it play on."""

    HALT = "halt"
    DUE = "due"
    ASK = "ask"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Halt:
    """A table `short_by` players below `fullest`, the empty seat a blind falls on, and in how many hands it does.

    `at_seat` and `in_hands` are None when the button is not known. `rule`: key for tournaments.rules.references.
    """

    table: int
    fullest: int
    short_by: int
    state: HaltState
    at_seat: int | None = None
    in_hands: int | None = None
    rule: str = "halt"


def halts(
    tables: Sequence[TableFact],
    handed: int,
    *,
    short_by: int = SHORT_BY,
    waived: Collection[int] = (),
    halting: bool | None = None,
) -> tuple[Halt, ...]:
    """The tables that halt or will, in the order given.

    `handed`: seats per table of the event. `halting` None: on for eight- to ten-handed events, a question in others;
    True and False settle it. A table without a free seat can get nobody and never halts.
    """
    if halting is False:
        return ()
    asks = halting is None and not 8 <= handed <= 10
    short = short_tables([table.size for table in tables], short_by)
    fullest = max(tables, key=lambda table: table.size, default=None)
    return tuple(
        _halt(tables[at], fullest, waived, asks) for at in short if fullest and tables[at].free_seats
    )


def _halt(table: TableFact, fullest: TableFact, waived: Collection[int], asks: bool) -> Halt:
    at_seat, in_hands = blinds_affected(table)
    state = HaltState.ASK if in_hands is None else HaltState.DUE if in_hands else HaltState.HALT
    if asks:
        state = HaltState.ASK
    if table.number in waived:
        state = HaltState.WAIVED
    return Halt(table.number, fullest.number, fullest.size - table.size, state, at_seat, in_hands)


def blinds_affected(table: TableFact) -> tuple[int | None, int | None]:
    """The first empty seat on which a blind is due, and in how many hands (0: the next one).

    (None, None) without a known button, without two players or without an empty seat that could be filled.
    """
    hand = table_positions(table)
    if hand is None or not table.free_seats:
        return None, None
    if due := _empty_between(table, hand, hand.small_blind, hand.big_blind):
        return due[0], 0
    order = [fact.seat for fact in big_blind_order(table)]
    for at, seat in enumerate(order):
        following = order[(at + 1) % len(order)]
        if due := _empty_between(table, hand, seat, following):
            return due[0], at + 1
    return None, None


def _empty_between(table: TableFact, hand: HandPositions, start: int, end: int) -> list[int]:
    """Free seats from `start` (a small blind without a player counts) to before `end`, clockwise."""
    seats = [
        seat
        for seat in table.free_seats
        if strictly_between(table.seats, start, seat, end) or seat == start == hand.small_blind
    ]
    return sorted(seats, key=lambda seat: clockwise(table.seats, start, seat))
