"""Acts of the director on the clock."""

from dataclasses import replace

import pytest

from clock.rules.acts import (
    adjust,
    compensate,
    count_hand,
    edit_structure,
    end_break,
    frozen_levels,
    give_back,
    go_to_level,
    hold,
    next_level,
    pause,
    previous_level,
    resume,
    schedule,
    start,
    undo,
    unschedule,
)
from clock.rules.state import ADJUST, ADVANCE, SCHEDULE, START, UNDO, UNSCHEDULE, Anchor, clock_state
from clock.rules.structure import Structure, play_level
from tests.clock.rules.clocks import NOON, clock_time, four_levels, four_levels_and_a_break, minutes, started
from tournaments.rules.errors import RuleError

LEVELS = four_levels()


def read(anchor, now_ms, structure=LEVELS):
    state = clock_state(structure, anchor, now_ms)
    return (state.phase, state.level_number, state.remaining_ms, state.running)


def refused(call, *arguments):
    with pytest.raises(RuleError) as refusal:
        call(*arguments)
    return refusal.value.code


def countdown():
    return schedule(LEVELS, None, NOON, NOON + minutes(30))


# Start ------------------------------------------------------------------------------------------------------------


def test_a_start_can_be_moved_while_it_is_ahead():
    moved = schedule(LEVELS, countdown(), NOON + minutes(5), NOON + minutes(90))
    assert read(moved, NOON + minutes(5)) == ("countdown", 1, minutes(85), True)


def test_a_start_in_the_past_is_refused():
    assert refused(schedule, LEVELS, None, NOON, NOON) == "start_not_ahead"


def test_a_start_that_no_calendar_could_show_is_refused():
    two_years = minutes(2 * 366 * 24 * 60)
    assert schedule(LEVELS, None, NOON, NOON + two_years).elapsed_ms == -two_years
    assert refused(schedule, LEVELS, None, NOON, NOON + two_years + 1) == "start_too_far"


def test_the_director_can_start_before_the_countdown_ends():
    assert start(LEVELS, countdown(), NOON + minutes(3)) == Anchor(
        START, NOON + minutes(3), 0, 0, running=True
    )


def test_a_start_can_be_taken_back_until_it_happens():
    assert unschedule(LEVELS, countdown(), NOON) == Anchor(UNSCHEDULE, NOON, 0, 0, running=False)
    assert refused(unschedule, LEVELS, None, NOON) == "not_scheduled"
    assert refused(unschedule, LEVELS, countdown(), NOON + minutes(30)) == "already_started"


def test_what_has_begun_cannot_be_started_or_scheduled_again():
    assert refused(start, LEVELS, started(), NOON + 1) == "already_started"
    assert refused(schedule, LEVELS, countdown(), NOON + minutes(30), NOON + minutes(60)) == "already_started"


@pytest.mark.parametrize("act", [pause, resume, next_level, previous_level, end_break])
def test_a_clock_without_a_start_cannot_be_handled(act):
    assert refused(act, LEVELS, None, NOON) == "not_started"


# Pause and resume -------------------------------------------------------------------------------------------------


def test_pausing_and_resuming_a_hundred_times_loses_nothing():
    anchor = started()
    now = NOON
    for step in range(100):
        now += 1_237 + step
        anchor = pause(LEVELS, anchor, now)
        now += 98_765
        anchor = resume(LEVELS, anchor, now)
    played = sum(1_237 + step for step in range(100))
    assert clock_state(LEVELS, anchor, now).elapsed_ms == played


def test_a_paused_clock_is_not_paused_again_nor_a_running_one_resumed():
    paused = pause(LEVELS, started(), NOON + 1)
    assert refused(pause, LEVELS, paused, NOON + 2) == "already_paused"
    assert refused(resume, LEVELS, started(), NOON + 2) == "already_running"


def test_a_countdown_can_be_paused_and_goes_on_where_it_stood():
    paused = pause(LEVELS, countdown(), NOON + minutes(10))
    assert paused == Anchor(SCHEDULE, NOON + minutes(10), 0, -minutes(20), running=False)
    resumed = resume(LEVELS, paused, NOON + minutes(60))
    assert read(resumed, NOON + minutes(80)) == ("playing", 1, minutes(20), True)


