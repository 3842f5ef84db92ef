"""Which free seat of a table a player gets who is moved to it (TDA 11 and the home variants)."""

from dataclasses import dataclass
from enum import StrEnum

from tables.rules.button import HandPositions, clockwise, strictly_between, table_positions
from tables.rules.facts import TableFact


class SeatState(StrEnum):
    """What an empty seat means for somebody moved into it before the next hand."""

    OK = "ok"
    GAP = "gap"
    SMALL_BLIND = "small_blind"
    NO_BLINDS = "no_blinds"


@dataclass(frozen=True, slots=True)
class SeatValue:
    """An empty seat with the hands until its player is big blind (None: no hand is dealt to him, or no blinds).

    `after_big_blind`: steps clockwise from the big blind, for ties.
    """

    seat: int
    state: SeatState
    hands_to_bb: int | None = None
    after_big_blind: int = 0


def value_of_seat(table: TableFact, hand: HandPositions, seat: int) -> SeatValue:
    """What one empty seat is worth at the receiver's next hand.

    The small blind's seat is forbidden; strictly between button and small blind no hand is dealt; strictly between
    small blind and big blind the player becomes the big blind himself (0 hands); elsewhere it is one hand more than
    there are players strictly between the big blind and the seat.
    """
    seats, after = table.seats, clockwise(table.seats, hand.big_blind, seat)
    if seat == hand.small_blind:
        return SeatValue(seat, SeatState.SMALL_BLIND, None, after)
    if strictly_between(seats, hand.button, seat, hand.small_blind):
        return SeatValue(seat, SeatState.GAP, None, after)
    if strictly_between(seats, hand.small_blind, seat, hand.big_blind):
        return SeatValue(seat, SeatState.OK, 0, after)
    passed = sum(1 for fact in table.occupied if strictly_between(seats, hand.big_blind, fact.seat, seat))
    return SeatValue(seat, SeatState.OK, 1 + passed, after)


def values_of_free_seats(table: TableFact) -> tuple[SeatValue, ...]:
    """Every free seat of a table with its value, lowest seat first."""
    hand = table_positions(table)
    if hand is None:
        return tuple(SeatValue(seat, SeatState.NO_BLINDS) for seat in table.free_seats)
    return tuple(value_of_seat(table, hand, seat) for seat in table.free_seats)


def seats_to_give(table: TableFact) -> tuple[SeatValue, ...]:
    """Free seats in which somebody can be put now: any but the small blind's."""
    return tuple(value for value in values_of_free_seats(table) if value.state is not SeatState.SMALL_BLIND)


def worst_seat(table: TableFact) -> SeatValue | None:
    """The seat that is big blind soonest (TDA 11; home: nearest the big blind), ties nearest after the big blind.

    A seat between button and small blind only if there is nothing else; None when no seat can be given.
    """
    return min(
        seats_to_give(table),
        key=lambda value: (value.state is SeatState.GAP, value.hands_to_bb or 0, value.after_big_blind),
        default=None,
    )


def farthest_seat(table: TableFact) -> SeatValue | None:
    """The seat that is big blind last (home, last two tables); ties farthest after the big blind; None without one."""
    return max(
        seats_to_give(table),
        key=lambda value: (value.state is not SeatState.GAP, value.hands_to_bb or 0, value.after_big_blind),
        default=None,
    )
