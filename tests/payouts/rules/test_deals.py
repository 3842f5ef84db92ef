"""Deals among the players left."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.deals import (
    METHODS,
    SAVE_RULES,
    DealFacts,
    DealPlayer,
    DealTerms,
    Method,
    SaveRule,
    check_deal_allowed,
    propose_deal,
)
from payouts.rules.notices import Notice
from tournaments.rules.errors import RuleError

AUTOMATIC = tuple(method for method in METHODS if method != "custom")


def players(*stacks: int) -> list[DealPlayer[str]]:
    return [DealPlayer("abcdefghijkl"[i], stack, i + 1) for i, stack in enumerate(stacks)]


def amounts(stacks: tuple[int, ...], prizes: list[int], terms: DealTerms[str]) -> list[int]:
    return [share.amount_minor for share in propose_deal(players(*stacks), prizes, terms).shares]


THREE = (50, 30, 20)
PRIZES = [900, 400, 200]


@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        ("even", [500, 500, 500]),
        ("chip_chop_pure", [750, 450, 300]),
        ("chip_chop_min", [650, 470, 380]),
        ("icm", [618, 485, 397]),
        ("mix", [634, 477, 389]),
        ("by_rank", [900, 400, 200]),
    ],
)
def test_each_method_shares_the_prizes_left(method: Method, wanted: list[int]) -> None:
    assert amounts(THREE, PRIZES, DealTerms(method=method)) == wanted


@pytest.mark.parametrize("rule", SAVE_RULES)
def test_what_is_left_for_the_winner_is_missing_in_the_shares(rule: SaveRule) -> None:
    deal = propose_deal(players(*THREE), PRIZES, DealTerms(save_minor=90, save_rule=rule))
    assert deal.left_for_first_minor == 90
    assert sum(share.amount_minor for share in deal.shares) == 1_500 - 90
    assert sum(share.saved_minor for share in deal.shares) == 90


def test_the_three_definitions_of_saving_take_it_from_different_players() -> None:
    saved = {
        rule: [
            share.saved_minor
            for share in propose_deal(
                players(*THREE), PRIZES, DealTerms(save_minor=90, save_rule=rule)
            ).shares
        ]
        for rule in SAVE_RULES
    }
    assert saved == {"first_prize": [45, 27, 18], "equal": [30, 30, 30], "proportional": [37, 29, 24]}


def test_saving_more_than_the_step_to_second_prize_is_refused_off_the_first_prize() -> None:
    with pytest.raises(RuleError) as refused:
        propose_deal(players(*THREE), PRIZES, DealTerms(save_minor=501))
    assert (refused.value.code, refused.value.facts) == ("save_too_large", {"most_minor": 500})


def test_saving_equal_shares_is_refused_when_somebody_would_owe_money() -> None:
    with pytest.raises(RuleError) as refused:
        propose_deal(players(98, 1, 1), [900], DealTerms(save_minor=300, save_rule="equal"))
    assert (refused.value.code, refused.value.facts) == ("save_too_large", {"most_minor": 27})


def test_a_pure_chip_chop_warns_of_more_than_first_and_less_than_last() -> None:
    deal = propose_deal(players(1000, 1), [10_000, 5_000], DealTerms(method="chip_chop_pure"))
    assert deal.notices == (Notice("above_first", {"position": 1}), Notice("below_lowest", {"position": 2}))


def test_chip_chop_over_the_lowest_prize_gives_everybody_at_least_that() -> None:
    assert min(amounts((1000, 1), [10_000, 5_000], DealTerms(method="chip_chop_min"))) >= 5_000


def test_equal_stacks_differ_by_at_most_a_unit_and_it_is_said() -> None:
    deal = propose_deal(players(10, 10, 10), [100, 60, 40], DealTerms(unit_minor=5))
    assert [share.amount_minor for share in deal.shares] == [70, 65, 65]
    assert deal.notices == (Notice("equal_stacks_differ", {"first": 1, "second": 2}),)


def test_the_lower_registration_number_gets_the_odd_unit_among_equal_stacks() -> None:
    late_first = [DealPlayer("late", 10, 7), DealPlayer("early", 10, 2)]
    deal = propose_deal(late_first, [101, 50], DealTerms())
    assert {share.key: share.amount_minor for share in deal.shares} == {"late": 75, "early": 76}


def test_what_is_less_than_a_unit_stays_with_the_biggest_stack() -> None:
    assert amounts((10, 30), [1_003, 500], DealTerms(method="even", unit_minor=50)) == [750, 753]


def test_a_custom_deal_stays_as_typed() -> None:
    terms = DealTerms(method="custom", custom_minor={"a": 777, "b": 500, "c": 223}, unit_minor=50)
    assert amounts(THREE, PRIZES, terms) == [777, 500, 223]


@pytest.mark.parametrize(
    ("custom", "save", "code"),
    [
        ({"a": 777, "b": 500, "c": 222}, 0, "custom_not_pool"),
        ({"a": 777, "b": 723}, 0, "custom_missing"),
        ({"a": 777, "b": 500, "c": 223, "x": 0}, 0, "custom_missing"),
        ({"a": 1600, "b": 0, "c": -100}, 0, "amount_negative"),
        ({"a": 777, "b": 500, "c": 223}, 10, "custom_not_pool"),
    ],
)
def test_custom_deals_that_are_not_the_pool_are_refused(custom: dict[str, int], save: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        propose_deal(players(*THREE), PRIZES, DealTerms("custom", save_minor=save, custom_minor=custom))
    assert refused.value.code == code


@settings(max_examples=80, deadline=None)
@given(
    stacks=st.lists(st.integers(1, 10**6), min_size=2, max_size=12),
    steps=st.lists(st.integers(0, 10**5), min_size=12, max_size=12),
    method=st.sampled_from(AUTOMATIC),
    unit=st.sampled_from([1, 5, 100, 2_500]),
    paid=st.integers(1, 12),
)
def test_any_deal_adds_up_and_follows_the_stacks(
    stacks: list[int], steps: list[int], method: Method, unit: int, paid: int
) -> None:
    prizes = [1 + sum(steps[place:]) for place in range(min(paid, len(stacks)))]
    terms = DealTerms[str](method=method, unit_minor=unit)
    deal = propose_deal(players(*stacks), prizes, terms)
    assert sum(share.amount_minor for share in deal.shares) == sum(prizes)
    by_stack = sorted(deal.shares, key=lambda share: (share.stack_chips, share.amount_minor))
    assert [share.amount_minor for share in by_stack] == sorted(share.amount_minor for share in deal.shares)
    residue = sum(prizes) % unit
    for one, other in pairwise(by_stack):
        if one.stack_chips == other.stack_chips:
            assert abs(one.amount_minor - other.amount_minor) <= unit + residue


@settings(max_examples=100, deadline=None)
@given(
    stacks=st.lists(st.integers(1, 1000), min_size=2, max_size=6),
    save=st.integers(0, 300),
    rule=st.sampled_from(SAVE_RULES),
)
def test_any_save_is_left_whole_and_taken_whole(stacks: list[int], save: int, rule: SaveRule) -> None:
    prizes = [1_000, 600, 400, 300, 250, 200][: len(stacks)]
    deal = propose_deal(players(*stacks), prizes, DealTerms[str](save_minor=save, save_rule=rule))
    assert sum(share.amount_minor for share in deal.shares) + deal.left_for_first_minor == sum(prizes)
    assert sum(share.saved_minor for share in deal.shares) == save
    assert min(share.saved_minor for share in deal.shares) >= 0


def test_a_deal_before_the_money_counts_zero_for_places_without_a_prize() -> None:
    assert amounts((10, 10, 10), [300], DealTerms()) == [100, 100, 100]


GOOD = DealTerms[str]()


@pytest.mark.parametrize(
    ("stacks", "prizes", "terms", "code"),
    [
        ((50,), [100], GOOD, "too_few_players"),
        ((50, 0), [100], GOOD, "stack_not_positive"),
        ((50, -3), [100], replace(GOOD, method="even"), "stack_not_positive"),
        ((50, 50), [], GOOD, "no_prizes"),
        ((50, 50), [0, 0], GOOD, "no_prizes"),
        ((50, 50), [100, 50, 20], GOOD, "prizes_exceed_players"),
        ((50, 50), [50, 100], GOOD, "prizes_increase"),
        ((50, 50), [100, -20], GOOD, "prize_negative"),
        ((50, 50), [100, 50], replace(GOOD, unit_minor=0), "unit_not_positive"),
        ((50, 50), [100, 50], replace(GOOD, unit_minor=151), "unit_above_pool"),
        ((50, 50), [100, 50], DealTerms("bogus"), "unknown_method"),  # type: ignore[arg-type]
        ((50, 50), [100, 50], DealTerms(save_rule="bogus"), "unknown_save_rule"),  # type: ignore[arg-type]
        ((50, 50), [100, 50], replace(GOOD, save_minor=-1), "save_negative"),
        ((50, 50), [100, 50], replace(GOOD, icm_part=Fraction(3, 2)), "mix_out_of_range"),
    ],
)
def test_absurd_deals_are_refused(
    stacks: tuple[int, ...], prizes: list[int], terms: DealTerms[str], code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        propose_deal(players(*stacks), prizes, terms)
    assert refused.value.code == code


def test_the_same_player_twice_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        propose_deal([DealPlayer("a", 1, 1), DealPlayer("a", 2, 2)], [100], DealTerms())
    assert refused.value.code == "player_twice"


ALLOWED = DealFacts(
    deals_allowed=True, players_left=3, tables_open=1, registration_open=False, prizes_locked=True
)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (replace(ALLOWED, deals_allowed=False), "deals_forbidden"),
        (replace(ALLOWED, players_left=1), "too_few_players"),
        (replace(ALLOWED, registration_open=True), "registration_open"),
        (replace(ALLOWED, prizes_locked=False), "prizes_not_locked"),
        (replace(ALLOWED, tables_open=2), "several_tables"),
    ],
)
def test_a_deal_too_early_or_forbidden_is_refused(facts: DealFacts, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        check_deal_allowed(facts)
    assert refused.value.code == code


def test_a_deal_of_several_tables_is_possible_where_the_club_allows_it() -> None:
    check_deal_allowed(ALLOWED)
    check_deal_allowed(replace(ALLOWED, tables_open=2, one_table_only=False))
