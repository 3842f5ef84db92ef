"""What the table rules know about tables and the people at them.

Seats are numbered from 1 clockwise. A table's button and small blind are those of its *next* hand.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from tournaments.rules.errors import RuleError

type PlayerKey = Hashable
type Pairs = frozenset[frozenset[PlayerKey]]


@dataclass(frozen=True, slots=True)
class SeatFact:
    """One person in one seat.

    `moved_count`: how often he was moved to balance tables; `fixed`: bound to his table (mobility) and never part of
    a plan unless the director says so; `stack_chips`: None when nobody has counted.
    """

    seat: int
    player_key: PlayerKey
    table_number: int
    moved_count: int = 0
    fixed: bool = False
    stack_chips: int | None = None


@dataclass(frozen=True, slots=True)
class TableFact:
    """One open table between two hands.

    `button` and `small_blind` are seats of the next hand; both may be empty seats (dead button, dead small blind);
    `button` None: not known. `small_blind` None: the first occupied seat after the button. `blocked_seats` take
    nobody new (reserved, broken). `opened_seats`: empty seats in the order in which they became empty, latest last.
    `break_order`: lower breaks first, ties by number.

    Raises RuleError `seat_out_of_range`, `seat_taken_twice` or `player_seated_twice`.
    """

    number: int
    seats: int
    occupied: tuple[SeatFact, ...] = ()
    button: int | None = None
    small_blind: int | None = None
    break_order: int = 0
    blocked_seats: frozenset[int] = frozenset()
    opened_seats: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        taken = [fact.seat for fact in self.occupied]
        named = [seat for seat in (self.button, self.small_blind) if seat is not None]
        if any(not 1 <= seat <= self.seats for seat in taken + named):
            raise RuleError("seat_out_of_range", table=self.number, seats=self.seats)
        if len(set(taken)) < len(taken):
            raise RuleError("seat_taken_twice", table=self.number)
        if len({fact.player_key for fact in self.occupied}) < len(taken):
            raise RuleError("player_seated_twice", table=self.number)

    @property
    def size(self) -> int:
        """How many sit here; people away from the table count."""
        return len(self.occupied)

    @property
    def taken(self) -> frozenset[int]:
        """The occupied seats."""
        return frozenset(fact.seat for fact in self.occupied)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """Seats that can take somebody, lowest first: empty and not blocked."""
        unusable = self.taken | self.blocked_seats
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in unusable)

    @property
    def capacity(self) -> int:
        """How many can sit here, counting those who do."""
        return self.size + len(self.free_seats)

    @property
    def place_in_break_order(self) -> tuple[int, int]:
        """Sort key: the table that breaks first comes first."""
        return (self.break_order, self.number)

    def sitting(self, player_key: PlayerKey) -> SeatFact:
        """The seat of a player. Raises RuleError `not_at_table`."""
        for fact in self.occupied:
            if fact.player_key == player_key:
                return fact
        raise RuleError("not_at_table", table=self.number, player=player_key)

    def at(self, seat: int) -> SeatFact | None:
        """Who sits in a seat, or None."""
        return next((fact for fact in self.occupied if fact.seat == seat), None)

    def without(self, player_key: PlayerKey) -> "TableFact":
        """The table after the player left; his seat is the one that opened last."""
        left = self.sitting(player_key)
        others = tuple(fact for fact in self.occupied if fact is not left)
        return replace(self, occupied=others, opened_seats=(*self.opened_seats, left.seat))

    def with_player(self, fact: SeatFact, seat: int) -> "TableFact":
        """The table after the player sat down in a seat. Raises RuleError `seat_not_free`."""
        if seat not in self.free_seats:
            raise RuleError("seat_not_free", table=self.number, seat=seat)
        arrived = replace(fact, seat=seat, table_number=self.number)
        opened = tuple(empty for empty in self.opened_seats if empty != seat)
        return replace(self, occupied=(*self.occupied, arrived), opened_seats=opened)


def pairs_from_groups(groups: Iterable[Iterable[PlayerKey]]) -> Pairs:
    """Every two members of each group, as unordered pairs: people the club does not let sit together."""
    pairs: set[frozenset[PlayerKey]] = set()
    for group in groups:
        members = list(group)
        pairs.update(
            frozenset((one, other))
            for at, one in enumerate(members)
            for other in members[at + 1 :]
            if one != other
        )
    return frozenset(pairs)


def partners_by_player(pairs: Pairs) -> dict[PlayerKey, frozenset[PlayerKey]]:
    """For each player in a forbidden pair, those he must not sit with."""
    partners: dict[PlayerKey, set[PlayerKey]] = {}
    for one, other in pairs:
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)
    return {player: frozenset(others) for player, others in partners.items()}


def pairs_together(tables: Iterable[TableFact], pairs: Pairs) -> int:
    """How many forbidden pairs sit at one table."""
    if not pairs:
        return 0
    table_of = {fact.player_key: table.number for table in tables for fact in table.occupied}
    places = ([table_of.get(player) for player in pair] for pair in pairs)
    return sum(1 for one, other in places if one is not None and one == other)
