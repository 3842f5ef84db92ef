"""The smooth curve and the nice amounts fitted to it."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.curve import ideal_curve, usual_first_prize
from payouts.rules.generator import bucket_ends, nice_amounts, nice_prizes
from tournaments.rules.errors import RuleError


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 300), st.integers(0, 500), st.integers(1, 100))
def test_the_curve_adds_up_and_falls_to_no_less_than_the_minimum(places: int, least: int, above: int) -> None:
    first = least + above * places
    pool = places * least + above * places * 2
    if not (places - 1) * least + first <= pool <= places * first:
        pool = (places - 1) * least + first + above
    curve = ideal_curve(places, pool, least, first)
    assert sum(curve.prizes) == pytest.approx(pool, rel=1e-9)
    assert curve.prizes[0] == pytest.approx(first)
    assert all(higher >= lower >= least for higher, lower in pairwise(curve.prizes))


def test_when_everybody_gets_the_first_prize_the_curve_is_flat() -> None:
    assert ideal_curve(4, 400, 100, 100).prizes == (100.0,) * 4


@pytest.mark.parametrize(
    ("places", "pool", "least", "first", "code"),
    [
        (0, 100, 10, 50, "no_places"),
        (3, 100, 60, 50, "first_below_least"),
        (3, 100, -1, 50, "first_below_least"),
        (3, 100, 40, 50, "pool_too_small"),
        (3, 200, 10, 50, "pool_too_big"),
    ],
)
def test_impossible_curves_are_refused(places: int, pool: int, least: int, first: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        ideal_curve(places, pool, least, first)
    assert refused.value.code == code


def test_the_usual_first_prize_is_a_smaller_part_of_a_larger_field() -> None:
    found = [usual_first_prize(places, 10_000) for places in (1, 2, 3, 9, 15, 45, 100, 1517)]
    assert found == [10_000, 6_500, 4_014, 3_222, 2_909, 2_335, 1_991, 1_156]


def test_buckets_end_where_the_rule_says_and_at_the_last_place() -> None:
    assert bucket_ends(5) == (1, 2, 3, 4, 5)
    assert bucket_ends(20) == (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 18, 20)
    assert bucket_ends(150)[-5:] == (81, 90, 99, 126, 150)
    assert len(bucket_ends(10_000)) < 70


def test_nice_amounts_are_those_of_the_rule() -> None:
    small = [*range(1, 11), *range(15, 101, 5), 125, 150, 175, 200, 225, 250, *range(300, 1001, 50)]
    assert nice_amounts(1, 1_000, 1) == tuple(small)
    assert nice_amounts(1_000, 10_000, 1) == (*range(1_000, 2_501, 250), *range(3_000, 10_001, 500))
    assert nice_amounts(10_000, 30_000, 1) == (10_000, 12_500, 15_000, 17_500, 20_000, 22_500, 25_000, 30_000)
    assert nice_amounts(100, 300, 20) == (100, 200, 300)
    assert nice_amounts(100, 1_000, 1, scale=100) == tuple(range(100, 1_001, 100))


def cheapest_by_search(pool: int, places: int, least: int, first: int, unit: int) -> float:
    """Every combination of nice amounts below first place, which takes the rest."""
    ideal = ideal_curve(places, pool, least, first).prizes
    nice = nice_amounts(least, pool, unit)
    costs = []
    for lower in product(nice, repeat=places - 1):
        prizes = (pool - sum(lower), *lower)
        if all(higher >= lower_ for higher, lower_ in pairwise(prizes)):
            costs.append(sum((prize - target) ** 2 for prize, target in zip(prizes, ideal, strict=True)))
    return min(costs)


@pytest.mark.parametrize(
    ("pool", "places", "least", "first", "unit"),
    [
        (100, 3, 10, 50, 5),
        (203, 4, 15, 90, 5),
        (97, 4, 5, 40, 1),
        (1_000, 4, 100, 450, 50),
        (60, 2, 10, 40, 1),
    ],
)
def test_the_fit_is_as_near_the_curve_as_any_list_of_nice_prizes(
    pool: int, places: int, least: int, first: int, unit: int
) -> None:
    found = nice_prizes(pool, places, least, first, unit)
    assert found.cost == pytest.approx(cheapest_by_search(pool, places, least, first, unit))


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 120), st.integers(50, 2_000), st.sampled_from([1, 5, 10]))
def test_nice_prizes_keep_all_constraints(places: int, average: int, unit: int) -> None:
    pool = places * average
    least = max(unit, average // 3)
    first = usual_first_prize(places, pool)
    found = nice_prizes(pool, places, least, first, unit)
    assert sum(found.prizes) == pool
    assert len(found.prizes) == places
    assert all(higher >= lower >= least for higher, lower in pairwise(found.prizes))
    assert set(found.prizes[1:]) <= set(nice_amounts(least, pool, unit))


def test_a_pool_of_millions_for_1517_places_is_fitted() -> None:
    """The field of the 2024 World Series main event: a first prize near the published 10,000,000."""
    found = nice_prizes(94_041_600, 1517, 15_000, 10_000_000, 100)
    assert sum(found.prizes) == 94_041_600
    assert found.prizes[-1] >= 15_000
    assert abs(found.prizes[0] - 10_000_000) < 50_000


@pytest.mark.parametrize(("unit", "code"), [(0, "unit_not_positive"), (777_777, "no_nice_prizes")])
def test_units_without_nice_amounts_are_refused(unit: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        nice_prizes(1_000, 3, 10, 500, unit)
    assert refused.value.code == code
