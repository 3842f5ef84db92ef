"""Tools over chosen levels: what they change, what they leave, and that the chips can pay it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.presets import preset
from clock.rules.reshape import Filling, copied, filled, moved, multiplied, playable_near, with_breaks
from clock.rules.rotations import ROTATIONS, Turn, rotated, seat_problems, spread
from clock.rules.structure import (
    ANTE_EACH,
    BIG_BLIND_ANTE,
    NO_ANTE,
    Structure,
    break_level,
    play_level,
    stud_level,
)
from clock.rules.structure_checks import check_structure, errors_of
from tests.clock.rules.clocks import minutes
from tournaments.rules.errors import RuleError

CHIPS = (25, 100, 500, 1_000)
LEVELS = (
    play_level(20, 25, 50),
    play_level(20, 50, 100, 100, BIG_BLIND_ANTE),
    break_level(10, colour_ups=(25,)),
    play_level(20, 100, 300),
    stud_level(20, 25, 50, 200, 400),
)
ALL = range(len(LEVELS))


def bets(levels):
    return [level.bets for level in levels]


def test_blinds_are_multiplied_to_numbers_people_play_with():
    found = multiplied(LEVELS, ALL, Fraction(3, 2), CHIPS)
    assert bets(found) == [(50, 100), (75, 150, 150), (), (200, 500), (100, 100, 300, 600)]
    assert [level.duration_ms for level in found] == [level.duration_ms for level in LEVELS]


def test_only_chosen_levels_change():
    found = multiplied(LEVELS, [3], Fraction(2), CHIPS)
    assert (found[:3], found[4:]) == (LEVELS[:3], LEVELS[4:])
    assert bets(found)[3] == (200, 600)


@pytest.mark.parametrize(
    ("chosen", "factor", "code"),
    [
        ([], 2, "nothing_chosen"),
        ([99], 2, "nothing_chosen"),
        ([0], 0, "factor_not_positive"),
        ([0], -1, "factor_not_positive"),
        ([0], 1001, "factor_too_large"),
    ],
)
def test_a_factor_or_choice_that_makes_no_sense_is_refused(chosen, factor, code):
    with pytest.raises(RuleError) as refused:
        multiplied(LEVELS, chosen, Fraction(factor), CHIPS)
    assert refused.value.code == code


def test_bets_too_large_to_store_are_refused():
    with pytest.raises(RuleError) as refused:
        multiplied([play_level(20, 10**12, 10**12)], [0], Fraction(2), ())
    assert refused.value.code == "factor_too_large"


@given(
    st.fractions(min_value=Fraction(1, 10), max_value=20),
    st.sampled_from(["freezeout-club", "deep", "stud", "reentry-bba"]),
)
def test_multiplied_levels_are_sound_and_payable_and_still_rise(factor, slug):
    found = preset(slug)
    levels = multiplied(found.structure.levels, range(len(found.structure)), factor, found.chips)
    problems = check_structure(Structure(levels), found.chips)
    assert errors_of(problems) == ()
    assert {p.code for p in problems} <= {"ante_above_big_blind"}


@given(st.integers(min_value=1, max_value=10**9), st.sampled_from([1, 5, 25, 100, 500, 1000]))
def test_a_playable_number_is_payable_and_never_a_factor_of_two_away(amount, unit):
    value = playable_near(Fraction(amount), unit)
    assert value % unit == 0
    assert amount < unit or Fraction(1, 2) <= Fraction(value, amount) <= 2


def test_minutes_hands_antes_and_small_blinds_are_filled_in():
    filling = Filling(minutes(15), 8, BIG_BLIND_ANTE, None, Fraction(1, 3))
    first, second, pause, third, stud = filled(LEVELS, ALL, filling, CHIPS)
    assert [level.duration_ms for level in (first, second, pause, third, stud)] == [minutes(15)] * 5
    assert [level.hands for level in (first, second, pause, third, stud)] == [8, 8, 0, 8, 8]
    assert (first.small_blind, first.ante, first.ante_kind) == (25, 50, BIG_BLIND_ANTE)
    assert (third.small_blind, third.ante) == (100, 300)


def test_an_ante_of_each_is_a_tenth_to_an_eighth_or_what_was_typed():
    levels = [play_level(20, 200, 400), play_level(20, 500, 1_000)]
    found = filled(levels, [0, 1], Filling(ante_kind=ANTE_EACH), CHIPS)
    assert [level.ante for level in found] == [50, 100]
    typed = filled(levels, [1], Filling(ante_kind=ANTE_EACH, ante=75), CHIPS)
    assert [(level.ante, level.ante_kind) for level in typed] == [(0, NO_ANTE), (75, ANTE_EACH)]
    assert filled(found, [0, 1], Filling(ante_kind=NO_ANTE), CHIPS) == tuple(levels)


def test_breaks_come_after_every_so_many_levels_and_take_the_chips_that_can_leave():
    levels = [play_level(20, n * 100, n * 200) for n in range(1, 7)]
    found = with_breaks([play_level(20, 25, 50), *levels], range(7), 3, minutes(15), (25, 100, 500))
    kinds = [(level.kind, origin) for level, origin in found]
    assert kinds == [
        *(("play", 0), ("play", 1), ("play", 2), ("break", None)),
        *(("play", 3), ("play", 4), ("play", 5), ("break", None), ("play", 6)),
    ]  # fmt: skip
    assert [level.colour_ups for level, origin in found if origin is None] == [(25,), ()]


def test_breaks_that_are_there_count_and_none_ends_the_structure():
    levels = [*(play_level(20, 25, 50),) * 2, break_level(10), *(play_level(20, 25, 50),) * 2]
    assert [origin for _level, origin in with_breaks(levels, range(5), 2, minutes(10), ())] == [0, 1, 2, 3, 4]


def test_rows_are_moved_and_copied_to_a_place():
    assert moved(5, [0, 3], 5) == (1, 2, 4, 0, 3)
    assert moved(5, [3, 4], 1) == (0, 3, 4, 1, 2)
    assert moved(5, [1], 1) == (0, 1, 2, 3, 4)
    assert copied(3, [0, 1], 3) == (0, 1, 2, 0, 1)


# Rotations ---------------------------------------------------------------------------------------------------------


def test_horse_follows_by_level_with_the_bets_of_each_game():
    levels = [play_level(20, 100 * n, 200 * n) for n in range(1, 7)]
    found = rotated(levels, range(6), ROTATIONS["horse"], 0, CHIPS)
    assert [level.game for level in found] == ["holdem", "omaha_hilo", "razz", "stud", "stud_hilo", "holdem"]
    assert [level.stake for level in found] == [level.stake for level in levels]
    assert bets(found)[:3] == [(100, 200), (200, 400), (100, 200, 600, 1_200)]
    assert check_structure(Structure(found), CHIPS) == ()


def test_a_rotation_by_hands_lasts_so_many_hands_a_game():
    found = rotated(LEVELS[:2], [0, 1], ROTATIONS["hose"], 8, CHIPS)
    assert [(level.game, level.hands) for level in found] == [("holdem", 8), ("omaha_hilo", 8)]


def test_a_level_can_be_spread_over_all_games_at_its_stake():
    found = spread([play_level(40, 100, 200), break_level(10)], [0], ROTATIONS["hose"], 6, CHIPS)
    assert [(level.game, level.stake, level.duration_ms, level.hands, origin) for level, origin in found] == [
        ("holdem", 200, minutes(10), 6, 0), ("omaha_hilo", 200, minutes(10), 6, None),
        ("stud", 200, minutes(10), 6, None), ("stud_hilo", 200, minutes(10), 6, None), ("", 0, minutes(10), 0, 1),
    ]  # fmt: skip


@given(
    st.sampled_from(sorted(ROTATIONS)),
    st.integers(min_value=0, max_value=20),
    st.integers(1, 10**6),
    st.sampled_from([1, 25, 100, 5_000]),
)
def test_every_rotation_gives_sound_levels(name, hands, big, chip):
    found = rotated([play_level(20, big // 2, big)] * 9, range(9), ROTATIONS[name], hands, (chip,))
    assert errors_of(check_structure(Structure(found))) == ()


def test_a_rotation_needs_games_that_exist():
    for turns, code in (((), "rotation_empty"), ((Turn("snap"),), "game_unknown")):
        with pytest.raises(RuleError) as refused:
            rotated(LEVELS, ALL, turns, 0, CHIPS)
        assert refused.value.code == code


def test_a_table_larger_than_the_smallest_game_is_named_once():
    levels = [play_level(20, 25, 50, game=game) for game in ("holdem", "razz", "triple_27", "razz", "")]
    problems = seat_problems(Structure(tuple(levels)), 9, "stud_five")
    assert [(p.level_index, p.facts["game"], p.facts["most"]) for p in problems] == [
        (1, "razz", 8), (2, "triple_27", 6),
    ]  # fmt: skip
