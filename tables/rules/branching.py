"""Branch and bound for plans with people who may not sit together.

A linear assignment (one row for each candidate, one column for each place at a receiver and each stay at a donor) is
the bound; a pair of candidates that meets only by two choices at once is the branch: one of them elsewhere, the other
elsewhere, or both there and paid for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from tables.rules.assignment import cheapest_assignment
from tables.rules.facts import PlayerKey, partners_by_player
from tables.rules.problem import Candidate, Problem, Receiver

# One whole number holds all aims, the most important in the highest bits; no sum reaches the next aim.
DISTANCE = 1 << 24
ORDER = DISTANCE << 12
MOVED = ORDER << 12
TOGETHER = MOVED << 20
FORBIDDEN = TOGETHER << 20
NODES = 2_400

type Pair = frozenset[PlayerKey]


@dataclass(frozen=True, slots=True)
class _Node:
    """A part of all matchings: cells allowed by their costs, the pairs paid for and what they cost."""

    cost: tuple[Sequence[int], ...]
    paid: int
    known: frozenset[Pair]


class Branching:
    """One search. Candidates of each donor, minus those it gives, must equal its stays."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.row = {candidate.player_key: at for at, candidate in enumerate(problem.candidates)}
        self.partners = partners_by_player(problem.pairs)
        self.columns = self._columns()
        self.inner = [pair for pair in problem.pairs if all(player in self.row for player in pair)]
        self.cost = tuple(
            [self._cell(at, candidate, column) for column in range(len(self.columns))]
            for at, candidate in enumerate(problem.candidates)
        )

    def best(self, start: Mapping[PlayerKey, int]) -> tuple[dict[PlayerKey, int], bool]:
        """The best matching found and whether it is proven; `start` is any possible one.

        The number of nodes is bounded by the size of the question, so that the answer does not depend on the machine.
        """
        best, least = dict(start), self._cost_of(start)
        queue: list[tuple[int, int, _Node]] = [(0, 0, _Node(self.cost, 0, frozenset()))]
        for number in range(1, 2 + NODES // len(self.row)):
            if not queue or queue[0][0] >= least:
                return best, True
            node = heappop(queue)[2]
            chosen = cheapest_assignment(node.cost)
            value = node.paid + sum(cells[column] for cells, column in zip(node.cost, chosen, strict=True))
            meeting = [pair for pair in self._meeting(chosen) if pair not in node.known]
            if value + len(meeting) * TOGETHER < least:
                best, least = self._read(chosen), value + len(meeting) * TOGETHER
            if meeting and value < least:
                for at, child in enumerate(self._branches(node, min(meeting, key=self._rows_of), chosen)):
                    heappush(queue, (value + child.paid - node.paid, 4 * number + at, child))
        return best, not queue or queue[0][0] >= least

    def _columns(self) -> list[tuple[int, Receiver | None]]:
        """(table, receiver) for each place to move to, (table, None) for each stay."""
        places: list[tuple[int, Receiver | None]] = [
            (receiver.table, receiver) for receiver in self.problem.receivers for _ in range(receiver.places)
        ]
        stays = {table: -given for table, given in self.problem.give.items()}
        for candidate in self.problem.candidates:
            stays[candidate.table] += 1
        return places + [(table, None) for table, count in stays.items() for _ in range(count)]

    def _cell(self, at: int, candidate: Candidate, column: int) -> int:
        """The cost of one candidate at one place, as far as it depends on that choice alone."""
        table, receiver = self.columns[column]
        if receiver is None and table != candidate.table:
            return FORBIDDEN
        together = sum(
            1
            for partner in self.partners.get(candidate.player_key, ())
            if partner not in self.row and self.problem.table_of.get(partner) == table
        )
        if receiver is None:
            return together * TOGETHER
        own = candidate.moved_count * MOVED + candidate.order * ORDER
        distance = abs(candidate.order - receiver.hands_to_bb) * DISTANCE
        # The sum of products is least when both sides are in order: donors and receivers break what is tied.
        in_order = (len(self.row) - at) * column
        return together * TOGETHER + own + distance + in_order

    def _branches(self, node: _Node, pair: Pair, chosen: Sequence[int]) -> list[_Node]:
        one, other = self._rows_of(pair)
        here = self.columns[chosen[one]][0]
        both = node.cost
        for row in (one, other):
            both = self._without(both, row, here, keep=True)
        return [
            _Node(self._without(node.cost, one, here, keep=False), node.paid, node.known),
            _Node(self._without(node.cost, other, here, keep=False), node.paid, node.known),
            _Node(both, node.paid + TOGETHER, node.known | {pair}),
        ]

    def _without(
        self, cost: tuple[Sequence[int], ...], row: int, table: int, *, keep: bool
    ) -> tuple[Sequence[int], ...]:
        """The costs with a candidate held at a table (`keep`) or kept away from it."""
        cells = [
            cell if (self.columns[column][0] == table) is keep else FORBIDDEN
            for column, cell in enumerate(cost[row])
        ]
        return (*cost[:row], cells, *cost[row + 1 :])

    def _rows_of(self, pair: Pair) -> tuple[int, ...]:
        return tuple(sorted(self.row[player] for player in pair))

    def _meeting(self, chosen: Sequence[int]) -> list[Pair]:
        """Pairs of candidates at one table."""
        tables = [self.columns[column][0] for column in chosen]
        return [pair for pair in self.inner if len({tables[self.row[player]] for player in pair}) == 1]

    def _read(self, chosen: Sequence[int]) -> dict[PlayerKey, int]:
        places = zip(self.problem.candidates, (self.columns[column] for column in chosen), strict=True)
        return {
            candidate.player_key: table for candidate, (table, receiver) in places if receiver is not None
        }

    def _cost_of(self, to_table: Mapping[PlayerKey, int]) -> int:
        """The cost of a matching found otherwise, pairs included."""
        free: dict[int, list[int]] = {}
        for column in range(len(self.columns) - 1, -1, -1):
            free.setdefault(self.columns[column][0], []).append(column)
        chosen = [free[to_table.get(one.player_key, one.table)].pop() for one in self.problem.candidates]
        return sum(cells[column] for cells, column in zip(self.cost, chosen, strict=True)) + TOGETHER * len(
            self._meeting(chosen)
        )
