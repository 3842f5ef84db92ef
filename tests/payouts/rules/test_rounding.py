"""Percentages and rounding: exact, to the last minor unit, equal places equal."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.percents import exact_percent, exact_percents, percent_text
from payouts.rules.rounding import ROUNDINGS, Rounding, largest_remainder, round_prizes, shown_shares
from tournaments.rules.errors import RuleError


@st.composite
def percents(draw: st.DrawFn) -> tuple[Fraction, ...]:
    """Non-increasing percentages of 100 with runs of equal ones."""
    weights = draw(st.lists(st.tuples(st.integers(1, 1000), st.integers(1, 6)), min_size=1, max_size=12))
    falling = sorted((weight for weight, times in weights for _place in range(times)), reverse=True)
    return tuple(Fraction(100 * weight, sum(falling)) for weight in falling)


pools = st.integers(0, 10**8)
units = st.sampled_from([1, 5, 10, 20, 25, 50, 100, 500, 1000, 7])


@settings(max_examples=100, deadline=None)
@given(pools, percents(), units, st.sampled_from(ROUNDINGS))
def test_prizes_add_up_to_the_pool_and_never_increase(
    pool: int, shares: tuple[Fraction, ...], unit: int, rounding: Rounding
) -> None:
    prizes = round_prizes(pool, shares, unit, rounding)
    assert sum(prizes) == pool
    assert all(higher >= lower for higher, lower in pairwise(prizes))
    assert all(prize % unit == 0 for prize in prizes[1:])


@settings(max_examples=100, deadline=None)
@given(pools, percents(), units, st.sampled_from(ROUNDINGS))
def test_equal_percentages_stay_equal_below_the_first_bucket(
    pool: int, shares: tuple[Fraction, ...], unit: int, rounding: Rounding
) -> None:
    prizes = round_prizes(pool, shares, unit, rounding)
    below = [(share, prize) for share, prize in zip(shares, prizes, strict=True) if share != shares[0]]
    assert len(set(below)) == len({share for share, _prize in below})


@settings(max_examples=200, deadline=None)
@given(pools, percents(), units, st.sampled_from(ROUNDINGS))
def test_places_that_share_the_first_percentage_differ_by_at_most_a_unit(
    pool: int, shares: tuple[Fraction, ...], unit: int, rounding: Rounding
) -> None:
    prizes = round_prizes(pool, shares, unit, rounding)
    first = [prize for share, prize in zip(shares, prizes, strict=True) if share == shares[0]]
    assert first[0] - first[-1] <= unit + pool % unit


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_no_unit_moves_between_places_because_of_binary_fractions(rounding: Rounding) -> None:
    """F34"""
    assert round_prizes(100, exact_percents([50, 29, 21]), 1, rounding) == (50, 29, 21)


def test_percentages_that_do_not_add_to_100_are_refused_with_what_is_missing() -> None:
    """F35"""
    with pytest.raises(RuleError) as refused:
        round_prizes(1000, exact_percents([50, 30, 10]), 1)
    assert refused.value.code == "percents_not_100"
    assert refused.value.facts == {"total": "90", "missing": "10", "missing_minor": 100}


def test_percentages_above_100_are_refused_with_what_is_too_much() -> None:
    with pytest.raises(RuleError) as refused:
        round_prizes(1000, exact_percents(["50", "30.5", "20"]), 1)
    assert refused.value.facts == {"total": "100.5", "missing": "-0.5", "missing_minor": -5}


def test_shown_shares_add_up_to_100() -> None:
    """F38"""
    shares = [Fraction("49.6"), Fraction("43.6"), Fraction("6.8")]
    assert shown_shares(shares) == (Decimal(50), Decimal(43), Decimal(7))
    assert shown_shares(shares, 1) == (Decimal("49.6"), Decimal("43.6"), Decimal("6.8"))


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=50), st.integers(0, 3))
def test_shown_shares_of_any_amounts_add_up_to_100(amounts: list[int], decimals: int) -> None:
    wanted = Decimal(100) if sum(amounts) else Decimal(0)
    assert sum(shown_shares(amounts, decimals)) == wanted


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_no_unit_is_lost_over_499_equal_payees(rounding: Rounding) -> None:
    """F39"""
    prizes = round_prizes(1_000_000, [Fraction(100, 499)] * 499, 1, rounding)
    assert sum(prizes) == 1_000_000
    assert (max(prizes) - min(prizes), prizes.count(2005)) == (1, 4)


def test_a_remainder_that_would_split_a_bucket_goes_to_first_place() -> None:
    shares = exact_percents(["40", "20", "20", "20"])
    assert round_prizes(101, shares, 1, "largest_remainder") == (41, 20, 20, 20)
    assert round_prizes(104, shares, 1, "largest_remainder") == (41, 21, 21, 21)
    assert round_prizes(103, shares, 1, "largest_remainder") == (43, 20, 20, 20)


def test_what_is_less_than_a_unit_goes_to_first_place() -> None:
    assert round_prizes(1003, exact_percents([60, 40]), 50, "floor_first") == (603, 400)
    assert round_prizes(1003, exact_percents([60, 40]), 50, "largest_remainder") == (603, 400)


@pytest.mark.parametrize(
    ("shares", "code"),
    [
        ([], "no_places"),
        ([40, 60], "percents_increase"),
        ([100, 0], "percent_zero"),
    ],
)
def test_lists_of_percentages_that_are_no_prize_list_are_refused(shares: list[int], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        round_prizes(1000, exact_percents(shares), 1)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("pool", "unit", "code"),
    [(-1, 1, "pool_negative"), (100, 0, "unit_not_positive"), (100, -5, "unit_not_positive")],
)
def test_absurd_pools_and_units_are_refused(pool: int, unit: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        round_prizes(pool, exact_percents([100]), unit)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "abc", "1e9", "NaN", "Infinity", "12,5", "9" * 40, 12.5, True])
def test_what_is_no_exact_number_is_no_percentage(text: object) -> None:
    with pytest.raises(RuleError) as refused:
        exact_percent(text)  # type: ignore[arg-type]
    assert refused.value.code == "percent_not_a_number"


@pytest.mark.parametrize("percent", [-1, "100.01", Fraction(-1, 3)])
def test_percentages_outside_0_to_100_are_refused(percent: int | str | Fraction) -> None:
    with pytest.raises(RuleError) as refused:
        exact_percent(percent)
    assert refused.value.code == "percent_out_of_range"


def test_percentages_are_written_without_needless_zeros() -> None:
    shown = [percent_text(Fraction(text)) for text in ("12.5", "100", "-0.25", "1/3", "0")]
    assert shown == ["12.5", "100", "-0.25", "0.3333", "0"]


def test_ties_of_remainders_are_served_in_the_order_given() -> None:
    halves = [Fraction(1, 2)] * 4
    assert largest_remainder(halves, 2, [3, 1, 0, 2]) == (0, 1, 0, 1)
