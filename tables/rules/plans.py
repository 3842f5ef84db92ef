"""What a balancing plan is made by and made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tables.rules.facts import Pairs, PlayerKey, SeatFact


class Method(StrEnum):
    """How movers and seats are chosen.

    BIG_BLIND: the next big blind to the worst seat (TDA 11 and home, blind and mixed games); POSITION: the player in
    the seat that opened last (TDA, stud only); CARD: the lowest card dealt (home, stud only).
    """

    BIG_BLIND = "big_blind"
    POSITION = "position"
    CARD = "card"


class Why(StrEnum):
    """Why this player."""

    NEXT_BIG_BLIND = "next_big_blind"
    MOVED_BEFORE = "others_moved_before"
    KEPT_APART = "kept_apart"
    NOT_MOVABLE = "others_fixed"
    FEWEST_CHIPS = "fewest_chips"
    SAME_SEAT = "same_seat"
    NEXT_SEAT = "next_seat_clockwise"
    LOWEST_CARD = "lowest_card"


@dataclass(frozen=True, slots=True)
class BalanceRules:
    """The settings a plan follows.

    `tolerance`: difference in players that is let be (sizes.tolerance_at). `home`: at the last two tables the player
    with the fewest chips moves, to the seat farthest from the BB. `pairs`: people kept apart. `fixed_too`: the director
    said that fixed players may be moved. `during_hand`: moves are made after the hand being played.
    """

    tolerance: int = 1
    method: Method = Method.BIG_BLIND
    home: bool = False
    pairs: Pairs = frozenset()
    fixed_too: bool = False
    during_hand: bool = False

    def movable(self, fact: SeatFact) -> bool:
        """Whether a plan may name this player."""
        return self.fixed_too or not fact.fixed


@dataclass(frozen=True, slots=True)
class Move:
    """One player from seat to seat, in the order in which moves are made, with the reason.

    `rule`: key for tournaments.rules.references. `from_size` and `to_size`: players before this move. `hands_to_bb`:
    hands until he is big blind at the new table, None where no hand is dealt yet or there are no blinds. `waits`: the
    seat lies between button and small blind. `cards`: what was dealt, when a card decided.
    """

    player_key: PlayerKey
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    why: Why
    rule: str
    from_size: int
    to_size: int
    hands_to_bb: int | None = None
    waits: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BalancePlan:
    """Moves in order, and what stands in the way of more.

    `asks_button`, `asks_stacks`, `asks_draw`: tables whose button, stacks or card must be given before a player can be
    named; `unnamed`: moves that wait for that. `together`: forbidden pairs at one table afterwards. `proven`: no better
    plan exists under the aims of docs/algorithms.md 2.
    """

    moves: tuple[Move, ...] = ()
    targets: Mapping[int, int] = field(default_factory=dict)
    asks_button: tuple[int, ...] = ()
    asks_stacks: tuple[int, ...] = ()
    asks_draw: tuple[int, ...] = ()
    unnamed: int = 0
    together: int = 0
    proven: bool = True
    after_this_hand: bool = False

    @property
    def balanced(self) -> bool:
        """Whether nobody has to move."""
        return not self.moves and not self.unnamed
