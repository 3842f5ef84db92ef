"""Pool, places paid, bounties, satellites and how far the money is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.bounty import ProgressiveShare, split_bounty, split_progressive
from payouts.rules.bubble import MoneyStage, money_stage
from payouts.rules.notices import Notice
from payouts.rules.places import (
    PlacesCut,
    PlacesRow,
    cut_to_min_cash,
    places_by_percent,
    places_by_table,
)
from payouts.rules.plan import PlanPrize
from payouts.rules.pool import PoolLine, make_pool
from payouts.rules.satellite import make_satellite_plan, satellite_is_over, satellite_prizes
from tournaments.rules.errors import RuleError

amounts = st.lists(st.integers(0, 10**9), max_size=5)


def lines(code: str, values: list[int]) -> list[PoolLine]:
    return [PoolLine(code, 1, value) for value in values]


@settings(deadline=None)
@given(amounts, amounts, st.integers(0, 10**10))
def test_the_lines_of_the_pool_add_up_to_the_pool(
    collected: list[int], added: list[int], guarantee: int
) -> None:
    pool = make_pool(lines("entries", collected), added=lines("added", added), guarantee_minor=guarantee)
    assert sum(line.amount_minor for line in pool.lines) == pool.pool_minor
    assert pool.pool_minor == max(sum(collected) + sum(added), guarantee)
    assert pool.overlay_minor == max(0, guarantee - sum(collected) - sum(added))


def test_the_house_pays_what_is_missing_to_the_guarantee_after_deductions() -> None:
    pool = make_pool(
        [PoolLine("entries", 70, 700_000), PoolLine("rebuys", 5, 50_000)],
        deductions=[PoolLine("staff", 1, 20_000)],
        guarantee_minor=1_000_000,
    )
    assert pool.lines == (
        PoolLine("entries", 70, 700_000),
        PoolLine("rebuys", 5, 50_000),
        PoolLine("staff", 1, -20_000),
        PoolLine("overlay", 1, 270_000),
    )
    assert (pool.collected_minor, pool.deducted_minor, pool.overlay_minor) == (750_000, 20_000, 270_000)


def test_negative_lines_and_deductions_beyond_the_pool_are_refused() -> None:
    with pytest.raises(RuleError) as negative:
        make_pool([PoolLine("entries", 1, -5)])
    with pytest.raises(RuleError) as too_much:
        make_pool([PoolLine("entries", 1, 100)], deductions=[PoolLine("staff", 1, 150)])
    assert (negative.value.code, too_much.value.code) == ("amount_negative", "deductions_exceed_pool")
    assert too_much.value.facts == {"missing_minor": 50}


def test_the_places_paid_are_rounded_up() -> None:
    found = [places_by_percent(entries, 15) for entries in (0, 1, 6, 7, 20, 90, 10112)]
    assert found == [0, 1, 1, 2, 3, 14, 1517]


def test_the_places_paid_come_from_the_row_of_a_table() -> None:
    rows = [PlacesRow(1, 10, 3), PlacesRow(11, 20, 4), PlacesRow(21, None, 6)]
    assert [places_by_table(entries, rows) for entries in (10, 11, 20, 21, 500)] == [3, 4, 4, 6, 6]
    with pytest.raises(RuleError) as refused:
        places_by_table(0, rows)
    assert refused.value.code == "entries_outside_table"


def test_a_cut_that_nothing_satisfies_pays_one_place() -> None:
    assert cut_to_min_cash(5, 100, lambda places: 10) == PlacesCut(5, 1, enough=False)
    assert cut_to_min_cash(0, 100, lambda places: 10) == PlacesCut(0, 0, enough=True)


def test_the_odd_unit_of_a_bounty_goes_to_the_earliest_position() -> None:
    """F41"""
    assert split_bounty(2501, ["early", "late"]) == {"early": 1251, "late": 1250}


@settings(deadline=None)
@given(st.integers(0, 10**7), st.integers(1, 9))
def test_a_split_bounty_adds_up(bounty: int, winners: int) -> None:
    parts = split_bounty(bounty, range(winners))
    progressive = split_progressive(bounty, range(winners))
    assert sum(parts.values()) == bounty
    assert sum(part.cash_minor + part.head_minor for part in progressive.values()) == bounty


def test_half_of_a_progressive_bounty_is_cash_and_the_odd_unit_is_too() -> None:
    assert split_progressive(2501, ["winner"]) == {"winner": ProgressiveShare(1251, 1250)}


@pytest.mark.parametrize(
    ("bounty", "winners", "code"),
    [(-1, ["a"], "amount_negative"), (10, [], "no_winner"), (10, ["a", "a"], "player_twice")],
)
def test_bounties_that_make_no_sense_are_refused(bounty: int, winners: list[str], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        split_bounty(bounty, winners)
    assert refused.value.code == code


def test_six_players_three_paid_go_through_the_bubble_into_the_money() -> None:
    prizes = (300, 200, 100)
    assert [money_stage(left, prizes) for left in (6, 5, 4, 3, 2, 1)] == [
        MoneyStage("before", 3),
        MoneyStage("before", 2),
        MoneyStage("bubble", 1),
        MoneyStage("in_the_money", 0),
        MoneyStage("in_the_money", 0),
        MoneyStage("over", 0),
    ]


def test_a_league_night_without_prizes_has_no_bubble_until_they_are_switched_on() -> None:
    """F24"""
    assert [money_stage(left, ()).stage for left in (6, 4, 3, 1)] == ["no_prizes"] * 4
    assert money_stage(4, (300, 200, 100)).stage == "bubble"
    with pytest.raises(RuleError) as refused:
        money_stage(-1, ())
    assert refused.value.code == "players_negative"


@settings(deadline=None)
@given(st.integers(0, 10**7), st.integers(5_000, 10**6), st.integers(0, 20))
def test_seats_and_remainder_of_a_satellite_are_the_pool_and_the_overlay(
    pool: int, seat: int, guaranteed: int
) -> None:
    found = satellite_prizes(pool, seat, guaranteed_seats=guaranteed)
    assert sum(found.prizes) == pool + found.overlay_minor
    assert found.seats == max(pool // seat, guaranteed)


def test_the_remainder_of_a_satellite_is_paid_in_units() -> None:
    found = satellite_prizes(750, 300, remainder="units", remainder_unit_minor=60)
    assert found.prizes == (300, 300, 60, 60, 30)


def test_a_satellite_plan_names_its_seats_and_the_overlay() -> None:
    prizes = satellite_prizes(100_000, 30_000, guaranteed_seats=4)
    plan = make_satellite_plan(100_000, 20, 20, prizes, "Main Event")
    assert plan.prizes == tuple(PlanPrize(place, 30_000, "Main Event") for place in (1, 2, 3, 4))
    assert plan.pool_minor == 120_000
    assert plan.warnings == (Notice("overlay", {"overlay_minor": 20_000}),)


def test_a_satellite_has_no_more_seats_than_players() -> None:
    prizes = satellite_prizes(20_000, 30_000, guaranteed_seats=5)
    plan = make_satellite_plan(20_000, 2, 2, prizes, "Main Event")
    assert (plan.places_paid, plan.pool_minor) == (2, 60_000)
    assert [notice.code for notice in plan.warnings] == ["overlay", "seats_cut_to_players"]
    with pytest.raises(RuleError) as refused:
        make_satellite_plan(100_000, 9, 2, satellite_prizes(100_000, 30_000), "Main Event")
    assert refused.value.code == "prizes_exceed_players"


def test_play_stops_when_players_are_seats() -> None:
    assert [satellite_is_over(left, 3) for left in (5, 4, 3, 2)] == [False, False, True, True]


@pytest.mark.parametrize(
    ("pool", "seat", "guaranteed", "unit", "code"),
    [
        (-1, 10, 0, 5, "pool_negative"),
        (10, 0, 0, 5, "seat_not_positive"),
        (10, 10, -1, 5, "seats_negative"),
        (15, 10, 0, 0, "unit_not_positive"),
        (10**7, 10, 0, 5, "too_many_prizes"),
        (99_999, 100_000, 0, 1, "too_many_prizes"),
    ],
)
def test_absurd_satellites_are_refused(pool: int, seat: int, guaranteed: int, unit: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        satellite_prizes(
            pool, seat, guaranteed_seats=guaranteed, remainder="units", remainder_unit_minor=unit
        )
    assert refused.value.code == code
