"""Windows: late registration, rebuys, re-entry, add-on, life of the waiting list."""

import pytest

from clock.rules.acts import adjust, go_to_level, pause, resume, schedule
from clock.rules.structure import Structure, break_level, play_level
from clock.rules.windows import (
    BreakAfter,
    LastHand,
    PlayTime,
    UntilLevel,
    WindowState,
    check_window,
    is_open,
    last_hand,
    window_state,
)
from tests.clock.rules.clocks import NOON, clock_time, four_levels, four_levels_and_a_break, minutes, started

LEVELS = four_levels_and_a_break()
TO_LEVEL_TWO = UntilLevel(2)
THROUGH_BREAK = UntilLevel(2, through_break=True)


def opens(window, reading, structure=LEVELS):
    return is_open(structure, window, started(), NOON + clock_time(reading))


def test_late_registration_to_the_end_of_level_two_f6():
    assert (opens(TO_LEVEL_TWO, "39:59"), opens(TO_LEVEL_TWO, "40:00")) == (True, False)
    assert (opens(THROUGH_BREAK, "49:59"), opens(THROUGH_BREAK, "50:00")) == (True, False)


def test_through_the_break_means_nothing_where_no_break_follows():
    assert (opens(UntilLevel(1, True), "19:59"), opens(UntilLevel(1, True), "20:00")) == (True, False)


def test_the_clock_closes_late_registration_without_anything_firing_f5():
    assert window_state(LEVELS, TO_LEVEL_TWO, started(), NOON + minutes(500)) == WindowState(
        "closed", 0, None
    )


def test_thirty_minutes_of_play_are_not_thirty_minutes_of_the_wall_clock_f96():
    structure = four_levels()
    paused = pause(structure, started(), NOON + minutes(15))
    resumed = resume(structure, paused, NOON + minutes(25))
    window = PlayTime(minutes(30))
    assert is_open(structure, window, paused, NOON + minutes(25))
    assert is_open(structure, window, resumed, NOON + minutes(40) - 1)
    assert not is_open(structure, window, resumed, NOON + minutes(40))


def test_breaks_are_no_playing_time_f96():
    window = PlayTime(minutes(45))
    assert (opens(window, "54:59"), opens(window, "55:00")) == (True, False)
    assert window_state(LEVELS, window, started(), NOON + minutes(35)).remaining_ms == minutes(20)


def test_playing_time_that_ends_with_a_level_closes_with_it():
    assert (opens(PlayTime(minutes(40)), "39:59"), opens(PlayTime(minutes(40)), "40:00")) == (True, False)


def test_a_window_tells_how_long_and_until_when_it_is_open():
    state = window_state(LEVELS, THROUGH_BREAK, started(), NOON + minutes(10))
    assert state == WindowState("open", minutes(40), NOON + minutes(50))


def test_before_the_start_the_countdown_is_not_counted_but_moves_the_time_of_day():
    anchor = schedule(LEVELS, None, NOON, NOON + minutes(30))
    state = window_state(LEVELS, TO_LEVEL_TWO, anchor, NOON + minutes(10))
    assert state == WindowState("open", minutes(40), NOON + minutes(70))
    assert window_state(LEVELS, TO_LEVEL_TWO, None, NOON) == WindowState("open", minutes(40), None)


def test_level_zero_closes_at_the_start():
    anchor = schedule(LEVELS, None, NOON, NOON + minutes(30))
    assert window_state(LEVELS, UntilLevel(0), anchor, NOON) == WindowState("open", 0, NOON + minutes(30))
    assert is_open(LEVELS, UntilLevel(0), anchor, NOON + minutes(30) - 1)
    assert not is_open(LEVELS, UntilLevel(0), anchor, NOON + minutes(30))


def test_the_end_of_the_last_level_is_where_overtime_begins():
    assert (opens(UntilLevel(4), "89:59"), opens(UntilLevel(4), "90:00")) == (True, False)


def test_a_level_that_does_not_exist_yet_has_not_ended():
    state = window_state(LEVELS, UntilLevel(9), started(), NOON + minutes(500))
    assert state == WindowState("open", None, None)


def test_the_addon_break_opens_and_closes_with_the_break_after_the_rebuys():
    assert [opens(BreakAfter(2), reading) for reading in ("39:59", "40:00", "49:59", "50:00")] == [
        False,
        True,
        True,
        False,
    ]
    assert opens(BreakAfter(1), "45:00")
    before = window_state(LEVELS, BreakAfter(2), started(), NOON + minutes(30))
    assert before == WindowState("before", minutes(20), NOON + minutes(50), minutes(10), NOON + minutes(40))


def test_an_addon_break_that_never_comes_never_opens():
    assert window_state(LEVELS, BreakAfter(3), started(), NOON + minutes(5)) == WindowState(
        "before", None, None
    )
    assert window_state(LEVELS, BreakAfter(7), started(), NOON + minutes(5)).status == "before"


def test_an_addon_window_can_span_levels():
    window = UntilLevel(3, after_level=1)
    assert [opens(window, reading) for reading in ("19:59", "20:00", "69:59", "70:00")] == [
        False,
        True,
        True,
        False,
    ]


