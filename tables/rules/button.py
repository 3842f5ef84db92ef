"""The dead button: who posts what in the next hand, and what "hand done" does.

The big blind always moves to the next player and nobody posts it twice running; the small blind stays where the big
blind was and the button where the small blind was, even when those seats have become empty (TDA, dead button). So the
small blind's seat carries the whole state: the next big blind is the first player after it. A club that stores only
the button gets the first player after the button as small blind, which differs only after a big blind went out.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tables.rules.facts import SeatFact, TableFact


@dataclass(frozen=True, slots=True)
class HandPositions:
    """Seats of one hand. Button and small blind may be empty seats, the big blind never is."""

    button: int
    small_blind: int
    big_blind: int


def clockwise(seats: int, start: int, seat: int) -> int:
    """Steps clockwise from one seat to another at a table of `seats`: 0 … seats − 1."""
    return (seat - start) % seats


def strictly_between(seats: int, start: int, seat: int, end: int) -> bool:
    """Whether a seat lies after `start` and before `end`, going clockwise."""
    return 0 < clockwise(seats, start, seat) < clockwise(seats, start, end)


def next_occupied(seats: int, taken: Collection[int], seat: int) -> int:
    """The first occupied seat clockwise after `seat`; `seat` itself when nobody else sits there."""
    return min(taken, key=lambda other: (clockwise(seats, seat, other) - 1) % seats)


def previous_occupied(seats: int, taken: Collection[int], seat: int) -> int:
    """The first occupied seat anticlockwise before `seat`; `seat` itself when nobody else sits there."""
    return min(taken, key=lambda other: (clockwise(seats, other, seat) - 1) % seats)


def positions(
    seats: int, taken: Collection[int], button: int | None, small_blind: int | None = None
) -> HandPositions | None:
    """Who posts in the next hand, for the people who sit there now.

    None when the button is not known or fewer than two players sit there. Heads-up the button is the small blind.
    A player who came between small blind and big blind becomes the big blind; two who became three get a button of
    their own, the player before the small blind.
    """
    if button is None or len(taken) < 2:
        return None
    if len(taken) == 2:
        return _heads_up(seats, taken, button, small_blind)
    small = next_occupied(seats, taken, button) if small_blind is None else small_blind
    big = next_occupied(seats, taken, small)
    if button in (small, big):
        button = previous_occupied(seats, taken, small)
    return HandPositions(button, small, big)


def _heads_up(seats: int, taken: Collection[int], button: int, small_blind: int | None) -> HandPositions:
    """Two players: the big blind falls on the one who did not have it last, the other has button and small blind."""
    if small_blind is not None:
        big = next_occupied(seats, taken, small_blind)
    else:
        own = button if button in taken else next_occupied(seats, taken, button)
        big = next_occupied(seats, taken, own)
    other = next_occupied(seats, taken, big)
    return HandPositions(other, other, big)


def table_positions(table: TableFact) -> HandPositions | None:
    """Who posts in the next hand at a table; None without a known button or with fewer than two players."""
    return positions(table.seats, table.taken, table.button, table.small_blind)


def after_hand(seats: int, taken: Collection[int], last: HandPositions) -> HandPositions | None:
    """ "Hand done": the positions of the hand after `last`, for the people still there (None below two players)."""
    return positions(seats, taken, button=last.small_blind, small_blind=last.big_blind)


def big_blind_order(table: TableFact) -> tuple[SeatFact, ...]:
    """Everybody at the table in the order in which they will be big blind, the next one first.

    Empty without a known button; a player alone is his own order.
    """
    if table.size == 1:
        return table.occupied
    hand = table_positions(table)
    if hand is None:
        return ()
    return clockwise_from(table, hand.big_blind)


def clockwise_from(table: TableFact, seat: int) -> tuple[SeatFact, ...]:
    """Everybody at the table clockwise, beginning with that seat or the first one occupied after it."""
    return tuple(sorted(table.occupied, key=lambda fact: clockwise(table.seats, seat, fact.seat)))


def waits_for_button(table: TableFact, seat: int) -> bool:
    """Whether somebody new in that seat gets no hand until the button has passed: strictly between button and SB."""
    hand = table_positions(table)
    return hand is not None and strictly_between(table.seats, hand.button, seat, hand.small_blind)
