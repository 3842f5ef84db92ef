"""From pool and settings to the prizes of the places."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.notices import Notice
from payouts.rules.plan import PRESETS, Plan, PlanSettings, make_plan
from payouts.rules.rounding import ROUNDINGS
from payouts.rules.tables_published import OWN, PRESET_TABLES, PUBLISHED, table_for_entrants, table_for_places
from tournaments.rules.errors import RuleError


def amounts(plan: Plan) -> list[int]:
    return [prize.amount_minor for prize in plan.prizes]


def test_ten_players_are_paid_50_30_20() -> None:
    plan = make_plan(100_000, 10, PlanSettings())
    assert amounts(plan) == [50_000, 30_000, 20_000]
    assert (plan.places_paid, plan.warnings) == (3, ())


def test_a_cut_for_the_minimum_cash_is_the_largest_possible_and_names_both_numbers() -> None:
    """F32"""
    fourteen = ("24", "16", "11", "9", "7", "6", "5", "4", "3", "3", "3", "3", "3", "3")
    wanted = PlanSettings(custom_percents=fourteen, min_cash_minor=40_000, unit_minor=100)
    plan = make_plan(900_000, 90, wanted)
    assert sum(amounts(plan)) == 900_000
    assert plan.places_paid == 8
    assert amounts(plan)[-1] >= 40_000
    facts = {"wanted": 14, "places": 8, "min_cash_minor": 40_000}
    assert plan.warnings == (Notice("places_cut_for_min_cash", facts),)
    # One place more under the same kind of table would be too little: 3 of the 85 % kept.
    assert 900_000 * 3 // 85 < 40_000


def test_the_number_of_places_by_percentage_is_cut_for_the_minimum_cash_too() -> None:
    """F32"""
    settings_ = PlanSettings(preset="home", places_percent=15, min_cash_minor=40_000)
    plan = make_plan(900_000, 90, settings_)
    for places in range(plan.places_paid + 1, 15):
        more = make_plan(900_000, 90, PlanSettings(preset="home", places=places))
        assert amounts(more)[-1] < 40_000
    assert amounts(plan)[-1] >= 40_000
    assert plan.warnings[0].facts["wanted"] == 14


def test_typed_amounts_stay_as_typed_however_often_they_are_saved() -> None:
    """F36"""
    typed = (420_000, 250_000, 167_000)
    settings_ = PlanSettings(custom_amounts_minor=typed, unit_minor=5_000, rounding="largest_remainder")
    first = make_plan(837_000, 30, settings_)
    again = make_plan(837_000, 30, PlanSettings(custom_amounts_minor=tuple(amounts(first)), unit_minor=5_000))
    twice = make_plan(837_000, 30, PlanSettings(custom_amounts_minor=tuple(amounts(again)), unit_minor=5_000))
    assert amounts(first) == amounts(again) == amounts(twice) == list(typed)


def test_typed_amounts_that_are_not_the_pool_are_refused_with_what_is_missing() -> None:
    with pytest.raises(RuleError) as refused:
        make_plan(837_000, 30, PlanSettings(custom_amounts_minor=(420_000, 250_000)))
    assert refused.value.code == "amounts_not_pool"
    assert refused.value.facts == {"total_minor": 670_000, "missing_minor": 167_000}


def test_typed_amounts_below_the_minimum_cash_only_warn() -> None:
    plan = make_plan(1_000, 9, PlanSettings(custom_amounts_minor=(700, 300), min_cash_minor=400))
    assert amounts(plan) == [700, 300]
    facts = {"place": 2, "amount_minor": 300, "min_cash_minor": 400}
    assert plan.warnings == (Notice("last_prize_below_min_cash", facts),)


def test_typed_percentages_are_exact() -> None:
    """F34"""
    plan = make_plan(100, 10, PlanSettings(custom_percents=("50", "29", "21"), unit_minor=1))
    assert amounts(plan) == [50, 29, 21]


def test_no_prizes_are_made_when_prizes_are_off_or_nobody_paid() -> None:
    """F24"""
    plans = [
        make_plan(60_000, 6, PlanSettings(preset="none")),
        make_plan(0, 6, PlanSettings()),
        make_plan(60_000, 0, PlanSettings()),
    ]
    assert [plan.prizes for plan in plans] == [(), (), ()]


def test_no_more_places_are_paid_than_there_are_players() -> None:
    plan = make_plan(200_000, 20, PlanSettings(), players=3)
    assert plan.places_paid == 3
    assert plan.warnings == (Notice("places_cut_to_players", {"wanted": 4, "places": 3}),)


def test_a_unit_too_large_for_the_last_places_cuts_them_and_says_so() -> None:
    plan = make_plan(5_000, 30, PlanSettings(unit_minor=500))
    assert amounts(plan) == [3_000, 1_000, 500, 500]
    assert plan.warnings == (Notice("places_cut_for_unit", {"wanted": 6, "places": 4, "unit_minor": 500}),)


def test_a_pool_below_the_minimum_cash_pays_one_place_and_says_so() -> None:
    plan = make_plan(5_000, 10, PlanSettings(min_cash_minor=9_000))
    assert amounts(plan) == [5_000]
    assert [notice.code for notice in plan.warnings] == [
        "places_cut_for_min_cash",
        "last_prize_below_min_cash",
    ]


def test_a_field_beyond_the_tables_of_its_preset_gets_the_curve_and_says_so() -> None:
    plan = make_plan(3_000_000, 300, PlanSettings(preset="home"))
    assert plan.places_paid == 45
    assert plan.warnings == (Notice("preset_beyond_tables", {"entries": 300, "places": 45}),)


def test_a_first_prize_too_low_for_the_places_is_replaced_and_said() -> None:
    plan = make_plan(1_000_000, 40, PlanSettings(preset="curve", places=6, first_minor=100_000))
    assert plan.places_paid == 6
    assert plan.warnings == (Notice("first_prize_too_low", {"first_minor": 100_000, "places": 6}),)


def test_the_curve_hits_the_first_prize_asked_for() -> None:
    settings_ = PlanSettings(
        preset="curve", places=9, first_minor=90_000, min_cash_minor=10_000, unit_minor=1_000
    )
    plan = make_plan(300_000, 60, settings_)
    assert amounts(plan) == [90_000, 45_000, 35_000, 30_000, 25_000, 20_000, 20_000, 20_000, 15_000]


@pytest.mark.parametrize(
    ("pool", "entries", "settings_", "code"),
    [
        (-1, 9, PlanSettings(), "pool_negative"),
        (100, -9, PlanSettings(), "entries_negative"),
        (100, 9, PlanSettings(unit_minor=0), "unit_not_positive"),
        (100, 9, PlanSettings(preset="bogus"), "unknown_preset"),
        (100, 9, PlanSettings(rounding="bogus"), "unknown_rounding"),  # type: ignore[arg-type]
        (100, 9, PlanSettings(places=-1), "places_negative"),
        (100, 9, PlanSettings(places_percent="bogus"), "percent_not_a_number"),
        (100, 9, PlanSettings(places_percent=101), "percent_out_of_range"),
        (100, 9, PlanSettings(custom_percents=("60", "30")), "percents_not_100"),
        (100, 9, PlanSettings(custom_percents=("40", "60")), "percents_increase"),
        (100, 9, PlanSettings(custom_amounts_minor=(40, 60)), "amounts_increase"),
        (100, 9, PlanSettings(custom_amounts_minor=(110, -10)), "amount_negative"),
        (100, 9, PlanSettings(custom_amounts_minor=(100,), custom_percents=("100",)), "percents_and_amounts"),
        (100, 9, PlanSettings(preset="curve", first_minor=10, min_cash_minor=20), "first_below_min_cash"),
    ],
)
def test_absurd_plans_are_refused(pool: int, entries: int, settings_: PlanSettings, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        make_plan(pool, entries, settings_)
    assert refused.value.code == code


@settings(max_examples=80, deadline=None)
@given(
    pool=st.integers(1, 10**7),
    entries=st.integers(1, 500),
    preset=st.sampled_from(PRESETS),
    unit=st.sampled_from([1, 50, 100, 500, 1000]),
    rounding=st.sampled_from(ROUNDINGS),
    min_cash=st.integers(0, 100_000),
    percent=st.none() | st.integers(1, 40),
)
def test_any_plan_pays_out_the_pool_in_prizes_that_never_increase(
    pool: int,
    entries: int,
    preset: str,
    unit: int,
    rounding: object,
    min_cash: int,
    percent: int | None,
) -> None:
    settings_ = PlanSettings(
        preset=preset,
        unit_minor=unit,
        rounding=rounding,  # type: ignore[arg-type]
        min_cash_minor=min_cash,
        places_percent=percent,
    )
    found = amounts(make_plan(pool, entries, settings_))
    assert sum(found) == (0 if preset == "none" else pool)
    assert all(higher >= lower > 0 for higher, lower in pairwise(found))
    assert len(found) <= entries
    assert len(found) <= 1 or found[-1] >= min_cash


def test_every_table_adds_up_to_100_and_never_increases() -> None:
    for table in (*PUBLISHED, *OWN):
        assert sum(table.percents) == 100
        assert list(table.percents) == sorted(table.percents, reverse=True)


@pytest.mark.parametrize("preset", sorted(PRESET_TABLES))
def test_the_tables_of_a_preset_follow_each_other_without_gap(preset: str) -> None:
    tables = PRESET_TABLES[preset]
    assert [lower.entrants_to for lower in tables[:-1]] == [
        (higher.entrants_from or 0) - 1 for higher in tables[1:]
    ]
    places = [table.places for table in tables]
    assert places == sorted(places)


def test_a_number_of_places_without_a_table_gets_the_next_longer_one_shortened() -> None:
    assert table_for_places("home", 3) == (Fraction(50), Fraction(30), Fraction(20))
    assert table_for_places("home", 5) == tuple(Fraction(part * 100, 93) for part in (36, 23, 15, 11, 8))
    assert table_for_places("home", 21) is None
    assert table_for_entrants("home", 201) is None
