"""What is ahead, by the tournament clock and by the wall clock."""

import pytest

from clock.rules.acts import adjust, pause, schedule
from clock.rules.state import clock_state
from clock.rules.structure import Structure, break_level, play_level
from clock.rules.timeline import (
    Outlook,
    ends_at_ms,
    outlook,
    planned,
    played_ms,
    upcoming,
)
from tests.clock.rules.clocks import NOON, four_levels_and_a_break, minutes, started

LEVELS = four_levels_and_a_break()


def ahead(anchor, now_ms, structure=LEVELS):
    return outlook(structure, clock_state(structure, anchor, now_ms))


def test_the_next_break_is_forty_minutes_away_before_and_at_the_start_f49():
    anchor = schedule(LEVELS, None, NOON, NOON + minutes(30))
    readings = [None, anchor, anchor, anchor]
    times = [NOON, NOON, NOON + minutes(29), NOON + minutes(30)]
    assert [ahead(a, t).next_break_in_ms for a, t in zip(readings, times, strict=True)] == [minutes(40)] * 4


def test_the_next_break_comes_nearer_while_the_clock_runs():
    assert ahead(started(), NOON + minutes(12)).next_break_in_ms == minutes(28)


def test_the_next_level_and_what_follows_it():
    assert ahead(started(), NOON + minutes(25)) == Outlook(
        next_index=2,
        next_in_ms=minutes(15),
        next_play_index=3,
        next_break_index=2,
        next_break_in_ms=minutes(15),
        back_in_ms=None,
    )


def test_in_a_break_the_display_says_when_play_goes_on_and_means_the_break_after_it():
    structure = Structure((*LEVELS.levels, break_level(10), play_level(20, 500, 1_000)))
    assert ahead(started(), NOON + minutes(43), structure) == Outlook(
        next_index=3,
        next_in_ms=minutes(7),
        next_play_index=3,
        next_break_index=5,
        next_break_in_ms=minutes(47),
        back_in_ms=minutes(7),
    )


def test_the_last_level_has_nothing_ahead():
    assert ahead(started(), NOON + minutes(85)) == Outlook(None, None, None, None, None, None)
    assert ahead(started(), NOON + minutes(100)) == Outlook(None, None, None, None, None, None)


def test_a_paused_clock_keeps_its_distances():
    paused = pause(LEVELS, started(), NOON + minutes(12))
    assert ahead(paused, NOON + minutes(300)).next_break_in_ms == minutes(28)


def test_upcoming_levels_have_times_of_day():
    rows = upcoming(LEVELS, started(), NOON + minutes(25), limit=3)
    assert [(r.level_index, r.level_number, r.kind, r.starts_in_ms) for r in rows] == [
        (1, 2, "play", -minutes(5)),
        (2, None, "break", minutes(15)),
        (3, 3, "play", minutes(25)),
    ]
    assert [r.starts_at_ms for r in rows] == [NOON + minutes(20), NOON + minutes(40), NOON + minutes(50)]
    assert rows[1].ends_at_ms == NOON + minutes(50)


def test_upcoming_levels_of_a_countdown_begin_after_it():
    rows = upcoming(LEVELS, schedule(LEVELS, None, NOON, NOON + minutes(30)), NOON + minutes(10))
    assert (rows[0].starts_in_ms, rows[0].starts_at_ms) == (minutes(20), NOON + minutes(30))
    assert rows[-1].ends_at_ms == NOON + minutes(120)


def test_without_a_start_only_distances_are_known():
    rows = upcoming(LEVELS, None, NOON)
    assert [(r.starts_in_ms, r.starts_at_ms) for r in rows[:2]] == [(0, None), (minutes(20), None)]


def test_a_pause_moves_the_schedule():
    paused = pause(LEVELS, started(), NOON + minutes(25))
    assert upcoming(LEVELS, paused, NOON + minutes(35))[1].starts_at_ms == NOON + minutes(50)


def test_the_structure_sheet_counts_from_the_planned_start():
    assert [row.starts_at_ms - NOON for row in planned(LEVELS, NOON)] == list(LEVELS.starts_ms)


def test_the_end_of_the_last_level():
    assert ends_at_ms(LEVELS, started(), NOON + minutes(25)) == NOON + minutes(90)
    added = adjust(LEVELS, started(), NOON + minutes(2), minutes(30))
    assert ends_at_ms(LEVELS, added, NOON + minutes(5)) == NOON + minutes(120)
    assert ends_at_ms(LEVELS, started(), NOON + minutes(95)) is None
    assert ends_at_ms(LEVELS, None, NOON) is None


@pytest.mark.parametrize(
    ("minute", "played"), [(0, 0), (25, 25), (40, 40), (45, 40), (50, 40), (60, 50), (90, 80), (100, 90)]
)
def test_breaks_are_not_played(minute, played):
    assert played_ms(LEVELS, clock_state(LEVELS, started(), NOON + minutes(minute))) == minutes(played)


def test_nothing_is_played_before_the_start_or_out_of_added_time():
    assert played_ms(LEVELS, clock_state(LEVELS, None, NOON)) == 0
    added = adjust(LEVELS, started(), NOON + minutes(21), minutes(30))
    assert played_ms(LEVELS, clock_state(LEVELS, added, NOON + minutes(21))) == minutes(20)
