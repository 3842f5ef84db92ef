"""Known faults of clocks and levels, and the right answers."""

import datetime as dt
from typing import Any

import pytest

from acts.setup import create_tournament, edit_tournament
from acts.timing import (
    adjust_clock,
    edit_structure,
    go_to_level,
    pause_clock,
    resume_clock,
    schedule_start,
)
from clock.recording import sweep
from clock.rules.numbers import abbreviated
from clock.rules.state import ClockState, level_on_screen
from clock.rules.timeline import outlook
from clock.rules.zones import epoch_ms, local_time
from clock.selectors import load_clock
from display.open_state import open_state
from tests.building import MINUTE_MS, Night, levels
from tournaments.errors import DirectorError
from tournaments.stamps import stamp_of

HOUR_MS = 60 * MINUTE_MS


def state(night: Night) -> ClockState:
    return load_clock(night.tournament_id).state(night.clock.now_ms())


def shown(night: Night) -> tuple[int | None, float]:
    """Level and minutes left."""
    now = state(night)
    return now.level_number, now.remaining_ms / MINUTE_MS


def test_f07_breaks_have_no_number(night: Night) -> None:
    night.create(levels(20, 20, 20, 20, break_after=2))
    assert load_clock(night.tournament_id).structure.numbers == (1, 2, None, 3, 4)


def test_f08_the_last_level_goes_on_and_an_appended_one_starts_now(night: Night) -> None:
    night.create(levels(20, 20, 20, 20))
    night.start()
    night.minutes(100)
    sweep()
    now = state(night)
    assert (now.phase, now.level_number, now.overtime_ms) == ("overtime", 4, 20 * MINUTE_MS)
    night.do(edit_structure, levels=levels(20, 20, 20, 20, 20))
    assert shown(night) == (5, 20)


def test_f15_a_pause_keeps_the_blinds_and_is_no_break(night: Night) -> None:
    night.create(levels(20, 20, 20, 20))
    night.start()
    night.minutes(45)
    night.do(pause_clock)
    now = state(night)
    level = level_on_screen(load_clock(night.tournament_id).structure, now)
    assert (now.paused, now.phase, level.small_blind, level.big_blind) == (True, "playing", 100, 200)


def test_f16_time_taken_off_past_zero_begins_the_next_level_in_full(night: Night) -> None:
    night.create()
    night.start()
    night.minutes(8)
    night.do(adjust_clock, delta_ms=-15 * MINUTE_MS)
    assert shown(night) == (2, 20)


def test_f43_an_old_state_does_not_overwrite_a_running_clock(night: Night) -> None:
    night.create()
    idle = stamp_of(night.tournament_id, "anchor")
    night.start()
    with pytest.raises(DirectorError) as caught:
        night.do(pause_clock, stamp=idle)
    assert (caught.value.code, caught.value.conflict, state(night).running) == ("stale", True, True)


def test_f45_a_countdown_that_nobody_watched_has_begun_the_level(night: Night) -> None:
    night.create(levels(25, 25))
    night.do(schedule_start, start_at_ms=night.clock.now_ms() + 30 * MINUTE_MS)
    night.minutes(31)
    assert (shown(night), state(night).running) == ((1, 24), True)


def test_f47_a_pause_of_the_countdown_is_seen_in_the_hall(night: Night) -> None:
    night.create()
    night.do(schedule_start, start_at_ms=night.clock.now_ms() + 30 * MINUTE_MS)
    night.minutes(10)
    night.do(pause_clock)
    night.minutes(5)
    anchor = open_state(night.tournament_id).clock.anchor
    assert anchor is not None
    assert (anchor.running, state(night).phase, state(night).remaining_ms) == (
        False,
        "countdown",
        20 * MINUTE_MS,
    )