def test_overtime_stands_still_while_paused():
    paused = pause(LEVELS, started(), NOON + minutes(85))
    assert clock_state(LEVELS, paused, NOON + minutes(500)).overtime_ms == minutes(5)


def test_added_time_survives_a_pause():
    added = adjust(LEVELS, started(), NOON + minutes(2), minutes(5))
    paused = pause(LEVELS, added, NOON + minutes(3))
    assert read(paused, NOON + minutes(400)) == ("playing", 1, minutes(22), False)
    assert read(resume(LEVELS, paused, NOON + minutes(400)), NOON + minutes(400)) == (
        "playing",
        1,
        minutes(22),
        True,
    )


# Adding and taking off time ---------------------------------------------------------------------------------------


def test_taking_off_more_than_is_left_begins_the_next_level_in_full_f16():
    now = NOON + minutes(8)
    taken = adjust(LEVELS, started(), now, -minutes(15))
    assert (taken.kind, read(taken, now)) == (ADVANCE, ("playing", 2, minutes(20), True))


def test_taking_off_exactly_what_is_left_begins_the_next_level():
    now = NOON + minutes(8)
    assert read(adjust(LEVELS, started(), now, -minutes(12)), now) == ("playing", 2, minutes(20), True)
    assert read(adjust(LEVELS, started(), now, 1 - minutes(12)), now) == ("playing", 1, 1, True)


def test_a_minute_more_is_a_minute_more_even_beyond_the_length_of_the_level():
    now = NOON + minutes(2)
    added = adjust(LEVELS, adjust(LEVELS, started(), now, minutes(1)), now, minutes(10))
    assert read(added, now) == ("playing", 1, minutes(29), True)
    assert read(added, now + minutes(29)) == ("playing", 2, minutes(20), True)


def test_a_paused_clock_stays_paused_when_time_is_changed():
    paused = pause(LEVELS, started(), NOON + minutes(8))
    assert read(adjust(LEVELS, paused, NOON + minutes(9), minutes(1)), NOON + minutes(90)) == (
        "playing",
        1,
        minutes(13),
        False,
    )
    assert read(adjust(LEVELS, paused, NOON + minutes(9), -minutes(60)), NOON + minutes(90)) == (
        "playing",
        2,
        minutes(20),
        False,
    )


def test_a_countdown_can_be_lengthened_and_shortened_and_begins_when_it_is_used_up():
    longer = adjust(LEVELS, countdown(), NOON, minutes(5))
    assert (longer.kind, read(longer, NOON)) == (SCHEDULE, ("countdown", 1, minutes(35), True))
    shorter = adjust(LEVELS, countdown(), NOON, -minutes(5))
    assert read(shorter, NOON) == ("countdown", 1, minutes(25), True)
    assert adjust(LEVELS, countdown(), NOON, -minutes(31)) == Anchor(START, NOON, 0, 0, running=True)


def test_taking_off_the_last_level_begins_overtime_at_zero():
    now = NOON + minutes(75)
    over = adjust(LEVELS, started(), now, -minutes(15))
    state = clock_state(LEVELS, over, now + 1_000)
    assert (over.kind, state.phase, state.overtime_ms) == (ADJUST, "overtime", 1_000)


def test_in_overtime_time_can_be_added_but_not_taken_off():
    now = NOON + minutes(100)
    assert read(adjust(LEVELS, started(), now, minutes(5)), now) == ("playing", 4, minutes(5), True)
    assert refused(adjust, LEVELS, started(), now, -1) == "no_time_left"


def test_more_than_a_day_at_once_is_refused():
    assert refused(adjust, LEVELS, started(), NOON, minutes(24 * 60) + 1) == "adjust_too_large"


# Levels -----------------------------------------------------------------------------------------------------------


def test_going_to_a_level_lands_at_its_beginning_f55():
    now = NOON + minutes(5)
    assert read(go_to_level(LEVELS, started(), now, LEVELS.level_index(3)), now) == (
        "playing",
        3,
        minutes(20),
        True,
    )


def test_going_to_the_present_level_begins_it_again():
    now = NOON + minutes(25)
    assert read(go_to_level(LEVELS, started(), now, 1), now) == ("playing", 2, minutes(20), True)


