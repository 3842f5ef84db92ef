"""Starts by the wall clock of a time zone."""

from datetime import UTC, datetime

import pytest

from clock.rules.acts import schedule
from clock.rules.state import clock_state
from clock.rules.zones import epoch_ms, local_time
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
