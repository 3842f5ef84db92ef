"""Levels that began, each exactly once."""

from clock.rules.acts import adjust, go_to_level, next_level, pause, resume, schedule, undo
from clock.rules.state import ADJUST, Anchor
from clock.rules.transitions import Transition, due_transitions, next_transition_at, sounds
from tests.clock.rules.clocks import NOON, four_levels, four_levels_and_a_break, minutes, started

LEVELS = four_levels()


def due(anchor, now_ms, after_ms=None, structure=LEVELS):
    found = due_transitions(structure, anchor, after_ms, now_ms)
    return [(item.level_index, item.at_ms - NOON) for item in found]


def test_a_start_begins_the_first_level_at_once():
    assert due(started(), NOON) == [(0, 0)]


def test_every_level_that_passed_is_found_with_its_own_time_f53():
    assert due(started(), NOON + minutes(65)) == [
        (0, 0),
        (1, minutes(20)),
        (2, minutes(40)),
        (3, minutes(60)),
    ]


def test_breaks_begin_like_levels():
    assert due(started(), NOON + minutes(55), NOON, four_levels_and_a_break()) == [
        (1, minutes(20)),
        (2, minutes(40)),
        (3, minutes(50)),
    ]


def test_the_first_level_begins_at_the_zero_of_the_countdown():
    anchor = schedule(LEVELS, None, NOON, NOON + minutes(30))
    assert due(anchor, NOON + minutes(30) - 1) == []
    assert due(anchor, NOON + minutes(50)) == [(0, minutes(30)), (1, minutes(50))]


def test_a_boundary_belongs_to_one_interval_only():
    boundary = NOON + minutes(20)
    assert due(started(), boundary, boundary - 1) == [(1, minutes(20))]
    assert due(started(), boundary + 1, boundary) == []


def test_overtime_is_no_transition():
    assert due(started(), NOON + minutes(300), NOON + minutes(60)) == []


def test_nothing_begins_under_a_paused_clock_or_without_a_start():
    assert due(pause(LEVELS, started(), NOON + minutes(5)), NOON + minutes(99)) == []
    assert due(pause(LEVELS, schedule(LEVELS, None, NOON, NOON + 9), NOON), NOON + minutes(99)) == []
    assert due(None, NOON) == []


def test_a_resumed_clock_does_not_begin_its_level_again():
    paused = pause(LEVELS, started(), NOON + minutes(5))
    resumed = resume(LEVELS, paused, NOON + minutes(50))
    assert due(resumed, NOON + minutes(65)) == [(1, minutes(65))]


def test_a_level_chosen_by_the_director_begins_with_the_act_even_paused():
    now = NOON + minutes(5)
    assert due(go_to_level(LEVELS, started(), now, 2), now) == [(2, minutes(5))]
    assert due(next_level(LEVELS, pause(LEVELS, started(), NOON), now), now) == [(1, minutes(5))]


def test_taking_time_off_past_zero_begins_the_next_level():
    now = NOON + minutes(8)
    assert due(adjust(LEVELS, started(), now, -minutes(15)), now) == [(1, minutes(8))]
    assert due(adjust(LEVELS, started(), now, -minutes(5)), now) == []


def test_an_undone_level_change_does_not_sound_twice():
    jumped = go_to_level(LEVELS, started(), NOON + minutes(5), 3)
    assert due(undo(LEVELS, started(), jumped, NOON + minutes(6)), NOON + minutes(6)) == []


def test_a_level_with_added_time_ends_later():
    anchor = Anchor(ADJUST, NOON, 1, -minutes(5), running=True)
    assert due(anchor, NOON + minutes(25)) == [(2, minutes(25))]


def test_the_next_transition_is_the_end_of_the_level_or_of_the_countdown():
    assert next_transition_at(LEVELS, started(), NOON) == NOON + minutes(20)
    assert next_transition_at(LEVELS, started(), NOON + minutes(20)) == NOON + minutes(40)
    assert next_transition_at(LEVELS, schedule(LEVELS, None, NOON, NOON + 5_000), NOON) == NOON + 5_000


def test_there_is_no_next_transition_in_the_last_level_paused_or_without_a_start():
    assert next_transition_at(LEVELS, started(), NOON + minutes(61)) is None
    assert next_transition_at(LEVELS, started(), NOON + minutes(99)) is None
    assert next_transition_at(LEVELS, pause(LEVELS, started(), NOON), NOON) is None
    assert next_transition_at(LEVELS, None, NOON) is None


def test_the_only_level_still_has_the_transition_at_the_end_of_its_countdown():
    single = type(LEVELS)(LEVELS.levels[:1])
    assert next_transition_at(single, schedule(single, None, NOON, NOON + 5_000), NOON) == NOON + 5_000


def test_a_signal_sounds_within_five_seconds_and_is_only_recorded_later():
    begun = Transition(1, NOON)
    assert [sounds(begun, NOON + late) for late in (0, 5_000, 5_001)] == [True, True, False]
