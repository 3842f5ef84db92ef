"""The independent chip model: exact for small fields, integrated for large ones."""

import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.icm import equities, exact_equities, place_chances
from payouts.rules.icm_models import malmuth_weitzman, roberts
from payouts.rules.icm_walk import random_walk
from tournaments.rules.errors import RuleError

CLUB_PRIZES = (10_000, 7_000, 5_000, 3_500, 2_500, 2_000, 1_500, 1_200, 1_000)

stacks_of_many = st.lists(st.integers(1, 10**7), min_size=11, max_size=40)
falling_prizes = st.lists(st.integers(1, 10**7), min_size=1, max_size=40).map(
    lambda prizes: sorted(prizes, reverse=True)
)


def spread_stacks(players: int) -> list[int]:
    return [500 * (1 + (i * 104_729 % 997)) for i in range(1, players + 1)]


def by_definition(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """Every order of finishing with its probability: stack by stack over what is left."""
    values = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        ahead = [sum(stacks[i] for i in order[k:]) for k in range(len(order))]
        chance = Fraction(prod(stacks[i] for i in order), prod(ahead))
        for place, player in enumerate(order):
            values[player] += chance * (prizes[place] if place < len(prizes) else 0)
    return values


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 1000), min_size=1, max_size=5),
    st.lists(st.integers(0, 1000), min_size=1, max_size=6),
)
def test_the_exact_equities_are_those_of_the_definition(stacks: list[int], prizes: list[int]) -> None:
    assert list(equities(stacks, prizes).values) == by_definition(stacks, prizes)


def test_ten_players_or_fewer_are_exact_and_more_are_not() -> None:
    assert [equities(spread_stacks(n), CLUB_PRIZES).exact for n in (2, 9, 10, 11)] == [
        True,
        True,
        True,
        False,
    ]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=11, max_size=12), falling_prizes)
def test_the_integral_agrees_with_the_fractions(stacks: list[int], prizes: list[int]) -> None:
    found = equities(stacks, prizes)
    exact = exact_equities(stacks, prizes)
    worst = max(abs(a - b) for a, b in zip(found.values, exact, strict=True))
    assert worst < Fraction(4, 10**13) * max(prizes[0], 1) * 12


@settings(max_examples=25, deadline=None)
@given(stacks_of_many, falling_prizes)
def test_large_fields_sum_to_the_prizes_and_follow_the_stacks(stacks: list[int], prizes: list[int]) -> None:
    found = equities(stacks, prizes)
    assert found.reached
    assert float(abs(sum(found.values) - sum(prizes[: len(stacks)]))) < 0.02
    by_stack = sorted(zip(stacks, found.values, strict=True))
    assert [value for _stack, value in by_stack] == sorted(value for _stack, value in by_stack)


def test_equal_stacks_are_worth_the_same_to_the_last_digit() -> None:
    found = equities([5_000] * 30 + [9_000] * 30, [100_000, 50_000, 20_000])
    assert len(set(found.values)) == 2


def test_a_linear_prize_list_of_a_large_field_has_the_value_of_its_closed_form() -> None:
    stacks = spread_stacks(300)
    prizes = [1_000 * place for place in range(300, 0, -1)]
    rank = [
        1 + sum(Fraction(other, own + other) for j, other in enumerate(stacks) if j != i)
        for i, own in enumerate(stacks[:5])
    ]
    wanted = [prizes[0] + Fraction(prizes[-1] - prizes[0], 299) * (r - 1) for r in rank]
    found = equities(stacks, prizes).values
    assert max(abs(float(a - b)) for a, b in zip(wanted, found, strict=False)) < 1e-5


@pytest.mark.parametrize("paid", [1, 2, 100, 500, 999, 1000])
def test_a_step_in_the_prizes_of_a_thousand_players_is_resolved(paid: int) -> None:
    found = equities(spread_stacks(1000), [1_000_000] * paid)
    assert found.reached
    assert found.error_minor < 0.5
    assert abs(float(sum(found.values)) - 1_000_000 * paid) < 0.5


def test_stacks_that_differ_ten_million_times_are_resolved() -> None:
    stacks = [10 ** (i % 8) for i in range(60)]
    found = equities(stacks, [1_000_000] * 20)
    assert found.reached
    assert max(found.values) <= 1_000_000
    assert float(min(found.values)) > 0


