"""Stacks, banks and chips in play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.chips import (
    Stack,
    average_stack,
    bank_for,
    chips_for_colour_up,
    chips_in_play,
    missing_chips,
    most_stacks,
    payable,
    suggest_stack,
)
from tournaments.rules.errors import RuleError


def test_a_usual_stack_has_twelve_of_the_two_smallest_chips() -> None:
    assert suggest_stack(10_000, [25, 100, 500, 1000]).breakdown == ((25, 12), (100, 12), (500, 5), (1000, 6))


@pytest.mark.parametrize(
    ("total", "chips"),
    [
        (2000, [5, 25, 100, 500]),
        (30_000, [100, 500, 1000, 5000]),
        (1500, [25, 100, 500]),
        (20_000, [25, 100, 500, 1000, 5000]),
    ],
)
def test_a_suggested_stack_is_worth_the_total_with_at_least_eight_of_the_smallest(
    total: int, chips: list[int]
) -> None:
    stack = suggest_stack(total, chips)
    assert stack.total == total
    assert stack.breakdown[0][0] == chips[0]
    assert 8 <= stack.breakdown[0][1] <= 12


@pytest.mark.parametrize(("total", "chips"), [(1030, [25, 100]), (10, [25]), (0, [25]), (100, [])])
def test_a_total_these_chips_cannot_make_is_refused(total: int, chips: list[int]) -> None:
    with pytest.raises(RuleError, match="stack_not_payable"):
        suggest_stack(total, chips)


@given(
    st.integers(1, 400), st.sampled_from([[5, 25, 100, 500], [25, 100, 500, 1000], [1, 5, 25], [10, 25, 100]])
)
def test_a_suggestion_is_worth_exactly_the_total(units: int, chips: list[int]) -> None:
    total = units * chips[0]
    if payable(total, chips):
        assert suggest_stack(total, chips).total == total


@given(st.integers(0, 200), st.sets(st.sampled_from([2, 5, 6, 10, 25, 40]), min_size=1, max_size=3))
def test_payable_agrees_with_trying_all_sums(amount: int, chips: set[int]) -> None:
    reached = {0}
    for _ in range(amount):
        reached |= {done + chip for done in reached for chip in chips if done + chip <= amount}
        if amount in reached:
            break
    assert payable(amount, sorted(chips)) is (amount in reached)


def test_nothing_is_payable_without_chips_but_nothing() -> None:
    assert (payable(0, []), payable(25, []), payable(-25, [25])) == (True, False, False)


def test_the_bank_and_the_chips_that_replace_it() -> None:
    bank = bank_for(10, Stack(((25, 12), (100, 12))))
    assert bank == {25: 120, 100: 120}
    assert chips_for_colour_up(bank, {25: 1000, 100: 5000}) == {1000: 3, 5000: 3}


def test_how_many_stacks_a_chip_set_makes_and_what_it_lacks() -> None:
    stack, chip_set = Stack(((25, 12), (100, 10))), {25: 300, 100: 199}
    assert most_stacks(stack, chip_set) == 19
    assert missing_chips(bank_for(20, stack), chip_set) == {100: 1}
    assert missing_chips(bank_for(19, stack), chip_set) == {}
    assert most_stacks(Stack(()), chip_set) == 0


def test_f28_chips_in_play_count_every_entry() -> None:
    in_play = chips_in_play([10_000] * 5)
    assert (in_play, average_stack(in_play, 4), average_stack(0, 0)) == (50_000, 12_500, 0)


def test_forfeited_chips_and_races_change_what_is_in_play() -> None:
    assert chips_in_play([6000, 1500], [200], race_change=25) == 7325
