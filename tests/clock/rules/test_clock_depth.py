"""Depth of stacks, and when chips leave."""

from fractions import Fraction

import pytest

from clock.rules.chips_leave import earliest_removals, joined_removals, usual_chips
from clock.rules.depth import average_stack, bb_depth, end_big_blind, level_m_ratio, m_ratio
from clock.rules.structure import BIG_BLIND_ANTE, Structure, break_level, play_level, stud_level
from tournaments.rules.errors import RuleError


def test_m_counts_the_antes_of_a_whole_round():
    assert m_ratio(15_000, 300, 600, 675) == Fraction(200, 21)
    assert level_m_ratio(play_level(20, 300, 600, 75), 15_000, players=9) == Fraction(200, 21)
    assert level_m_ratio(play_level(20, 100, 200, 200, BIG_BLIND_ANTE), 60_000, players=9) == 120
    assert level_m_ratio(play_level(20, 100, 200), 60_000, players=9) == 200


def test_m_of_a_stud_level_counts_antes_and_one_bring_in():
    assert level_m_ratio(stud_level(20, 25, 50, 200, 400), 5_000, players=8) == 20


def test_depth_is_exact():
    assert bb_depth(12_500, play_level(20, 100, 200)) == Fraction(125, 2)
    assert bb_depth(10_000, stud_level(20, 25, 50, 200, 400)) == 50


@pytest.mark.parametrize(
    "measure", [lambda: m_ratio(1_000, 0, 0, 0), lambda: bb_depth(1_000, play_level(20))]
)
def test_without_forced_bets_there_is_no_depth(measure):
    with pytest.raises(RuleError) as refusal:
        measure()
    assert refusal.value.code == "no_forced_bets"


def test_the_average_stack_is_in_whole_chips():
    assert [average_stack(50_000, left) for left in (4, 3, 0)] == [12_500, 16_666, 0]


def test_the_big_blind_at_the_end():
    assert [end_big_blind(200_000), end_big_blind(200_000, 25), end_big_blind(201, 20)] == [10_000, 8_000, 11]
    with pytest.raises(RuleError):
        end_big_blind(1_000, 0)


def test_a_chip_leaves_when_all_later_bets_are_multiples_of_the_next():
    levels = (
        play_level(20, 25, 50),
        play_level(20, 50, 100),
        play_level(20, 100, 200),
        play_level(20, 150, 300),
    )
    assert earliest_removals(Structure(levels), (25, 50, 100)) == {25: 1}
    assert earliest_removals(Structure(levels[:3]), (25, 100)) == {25: 2}


def test_levels_are_counted_without_breaks_when_chips_leave():
    structure = Structure((play_level(20, 25, 50), break_level(5), play_level(20, 100, 200)))
    assert earliest_removals(structure, (25, 100)) == {25: 1}


def test_antes_keep_chips_in_play():
    structure = Structure((play_level(20, 25, 50), play_level(20, 100, 200, 25), play_level(20, 100, 200)))
    assert earliest_removals(structure, (25, 100)) == {25: 2}


def test_a_chip_that_no_bet_needs_can_leave_at_once_but_never_before_a_smaller_one():
    structure = Structure((play_level(20, 100, 200), play_level(20, 200, 400)))
    assert earliest_removals(structure, (25, 100, 500)) == {25: 0}
    mixed = Structure((play_level(20, 25, 50), play_level(20, 25, 50), play_level(20, 1_000, 2_000)))
    assert earliest_removals(mixed, (5, 25, 100, 500)) == {5: 0, 25: 2, 100: 2}


def test_races_one_level_apart_are_joined_at_the_later_and_no_chip_waits_longer():
    assert joined_removals({5: 6, 25: 10, 100: 11, 500: 12}) == {5: 6, 25: 10, 100: 12, 500: 12}
    assert joined_removals({100: 11, 500: 12, 1_000: 17}) == {100: 12, 500: 12, 1_000: 17}
    assert joined_removals({}) == {}


def test_a_usual_set_reaches_one_chip_beyond_the_bets():
    assert usual_chips(25, 4_000) == (25, 100, 500, 1_000, 5_000)
    assert usual_chips(10, 400) == (10, 100, 500)
