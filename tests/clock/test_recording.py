"""Levels are recorded by timers, also by one that is the first to find that the machine's clock was set."""

from clock.models import Anchor, LevelTransition
from clock.recording import sweep
from director.log.lines import line_of_action
from tests.building import Night
from tests.clock.test_keeping import MINUTE_MS, Machine, left, machine, night, run
from tournaments.models import DirectorAction

__all__ = ["machine", "night"]


def begun(night: Night) -> list[tuple[int, int]]:
    rows = LevelTransition.objects.filter(tournament=night.tournament_id).order_by("pk")
    return list(rows.values_list("level_index", "at_ms"))


def test_a_timer_that_finds_the_clock_set_keeps_the_answer_and_the_level(
    night: Night, machine: Machine
) -> None:
    """What was due is recorded with the answer, by the clock as it was; nothing more is due, and yet it all stays."""
    first_ms = begun(night)[0][1]
    run(machine, 20 * MINUTE_MS - 1_000)
    machine.set_wall(3_600_000)
    machine.pass_ms(1_500)
    assert sweep() == 1
    assert begun(night)[1:] == [(1, first_ms + 20 * MINUTE_MS)]
    assert list(Anchor.objects.values_list("kind", flat=True)) == ["start", "compensate"]
    assert left(night, machine) == 20 * MINUTE_MS - 500
    row = DirectorAction.objects.filter(kind="clock.transition").latest("sequence")
    assert line_of_action(row, "EUR").text == ("The computer's clock was set; the tournament's time was kept")


def test_who_records_only_what_is_overdue_leaves_the_rest_to_the_timers(
    night: Night, machine: Machine
) -> None:
    run(machine, 20 * MINUTE_MS)
    machine.pass_ms(199)
    assert (sweep(200), len(begun(night))) == (0, 1)
    machine.pass_ms(1)
    assert (sweep(200), len(begun(night))) == (1, 2)
