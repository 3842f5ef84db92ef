"""Recording levels that began: the one verb of the clock itself, called by Celery's timers and the web watcher."""

from clock.selectors import load_clock
from clock.steps import record_due
from tournaments.act import Act
from tournaments.acting import NothingToDo, director_action
from tournaments.actors import CLOCK_ITSELF, system_actor
from tournaments.models import Tournament
from tournaments.sources import current_sources


@director_action(
    "clock.transition",
    roles=CLOCK_ITSELF,
    statuses=frozenset({"planned", "running"}),
    no_undo_reason="time passed; go to a level or adjust the clock instead",
)
def record_due_transitions(act: Act) -> dict[str, object]:
    """Record what is due, once. A stale or doubled call finds nothing and leaves no trace."""
    clock = load_clock(act.event.pk)
    new = record_due(act, clock)
    if not new:
        raise NothingToDo
    if act.event.status == "planned":
        act.change(act.event, status="running")
    last = new[-1]
    act.facts |= {
        "level": clock.structure.numbers[last.level_index],
        "levels": len(new),
        "late_ms": act.now_ms - last.at_ms,
    }
    return {"levels": [[transition.level_index, transition.at_ms] for transition in new]}


def sweep() -> int:
    """Record every transition due by now in all tournaments; returns how many tournaments had one."""
    now_ms = current_sources().now_ms()
    due = Tournament.objects.filter(next_transition_at_ms__lte=now_ms, status__in=["planned", "running"])
    rows = list(due.values_list("pk", "club_id"))
    done = (record_due_transitions(actor=system_actor(club), tournament_id=pk) for pk, club in rows)
    return sum(1 for outcome in done if not outcome.repeated)
