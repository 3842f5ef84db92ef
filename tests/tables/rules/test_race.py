"""The chip race."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.race import (
    RaceMethod,
    RaceRules,
    RaceSeat,
    Rounding,
    Saving,
    cards_needed,
    deal_race,
    exchange,
    race,
    totals,
)
from tournaments.rules.errors import RuleError

TO_500 = RaceRules(100, 500)


def f79_seats() -> list[RaceSeat]:
    return [
        RaceSeat(1, 1, has_other_chips=False, cards=("2c",)),
        RaceSeat(2, 4, cards=("Ah", "3d", "9s", "4c")),
    ]


def test_f79_the_saving_chip_is_added_by_the_house_by_default() -> None:
    result = race(f79_seats(), TO_500)
    assert (result.award, result.saved, result.added, result.total_change) == ({1: 0, 2: 1}, (1,), 1000, 500)


def test_f79_or_it_comes_out_of_those_raced_for() -> None:
    result = race(f79_seats(), RaceRules(100, 500, saving=Saving.FROM_RACE))
    assert (result.award, result.saved, result.added, result.total_change) == ({1: 0, 2: 0}, (1,), 500, 0)


def test_a_winner_of_the_race_is_not_saved_as_well() -> None:
    seats = [
        RaceSeat(1, 1, has_other_chips=False, cards=("Ac",)),
        RaceSeat(2, 4, cards=("Kh", "3d", "9s", "4c")),
    ]
    for saving in Saving:
        result = race(seats, RaceRules(100, 500, saving=saving))
        assert (result.award, result.saved) == ({1: 1, 2: 0}, ())


def test_taking_a_chip_from_a_winner_with_nothing_else_saves_him_too() -> None:
    seats = [
        RaceSeat(1, 3, has_other_chips=False, cards=("Kc", "5c", "6c")),
        RaceSeat(2, 2, has_other_chips=False, cards=("2d", "3d")),
    ]
    result = race(seats, RaceRules(100, 500, saving=Saving.FROM_RACE))
    assert (result.raced, result.award, result.saved, result.total_change) == (1, {1: 0, 2: 0}, (1, 2), 500)


def test_a_player_with_whole_new_chips_is_not_raced_out() -> None:
    seats = [
        RaceSeat(1, 6, has_other_chips=False, cards=("2c",)),
        RaceSeat(2, 4, cards=("Kh", "3d", "9s", "4c")),
    ]
    result = race(seats, TO_500)
    assert (result.saved, [row.exchanged for row in result.rows]) == ((), [1, 0])


def test_the_saving_chip_is_the_lowest_in_play() -> None:
    result = race(f79_seats(), RaceRules(100, 500, lowest=25))
    assert (result.added, result.total_change, result.rows[0].change) == (525, 25, -75)


@pytest.mark.parametrize(("rounding", "chips"), [(Rounding.HALF_UP, 3), (Rounding.UP, 4), (Rounding.DOWN, 3)])
def test_f81_the_setting_decides_what_five_over_is_worth(rounding: Rounding, chips: int) -> None:
    seats = deal_race([RaceSeat(seat, 4) for seat in (1, 2, 3, 4)], RaceRules(5, 25), Random(1))
    result = race(seats, RaceRules(5, 25, rounding=rounding))
    assert (result.odd_value, result.remainder, result.raced) == (80, 5, chips)
    assert sum(result.award.values()) == chips


def test_half_a_new_chip_is_rounded_up() -> None:
    seats = [RaceSeat(1, 2), RaceSeat(2, 3, cards=("4c",))]
    assert race(seats, RaceRules(10, 20)).raced == 1


def test_everybody_with_odd_chips_rounds_up_in_the_casual_race() -> None:
    seats = [RaceSeat(1, 4), RaceSeat(2, 5), RaceSeat(3, 1)]
    result = race(seats, RaceRules(100, 500, RaceMethod.ROUND_UP_ALL))
    assert (result.award, result.raced, result.total_change) == ({1: 1, 2: 0, 3: 1}, 2, 500)
    assert [row.change for row in result.rows] == [100, 0, 400]


def test_at_home_equal_ranks_draw_one_more_card_whatever_the_suit() -> None:
    seats = [
        RaceSeat(1, 3, cards=("As", "2c", "3c"), extra_cards=("5s", "9c")),
        RaceSeat(2, 2, cards=("Ac", "Kd"), extra_cards=("5d", "Td")),
    ]
    rules = RaceRules(100, 500, RaceMethod.WINNER_TAKES_ALL)
    assert race(seats, rules).award == {1: 0, 2: 1}
    undecided = [RaceSeat(one.seat, one.old_chips, cards=one.cards, extra_cards=("5s",)) for one in seats]
    with pytest.raises(RuleError, match="another_card_needed"):
        race(undecided, rules)


def test_a_seat_without_its_cards_is_named() -> None:
    with pytest.raises(RuleError, match="cards_missing") as refusal:
        race([RaceSeat(1, 2, cards=("2c", "3c")), RaceSeat(4, 3, cards=("4c",))], TO_500)
    assert refusal.value.facts == {"seats": [4], "needed": {4: 3}}


@pytest.mark.parametrize(("old", "new"), [(100, 100), (500, 100), (0, 5)])
def test_a_race_goes_upwards(old: int, new: int) -> None:
    with pytest.raises(RuleError, match="race_upwards"):
        race([], RaceRules(old, new))


def test_tens_to_twenty_fives_go_through_the_common_multiple_and_race_by_value() -> None:
    assert [exchange(chips, 10, 25) for chips in (5, 7, 9, 4)] == [(2, 0), (2, 20), (3, 15), (1, 15)]
    seats = [RaceSeat(1, 7), RaceSeat(2, 9), RaceSeat(3, 5)]
    assert cards_needed(seats, RaceRules(10, 25)) == {1: 4, 2: 3, 3: 0}


def test_the_totals_of_all_tables_go_to_the_ledger() -> None:
    results = [race(f79_seats(), TO_500), race(f79_seats(), RaceRules(100, 500, saving=Saving.FROM_RACE))]
    assert totals(results) == {"removed": 1000, "added": 1500, "total_change": 500}


chips = st.sampled_from([(5, 25), (25, 100), (100, 500), (10, 25), (20, 50), (1, 5), (1, 100)])
hands = st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=1, max_size=10)


@given(
    chips,
    hands,
    st.sampled_from(RaceMethod),
    st.sampled_from(Rounding),
    st.sampled_from(Saving),
    st.integers(0, 99),
)
def test_nothing_is_lost_nobody_is_raced_out_and_nobody_wins_two(
    pair: tuple[int, int],
    players: list[tuple[int, bool]],
    method: RaceMethod,
    rounding: Rounding,
    saving: Saving,
    seed: int,
) -> None:
    rules = RaceRules(*pair, method, rounding, saving)
    seats = [
        RaceSeat(seat, count, other or not count) for seat, (count, other) in enumerate(players, start=1)
    ]
    result = race(deal_race(seats, rules, Random(seed)), rules)
    before = sum(one.old_chips for one in seats) * rules.old
    after = sum((row.exchanged + row.won + row.saved) * rules.new for row in result.rows)
    assert after - before == result.total_change == sum(row.change for row in result.rows)
    assert result.raced <= sum(1 for row in result.rows if row.odd_value)
    left = {row.seat: row.exchanged + row.won + row.saved for row in result.rows}
    assert [one.seat for one in seats if not one.has_other_chips and not left[one.seat]] == []
    if method is not RaceMethod.WINNER_TAKES_ALL:
        assert max(result.award.values()) <= 1
    if saving is Saving.EXTRA:
        assert sum(result.award.values()) == result.raced