@pytest.mark.parametrize("index", [-1, 4])
def test_going_to_a_level_that_is_not_there_is_refused(index):
    assert refused(go_to_level, LEVELS, started(), NOON, index) == "no_such_level"


def test_levels_cannot_be_chosen_before_the_start():
    assert refused(go_to_level, LEVELS, countdown(), NOON, 2) == "not_started"


def test_forward_and_back_step_over_breaks_one_at_a_time():
    structure = four_levels_and_a_break()
    in_second = started(NOON - minutes(25))
    on_break = next_level(structure, in_second, NOON)
    assert read(on_break, NOON, structure) == ("break", None, minutes(10), True)
    assert read(previous_level(structure, on_break, NOON + 1), NOON + 1, structure) == (
        "playing",
        2,
        minutes(20),
        True,
    )


def test_there_is_nothing_before_the_first_and_after_the_last_level():
    assert refused(previous_level, LEVELS, started(), NOON) == "no_previous_level"
    assert refused(next_level, LEVELS, started(), NOON + minutes(70)) == "no_next_level"
    assert refused(next_level, LEVELS, started(), NOON + minutes(100)) == "no_next_level"


def test_a_break_can_end_early_and_only_a_break_can():
    structure = four_levels_and_a_break()
    now = NOON + minutes(43)
    ended = end_break(structure, started(), now)
    assert (ended.kind, read(ended, now, structure)) == (ADVANCE, ("playing", 3, minutes(20), True))
    assert refused(end_break, structure, started(), NOON) == "not_on_break"


def test_a_break_at_the_very_end_has_no_level_to_go_on_to():
    structure = Structure(four_levels_and_a_break().levels[:3])
    assert refused(end_break, structure, started(), NOON + minutes(45)) == "no_next_level"


# Hand-for-hand ----------------------------------------------------------------------------------------------------


def test_hand_for_hand_charges_the_frozen_clock_a_set_time_for_each_hand():
    frozen = pause(LEVELS, started(), NOON + minutes(17))
    first = count_hand(LEVELS, frozen, NOON + minutes(30), minutes(2))
    assert (first.kind, read(first, NOON + minutes(40))) == (ADJUST, ("playing", 1, minutes(1), False))
    second = count_hand(LEVELS, first, NOON + minutes(40), minutes(2))
    assert (second.kind, read(second, NOON + minutes(50))) == (ADVANCE, ("playing", 2, minutes(19), False))


def test_a_running_clock_is_charged_nothing_for_hands():
    assert refused(count_hand, LEVELS, started(), NOON, minutes(2)) == "clock_is_running"
    assert refused(count_hand, LEVELS, pause(LEVELS, started(), NOON), NOON, 0) == "step_not_positive"


# Editing the structure --------------------------------------------------------------------------------------------


def edited(index, **changes):
    levels = list(LEVELS.levels)
    levels[index] = replace(levels[index], **changes)
    return Structure(tuple(levels))


def test_a_longer_running_level_keeps_the_time_played():
    now = NOON + minutes(28)
    after = edited(1, duration_ms=minutes(30))
    assert read(edit_structure(LEVELS, after, started(), now), now, after) == (
        "playing",
        2,
        minutes(22),
        True,
    )


def test_a_level_made_shorter_than_what_was_played_gives_way_to_the_next_in_full():
    now = NOON + minutes(28)
    after = edited(1, duration_ms=minutes(8))
    anchor = edit_structure(LEVELS, after, started(), now)
    assert (anchor.kind, read(anchor, now, after)) == (ADVANCE, ("playing", 3, minutes(20), True))


def test_a_level_appended_in_overtime_starts_now_in_full_f8():
    now = NOON + minutes(100)
    after = Structure((*LEVELS.levels, play_level(20, 500, 1_000)))
    anchor = edit_structure(LEVELS, after, started(), now)
    assert (anchor.kind, read(anchor, now, after)) == (ADVANCE, ("playing", 5, minutes(20), True))


def test_past_levels_are_frozen():
    now = NOON + minutes(28)
    assert frozen_levels(LEVELS, started(), now) == 1
    assert refused(edit_structure, LEVELS, edited(0, big_blind=300), started(), now) == "past_level_changed"
    assert edit_structure(LEVELS, edited(1, big_blind=500), started(), now) is not None


