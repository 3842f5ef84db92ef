"""Who moves where, against a search through all possibilities."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.assignment import cheapest_assignment
from tables.rules.matching import match
from tables.rules.problem import Candidate, Problem, Receiver, pairs_meeting

type Aims = tuple[int, int, int, int]


def aims(problem: Problem, to_table: dict[str, int]) -> Aims:
    """What a plan is judged by, the most important first."""
    movers = [one for one in problem.candidates if one.player_key in to_table]
    hands = {receiver.table: receiver.hands_to_bb for receiver in problem.receivers}
    return (
        len(pairs_meeting(problem, to_table)),
        sum(one.moved_count for one in movers),
        sum(one.order for one in movers),
        sum(abs(one.order - hands[to_table[one.player_key]]) for one in movers),
    )


def every_plan(problem: Problem) -> Iterator[dict[str, int]]:
    groups = [
        combinations([one.player_key for one in problem.candidates if one.table == table], count)
        for table, count in problem.give.items()
    ]
    places = [receiver.table for receiver in problem.receivers for _ in range(receiver.places)]
    for chosen in product(*groups):
        movers = [player for group in chosen for player in group]
        for order in set(permutations(places)):
            yield dict(zip(movers, order, strict=True))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Two donors of three or four, one or two receivers, and pairs among everybody."""
    gives = {table: draw(st.integers(1, 2)) for table in (1, 2)}
    candidates = tuple(
        Candidate(f"{table}{order}", table, draw(st.integers(0, 1)), order)
        for table in gives
        for order in range(draw(st.integers(3, 4)))
    )
    total = sum(gives.values())
    first = draw(st.integers(1, total))
    receivers = tuple(
        Receiver(table, places, draw(st.integers(0, 3)))
        for table, places in ((8, first), (9, total - first))
        if places
    )
    sitting = {f"{receiver.table}{at}": receiver.table for receiver in receivers for at in range(2)}
    table_of = {one.player_key: one.table for one in candidates} | sitting
    names = sorted(table_of)
    pairs = draw(st.sets(st.sets(st.sampled_from(names), min_size=2, max_size=2).map(frozenset), max_size=9))
    return Problem(candidates, gives, receivers, table_of, frozenset(pairs))


@given(problems())
@settings(max_examples=150)
def test_no_plan_is_better_than_the_one_chosen(problem: Problem) -> None:
    matching = match(problem)
    best = min(aims(problem, plan) for plan in every_plan(problem))
    assert aims(problem, dict(matching.to_table)) == best
    assert (matching.together, matching.proven) == (best[0], True)


@given(problems())
@settings(max_examples=60)
def test_every_donor_gives_and_every_receiver_gets_its_number(problem: Problem) -> None:
    plan = match(problem).to_table
    table_of = {one.player_key: one.table for one in problem.candidates}
    assert {
        table: sum(1 for player in plan if table_of[player] == table) for table in problem.give
    } == problem.give
    assert {one.table: list(plan.values()).count(one.table) for one in problem.receivers} == {
        one.table: one.places for one in problem.receivers
    }


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_an_assignment_is_the_cheapest_of_all(cost: list[list[int]]) -> None:
    rows = range(len(cost))
    chosen = cheapest_assignment(cost)
    assert sorted(chosen) == list(rows)
    assert sum(cost[row][chosen[row]] for row in rows) == min(
        sum(cost[row][column] for row, column in enumerate(order)) for order in permutations(rows)
    )


def test_a_large_plan_is_mended_around_its_conflicts() -> None:
    donors, receivers = range(20), range(100, 120)
    candidates = tuple(
        Candidate(f"{table}-{order}", table, 0, order) for table in donors for order in range(9)
    )
    table_of = {one.player_key: one.table for one in candidates} | {f"r{table}": table for table in receivers}
    simple = Problem(
        candidates, dict.fromkeys(donors, 1), tuple(Receiver(table, 1) for table in receivers), table_of
    )
    plan = match(simple).to_table
    pairs = frozenset(frozenset((player, f"r{table}")) for player, table in list(plan.items())[:10])
    mended = match(Problem(candidates, simple.give, simple.receivers, table_of, pairs))
    assert (mended.together, len(mended.to_table)) == (0, 20)
    assert {player.split("-")[1] for player in mended.to_table} == {"0"}