def test_f49_the_next_break_is_as_far_before_the_start_as_at_it(night: Night) -> None:
    night.create(levels(20, 20, 20, break_after=2))
    structure = load_clock(night.tournament_id).structure
    night.do(schedule_start, start_at_ms=night.clock.now_ms() + 30 * MINUTE_MS)
    in_countdown = outlook(structure, state(night)).next_break_in_ms
    night.minutes(30)
    assert (in_countdown, outlook(structure, state(night)).next_break_in_ms) == (
        40 * MINUTE_MS,
        40 * MINUTE_MS,
    )


def test_f50_tournaments_of_one_template_do_not_change_each_other(night: Night) -> None:
    made: list[int] = []
    for _turn in range(2):
        outcome = create_tournament(
            actor=night.owner,
            name="Twin",
            starts_at=dt.datetime(2026, 1, 1, 18, tzinfo=dt.UTC),
            template="freezeout-club",
        )
        made.append(outcome.result["tournament_id"])
    before = load_clock(made[1]).structure
    night.tournament_id = made[0]
    rows = before.to_rows()
    rows[0]["duration_ms"] = 7 * MINUTE_MS
    night.do(edit_structure, levels=rows)
    night.do(edit_tournament, settings={"stack_chips": 777})
    assert load_clock(made[0]).structure.durations_ms[0] == 7 * MINUTE_MS
    assert load_clock(made[1]).structure == before


def test_f53_sleep_over_several_levels_wakes_in_the_right_one(night: Night) -> None:
    night.create()
    night.start()
    night.minutes(65)
    assert shown(night) == (4, 15)


def test_f54_every_event_has_a_level_of_its_own(night: Night) -> None:
    first = night.create()
    night.start()
    night.do(go_to_level, level_index=4)
    night.create()
    night.start()
    assert shown(night) == (1, 20)
    night.tournament_id = first
    assert shown(night) == (5, 20)


def test_f55_a_jump_lands_at_the_beginning(night: Night) -> None:
    night.create()
    night.start()
    night.minutes(5)
    night.do(go_to_level, level_index=2)
    assert (shown(night), state(night).running) == ((3, 20), True)


def test_f56_looking_at_a_paused_clock_changes_nothing(night: Night) -> None:
    night.create()
    night.start()
    night.clock.advance(10 * MINUTE_MS + 7_000)
    night.do(pause_clock)
    for _reload in range(2):
        open_state(night.tournament_id)
    night.clock.advance(5_000)
    night.do(resume_clock)
    assert state(night).remaining_ms == 9 * MINUTE_MS + 53_000


def test_f58_a_start_after_the_change_of_time_is_counted_in_real_hours(night: Night) -> None:
    start_ms = epoch_ms(dt.datetime(2026, 11, 1, 13, 30), "America/New_York")  # noqa: DTZ001  local by the zone named
    viewed_ms = epoch_ms(dt.datetime(2026, 10, 30, 10, 30), "America/Los_Angeles")  # noqa: DTZ001
    seen = local_time(start_ms, "America/Los_Angeles")
    assert seen.isoformat() == "2026-11-01T10:30:00-08:00"
    night.create()
    night.clock.current_ms = viewed_ms
    night.do(schedule_start, start_at_ms=start_ms)
    # Two days by the clock on the wall, and the hour that the night of the change has more.
    assert state(night).remaining_ms == 49 * HOUR_MS


def test_f93_a_finished_tournament_shows_its_winner(night: Night) -> None:
    from acts.elimination import bust

    night.create()
    night.enter("Ann Lee", "Bo")
    night.start()
    night.minutes(81)
    night.do(bust, busts=[{"entry_id": night.entries["Bo"]}])
    night.minutes(10)
    now: Any = open_state(night.tournament_id)
    assert (now.stage, now.winners) == ("winner", ("Ann L.",))


def test_f100_chips_are_shortened_without_losing_any() -> None:
    assert [abbreviated(chips) for chips in (15_250, 30_500, 15_255)] == ["15.25K", "30.5K", "15,255"]
