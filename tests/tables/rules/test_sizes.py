"""How many sit where."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.sizes import Size, fewest_moves, short_tables, targets, tolerance_at


def sizes_of(*numbers: int) -> list[Size]:
    return [Size(number, rank=(at,)) for at, number in enumerate(numbers)]


def moves_to(wanted: tuple[int, ...], numbers: list[int]) -> int:
    return sum(max(0, now - then) for now, then in zip(numbers, wanted, strict=True))


def test_nine_and_seven_is_not_balanced_and_eight_each_is() -> None:
    assert targets(sizes_of(9, 7)) == (8, 8)
    assert targets(sizes_of(8, 8)) == (8, 8)


def test_the_biggest_tables_keep_one_more() -> None:
    assert targets(sizes_of(9, 8, 8, 5)) == (8, 7, 8, 7)


def test_among_equals_the_table_that_breaks_first_gives() -> None:
    assert targets([Size(9, rank=(2,)), Size(9, rank=(1,)), Size(7, rank=(3,)), Size(9, rank=(4,))]) == (
        9,
        8,
        8,
        9,
    )


def test_a_difference_of_two_stays_where_two_are_allowed() -> None:
    assert targets(sizes_of(9, 9, 9, 9, 9, 9, 7), tolerance=2) == (9, 9, 9, 9, 9, 9, 7)


def test_a_table_is_not_brought_below_its_fixed_players_nor_above_its_seats() -> None:
    assert targets([Size(9, least=8), Size(8), Size(3, most=5), Size(4)]) == (8, 6, 5, 5)


def test_no_tables_need_no_sizes() -> None:
    assert (targets([]), short_tables([]), fewest_moves([])) == ((), (), 0)


@pytest.mark.parametrize(
    ("tables", "tight", "tolerance"), [(6, False, 1), (7, False, 2), (7, True, 1), (2, False, 1)]
)
def test_two_are_let_be_above_six_tables_unless_the_money_is_near(
    tables: int, tight: bool, tolerance: int
) -> None:
    assert tolerance_at(tables, tight=tight) == tolerance


@given(st.lists(st.integers(0, 10), min_size=1, max_size=7), st.integers(1, 2))
def test_targets_keep_the_players_and_the_tolerance_by_the_fewest_moves(
    numbers: list[int], tolerance: int
) -> None:
    wanted = targets(sizes_of(*numbers), tolerance)
    assert sum(wanted) == sum(numbers)
    assert max(wanted) - min(wanted) <= tolerance
    assert moves_to(wanted, numbers) == fewest_moves(numbers, tolerance)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.integers(1, 2))
def test_no_other_sizes_within_the_tolerance_take_fewer_moves(numbers: list[int], tolerance: int) -> None:
    possible = [
        other
        for other in product(range(5), repeat=len(numbers))
        if sum(other) == sum(numbers) and max(other) - min(other) <= tolerance
    ]
    assert fewest_moves(numbers, tolerance) == min(moves_to(other, numbers) for other in possible)


@given(
    st.lists(
        st.lists(st.integers(0, 9), min_size=3, max_size=3)
        .map(sorted)
        .map(lambda three: Size(now=three[1], least=three[0], most=three[2])),
        min_size=1,
        max_size=6,
    )
)
def test_targets_stay_within_the_bounds_of_each_table(sizes: list[Size]) -> None:
    wanted = targets(sizes)
    assert sum(wanted) == sum(size.now for size in sizes)
    assert [size.least <= number <= size.most for size, number in zip(sizes, wanted, strict=True)] == [
        True
    ] * len(sizes)
