"""Steps, sleep and outages, told from three clocks."""

from dataclasses import replace

import pytest

from clock.rules.drift import Drift, OutageDecision, after_outage, compare
from tournaments.rules.clocks import Sample

BEFORE = Sample(wall_ms=1_000_000, monotonic_ms=50_000, boot_ms=80_000, boot_id="a")
HOUR = 3_600_000


def later(sample, *, wall_ms, monotonic_ms, boot_ms):
    return replace(
        sample,
        wall_ms=sample.wall_ms + wall_ms,
        monotonic_ms=sample.monotonic_ms + monotonic_ms,
        boot_ms=None if sample.boot_ms is None else sample.boot_ms + boot_ms,
    )


def drift(**passed):
    return compare(BEFORE, later(BEFORE, **passed))


def test_a_second_is_a_second():
    assert drift(wall_ms=1_000, monotonic_ms=1_000, boot_ms=1_000) == Drift(1_000, 0, 0, certain=True)


@pytest.mark.parametrize("step_ms", [-HOUR, -5_000, 5_000, HOUR, 24 * HOUR])
def test_a_wall_clock_that_was_set_is_found_with_its_step(step_ms):
    found = drift(wall_ms=1_000 + step_ms, monotonic_ms=1_000, boot_ms=1_000)
    assert (found, found.stepped) == (Drift(1_000, step_ms, 0, certain=True), True)


def test_sleep_is_no_step():
    assert drift(wall_ms=HOUR, monotonic_ms=1_000, boot_ms=HOUR) == Drift(HOUR, 0, HOUR - 1_000, certain=True)


def test_a_step_during_sleep_is_told_apart_from_it():
    found = drift(wall_ms=3 * HOUR, monotonic_ms=0, boot_ms=HOUR)
    assert (found.step_ms, found.slept_ms, found.passed_ms) == (2 * HOUR, HOUR, HOUR)


def test_slow_correction_of_the_clock_is_no_step():
    assert drift(wall_ms=HOUR + 1_800, monotonic_ms=HOUR, boot_ms=HOUR).stepped is False
    assert drift(wall_ms=1_400, monotonic_ms=1_000, boot_ms=1_000).stepped is False


def test_clocks_read_at_different_moments_show_no_step():
    """The process stood still for three seconds between reading the wall clock and the others."""
    torn = replace(later(BEFORE, wall_ms=1_000, monotonic_ms=4_000, boot_ms=4_000), spread_ms=3_000)
    assert compare(BEFORE, torn).step_ms == 0
    assert compare(BEFORE, replace(torn, spread_ms=0)).step_ms == -3_000


def test_many_small_steps_are_found_against_a_sample_that_was_kept():
    now = BEFORE
    found = []
    for _second in range(4):
        now = later(now, wall_ms=1_300, monotonic_ms=1_000, boot_ms=1_000)
        found.append(compare(BEFORE, now).step_ms)
    assert found == [0, 600, 900, 1_200]


def test_without_a_boot_clock_a_jump_forwards_is_taken_for_sleep_and_backwards_for_a_step():
    before = replace(BEFORE, boot_ms=None)
    forwards = compare(before, later(before, wall_ms=HOUR, monotonic_ms=1_000, boot_ms=0))
    backwards = compare(before, later(before, wall_ms=-HOUR, monotonic_ms=1_000, boot_ms=0))
    assert forwards == Drift(HOUR, 0, HOUR - 1_000, certain=False)
    assert backwards == Drift(1_000, -HOUR - 1_000, 0, certain=True)


def test_after_a_new_start_of_the_machine_the_wall_clock_is_believed():
    restarted = Sample(BEFORE.wall_ms + HOUR, 2_000, 2_000, "b")
    assert compare(BEFORE, restarted) == Drift(HOUR, 0, 0, certain=False)
    assert compare(BEFORE, replace(restarted, wall_ms=0)) == Drift(0, 0, 0, certain=False)


@pytest.mark.parametrize(("away_ms", "action"), [(1_000, "none"), (10_000, "none"), (10_001, "run_on")])
def test_an_outage_is_longer_than_ten_seconds(away_ms, action):
    now = later(BEFORE, wall_ms=away_ms, monotonic_ms=away_ms, boot_ms=away_ms)
    assert after_outage("run_on", BEFORE, now).action == action


def test_after_an_outage_the_time_is_counted_and_offered_back_or_the_clock_is_held():
    now = later(BEFORE, wall_ms=HOUR, monotonic_ms=5_000, boot_ms=HOUR)
    assert after_outage("run_on", BEFORE, now) == OutageDecision("run_on", HOUR, offer_back_ms=HOUR)
    assert after_outage("hold", BEFORE, now) == OutageDecision("hold", HOUR, hold_at_ms=BEFORE.wall_ms)


def test_a_clock_set_forwards_is_no_outage():
    now = later(BEFORE, wall_ms=HOUR, monotonic_ms=1_000, boot_ms=1_000)
    assert after_outage("hold", BEFORE, now) == OutageDecision("none", 0)
