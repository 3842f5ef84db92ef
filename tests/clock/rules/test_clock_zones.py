"""Starts by the wall clock of a time zone."""

from datetime import UTC, datetime, time

import pytest

from clock.rules.acts import schedule
from clock.rules.state import clock_state
from clock.rules.zones import epoch_ms, local_time, next_at
from tests.clock.rules.clocks import four_levels, minutes
from tournaments.rules.errors import RuleError

NEW_YORK, LOS_ANGELES, TALLINN = "America/New_York", "America/Los_Angeles", "Europe/Tallinn"


def test_a_start_after_the_clocks_change_is_shown_right_elsewhere_f58():
    start_at = epoch_ms(datetime(2026, 11, 1, 13, 30), NEW_YORK)  # noqa: DTZ001
    seen = local_time(start_at, LOS_ANGELES)
    assert seen.isoformat() == "2026-11-01T10:30:00-08:00"


def test_a_countdown_over_the_change_counts_real_hours_f58():
    now = epoch_ms(datetime(2026, 10, 30, 13, 30), NEW_YORK)  # noqa: DTZ001
    start_at = epoch_ms(datetime(2026, 11, 1, 13, 30), NEW_YORK)  # noqa: DTZ001
    anchor = schedule(four_levels(), None, now, start_at)
    assert clock_state(four_levels(), anchor, now).remaining_ms == minutes(49 * 60)


def test_an_hour_that_does_not_exist_is_refused():
    with pytest.raises(RuleError) as refusal:
        epoch_ms(datetime(2026, 3, 29, 3, 30), TALLINN)  # noqa: DTZ001
    assert refusal.value.code == "time_does_not_exist"


def test_an_hour_that_comes_twice_means_the_first_or_the_second_when_asked():
    twice = datetime(2026, 10, 25, 3, 30)  # noqa: DTZ001
    assert epoch_ms(twice, TALLINN, later=True) - epoch_ms(twice, TALLINN) == minutes(60)


def test_unknown_zones_and_zoned_times_are_refused():
    with pytest.raises(RuleError) as unknown:
        epoch_ms(datetime(2026, 1, 1, 12), "Europe/Atlantis")  # noqa: DTZ001
    with pytest.raises(RuleError) as zoned:
        epoch_ms(datetime(2026, 1, 1, 12, tzinfo=UTC), TALLINN)
    assert (unknown.value.code, zoned.value.code) == ("no_such_zone", "time_has_zone")


def on(*moment: int) -> datetime:
    return datetime(*moment)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("now", "clock", "then"),
    [
        (on(2026, 1, 10, 18, 0), time(19, 30), on(2026, 1, 10, 19, 30)),
        (on(2026, 1, 10, 19, 30), time(19, 30), on(2026, 1, 11, 19, 30)),
        (on(2026, 1, 10, 23, 50), time(0, 5), on(2026, 1, 11, 0, 5)),
        (on(2026, 3, 29, 10, 0), time(3, 30), on(2026, 3, 30, 3, 30)),
    ],
)
def test_a_time_of_day_is_the_next_such_time(now, clock, then):
    at_ms = next_at(clock, TALLINN, epoch_ms(now, TALLINN))
    assert at_ms == epoch_ms(then, TALLINN)


def test_a_time_of_day_that_the_night_skips_is_refused():
    now_ms = epoch_ms(on(2026, 3, 29, 1, 0), TALLINN)
    with pytest.raises(RuleError, match="time_does_not_exist"):
        next_at(time(3, 30), TALLINN, now_ms)


def test_of_a_time_shown_twice_the_one_still_ahead_is_meant():
    twice = on(2026, 10, 25, 3, 30)
    first, second = epoch_ms(twice, TALLINN), epoch_ms(twice, TALLINN, later=True)
    assert next_at(time(3, 30), TALLINN, first - 1) == first
    assert next_at(time(3, 30), TALLINN, first) == second
    assert next_at(time(3, 30), TALLINN, second) == epoch_ms(on(2026, 10, 26, 3, 30), TALLINN)
