"""Levels and structures: numbers, lookups, rows."""

import json
from dataclasses import FrozenInstanceError

import pytest

from clock.rules.structure import (
    ANTE_EACH,
    BIG_BLIND_ANTE,
    BREAK,
    NO_ANTE,
    Level,
    Structure,
    break_level,
    play_level,
    stud_level,
)
from tests.clock.rules.clocks import four_levels, four_levels_and_a_break, minutes
from tournaments.rules.errors import RuleError


def test_breaks_have_no_number_f7():
    assert four_levels_and_a_break().numbers == (1, 2, None, 3, 4)


def test_a_level_is_found_by_the_number_people_see():
    assert [four_levels_and_a_break().level_index(number) for number in (1, 2, 3, 4)] == [0, 1, 3, 4]


@pytest.mark.parametrize("number", [0, -1, 5])
def test_a_level_that_does_not_exist_is_refused(number):
    with pytest.raises(RuleError) as refusal:
        four_levels_and_a_break().level_index(number)
    assert (refusal.value.code, refusal.value.facts) == (
        "no_such_level",
        {"level_number": number, "levels": 4},
    )


def test_starts_and_playing_time_are_summed_once():
    structure = four_levels_and_a_break()
    assert structure.starts_ms == tuple(minutes(m) for m in (0, 20, 40, 50, 70))
    assert structure.play_before_ms == tuple(minutes(m) for m in (0, 20, 40, 40, 60))
    assert (structure.total_ms, structure.play_total_ms) == (minutes(90), minutes(80))


def test_the_blinds_of_a_break_are_those_after_it_and_of_a_last_break_those_before():
    structure = Structure((play_level(20, 1, 2), break_level(5), play_level(20, 2, 4), break_level(5)))
    assert [structure.blinds_index(index) for index in range(4)] == [0, 2, 2, 2]


def test_structures_with_the_same_levels_are_equal_and_cannot_be_changed():
    assert four_levels() == four_levels()
    assert hash(four_levels()) == hash(four_levels())
    with pytest.raises(FrozenInstanceError):
        four_levels().total_ms = 1  # type: ignore[misc]


def test_a_structure_survives_json():
    structure = Structure(
        (
            play_level(20, 100, 200, 200, BIG_BLIND_ANTE, game="omaha", note="half kill"),
            break_level(10, "dinner", colour_ups=(100, 25)),
            stud_level(20, 25, 50, 100, 200, game="stud"),
        )
    )
    assert Structure.from_rows(json.loads(json.dumps(structure.to_rows()))) == structure


def test_missing_bets_of_a_row_are_zero():
    assert Structure.from_rows([{"duration_ms": 1_000}]).levels == (Level("play", 1_000),)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"duration_ms": "1000"}, "duration_ms"),
        ({"duration_ms": 1.5}, "duration_ms"),
        ({"duration_ms": True}, "duration_ms"),
        ({}, "duration_ms"),
        ({"duration_ms": 1, "kind": "pause"}, "kind"),
        ({"duration_ms": 1, "kind": ["play"]}, "kind"),
        ({"duration_ms": 1, "ante_kind": "all"}, "ante_kind"),
        ({"duration_ms": 1, "big_blind": None}, "big_blind"),
        ({"duration_ms": 1, "note": 5}, "note"),
        ({"duration_ms": 1, "note": "x" * 121}, "note"),
        ({"duration_ms": 1, "game": "x" * 25}, "game"),
        ({"duration_ms": 1, "marks": "abc"}, "marks"),
        ({"duration_ms": 1, "marks": ["x" * 61]}, "marks"),
        ({"duration_ms": 1, "marks": ["x"] * 61}, "marks"),
        ({"duration_ms": 1, "colour": "red"}, "colour"),
    ],
)
def test_a_row_that_is_no_level_is_refused_by_field(row, field):
    with pytest.raises(RuleError) as refusal:
        Structure.from_rows([{"duration_ms": 1_000}, row])
    assert (refusal.value.code, refusal.value.facts) == (
        "level_malformed",
        {"level_index": 1, "field": field},
    )


def test_a_break_names_the_chips_that_leave_smallest_first():
    assert break_level(10, colour_ups=(100, 25)).colour_ups == (25, 100)
    assert Level(BREAK, 1, marks=("colour_up:x", "other")).colour_ups == ()


def test_a_chip_that_nobody_can_have_leaves_no_break_unreadable():
    assert Level(BREAK, 1, marks=("colour_up:" + "9" * 5_000, "colour_up:25")).colour_ups == (25,)


def test_an_ante_of_which_nothing_is_said_is_paid_by_each_player():
    assert play_level(20, 100, 200, 25).ante_kind == ANTE_EACH
    assert play_level(20, 100, 200).ante_kind == NO_ANTE


def test_the_stake_of_a_stud_level_is_its_small_bet():
    assert (stud_level(20, 25, 50, 100, 200).stake, play_level(20, 25, 50).stake) == (100, 50)