def test_when_everybody_gets_the_same_prize_nobody_needs_to_be_reckoned() -> None:
    found = equities(spread_stacks(20), [700] * 20)
    assert found.values == (Fraction(700),) * 20
    assert found.exact


def test_more_prizes_than_players_count_only_for_the_players() -> None:
    assert equities([1, 1], [100, 50, 30]).values == (Fraction(75), Fraction(75))


def test_the_chances_of_places_of_each_player_and_of_each_place_sum_to_one() -> None:
    for players in (3, 9, 25):
        chances = place_chances(spread_stacks(players))
        assert [abs(float(sum(row)) - 1) < 1e-9 for row in chances] == [True] * players
        assert [abs(float(sum(column)) - 1) < 1e-9 for column in zip(*chances, strict=True)] == [
            True
        ] * players


def test_the_integrated_chances_of_places_agree_with_the_fractions() -> None:
    stacks = spread_stacks(11)
    chances = place_chances(stacks)
    for place in range(11):
        unit = [int(place == k) for k in range(11)]
        exact = exact_equities(stacks, unit)
        assert max(abs(float(row[place] - e)) for row, e in zip(chances, exact, strict=True)) < 1e-12


@pytest.mark.parametrize(
    ("stacks", "prizes", "code"),
    [
        ([], [100], "no_players"),
        ([100, 0], [100], "stack_not_positive"),
        ([100, -5], [100], "stack_not_positive"),
        ([100, 10**16], [100], "stack_too_large"),
        ([100, 100], [100, -1], "prize_negative"),
        ([1] * 50_001, [100], "too_many_players"),
    ],
)
def test_absurd_input_is_refused(stacks: list[int], prizes: list[int], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        equities(stacks, prizes)
    assert refused.value.code == code


def test_the_refusal_of_a_stack_names_the_player() -> None:
    with pytest.raises(RuleError) as refused:
        equities([100, 200, 0], [100])
    assert refused.value.facts == {"position": 3, "stack_chips": 0}


def test_nine_of_nine_take_under_five_milliseconds() -> None:
    stacks = spread_stacks(9)
    assert best_of(5, lambda: equities(stacks, CLUB_PRIZES)) < 0.005


def test_a_thousand_of_a_thousand_take_under_three_seconds() -> None:
    stacks = spread_stacks(1000)
    prizes = [round(10**9 / (place + 1) ** 0.9) for place in range(1000)]
    assert best_of(2, lambda: equities(stacks, prizes)) < 3


def best_of(times: int, work: object) -> float:
    """The quickest of a few runs, in seconds: other work on the machine only makes runs slower."""
    assert callable(work)
    taken = []
    for _run in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return min(taken)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 50), min_size=2, max_size=4), falling_prizes)
def test_the_other_models_share_the_whole_pool_and_give_the_win_by_chips(
    stacks: list[int], prizes: list[int]
) -> None:
    for model in (malmuth_weitzman, roberts):
        assert sum(model(stacks, prizes)) == sum(prizes[: len(stacks)])
        assert model(stacks, [1]) == tuple(Fraction(stack, sum(stacks)) for stack in stacks)


def test_the_models_differ_where_a_short_stack_may_ladder() -> None:
    stacks, prizes = [5000, 3000, 2000], [50, 30, 20]
    short = [float(model(stacks, prizes)[2]) for model in (malmuth_weitzman, roberts)]
    assert short == pytest.approx([29.161290, 28.545455], abs=1e-6)
    assert float(equities(stacks, prizes).values[2]) == pytest.approx(28.857143, abs=1e-6)


def test_the_walk_of_equal_stacks_gives_everybody_the_same() -> None:
    assert random_walk([4, 4, 4], (60, 30, 15)) == pytest.approx((35, 35, 35), abs=1e-9)


@pytest.mark.parametrize(
    ("stacks", "code"),
    [([1, 2], "walk_is_for_three"), ([1, 0, 2], "stack_not_positive"), ([100, 100, 51], "too_many_chips")],
)
def test_the_walk_refuses_what_it_cannot_solve(stacks: list[int], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        random_walk(stacks, (3, 2, 1))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("stacks", "code"),
    [([], "no_players"), ([5, -1], "stack_not_positive"), ([1] * 11, "too_many_players")],
)
def test_the_models_refuse_what_they_cannot_solve(stacks: list[int], code: str) -> None:
    for model in (malmuth_weitzman, roberts):
        with pytest.raises(RuleError) as refused:
            model(stacks, [10])
        assert refused.value.code == code