def test_before_the_start_everything_can_be_edited():
    after = Structure((play_level(30, 5, 10),))
    assert frozen_levels(LEVELS, countdown(), NOON) == 0
    assert edit_structure(LEVELS, after, None, NOON) is None
    anchor = edit_structure(LEVELS, after, countdown(), NOON + minutes(1))
    assert read(anchor, NOON + minutes(30), after) == ("playing", 1, minutes(30), True)


@pytest.mark.parametrize("origins", [(), (0,), (0, 1, 2, 3, 4, 5, 6, 7, 8)])
def test_origins_that_are_not_one_for_each_level_are_refused(origins):
    assert (
        refused(edit_structure, LEVELS, LEVELS, started(), NOON + minutes(28), origins)
        == "origins_do_not_fit"
    )


@pytest.mark.parametrize(
    ("levels", "origins", "code"),
    [
        ((0,), None, "present_level_deleted"),
        ((0, 2, 3), (0, 2, 3), "present_level_deleted"),
        ((1, 2, 3), (1, 2, 3), "past_level_changed"),
        ((0, 2, 1, 3), (0, 2, 1, 3), "present_level_moved"),
        ((0, 1, 2, 3), (None, 1, 2, 3), "past_level_changed"),
    ],
)
def test_the_present_level_cannot_be_deleted_or_moved(levels, origins, code):
    after = Structure(tuple(LEVELS.levels[index] for index in levels))
    assert refused(edit_structure, LEVELS, after, started(), NOON + minutes(28), origins) == code


def test_a_running_level_cannot_become_a_break():
    after = edited(1, kind="break", small_blind=0, big_blind=0)
    assert (
        refused(edit_structure, LEVELS, after, started(), NOON + minutes(28)) == "present_level_kind_changed"
    )


def test_future_levels_can_be_deleted_and_inserted():
    now = NOON + minutes(28)
    after = Structure((*LEVELS.levels[:2], play_level(10, 250, 500), LEVELS.levels[3]))
    anchor = edit_structure(LEVELS, after, started(), now, (0, 1, None, 3))
    assert read(anchor, NOON + minutes(41), after) == ("playing", 3, minutes(9), True)


def test_an_unsound_structure_is_refused():
    assert (
        refused(edit_structure, LEVELS, edited(3, small_blind=9_000), started(), NOON) == "structure_unsound"
    )


def test_editing_one_structure_leaves_a_copy_of_it_alone_f50():
    copy = Structure(LEVELS.levels)
    edited(1, duration_ms=minutes(5))
    assert copy == four_levels()


# Outages and wall clocks ------------------------------------------------------------------------------------------


def test_time_of_an_outage_can_be_given_back_over_the_start_of_a_level():
    now = NOON + minutes(35)
    given = give_back(LEVELS, started(), now, minutes(25))
    assert read(given, now) == ("playing", 1, minutes(10), True)


def test_time_is_given_back_after_a_pause_too():
    structure = four_levels_and_a_break()
    paused = pause(structure, started(), NOON + minutes(55))
    given = give_back(structure, paused, NOON + minutes(57), minutes(20))
    assert read(given, NOON + minutes(99), structure) == ("playing", 2, minutes(5), False)


def test_not_more_is_given_back_than_was_played():
    assert read(give_back(LEVELS, started(), NOON + minutes(5), minutes(50)), NOON + minutes(5)) == (
        "playing",
        1,
        minutes(20),
        True,
    )


def test_a_countdown_gets_its_time_back_as_well():
    assert read(give_back(LEVELS, countdown(), NOON + minutes(10), minutes(4)), NOON + minutes(10)) == (
        "countdown",
        1,
        minutes(24),
        True,
    )


def test_nothing_or_less_cannot_be_given_back():
    assert refused(give_back, LEVELS, started(), NOON, 0) == "amount_not_positive"


def test_more_time_than_any_outage_lasts_is_not_given_back():
    too_much = minutes(31 * 24 * 60) + 1
    assert refused(give_back, LEVELS, countdown(), NOON, too_much) == "amount_too_large"


