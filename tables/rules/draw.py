"""Seat draws: who and where, by two independent shuffles from a recorded seed.

The same players in the same order, the same tables and the same seed give the same draw.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random

from tables.rules.button import waits_for_button
from tables.rules.facts import Pairs, PlayerKey, TableFact, partners_by_player
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A player and the seat he drew. `waits`: no hand until the button has passed."""

    player_key: PlayerKey
    table_number: int
    seat: int
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Seats in the order of the players, the first button of each table that had none, pairs left at one table."""

    seats: tuple[DrawnSeat, ...]
    buttons: Mapping[int, int]
    together: int


def draw_seats(
    players: Sequence[PlayerKey],
    tables: Sequence[TableFact],
    rng: Random,
    *,
    pairs: Pairs = frozenset(),
    fixed: Mapping[PlayerKey, int] | None = None,
) -> Draw:
    """Seat everybody at random, tables as even as they can be, and draw the first buttons.

    Blocked and occupied seats are left out. `fixed`: players bound to a table (mobility) get a random seat there.
    Pairs are kept apart by exchanging drawn seats before anybody is told. Raises RuleError `player_drawn_twice`,
    `not_enough_seats` and `fixed_table_full`.
    """
    if len(set(players)) < len(players):
        raise RuleError("player_drawn_twice")
    bound = {player: table for player, table in (fixed or {}).items() if player in set(players)}
    places = _places(players, tables, bound, rng)
    who = [player for player in players if player not in bound]
    rng.shuffle(who)
    where = [place for place in places if place[0] is None]
    rng.shuffle(where)
    drawn = {player: (table, seat) for player, table, seat in places if player is not None}
    drawn |= {player: (table, seat) for player, (_, table, seat) in zip(who, where, strict=True)}
    together = keep_apart(drawn, tables, pairs, rng, movable=who)
    return Draw(_in_order(players, drawn, tables), first_buttons(drawn, tables, rng), together)


type _Place = tuple[PlayerKey | None, int, int]


def _places(
    players: Sequence[PlayerKey], tables: Sequence[TableFact], bound: Mapping[PlayerKey, int], rng: Random
) -> list[_Place]:
    """(player bound to it or None, table, seat) for every seat that is drawn, sizes as even as possible."""
    counts = places_by_table(len(players), tables, rng, at_least=_count(bound.values()))
    result: list[_Place] = []
    for table in tables:
        seats = rng.sample(table.free_seats, counts[table.number])
        here = [player for player, number in bound.items() if number == table.number]
        waiting: list[PlayerKey | None] = [*here, *[None] * (len(seats) - len(here))]
        result += [(player, table.number, seat) for player, seat in zip(waiting, seats, strict=True)]
    return result


def _count(numbers: Iterable[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    return counts


def places_by_table(
    players: int, tables: Sequence[TableFact], rng: Random, *, at_least: Mapping[int, int] | None = None
) -> dict[int, int]:
    """How many of `players` newcomers each table gets: always one more to the fewest players, ties at random.

    Raises RuleError `not_enough_seats` when the free seats do not suffice, `fixed_table_full` when `at_least` does not
    fit a table or names one that is not open.
    """
    counts = {table.number: (at_least or {}).get(table.number, 0) for table in tables}
    free = {table.number: len(table.free_seats) for table in tables}
    for number, least in (at_least or {}).items():
        if least > free.get(number, 0):
            raise RuleError("fixed_table_full", table=number)
    if players > sum(free.values()):
        raise RuleError("not_enough_seats", players=players, seats=sum(free.values()))
    queue = [
        (table.size + counts[table.number], rng.random(), table.number)
        for table in tables
        if counts[table.number] < free[table.number]
    ]
    heapify(queue)
    for _ in range(players - sum(counts.values())):
        size, _, number = heappop(queue)
        counts[number] += 1
        if counts[number] < free[number]:
            heappush(queue, (size + 1, rng.random(), number))
    return counts


def keep_apart(
    drawn: dict[PlayerKey, tuple[int, int]],
    tables: Sequence[TableFact],
    pairs: Pairs,
    rng: Random,
    *,
    movable: Sequence[PlayerKey],
) -> int:
    """Exchange drawn seats, by chance, until no exchange brings fewer forbidden pairs together; how many are left.

    `drawn`: player → (table, seat), changed in place. People who sat at the tables before stay where they are.
    """
    company = _Company(drawn, tables, pairs)
    improved = True
    while improved and (offenders := [player for player in movable if company.conflicts(player)]):
        improved = False
        for player in offenders:
            others = list(movable)
            rng.shuffle(others)
            improved = any(company.exchange(player, other) for other in others) or improved
    return sum(company.conflicts(player) for player in company.partners) // 2


class _Company:
    """Who is at which table while seats are exchanged."""

    def __init__(
        self, drawn: dict[PlayerKey, tuple[int, int]], tables: Sequence[TableFact], pairs: Pairs
    ) -> None:
        self.drawn, self.partners = drawn, partners_by_player(pairs)
        self.table_of = {fact.player_key: table.number for table in tables for fact in table.occupied}
        self.table_of |= {player: table for player, (table, _) in drawn.items()}

    def conflicts(self, player: PlayerKey) -> int:
        """People at the player's table whom he must not sit with; 0 for somebody without a seat."""
        table = self.table_of.get(player)
        if table is None:
            return 0
        return sum(1 for other in self.partners.get(player, ()) if self.table_of.get(other) == table)

    def exchange(self, one: PlayerKey, other: PlayerKey) -> bool:
        """Exchange two drawn seats if fewer pairs meet then; whether it was done."""
        if not self.conflicts(one) or self.table_of[one] == self.table_of[other]:
            return False
        before = self.conflicts(one) + self.conflicts(other)
        self._swap(one, other)
        if self.conflicts(one) + self.conflicts(other) < before:
            return True
        self._swap(one, other)
        return False

    def _swap(self, one: PlayerKey, other: PlayerKey) -> None:
        self.drawn[one], self.drawn[other] = self.drawn[other], self.drawn[one]
        self.table_of[one], self.table_of[other] = self.table_of[other], self.table_of[one]


def first_buttons(
    drawn: Mapping[PlayerKey, tuple[int, int]], tables: Sequence[TableFact], rng: Random
) -> dict[int, int]:
    """A button for each table that has none yet, drawn among its occupied seats; empty tables get none."""
    seats: dict[int, list[int]] = {table.number: sorted(table.taken) for table in tables}
    for table, seat in drawn.values():
        seats[table].append(seat)
    return {
        table.number: rng.choice(sorted(seats[table.number]))
        for table in tables
        if table.button is None and seats[table.number]
    }


def _in_order(
    players: Sequence[PlayerKey], drawn: Mapping[PlayerKey, tuple[int, int]], tables: Sequence[TableFact]
) -> tuple[DrawnSeat, ...]:
    by_number = {table.number: table for table in tables}
    return tuple(
        DrawnSeat(player, table, seat, waits_for_button(by_number[table], seat))
        for player in players
        for table, seat in (drawn[player],)
    )
