"""The larger turns of the clock as acts: one act, one undo, and the players told of what changed."""

from typing import Any

import pytest

from acts.elimination import bust
from acts.hand_for_hand import start_hand_for_hand
from acts.levels import add_level, break_now, edit_level, stretch
from acts.notices import announce, end_notice
from acts.timing import (
    edit_structure,
    next_break,
    pause_clock,
    resume_clock,
    schedule_start,
    set_time_left,
    start_clock,
)
from acts.undo import undo
from clock.models import Structure
from clock.recording import sweep
from clock.selectors import load_clock
from tests.building import MINUTE_MS, Night, levels
from tournaments.errors import DirectorError
from tournaments.models import Notice


@pytest.fixture
def running(night: Night) -> Night:
    """Eight minutes into level 1 of six, with a break after level 3."""
    night.create(levels(20, 20, 20, 20, 20, 20, break_after=3))
    night.start()
    night.minutes(8)
    return night


def state(night: Night) -> Any:
    return load_clock(night.tournament_id).state(night.clock.now_ms())


def lengths(night: Night) -> list[int]:
    return [one // MINUTE_MS for one in load_clock(night.tournament_id).structure.durations_ms]


def told(night: Night) -> list[tuple[str, dict[str, Any]]]:
    rows = Notice.objects.filter(tournament_id=night.tournament_id, revoked_by__isnull=True)
    return [(row.kind, row.facts) for row in rows.order_by("pk")]


def test_a_pause_of_five_minutes_ends_by_itself_and_undo_lets_the_clock_run_on(running: Night) -> None:
    paused = running.do(pause_clock, for_ms=5 * MINUTE_MS)
    running.minutes(4)
    assert (state(running).running, state(running).waits_ms) == (False, MINUTE_MS)
    running.minutes(3)
    assert (state(running).running, state(running).remaining_ms) == (True, 10 * MINUTE_MS)
    running.do(undo, action_id=paused.action_id)
    assert state(running).remaining_ms == 5 * MINUTE_MS


def test_the_level_after_a_pause_that_ended_by_itself_is_recorded_at_its_time(running: Night) -> None:
    running.do(pause_clock, for_ms=5 * MINUTE_MS)
    running.minutes(16)
    assert sweep() == 0
    running.minutes(1)
    assert sweep() == 1
    assert state(running).level_number == 2


def test_going_on_in_a_minute_can_be_undone_before_and_after(running: Night) -> None:
    running.do(pause_clock)
    later = running.do(resume_clock, in_ms=MINUTE_MS)
    running.minutes(3)
    assert state(running).remaining_ms == 10 * MINUTE_MS
    running.do(undo, action_id=later.action_id)
    assert (state(running).paused, state(running).remaining_ms) == (True, 12 * MINUTE_MS)


def test_hand_for_hand_announced_in_a_wait_holds_the_clock(night: Night) -> None:
    night.create(tables=2, seats_per_table=4)
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    night.do(pause_clock, for_ms=MINUTE_MS)
    night.do(start_hand_for_hand)
    night.minutes(5)
    assert (state(night).paused, state(night).waits_ms) == (True, 0)


def test_a_tournament_won_in_a_wait_leaves_a_clock_that_stands(night: Night) -> None:
    night.create(late_until_level=None)
    night.enter("Ann", "Bob")
    night.start()
    night.do(pause_clock, for_ms=MINUTE_MS)
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}], in_time=False)
    night.minutes(5)
    assert (night.event.status, state(night).paused, state(night).waits_ms) == ("finished", True, 0)


def test_time_left_is_set_and_floor_staff_says_why(running: Night) -> None:
    floor = running.staff("floor")
    with pytest.raises(DirectorError, match="Say why"):
        running.do(set_time_left, actor=floor, minutes=5)
    done = running.do(set_time_left, actor=floor, minutes=5, seconds=30, reason="the ruling took long")
    assert state(running).remaining_ms == 330_000
    running.do(undo, action_id=done.action_id)
    assert state(running).remaining_ms == 12 * MINUTE_MS


def test_the_next_break_is_one_act(running: Night) -> None:
    done = running.do(next_break)
    assert (state(running).phase, state(running).level_index) == ("break", 3)
    running.do(undo, action_id=done.action_id)
    assert (state(running).level_number, state(running).remaining_ms) == (1, 12 * MINUTE_MS)


def test_a_break_now_is_one_act_told_to_the_players_and_undone_with_its_notice(running: Night) -> None:
    done = running.do(break_now, minutes=15)
    assert (state(running).phase, state(running).remaining_ms) == ("break", 15 * MINUTE_MS)
    assert lengths(running) == [20, 15, 20, 20, 10, 20, 20, 20]
    assert told(running) == [("structure_changed", {"code": "break", "minutes": 15, "level_index": 1})]
    running.do(undo, action_id=done.action_id)
    assert (lengths(running), told(running)) == ([20, 20, 20, 10, 20, 20, 20], [])
    assert state(running).remaining_ms == 12 * MINUTE_MS


def test_time_for_every_coming_level_is_told_with_its_figures(running: Night) -> None:
    done = running.do(stretch, minutes=5)
    assert lengths(running) == [20, 25, 25, 10, 25, 25, 25]
    assert told(running)[0][1] == {
        "code": "minutes",
        "level_number": 2,
        "before_minutes": 20,
        "after_minutes": 25,
    }
    running.do(undo, action_id=done.action_id)
    assert (lengths(running), told(running)) == ([20, 20, 20, 10, 20, 20, 20], [])


