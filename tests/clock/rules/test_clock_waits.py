"""A pause that ends by itself: an anchor that lies ahead (docs/rules.md 5)."""

from dataclasses import replace

import pytest

from clock.rules.acts import (
    adjust,
    compensate,
    edit_structure,
    give_back,
    go_to_level,
    hold,
    next_level,
    pause,
    resume,
    schedule,
    undo,
)
from clock.rules.state import ADVANCE, UNDO, WAIT, Anchor, clock_state
from clock.rules.timeline import upcoming
from clock.rules.transitions import due_transitions, next_transition_at
from tests.clock.rules.clocks import NOON, four_levels, minutes, started
from tournaments.rules.errors import RuleError

LEVELS = four_levels()


def waiting(for_ms: int = minutes(1)) -> Anchor:
    """Eight minutes into level 1 the clock was paused for so long."""
    return pause(LEVELS, started(), NOON + minutes(8), for_ms)


def read(anchor: Anchor, after_min: float):
    state = clock_state(LEVELS, anchor, NOON + minutes(after_min))
    return (state.running, state.waits_ms, state.remaining_ms)


def test_the_clock_stands_until_its_time_and_then_goes_on_to_the_millisecond():
    assert read(waiting(), 8) == (False, minutes(1), minutes(12))
    assert read(waiting(), 8.5) == (False, minutes(0.5), minutes(12))
    assert read(waiting(), 9) == (True, 0, minutes(12))
    assert read(waiting(), 10) == (True, 0, minutes(11))


def test_a_paused_clock_goes_on_in_a_minute():
    paused = pause(LEVELS, started(), NOON + minutes(8))
    anchor = resume(LEVELS, paused, NOON + minutes(30), minutes(1))
    assert read(anchor, 30) == (False, minutes(1), minutes(12))
    assert read(anchor, 32) == (True, 0, minutes(11))


def test_the_level_that_ends_after_a_wait_is_recorded_once_at_its_time():
    assert next_transition_at(LEVELS, waiting(), NOON + minutes(8)) == NOON + minutes(21)
    assert due_transitions(LEVELS, waiting(), None, NOON + minutes(21) - 1) == ()
    assert due_transitions(LEVELS, waiting(), None, NOON + minutes(21)) == ((1, NOON + minutes(21)),)


def test_a_wait_can_be_cut_short_made_longer_or_turned_into_a_pause():
    now = NOON + minutes(8.5)
    assert clock_state(LEVELS, resume(LEVELS, waiting(), now), now).running
    longer = resume(LEVELS, waiting(), now, minutes(5))
    assert clock_state(LEVELS, longer, now).waits_ms == minutes(5)
    stands = pause(LEVELS, waiting(), now)
    assert clock_state(LEVELS, stands, now + minutes(60)).paused


def test_time_given_and_levels_edited_meanwhile_leave_the_wait_as_it_is():
    now = NOON + minutes(8.5)
    shorter = replace(LEVELS.levels[1], duration_ms=minutes(15))
    after = type(LEVELS)((LEVELS.levels[0], shorter, *LEVELS.levels[2:]))
    kept = {
        "adjust": adjust(LEVELS, waiting(), now, minutes(1)),
        "edit": edit_structure(LEVELS, after, waiting(), now),
        "give back": give_back(LEVELS, waiting(), now, minutes(2)),
        "undo": undo(LEVELS, waiting(), go_to_level(LEVELS, waiting(), now, 2), now),
    }
    assert {name: (anchor.kind, anchor.at_ms) for name, anchor in kept.items()} == dict.fromkeys(
        kept, (WAIT, NOON + minutes(9))
    )


def test_a_level_begun_meanwhile_ends_the_wait():
    anchor = next_level(LEVELS, waiting(), NOON + minutes(8.5))
    state = clock_state(LEVELS, anchor, NOON + minutes(8.5))
    assert (state.level_index, state.running, state.waits_ms) == (1, True, 0)


def test_a_wall_clock_that_is_set_changes_neither_the_wait_nor_what_is_left():
    now = NOON + minutes(8.5) + minutes(60)
    anchor = compensate(LEVELS, waiting(), now, minutes(60))
    state = clock_state(LEVELS, anchor, now)
    assert (state.waits_ms, state.remaining_ms) == (minutes(0.5), minutes(12))


def test_a_clock_held_over_the_end_of_a_wait_stands_where_it_was_seen_last():
    anchor = hold(LEVELS, waiting(), NOON + minutes(30), NOON + minutes(8.5))
    assert read(anchor, 40) == (False, 0, minutes(12))


def test_undoing_a_wait_brings_the_pause_back_and_undoing_a_pause_the_wait():
    paused = pause(LEVELS, started(), NOON + minutes(8))
    wait = resume(LEVELS, paused, NOON + minutes(9), minutes(1))
    undone = undo(LEVELS, paused, wait, NOON + minutes(9.5))
    assert read(undone, 60) == (False, 0, minutes(12))
    assert undo(LEVELS, wait, undone, NOON + minutes(9.75)).kind == WAIT
    late = undo(LEVELS, wait, undone, NOON + minutes(11))
    assert read(late, 11) == (True, 0, minutes(11))


def test_undoing_a_wait_announces_a_level_that_would_have_begun_meanwhile_and_no_other():
    late_in_level = pause(LEVELS, started(), NOON + minutes(19.5), minutes(1))
    before = undo(LEVELS, started(), late_in_level, NOON + minutes(19.75))
    after = undo(LEVELS, started(), late_in_level, NOON + minutes(20.25))
    assert [(anchor.kind, anchor.level_index) for anchor in (before, after)] == [(UNDO, 0), (ADVANCE, 1)]


def test_what_is_ahead_of_a_wait_is_later_by_it():
    rows = upcoming(LEVELS, waiting(), NOON + minutes(8.5), 2)
    assert [row.ends_at_ms for row in rows] == [NOON + minutes(21), NOON + minutes(41)]
    assert rows[1].starts_in_ms == minutes(12.5)


@pytest.mark.parametrize("wait_ms", [-1, minutes(24 * 60) + 1])
def test_a_wait_of_less_than_nothing_or_of_days_is_refused(wait_ms: int):
    with pytest.raises(RuleError, match="wait_out_of_range"):
        waiting(wait_ms)


def test_a_countdown_cannot_be_made_to_wait():
    countdown = schedule(LEVELS, None, NOON, NOON + minutes(10))
    with pytest.raises(RuleError, match="not_started"):
        pause(LEVELS, countdown, NOON, minutes(1))


def test_time_taken_past_the_end_of_the_last_level_leaves_the_wait_as_it_is():
    one = type(LEVELS)(LEVELS.levels[:1])
    paused = pause(one, started(), NOON + minutes(8), minutes(1))
    taken = adjust(one, paused, NOON + minutes(8.5), -minutes(15))
    waits, after = (clock_state(one, taken, NOON + minutes(at)) for at in (8.5, 10))
    assert (waits.phase, waits.waits_ms) == ("overtime", minutes(0.5))
    assert (after.running, after.overtime_ms) == (True, minutes(1))
