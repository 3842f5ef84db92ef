"""Levels of hands: time does not end them, taps do (docs/rules.md 5)."""

from dataclasses import replace

import pytest

from clock.rules.acts import (
    adjust,
    edit_structure,
    give_back,
    go_to_level,
    hand_played,
    next_level,
    pause,
    resume,
    undo,
)
from clock.rules.state import ADVANCE, HAND, Anchor, clock_state
from clock.rules.structure import Structure, break_level, play_level
from clock.rules.structure_checks import check_structure, errors_of
from clock.rules.timeline import outlook, played_ms, upcoming
from clock.rules.transitions import due_transitions, next_transition_at
from clock.rules.windows import UntilLevel, window_state
from tests.clock.rules.clocks import NOON, minutes, started
from tournaments.rules.errors import RuleError


def refusal(rule, *given):
    with pytest.raises(RuleError) as caught:
        rule(*given)
    return caught.value.code


def rotation() -> Structure:
    """Twenty minutes, eight hands (a quarter of an hour), a break, five hands."""
    return Structure(
        (
            play_level(20, 25, 50),
            replace(play_level(15, 50, 100), hands=8),
            break_level(10),
            replace(play_level(15, 75, 150), hands=5),
        )
    )


def at_hands(hands: int, elapsed_min: int = 0) -> Anchor:
    return Anchor(HAND, NOON, 1, minutes(elapsed_min), True, hands)


def read(anchor: Anchor, after_min: int) -> tuple[str, int, int, int, int]:
    state = clock_state(rotation(), anchor, NOON + minutes(after_min))
    return (state.phase, state.level_index, state.remaining_ms, state.overtime_ms, state.hands)


def test_time_leads_into_a_level_of_hands_and_not_out_of_it():
    assert read(started(), 25) == ("playing", 1, minutes(10), 0, 0)
    assert read(started(), 35) == ("playing", 1, 0, 0, 0)
    assert read(started(), 300) == ("playing", 1, 0, minutes(265), 0)


def test_hands_are_those_of_the_level_that_is_played():
    assert read(at_hands(3), 4)[4] == 3
    assert read(Anchor(HAND, NOON, 1, 0, True, 3), 300)[4] == 3
    assert read(Anchor("resume", NOON, 0, minutes(19), True, 0), 2)[4] == 0


@pytest.mark.parametrize("running", [True, False])
def test_each_hand_is_counted_and_the_last_begins_the_next_level(running):
    structure, anchor = rotation(), Anchor("go_to_level", NOON, 1, 0, running)
    for hand in range(1, 8):
        anchor = hand_played(structure, anchor, NOON + minutes(hand))
        assert (anchor.kind, anchor.level_index, anchor.hands) == (HAND, 1, hand)
    anchor = hand_played(structure, anchor, NOON + minutes(9))
    assert (anchor.kind, anchor.level_index, anchor.elapsed_ms, anchor.hands, anchor.running) == (
        ADVANCE,
        2,
        0,
        0,
        running,
    )


def test_the_last_hand_of_the_last_level_is_counted_and_no_further_one():
    anchor = Anchor(HAND, NOON, 3, minutes(14), True, 4)
    last = hand_played(rotation(), anchor, NOON)
    assert (last.kind, last.hands) == (HAND, 5)
    assert refusal(hand_played, rotation(), last, NOON + 1) == "no_next_level"


def test_hands_are_counted_in_levels_of_hands_only():
    assert refusal(hand_played, rotation(), started(), NOON + minutes(5)) == "no_level_of_hands"
    assert refusal(hand_played, rotation(), None, NOON) == "not_started"


def test_what_is_done_meanwhile_keeps_the_hands():
    structure, anchor = rotation(), at_hands(3, 4)
    paused = pause(structure, anchor, NOON + minutes(1))
    assert (paused.hands, resume(structure, paused, NOON + minutes(9)).hands) == (3, 3)
    assert edit_structure(structure, structure, anchor, NOON + minutes(40)).hands == 3
    assert give_back(structure, anchor, NOON + minutes(2), minutes(1)).hands == 3
    assert give_back(structure, anchor, NOON + minutes(2), minutes(30)).hands == 0
    assert undo(structure, anchor, go_to_level(structure, anchor, NOON, 0), NOON + 5).hands == 3


def test_no_time_is_added_to_a_level_of_hands():
    assert refusal(adjust, rotation(), at_hands(3), NOON, minutes(1)) == "level_of_hands"
    assert next_level(rotation(), at_hands(3), NOON).level_index == 2


def test_fewer_hands_than_were_played_end_the_level_at_once():
    shorter = Structure(
        tuple(
            replace(level, hands=3) if index == 1 else level for index, level in enumerate(rotation().levels)
        )
    )
    assert edit_structure(rotation(), shorter, at_hands(3), NOON).level_index == 2
    assert edit_structure(rotation(), shorter, at_hands(2, 40), NOON).hands == 2


def test_a_level_of_hands_has_no_end_that_could_be_recorded():
    structure = rotation()
    assert next_transition_at(structure, started(), NOON + minutes(5)) == NOON + minutes(20)
    assert next_transition_at(structure, started(), NOON + minutes(25)) is None
    assert [one.level_index for one in due_transitions(structure, started(), None, NOON + minutes(500))] == [
        0,
        1,
    ]
    assert next_transition_at(structure, Anchor(ADVANCE, NOON, 2, 0, True), NOON) == NOON + minutes(10)


def test_what_is_ahead_is_reckoned_from_the_time_the_hands_should_take():
    structure, anchor, late = rotation(), at_hands(3), NOON + minutes(40)
    assert outlook(structure, clock_state(structure, anchor, NOON + minutes(5))).next_break_in_ms == minutes(
        10
    )
    assert outlook(structure, clock_state(structure, anchor, late)).next_break_in_ms == 0
    assert [row.starts_in_ms for row in upcoming(structure, anchor, late)][1:] == [0, minutes(10)]
    assert played_ms(structure, clock_state(structure, anchor, late)) == minutes(35)
    until = window_state(structure, UntilLevel(2), anchor, late)
    assert (until.is_open, until.remaining_ms) == (True, 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": 1000}, "hands_out_of_range"),
        ({"hands": -1}, "hands_out_of_range"),
        ({"kind": "break", "hands": 3, "small_blind": 0, "big_blind": 0}, "hands_in_break"),
    ],
)
def test_hands_that_make_no_sense_are_refused(change, code):
    structure = Structure((play_level(20, 25, 50), replace(play_level(15, 50, 100), **change)))
    assert [problem.code for problem in errors_of(check_structure(structure))] == [code]


def test_hands_survive_storing():
    assert Structure.from_rows(rotation().to_rows()) == rotation()