def test_before_the_start_nobody_is_told_of_changes(night: Night) -> None:
    night.create()
    done = night.do(stretch, minutes=-5)
    assert (lengths(night), told(night)) == ([15] * 6, [])
    night.do(undo, action_id=done.action_id)
    assert lengths(night) == [20] * 6


def test_the_running_level_is_edited_and_its_time_played_kept(running: Night) -> None:
    done = running.do(edit_level, minutes=15, small_blind=50, big_blind=100, ante=100)
    level = load_clock(running.tournament_id).structure.levels[0]
    assert (level.small_blind, level.big_blind, level.ante, level.ante_kind) == (50, 100, 100, "bba")
    assert state(running).remaining_ms == 7 * MINUTE_MS
    running.do(undo, action_id=done.action_id)
    assert state(running).remaining_ms == 12 * MINUTE_MS
    assert load_clock(running.tournament_id).structure.levels[0].big_blind == 50


@pytest.mark.parametrize(
    "wrong",
    [{"minutes": 0}, {"small_blind": 999}, {"level_index": 99}, {"level_index": -1}, {"big_blind": -5}],
)
def test_a_level_that_makes_no_sense_changes_nothing(running: Night, wrong: dict[str, int]) -> None:
    with pytest.raises(DirectorError):
        running.do(edit_level, **wrong)
    assert Structure.objects.filter(tournament_id=running.tournament_id).count() == 1


def test_a_level_added_in_overtime_begins_now(running: Night) -> None:
    running.minutes(200)
    assert state(running).phase == "overtime"
    done = running.do(add_level)
    assert (state(running).level_number, state(running).remaining_ms) == (7, 20 * MINUTE_MS)
    running.do(undo, action_id=done.action_id)
    assert state(running).phase == "overtime"


def test_levels_saved_as_they_were_tell_the_players_nothing(running: Night) -> None:
    rows = load_clock(running.tournament_id).structure.to_rows()
    running.do(edit_structure, levels=rows)
    assert told(running) == []
    rows[2]["big_blind"] += 100
    running.do(edit_structure, levels=rows)
    assert told(running) == [("structure_changed", {"code": "levels", "level_number": 3})]


@pytest.mark.parametrize(
    ("named", "minutes"),
    [({"in_minutes": 15}, 15), ({"at_local": "20:00"}, 60), ({"at_local": "18:30"}, 1410)],
)
def test_a_start_is_set_by_the_zone_s_time_of_day_or_in_minutes_and_begins_by_itself(
    night: Night, named: dict[str, Any], minutes: int
) -> None:
    """17:00 UTC is 19:00 in Tallinn."""
    night.create()
    night.do(schedule_start, **named)
    assert state(night).remaining_ms == minutes * MINUTE_MS
    night.minutes(minutes)
    assert sweep() == 1
    assert (state(night).phase, night.event.status) == ("playing", "running")


def test_a_start_that_was_set_is_changed_and_each_change_undone(night: Night) -> None:
    night.create()
    night.do(schedule_start, in_minutes=15)
    later = night.do(schedule_start, in_minutes=30)
    assert state(night).remaining_ms == 30 * MINUTE_MS
    night.do(undo, action_id=later.action_id)
    assert state(night).remaining_ms == 15 * MINUTE_MS


@pytest.mark.parametrize(
    "named",
    [
        {},
        {"in_minutes": 5, "at_local": "20:00"},
        {"at_local": "8 pm"},
        {"at_local": "20:00+02:00"},
        {"at_local": "20:00:00.123456"},
        {"in_minutes": 0},
    ],
)
def test_a_start_said_twice_or_unreadably_is_refused(night: Night, named: dict[str, Any]) -> None:
    night.create()
    with pytest.raises(DirectorError):
        night.do(schedule_start, **named)
    assert load_clock(night.tournament_id).anchor is None


def test_a_start_now_leaves_no_countdown(night: Night) -> None:
    night.create()
    night.do(schedule_start, in_minutes=15)
    night.do(start_clock)
    assert state(night).phase == "playing"


def test_a_call_takes_the_place_of_the_one_before_and_both_can_be_undone(running: Night) -> None:
    first = running.do(announce, code="one_minute")
    second = running.do(announce, code="last_hand")
    assert shown(running) == ["last_hand"]
    running.do(undo, action_id=second.action_id)
    assert shown(running) == ["one_minute"]
    running.do(undo, action_id=first.action_id)
    assert shown(running) == []


def shown(night: Night) -> list[str]:
    now = night.clock.now_ms()
    rows = Notice.objects.filter(kind="announce", until_ms__gt=now, revoked_by__isnull=True)
    return [row.facts["code"] for row in rows]


def test_a_call_is_over_by_itself_or_taken_away(running: Night) -> None:
    running.do(announce, code="one_minute")
    running.minutes(1)
    assert shown(running) == []
    called = running.do(announce, code="deal")
    running.do(end_notice, notice_id=called.result["notice_id"])
    assert shown(running) == []


def test_only_known_calls_are_made(running: Night) -> None:
    with pytest.raises(DirectorError, match="from the list"):
        running.do(announce, code="free beer")
