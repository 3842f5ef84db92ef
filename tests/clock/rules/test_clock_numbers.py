"""Chips as text: no chip is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.numbers import abbreviated, exact, parse_chips
from tournaments.rules.errors import RuleError


def test_fifteen_thousand_two_hundred_and_fifty_is_never_rounded_f100():
    assert (exact(15_250), abbreviated(15_250), abbreviated(30_500)) == ("15,250", "15.25K", "30.5K")


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        (0, "0"),
        (800, "800"),
        (1_000, "1,000"),
        (9_999, "9,999"),
        (10_000, "10K"),
        (15_255, "15,255"),
        (100_000, "100K"),
        (1_250_000, "1.25M"),
        (1_255_000, "1,255K"),
        (1_255_001, "1,255,001"),
        (12_345_678, "12,345,678"),
        (3_000_000_000, "3B"),
        (-15_250, "-15.25K"),
    ],
)
def test_a_number_is_abbreviated_only_where_that_says_the_same(chips, text):
    assert abbreviated(chips) == text


def test_signs_are_those_of_the_reader():
    assert abbreviated(15_250, group=" ", point=",") == "15,25K"
    assert exact(1_500_000, group="\u00a0") == "1\u00a0500\u00a0000"


@given(st.integers(min_value=0, max_value=10**15))
def test_what_is_written_reads_back_the_same(chips):
    assert parse_chips(exact(chips)) == chips
    assert parse_chips(abbreviated(chips, decimals=2).replace(",", "")) == chips


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        (" 15250 ", 15_250),
        ("15 250", 15_250),
        ("15.250", 15_250),
        ("15'250", 15_250),
        ("1,000,000", 1_000_000),
        ("1.5K", 1_500),
        ("1,5k", 1_500),
        ("0.125K", 125),
        ("2 M", 2_000_000),
    ],
)
def test_chips_are_read_in_many_hands(text, chips):
    assert parse_chips(text) == chips


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1.5", "not_whole_chips"),
        ("1.2345K", "not_whole_chips"),
        ("1,500K", "ambiguous_number"),
        ("", "not_a_number"),
        ("abc", "not_a_number"),
        ("-5", "not_a_number"),
        ("1,00,000", "not_a_number"),
        ("1.000,000", "not_a_number"),
        ("٣", "not_a_number"),
        ("9" * 5_000, "not_a_number"),
    ],
)
def test_what_is_no_number_of_chips_is_refused(text, code):
    with pytest.raises(RuleError) as refusal:
        parse_chips(text)
    assert refusal.value.code == code
