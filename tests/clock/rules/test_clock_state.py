"""What time it is in the tournament."""

import json
from time import process_time

import pytest

from clock.rules.acts import pause, resume, schedule
from clock.rules.presets import preset
from clock.rules.state import (
    ADJUST,
    PAUSE,
    SCHEDULE,
    UNSCHEDULE,
    Anchor,
    ClockState,
    clock_state,
    level_on_screen,
)
from clock.rules.structure import Structure, break_level, play_level
from tests.clock.rules.clocks import NOON, clock_time, four_levels, four_levels_and_a_break, minutes, started


def read(structure, anchor, now_ms):
    state = clock_state(structure, anchor, now_ms)
    return (state.phase, state.level_number, state.remaining_ms)


def test_nothing_is_running_before_a_start_was_ever_set():
    assert clock_state(four_levels(), None, NOON) == ClockState("not_started", 0, 1, 0, minutes(20), 0, False)


def test_a_start_taken_back_is_no_start():
    anchor = Anchor(UNSCHEDULE, NOON, 0, 0, running=False)
    assert clock_state(four_levels(), anchor, NOON + minutes(99)) == clock_state(four_levels(), None, NOON)


def test_the_next_level_begins_at_the_exact_end_of_a_level():
    structure = four_levels_and_a_break()
    assert read(structure, started(), NOON) == ("playing", 1, minutes(20))
    assert read(structure, started(), NOON + minutes(20) - 1) == ("playing", 1, 1)
    assert read(structure, started(), NOON + minutes(20)) == ("playing", 2, minutes(20))
    assert read(structure, started(), NOON + minutes(40)) == ("break", None, minutes(10))
    assert read(structure, started(), NOON + minutes(50)) == ("playing", 3, minutes(20))


def test_an_hour_and_five_minutes_over_levels_of_twenty_is_level_four_with_fifteen_left_f53():
    assert read(four_levels(), started(), NOON + minutes(65)) == ("playing", 4, minutes(15))


def test_after_the_last_level_overtime_counts_up_and_the_blinds_stay_f8():
    state = clock_state(four_levels(), started(), NOON + minutes(100))
    assert state == ClockState("overtime", 3, 4, minutes(40), 0, minutes(20), True)
    assert level_on_screen(four_levels(), state) == play_level(20, 400, 800)


def test_a_break_at_the_end_goes_into_overtime_with_the_last_blinds():
    structure = Structure((play_level(20, 100, 200), break_level(10)))
    state = clock_state(structure, started(), NOON + minutes(35))
    assert (state.phase, state.level_number, state.overtime_ms) == ("overtime", None, minutes(5))
    assert level_on_screen(structure, state) == play_level(20, 100, 200)


def test_a_scheduled_start_counts_down_and_begins_by_itself_f45():
    structure = Structure((play_level(25, 100, 200), play_level(25, 200, 400)))
    anchor = schedule(structure, None, NOON, NOON + minutes(30))
    assert read(structure, anchor, NOON) == ("countdown", 1, minutes(30))
    assert read(structure, anchor, NOON + minutes(30) - 1) == ("countdown", 1, 1)
    assert read(structure, anchor, NOON + minutes(31)) == ("playing", 1, minutes(24))


def test_a_paused_countdown_stands_still_f47():
    anchor = pause(four_levels(), schedule(four_levels(), None, NOON, NOON + minutes(30)), NOON + minutes(10))
    state = clock_state(four_levels(), anchor, NOON + minutes(500))
    assert (state.phase, state.paused, state.remaining_ms) == ("countdown", True, minutes(20))


def test_a_pause_is_no_break_and_keeps_the_blinds_f15():
    structure = four_levels()
    anchor = pause(structure, started(), NOON + minutes(45))
    state = clock_state(structure, anchor, NOON + minutes(300))
    assert (state.phase, state.paused, state.level_number, state.remaining_ms) == (
        "playing",
        True,
        3,
        minutes(15),
    )
    assert level_on_screen(structure, state) == play_level(20, 300, 600)


def test_looking_at_a_paused_clock_does_not_start_it_f56():
    structure = four_levels()
    paused_at = NOON + minutes(20) - clock_time("9:53")
    anchor = pause(structure, started(), paused_at)
    looks = [clock_state(structure, anchor, paused_at + later).remaining_ms for later in (0, 1_000, 5_000)]
    assert looks == [clock_time("9:53")] * 3
    resumed = resume(structure, anchor, paused_at + 5_000)
    assert clock_state(structure, resumed, paused_at + 5_000).remaining_ms == clock_time("9:53")


def test_however_often_it_is_asked_a_minute_is_a_minute_f14():
    structure = four_levels()
    for millisecond in range(0, 60_000, 7):
        clock_state(structure, started(), NOON + millisecond)
    assert clock_state(structure, started(), NOON + 60_000).remaining_ms == clock_time("19:00")


def test_a_minute_of_looking_from_many_places_agrees_f54():
    other = Structure((play_level(5, 1, 2), play_level(5, 2, 4)))
    now = NOON + minutes(7)
    assert read(four_levels(), started(), now) == ("playing", 1, minutes(13))
    assert read(other, started(), now) == ("playing", 2, minutes(3))


def test_a_wall_clock_set_back_leaves_the_clock_at_its_anchor_at_least():
    anchor = Anchor(PAUSE, NOON, 1, minutes(5), running=True)
    assert read(four_levels(), anchor, NOON - minutes(60)) == ("playing", 2, minutes(15))


def test_negative_time_of_a_schedule_is_a_countdown_and_of_any_other_anchor_added_time():
    countdown = Anchor(SCHEDULE, NOON, 0, -minutes(5), running=True)
    extended = Anchor(ADJUST, NOON, 0, -minutes(5), running=True)
    assert read(four_levels(), countdown, NOON) == ("countdown", 1, minutes(5))
    assert read(four_levels(), extended, NOON) == ("playing", 1, minutes(25))
    assert read(four_levels(), extended, NOON + minutes(24)) == ("playing", 1, minutes(1))
    assert read(four_levels(), extended, NOON + minutes(25)) == ("playing", 2, minutes(20))


def test_time_added_to_a_later_level_never_shows_the_level_before():
    extended = Anchor(ADJUST, NOON, 2, -minutes(5), running=True)
    assert read(four_levels(), extended, NOON) == ("playing", 3, minutes(25))
    assert read(four_levels(), extended, NOON + minutes(26)) == ("playing", 4, minutes(19))
    last = Anchor(ADJUST, NOON, 3, -minutes(5), running=True)
    assert read(four_levels(), last, NOON + minutes(24)) == ("playing", 4, minutes(1))
    assert clock_state(four_levels(), last, NOON + minutes(26)).overtime_ms == minutes(1)


def test_a_state_can_be_sent_as_json():
    state = clock_state(four_levels(), started(), NOON)
    assert ClockState(*json.loads(json.dumps(state))) == state


@pytest.mark.parametrize("later_ms", [minutes(10), minutes(800), minutes(5_000)])
def test_the_state_is_found_far_more_than_a_hundred_thousand_times_a_second(later_ms):
    structure = preset("appt-2019").structure
    began = process_time()
    for _ in range(20_000):
        clock_state(structure, started(), NOON + later_ms)
    assert process_time() - began < 0.2
