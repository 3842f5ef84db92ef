"""The question of a balancing plan: who could move, how many go and come, who may not sit together."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.rules.facts import Pairs, PlayerKey


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could be moved: his table, how often he was moved before, his place in the order to the BB."""

    player_key: PlayerKey
    table: int
    moved_count: int
    order: int


@dataclass(frozen=True, slots=True)
class Receiver:
    """A table that gets `places` players; its worst free seat is big blind in `hands_to_bb` hands."""

    table: int
    places: int
    hands_to_bb: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Candidates in donor order, how many each donor gives, receivers in order, who sits where, forbidden pairs."""

    candidates: tuple[Candidate, ...]
    give: Mapping[int, int]
    receivers: tuple[Receiver, ...]
    table_of: Mapping[PlayerKey, int] = field(default_factory=dict)
    pairs: Pairs = frozenset()


@dataclass(frozen=True, slots=True)
class Matching:
    """Where each mover goes, the forbidden pairs that then sit together, whether nothing better is possible."""

    to_table: Mapping[PlayerKey, int]
    together: int
    proven: bool


def pairs_meeting(problem: Problem, to_table: Mapping[PlayerKey, int]) -> list[frozenset[PlayerKey]]:
    """The forbidden pairs that sit at one table after the moves."""
    found = []
    for pair in problem.pairs:
        tables = {to_table.get(player, problem.table_of.get(player)) for player in pair}
        if len(tables) == 1 and None not in tables:
            found.append(pair)
    return found
