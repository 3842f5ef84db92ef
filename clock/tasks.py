"""Celery drives the level timers, and cannot break them: every task recomputes what is due under the lock."""

from celery import shared_task

from clock.recording import record_due_transitions, sweep
from tournaments.actors import system_actor
from tournaments.models import Tournament
from tournaments.sources import current_sources

PUNCTUAL_MS = 60_000


@shared_task(name="clock.sweep", ignore_result=True)
def sweep_transitions() -> int:
    """Every second: record what is due, and set a punctual timer for what is due within a minute."""
    recorded = sweep()
    _set_timers()
    return recorded


@shared_task(name="clock.transition", ignore_result=True)
def record_transition(tournament_id: int, club_id: int) -> bool:
    """At the computed moment: record what is due by now. A stale or doubled task finds nothing."""
    outcome = record_due_transitions(actor=system_actor(club_id), tournament_id=tournament_id)
    return not outcome.repeated


def _set_timers() -> None:
    """One timer per coming transition; a second sweep finds it in the set of those already set."""
    now_ms = current_sources().now_ms()
    coming = Tournament.objects.filter(
        next_transition_at_ms__gt=now_ms,
        next_transition_at_ms__lte=now_ms + PUNCTUAL_MS,
        status__in=["planned", "running"],
    )
    for pk, club_id, at_ms in coming.values_list("pk", "club_id", "next_transition_at_ms"):
        if at_ms is None or (pk, at_ms) in _timers_set:
            continue
        _timers_set[pk, at_ms] = None
        record_transition.apply_async((pk, club_id), countdown=max(0.0, (at_ms - now_ms) / 1000))
    while len(_timers_set) > MOST_TIMERS:
        _timers_set.pop(next(iter(_timers_set)))


MOST_TIMERS = 10_000
_timers_set: dict[tuple[int, int], None] = {}
