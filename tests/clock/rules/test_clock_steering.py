"""The larger turns of the clock (docs/rules.md 5)."""

from dataclasses import replace

import pytest

from clock.rules.acts import pause
from clock.rules.changes import change_told
from clock.rules.state import Anchor, clock_state
from clock.rules.steering import (
    break_now,
    next_break,
    set_left,
    stretched,
    with_level,
    with_one_more,
)
from clock.rules.structure import Structure, play_level
from tests.clock.rules.clocks import NOON, four_levels, four_levels_and_a_break, minutes, started
from tournaments.rules.errors import RuleError

LEVELS = four_levels()
WITH_BREAK = four_levels_and_a_break()


def at(structure: Structure, anchor: Anchor | None, after_min: float = 0):
    return clock_state(structure, anchor, NOON + minutes(after_min))


def lengths(structure: Structure) -> list[int]:
    return [duration // minutes(1) for duration in structure.durations_ms]


def test_the_time_left_is_what_was_said():
    anchor = set_left(LEVELS, started(), NOON + minutes(8), minutes(5))
    assert at(LEVELS, anchor, 8).remaining_ms == minutes(5)
    more = set_left(LEVELS, started(), NOON + minutes(8), minutes(45))
    assert (at(LEVELS, more, 8).level_index, at(LEVELS, more, 8).remaining_ms) == (0, minutes(45))


def test_in_overtime_the_last_level_goes_on_for_what_was_said():
    anchor = set_left(LEVELS, started(), NOON + minutes(90), minutes(5))
    assert (at(LEVELS, anchor, 90).phase, at(LEVELS, anchor, 90).remaining_ms) == ("playing", minutes(5))


@pytest.mark.parametrize("left_ms", [0, -1, minutes(24 * 60) + 1])
def test_no_time_left_is_no_time_to_set(left_ms: int):
    with pytest.raises(RuleError, match="left_out_of_range"):
        set_left(LEVELS, started(), NOON, left_ms)


def test_the_next_break_begins_now_whatever_is_before_it():
    anchor = next_break(WITH_BREAK, started(), NOON + minutes(3))
    assert (at(WITH_BREAK, anchor, 3).level_index, at(WITH_BREAK, anchor, 3).remaining_ms) == (2, minutes(10))
    with pytest.raises(RuleError, match="no_break_ahead"):
        next_break(WITH_BREAK, started(), NOON + minutes(55))


def test_a_break_now_is_put_behind_the_level_and_begins():
    structure, anchor = break_now(LEVELS, started(), NOON + minutes(30), 15)
    assert lengths(structure) == [20, 20, 15, 20, 20]
    state = at(structure, anchor, 30)
    assert (state.phase, state.level_index, state.remaining_ms) == ("break", 2, minutes(15))
    assert structure.numbers == (1, 2, None, 3, 4)


def test_a_break_now_before_a_break_is_that_break():
    structure, anchor = break_now(WITH_BREAK, started(), NOON + minutes(30), 25)
    assert lengths(structure) == [20, 20, 25, 20, 20]
    assert at(structure, anchor, 30).remaining_ms == minutes(25)


def test_a_break_taken_by_a_paused_clock_stands():
    paused = pause(LEVELS, started(), NOON + minutes(3))
    structure, anchor = break_now(LEVELS, paused, NOON + minutes(4), 15)
    assert at(structure, anchor, 30) == at(structure, anchor, 4)


@pytest.mark.parametrize(
    ("after", "length", "code"),
    [
        (45, 10, "on_break_already"),
        (75, 10, "no_next_level"),
        (5, 0, "break_out_of_range"),
        (5, 721, "break_out_of_range"),
    ],
)
def test_a_break_that_makes_no_sense_is_refused(after: int, length: int, code: str):
    with pytest.raises(RuleError, match=code):
        break_now(WITH_BREAK, started(), NOON + minutes(after), length)


def test_time_is_given_to_the_coming_levels_only():
    structure, anchor = stretched(WITH_BREAK, started(), NOON + minutes(8), 5)
    assert lengths(structure) == [20, 25, 10, 25, 25]
    assert at(structure, anchor, 8) == at(WITH_BREAK, started(), 8)


def test_before_the_start_all_levels_get_it():
    structure, anchor = stretched(WITH_BREAK, None, NOON, -5)
    assert (lengths(structure), anchor) == ([15, 15, 10, 15, 15], None)


def test_levels_of_hands_get_none():
    mixed = Structure((*LEVELS.levels[:2], replace(LEVELS.levels[2], hands=8), LEVELS.levels[3]))
    assert lengths(stretched(mixed, started(), NOON, 10).structure) == [20, 30, 20, 30]


@pytest.mark.parametrize(
    ("after", "given", "code"),
    [
        (8, 0, "stretch_nothing"),
        (8, 721, "stretch_nothing"),
        (8, -20, "stretch_too_short"),
        (65, 5, "no_coming_levels"),
    ],
)
def test_time_that_cannot_be_given_is_refused(after: int, given: int, code: str):
    with pytest.raises(RuleError, match=code):
        stretched(LEVELS, started(), NOON + minutes(after), given)


def test_the_running_level_is_changed_and_keeps_its_time_played():
    structure, anchor = with_level(LEVELS, started(), NOON + minutes(8), 0, play_level(15, 150, 300))
    assert at(structure, anchor, 8).remaining_ms == minutes(7)
    assert structure.levels[0].big_blind == 300
    over, ended = with_level(LEVELS, started(), NOON + minutes(8), 0, play_level(5, 150, 300))
    assert (at(over, ended, 8).level_index, at(over, ended, 8).remaining_ms) == (1, minutes(20))


def test_a_level_that_does_not_exist_or_is_past_is_not_changed():
    with pytest.raises(RuleError, match="no_such_level"):
        with_level(LEVELS, started(), NOON, 4, play_level(15, 150, 300))
    with pytest.raises(RuleError, match="past_level_changed"):
        with_level(LEVELS, started(), NOON + minutes(30), 0, play_level(15, 150, 300))


def test_a_level_added_in_overtime_begins_now():
    structure, anchor = with_one_more(LEVELS, started(), NOON + minutes(95))
    assert (at(structure, anchor, 95).level_number, at(structure, anchor, 95).remaining_ms) == (
        5,
        minutes(20),
    )


def test_what_changed_is_told_in_facts():
    longer = stretched(WITH_BREAK, started(), NOON + minutes(8), 5).structure
    broken = break_now(LEVELS, started(), NOON + minutes(30), 15).structure
    higher = with_level(LEVELS, started(), NOON, 1, play_level(20, 250, 500)).structure
    added = with_one_more(LEVELS, started(), NOON).structure
    assert change_told(LEVELS, LEVELS) == {}
    assert change_told(WITH_BREAK, longer) == {
        "code": "minutes",
        "level_number": 2,
        "before_minutes": 20,
        "after_minutes": 25,
    }
    assert change_told(LEVELS, broken) == {"code": "break", "minutes": 15, "level_index": 2}
    assert change_told(LEVELS, higher) == {"code": "levels", "level_number": 2}
    assert change_told(LEVELS, added) == {"code": "added", "level_number": 5}


def test_levels_taken_away_are_told_from_where_they_were():
    shorter = Structure(LEVELS.levels[:2])
    assert change_told(LEVELS, shorter) == {"code": "levels", "level_number": 2}
    assert change_told(WITH_BREAK, LEVELS) == {"code": "levels", "level_number": 3}