def test_going_back_a_level_reopens_a_window_and_adding_time_does_not():
    now = NOON + minutes(65)
    closed_by_play = PlayTime(minutes(40))
    back = go_to_level(LEVELS, started(), now, 1)
    added = adjust(LEVELS, started(), now, minutes(60))
    assert is_open(LEVELS, TO_LEVEL_TWO, back, now)
    assert not is_open(LEVELS, TO_LEVEL_TWO, added, now)
    assert not is_open(LEVELS, THROUGH_BREAK, added, now)
    assert not is_open(LEVELS, closed_by_play, added, now)


def test_time_added_to_the_level_keeps_the_window_open_as_long():
    now = NOON + minutes(39)
    added = adjust(LEVELS, started(), now, minutes(25))
    assert window_state(LEVELS, TO_LEVEL_TWO, added, now) == WindowState(
        "open", minutes(26), now + minutes(26)
    )


def test_a_paused_clock_keeps_a_window_open():
    paused = pause(LEVELS, started(), NOON + minutes(39))
    state = window_state(LEVELS, TO_LEVEL_TWO, paused, NOON + minutes(300))
    assert state == WindowState("open", minutes(1), NOON + minutes(301))


# The last hand ----------------------------------------------------------------------------------------------------


def kept(window, now, bust, *, in_time=True, structure=LEVELS, anchor=None, **facts):
    found = last_hand(
        structure,
        window,
        anchor or started(),
        NOON + clock_time(now),
        bust_entered_at_ms=NOON + clock_time(bust),
        hand_began_in_time=in_time,
        **facts,
    )
    return found if found.closes_at_ms is None else (found.is_open, found.closes_at_ms - NOON)


def test_a_bust_in_the_last_hand_keeps_its_rebuy_for_five_minutes():
    assert kept(UntilLevel(1), "24:59", "20:00") == (True, clock_time("25:00"))
    assert kept(UntilLevel(1), "25:00", "20:00") == LastHand(False, None)


def test_a_bust_entered_just_before_the_close_has_its_five_minutes_too():
    assert kept(UntilLevel(1), "21:00", "19:50") == (True, clock_time("24:50"))


def test_a_bust_in_a_hand_dealt_after_the_close_gives_nothing_f101():
    assert kept(UntilLevel(1), "20:30", "20:10", in_time=False) == LastHand(False, None)
    assert kept(UntilLevel(2), "40:30", "40:10", in_time=False) == LastHand(False, None)


def test_the_rebuy_is_kept_through_a_break_that_follows():
    assert kept(TO_LEVEL_TWO, "49:59", "40:10") == (True, clock_time("50:00"))
    assert kept(TO_LEVEL_TWO, "50:00", "40:10") == LastHand(False, None)


def test_five_minutes_reach_beyond_a_break_that_is_nearly_over():
    assert kept(TO_LEVEL_TWO, "49:00", "48:00") == (True, clock_time("53:00"))
    assert kept(TO_LEVEL_TWO, "52:00", "48:00") == (True, clock_time("53:00"))


def test_the_break_helps_busts_of_the_last_hand_only():
    assert kept(TO_LEVEL_TWO, "41:00", "34:00") == LastHand(False, None)
    assert kept(TO_LEVEL_TWO, "41:00", "36:00") == (True, clock_time("50:00"))


def test_a_recorded_close_counts_for_more_than_a_paused_break():
    paused = pause(LEVELS, started(), NOON + minutes(41))
    facts = {"anchor": paused, "closed_at_ms": NOON + minutes(40)}
    assert kept(TO_LEVEL_TWO, "55:00", "37:00", **facts)[0]


def test_a_window_through_the_break_has_its_five_minutes_after_the_break():
    assert kept(THROUGH_BREAK, "52:00", "50:00") == (True, clock_time("55:00"))


def test_while_the_window_is_open_nobody_needs_the_last_hand():
    assert kept(TO_LEVEL_TWO, "10:00", "05:00", in_time=False) == (True, minutes(40))


def test_an_addon_that_has_not_opened_is_not_kept():
    assert kept(BreakAfter(2), "10:00", "09:00") == LastHand(False, None)


def test_the_grace_is_a_setting():
    assert kept(UntilLevel(1), "20:30", "20:00", grace_ms=0) == LastHand(False, None)


# Windows that do not fit ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("window", "codes"),
    [
        (UntilLevel(4), []),
        (UntilLevel(0), []),
        (UntilLevel(5), ["window_never_closes"]),
        (BreakAfter(2), []),
        (BreakAfter(3), ["no_break_for_window"]),
        (PlayTime(minutes(80)), []),
        (PlayTime(minutes(80) + 1), ["window_beyond_structure"]),
        (UntilLevel(3, after_level=3), ["window_is_empty"]),
        (UntilLevel(2, after_level=3), ["window_is_empty"]),
        (UntilLevel(3, after_level=9), ["window_is_empty"]),
    ],
)
def test_a_window_that_does_not_fit_the_structure_warns(window, codes):
    assert [problem.code for problem in check_window(LEVELS, window)] == codes


def test_playing_time_beyond_the_structure_ends_in_overtime():
    window = PlayTime(minutes(85))
    assert (opens(window, "94:59"), opens(window, "95:00")) == (True, False)


def test_two_breaks_in_a_row_are_one_break():
    structure = Structure((play_level(20, 1, 2), break_level(5), break_level(5), play_level(20, 2, 4)))
    assert opens(UntilLevel(1, True), "29:59", structure)
    assert not opens(UntilLevel(1, True), "30:00", structure)
    assert kept(UntilLevel(1), "27:00", "20:00", structure=structure) == (True, clock_time("30:00"))
