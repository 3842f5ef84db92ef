"""Who moves where, when some people may not sit together.

The lexicographic minimum of (forbidden pairs at one table, times already moved, Σ place in the order to the
big blind, change of distance to the big blind, order of donors and receivers), for a fixed number of players
from each donor and to each receiver (docs/algorithms.md 2). Pairs that come together only by two choices at
once make this quadratic: it is solved by branching over linear assignments. Up to `WHOLE` candidates the whole
plan is solved so; a larger one is solved exactly without pairs first, then mended around each conflict.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tables.rules.branching import Branching
from tables.rules.facts import PlayerKey
from tables.rules.problem import Candidate, Matching, Problem, Receiver, pairs_meeting

WHOLE = 64
REGION = 30
CONFLICTS = 24


def match(problem: Problem) -> Matching:
    """The best movers and their tables. The numbers given and received must agree."""
    alone = _without_pairs(problem)
    if not pairs_meeting(problem, alone):
        return Matching(alone, 0, proven=True)
    if len(problem.candidates) <= WHOLE:
        best, proven = Branching(problem).best(alone)
        return Matching(best, len(pairs_meeting(problem, best)), proven)
    return _mended(problem, alone)


def _without_pairs(problem: Problem) -> dict[PlayerKey, int]:
    """The exact answer when nobody minds whom he sits with: the first of each donor, matched by distance to the BB."""
    by_table: dict[int, list[Candidate]] = {}
    for candidate in problem.candidates:
        by_table.setdefault(candidate.table, []).append(candidate)
    movers = [
        mover
        for table, candidates in by_table.items()
        for mover in sorted(candidates, key=lambda one: (one.moved_count, one.order))[
            : problem.give.get(table, 0)
        ]
    ]
    return _by_distance(movers, problem.receivers)


def _by_distance(movers: Sequence[Candidate], receivers: Iterable[Receiver]) -> dict[PlayerKey, int]:
    """Pair movers and places sorted by distance to the BB; among places of one distance in the order given."""
    rank = {mover.player_key: at for at, mover in enumerate(movers)}
    places = [receiver for receiver in receivers for _ in range(receiver.places)]
    places.sort(key=lambda receiver: receiver.hands_to_bb)
    waiting = sorted(movers, key=lambda mover: (mover.order, rank[mover.player_key]))
    blocks: dict[int, tuple[list[Receiver], list[Candidate]]] = {}
    for place, mover in zip(places, waiting, strict=True):
        block = blocks.setdefault(place.hands_to_bb, ([], []))
        block[0].append(place)
        block[1].append(mover)
    to_table: dict[PlayerKey, int] = {}
    for here, those in blocks.values():
        those.sort(key=lambda mover: rank[mover.player_key])
        to_table |= {mover.player_key: place.table for mover, place in zip(those, here, strict=True)}
    return to_table


def _mended(problem: Problem, start: Mapping[PlayerKey, int]) -> Matching:
    """Solve again around each conflict, with everything else as it is."""
    current = dict(start)
    tried: set[frozenset[PlayerKey]] = set()
    for _ in range(CONFLICTS):
        open_pairs = [pair for pair in _mendable(problem, current) if pair not in tried]
        if not open_pairs:
            break
        tried.add(open_pairs[0])
        donors = _donors_around(problem, current, open_pairs[0])
        part, fixed = _part(problem, current, donors)
        own = {player: table for player, table in current.items() if player not in fixed}
        current = fixed | Branching(part).best(own)[0]
    return Matching(current, len(pairs_meeting(problem, current)), proven=False)


def _mendable(problem: Problem, current: Mapping[PlayerKey, int]) -> list[frozenset[PlayerKey]]:
    """Conflicts in which at least one player could be somewhere else, in the order of candidates."""
    row = {candidate.player_key: at for at, candidate in enumerate(problem.candidates)}
    pairs = [pair for pair in pairs_meeting(problem, current) if any(player in row for player in pair)]
    return sorted(pairs, key=lambda pair: sorted(row.get(player, len(row)) for player in pair))


def _donors_around(
    problem: Problem, current: Mapping[PlayerKey, int], pair: frozenset[PlayerKey]
) -> list[int]:
    """The donors to solve again: those of the pair, those that feed the pair's table, then others for exchange."""
    here = {current.get(player, problem.table_of.get(player)) for player in pair}
    own = {problem.table_of.get(player) for player in pair}
    feeding = {problem.table_of[player] for player, table in current.items() if table in here}
    order = sorted(problem.give, key=lambda table: (table not in own, table not in feeding))
    count: dict[int, int] = {}
    for candidate in problem.candidates:
        count[candidate.table] = count.get(candidate.table, 0) + 1
    chosen: list[int] = []
    for table in order:
        if sum(count[other] for other in chosen) + count[table] > REGION and len(chosen) > 1:
            break
        chosen.append(table)
    return chosen


def _part(
    problem: Problem, current: Mapping[PlayerKey, int], donors: Sequence[int]
) -> tuple[Problem, dict[PlayerKey, int]]:
    """The problem of these donors and the places their movers have now; and the moves of all others, kept."""
    fixed = {player: table for player, table in current.items() if problem.table_of[player] not in donors}
    taken: dict[int, int] = {}
    for player, table in current.items():
        if player not in fixed:
            taken[table] = taken.get(table, 0) + 1
    part = replace(
        problem,
        candidates=tuple(one for one in problem.candidates if one.table in donors),
        give={table: problem.give[table] for table in donors},
        receivers=tuple(
            replace(one, places=taken[one.table]) for one in problem.receivers if one.table in taken
        ),
        table_of={**problem.table_of, **fixed},
    )
    return part, fixed
