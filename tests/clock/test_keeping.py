"""The clock while the machine's own clock is set, sleeps, or nothing runs."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from acts.seating import mark_away
from acts.setup import edit_tournament
from acts.timing import adjust_clock, pause_clock, resume_clock, start_clock
from acts.undo import undo
from clock import keeping
from clock.models import Anchor, Heartbeat, LevelTransition
from clock.selectors import load_clock
from tests.building import Night
from tournaments.models import Notice
from tournaments.rules.clocks import Sample
from tournaments.sources import RealSources, using

MINUTE_MS = 60_000


class Machine(RealSources):
    """The clocks of a machine, moved by the test."""

    def __init__(self) -> None:
        self.sample = Sample(1_767_200_400_000, 5_000_000, 9_000_000, "boot")

    def now_ms(self) -> int:
        return self.sample.wall_ms

    def read(self) -> Sample:
        return self.sample

    def pass_ms(self, ms: int, *, asleep: bool = False) -> None:
        one = self.sample
        self.sample = Sample(
            one.wall_ms + ms, one.monotonic_ms + (0 if asleep else ms), (one.boot_ms or 0) + ms, "boot"
        )

    def set_wall(self, by_ms: int) -> None:
        self.sample = replace(self.sample, wall_ms=self.sample.wall_ms + by_ms)


@pytest.fixture
def machine(db: None) -> Iterator[Machine]:
    with using(Machine()) as made:
        yield made  # type: ignore[misc]


@pytest.fixture
def night(machine: Machine) -> Night:
    made = Night(machine)
    made.create()
    made.enter("A", "B")
    keeping.keep_time()
    made.do(start_clock)
    return made


def run(machine: Machine, ms: int, **how: bool) -> None:
    """Let time pass as it does while the watcher runs: looked at every second."""
    for _second in range(ms // 1000):
        machine.pass_ms(1000)
        keeping.keep_time()


def left(night: Night, machine: Machine) -> int:
    return load_clock(night.tournament_id).state(machine.now_ms()).remaining_ms


@pytest.mark.parametrize("step_ms", [-5_000, 5_000, -3_600_000, 3_600_000, 86_400_000])
def test_setting_the_wall_clock_changes_nothing_about_the_time_left(
    night: Night, machine: Machine, step_ms: int
) -> None:
    run(machine, 60_000)
    machine.set_wall(step_ms)
    machine.pass_ms(1000)
    keeping.keep_time()
    assert left(night, machine) == 20 * MINUTE_MS - 61_000
    assert list(Anchor.objects.values_list("kind", flat=True)) == ["start", "compensate"]
    assert LevelTransition.objects.count() == 1


def test_an_act_compensates_before_it_does_anything_else(night: Night, machine: Machine) -> None:
    run(machine, 60_000)
    machine.set_wall(3_600_000)
    night.do(pause_clock)
    assert left(night, machine) == 19 * MINUTE_MS
    keeping.keep_time()
    assert list(Anchor.objects.values_list("kind", flat=True)) == ["start", "compensate", "pause"]


def test_undo_after_the_clock_was_set_brings_back_the_true_time(night: Night, machine: Machine) -> None:
    run(machine, 60_000)
    added = night.do(adjust_clock, delta_ms=60_000)
    machine.set_wall(-600_000)
    run(machine, 2_000)
    night.do(undo, action_id=added.action_id)
    assert left(night, machine) == 19 * MINUTE_MS - 2_000
    paused = night.do(pause_clock)
    machine.set_wall(600_000)
    keeping.keep_time()
    night.do(undo, action_id=paused.action_id)
    assert left(night, machine) == 19 * MINUTE_MS - 2_000


def test_a_paused_clock_is_not_moved_by_a_step(night: Night, machine: Machine) -> None:
    run(machine, 60_000)
    night.do(pause_clock)
    machine.set_wall(3_600_000)
    run(machine, 3_000)
    night.do(resume_clock)
    assert left(night, machine) == 19 * MINUTE_MS


def test_after_sleep_the_time_counts_and_is_offered_back_once(night: Night, machine: Machine) -> None:
    run(machine, 60_000)
    machine.pass_ms(65 * MINUTE_MS, asleep=True)
    keeping.keep_time()
    keeping.keep_time()
    state = load_clock(night.tournament_id).state(machine.now_ms())
    assert (state.level_number, state.remaining_ms) == (4, 14 * MINUTE_MS)
    assert [notice.facts for notice in Notice.objects.all()] == [{"outage_ms": 65 * MINUTE_MS, "held": False}]


def test_with_the_setting_hold_the_clock_is_frozen_at_the_last_sign_of_life(
    night: Night, machine: Machine
) -> None:
    night.do(edit_tournament, settings={"rules": {"preset": "tda", "after_outage": "hold"}})
    run(machine, 60_000)
    machine.pass_ms(65 * MINUTE_MS, asleep=True)
    keeping.keep_time()
    assert left(night, machine) == 19 * MINUTE_MS
    assert LevelTransition.objects.count() == 1
    machine.pass_ms(5_000)
    night.do(resume_clock)
    assert left(night, machine) == 19 * MINUTE_MS


@pytest.mark.parametrize(("setting", "minutes_left"), [("hold", 20), ("run_on", 15)])
def test_a_clock_started_in_the_last_second_before_the_machine_slept_has_slept_too(
    night: Night, machine: Machine, setting: str, minutes_left: int
) -> None:
    """The last reading is older than the start; what nobody saw began with the start."""
    night.create()
    night.do(edit_tournament, settings={"rules": {"after_outage": setting}})
    run(machine, 5_000)
    machine.pass_ms(600)
    night.start()
    machine.pass_ms(5 * MINUTE_MS, asleep=True)
    keeping.keep_time()
    keeping.keep_time()
    assert left(night, machine) == minutes_left * MINUTE_MS
    told = Notice.objects.get(kind="outage", tournament=night.tournament_id).facts
    assert told == {"outage_ms": 5 * MINUTE_MS, "held": setting == "hold"}


@pytest.mark.parametrize(("setting", "minutes_left"), [("hold", 20), ("run_on", 16)])
def test_a_wait_that_ended_while_the_machine_slept_has_slept_from_its_end_on(
    night: Night, machine: Machine, setting: str, minutes_left: int
) -> None:
    night.do(edit_tournament, settings={"rules": {"after_outage": setting}})
    night.do(pause_clock, for_ms=MINUTE_MS)
    machine.pass_ms(5 * MINUTE_MS, asleep=True)
    keeping.keep_time()
    keeping.keep_time()
    assert left(night, machine) == minutes_left * MINUTE_MS
    told = Notice.objects.get(kind="outage").facts
    assert told == {"outage_ms": 4 * MINUTE_MS, "held": setting == "hold"}


def test_a_machine_that_slept_within_a_wait_has_missed_nothing(night: Night, machine: Machine) -> None:
    night.do(edit_tournament, settings={"rules": {"after_outage": "hold"}})
    night.do(pause_clock, for_ms=10 * MINUTE_MS)
    machine.pass_ms(5 * MINUTE_MS, asleep=True)
    keeping.keep_time()
    assert load_clock(night.tournament_id).state(machine.now_ms()).waits_ms == 5 * MINUTE_MS
    assert not Notice.objects.exists()


def test_a_wait_is_no_longer_and_no_shorter_when_the_clock_is_set(night: Night, machine: Machine) -> None:
    night.do(pause_clock, for_ms=10 * MINUTE_MS)
    machine.set_wall(3_600_000)
    run(machine, MINUTE_MS)
    assert load_clock(night.tournament_id).state(machine.now_ms()).waits_ms == 9 * MINUTE_MS


def test_a_wait_is_taken_back_though_the_clock_was_set_in_it(night: Night, machine: Machine) -> None:
    paused = night.do(pause_clock, for_ms=10 * MINUTE_MS)
    machine.set_wall(3_600_000)
    run(machine, MINUTE_MS)
    night.do(undo, action_id=paused.action_id)
    assert load_clock(night.tournament_id).state(machine.now_ms()).running
    assert left(night, machine) == 19 * MINUTE_MS


def test_the_reading_is_stored_at_most_once_a_second(night: Night, machine: Machine) -> None:
    before = Heartbeat.objects.get(part="clock").wall_ms
    machine.pass_ms(400)
    assert keeping.keep_time() is None
    assert Heartbeat.objects.get(part="clock").wall_ms == before


def test_undoing_an_act_leaves_what_the_machine_did_before_it(night: Night, machine: Machine) -> None:
    """The act in front of which the set clock was answered is undone; the answer is not."""
    night.do(edit_tournament, settings={"rules": {"after_outage": "hold"}})
    run(machine, 60_000)
    machine.pass_ms(300_000)
    marked = night.do(mark_away, entry_id=night.entries["A"])
    assert list(Anchor.objects.values_list("kind", flat=True)) == ["start", "hold"]
    night.do(undo, action_id=marked.action_id)
    assert (load_clock(night.tournament_id).running, left(night, machine)) == (False, 20 * MINUTE_MS - 60_000)
    assert Notice.objects.filter(kind="outage", revoked_by=None).count() == 1


def test_a_torn_reading_is_not_what_others_are_measured_against(night: Night, machine: Machine) -> None:
    run(machine, 5_000)
    kept = Heartbeat.objects.get(part="clock").wall_ms
    machine.pass_ms(3_000)
    machine.sample = replace(machine.sample, spread_ms=2_000)
    assert (keeping.keep_time(), Heartbeat.objects.get(part="clock").wall_ms) == (None, kept)


def test_a_step_read_a_millisecond_differently_by_another_process_is_no_second_step(
    night: Night, machine: Machine
) -> None:
    run(machine, 10_000)
    machine.set_wall(5_000)
    night.do(mark_away, entry_id=night.entries["A"])
    machine.set_wall(1)
    night.do(mark_away, entry_id=night.entries["B"])
    assert Anchor.objects.filter(kind="compensate").count() == 1
