"""Recording levels that began: the one verb of the clock itself, called by Celery's timers and the web watcher."""

import logging

from clock.selectors import load_clock
from clock.steps import record_due
from tournaments.act import Act
from tournaments.acting import NothingToDo, director_action
from tournaments.actors import CLOCK_ITSELF, system_actor
from tournaments.errors import DirectorError
from tournaments.models import Tournament
from tournaments.sources import current_sources

logger = logging.getLogger(__name__)


@director_action(
    "clock.transition",
    roles=CLOCK_ITSELF,
    statuses=frozenset({"planned", "running"}),
    no_undo_reason="time passed; go to a level or adjust the clock instead",
)
def record_due_transitions(act: Act) -> dict[str, object]:
    """Record what is due, once. A stale or doubled call finds nothing and leaves no trace.

    Unless the wrapper found the wall clock set: its answer stays, and may have recorded what was due already.
    """
    clock = load_clock(act.event.pk)
    new = record_due(act, clock)
    if not new:
        if not act.cache.get("clock_settled"):
            raise NothingToDo
        act.facts["levels"] = 0
        return {"levels": []}
    if act.event.status == "planned":
        act.change(act.event, status="running")
    last = new[-1]
    act.facts |= {
        "level": clock.structure.numbers[last.level_index],
        "levels": len(new),
        "late_ms": act.now_ms - last.at_ms,
    }
    return {"levels": [[transition.level_index, transition.at_ms] for transition in new]}


def sweep(overdue_ms: int = 0) -> int:
    """Record every transition due by now in all tournaments; returns how many tournaments had one.

    With `overdue_ms` only those that have been due for that long: somebody else is there to record what is due.
    """
    before_ms = current_sources().now_ms() - overdue_ms
    due = Tournament.objects.filter(next_transition_at_ms__lte=before_ms, status__in=["planned", "running"])
    return sum(_recorded(pk, club_id) for pk, club_id in list(due.values_list("pk", "club_id")))


def _recorded(tournament_id: int, club_id: int) -> bool:
    """Record one tournament; a refusal (it was finished meanwhile) must not keep the others waiting."""
    try:
        return not record_due_transitions(actor=system_actor(club_id), tournament_id=tournament_id).repeated
    except DirectorError as refused:
        logger.warning("tournament %s: nothing recorded: %s", tournament_id, refused.code)
        return False