def test_a_held_clock_stands_where_it_was_last_seen():
    held = hold(LEVELS, started(), NOON + minutes(50), NOON + minutes(12))
    assert read(held, NOON + minutes(70)) == ("playing", 1, minutes(8), False)
    assert refused(hold, LEVELS, held, NOON, NOON) == "already_paused"


def test_counting_the_outage_after_all_is_undoing_the_hold():
    held = hold(LEVELS, started(), NOON + minutes(50), NOON + minutes(12))
    counted = undo(LEVELS, started(), held, NOON + minutes(55))
    assert (counted.kind, read(counted, NOON + minutes(55))) == (ADVANCE, ("playing", 3, minutes(5), True))


@pytest.mark.parametrize("step_ms", [-minutes(60), -5_000, 5_000, minutes(60), minutes(24 * 60)])
def test_a_step_of_the_wall_clock_changes_nothing_once_compensated(step_ms):
    truly = NOON + minutes(33)
    anchor = compensate(LEVELS, started(), truly + step_ms, step_ms)
    before = clock_state(LEVELS, started(), truly + minutes(3))
    assert clock_state(LEVELS, anchor, truly + step_ms + minutes(3)) == before


def test_a_compensated_countdown_counts_the_same_real_time():
    anchor = compensate(LEVELS, countdown(), NOON + minutes(70), minutes(60))
    assert read(anchor, NOON + minutes(70)) == ("countdown", 1, minutes(20), True)


# Undo -------------------------------------------------------------------------------------------------------------


def test_undoing_a_pause_gives_the_clock_as_if_it_had_run():
    paused = pause(LEVELS, started(), NOON + minutes(5))
    undone = undo(LEVELS, started(), paused, NOON + minutes(9))
    assert (undone.kind, read(undone, NOON + minutes(9))) == (UNDO, ("playing", 1, minutes(11), True))


def test_undoing_a_jump_returns_to_the_level_without_announcing_it_again():
    jumped = go_to_level(LEVELS, started(), NOON + minutes(5), 3)
    undone = undo(LEVELS, started(), jumped, NOON + minutes(6))
    assert (undone.kind, read(undone, NOON + minutes(6))) == (UNDO, ("playing", 1, minutes(14), True))


def test_a_level_that_would_have_begun_meanwhile_is_announced_by_the_undo():
    jumped = go_to_level(LEVELS, started(), NOON + minutes(15), 3)
    undone = undo(LEVELS, started(), jumped, NOON + minutes(25))
    assert (undone.kind, read(undone, NOON + minutes(25))) == (ADVANCE, ("playing", 2, minutes(15), True))


def test_undoing_the_first_schedule_leaves_no_start_set():
    assert undo(LEVELS, None, countdown(), NOON + 1) == Anchor(UNSCHEDULE, NOON + 1, 0, 0, running=False)


def test_undoing_an_early_start_returns_to_the_countdown():
    early = start(LEVELS, countdown(), NOON + minutes(10))
    assert read(undo(LEVELS, countdown(), early, NOON + minutes(12)), NOON + minutes(12)) == (
        "countdown",
        1,
        minutes(18),
        True,
    )
    after_zero = undo(LEVELS, countdown(), early, NOON + minutes(33))
    assert (after_zero.kind, read(after_zero, NOON + minutes(33))) == (
        UNDO,
        ("playing", 1, minutes(17), True),
    )


def test_undoing_an_edit_that_appended_levels_reads_the_old_structure():
    after = Structure((*LEVELS.levels, play_level(20, 500, 1_000), play_level(20, 600, 1_200)))
    edit = edit_structure(LEVELS, after, started(), NOON + minutes(100))
    assert edit is not None
    undone = undo(LEVELS, started(), edit, NOON + minutes(101))
    assert clock_state(LEVELS, undone, NOON + minutes(101)).overtime_ms == minutes(21)


def test_a_remaining_time_is_exact_to_the_second_after_many_acts():
    anchor = started()
    for act, at in ((pause, 60), (resume, 90), (pause, 100), (resume, 400)):
        anchor = act(LEVELS, anchor, NOON + at * 1_000)
    assert read(anchor, NOON + 401_000)[2] == clock_time("18:49")
