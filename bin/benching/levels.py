"""How late levels are recorded: many clocks at random phases, and many at the same moment; the worker alive."""

import time
from collections.abc import Iterable
from random import Random

from acts.timing import schedule_start, start_clock
from bin.benching import room
from bin.benching.figures import Figure, percentile
from clock.models import LevelTransition
from tournaments.actors import Actor

CLOCKS = 200
LEVEL_MS = 60_000
# All starts within one level's length, then until the last one has gone through a level.
STARTS_S = 40.0
REST_S = 62.0
COINCIDING = 50
SCHEDULED_MS = 15_000
RECORDED_S = 5.0


def late_ms(clocks: list[int], first_index: int) -> list[int]:
    """How late each level from that one on was recorded in these tournaments."""
    found = LevelTransition.objects.filter(tournament__in=clocks, level_index__gte=first_index)
    rows = found.values_list("at_ms", "recorded_ms")
    return [recorded_ms - at_ms for at_ms, recorded_ms in rows]


def levels(actor: Actor) -> Iterable[Figure]:
    """Start the clocks one by one and read what was recorded."""
    clocks = [room.tournament(actor, f"Clock {number}", 1, LEVEL_MS) for number in range(CLOCKS)]
    rng = Random(7)
    begun_s = time.monotonic()
    for at_s, tournament_id in zip(sorted(rng.uniform(0, STARTS_S) for _ in clocks), clocks, strict=True):
        time.sleep(max(0.0, begun_s + at_s - time.monotonic()))
        start_clock(actor=actor, tournament_id=tournament_id)
    time.sleep(REST_S)
    # Level 1 is recorded by the act that starts it.
    late = late_ms(clocks, first_index=1)
    yield Figure("transitions_recorded", len(late), "levels", CLOCKS, at_least=True)
    yield Figure("transition_late_p50", percentile(late, 0.5), "ms")
    yield Figure("transition_late_p99", percentile(late, 0.99), "ms", 150)
    yield from coinciding(actor)


def coinciding(actor: Actor) -> Iterable[Figure]:
    """Starts of many tournaments planned for one moment: one after the other takes its place in the queue."""
    clocks = [room.tournament(actor, f"Same {number}", 1, LEVEL_MS) for number in range(COINCIDING)]
    at_ms = time.time_ns() // 1_000_000 + SCHEDULED_MS
    for tournament_id in clocks:
        schedule_start(actor=actor, tournament_id=tournament_id, start_at_ms=at_ms)
    time.sleep(max(0.0, at_ms / 1000 + RECORDED_S - time.time()))
    late = late_ms(clocks, first_index=0)
    yield Figure("coinciding_recorded", len(late), "levels", COINCIDING, at_least=True)
    yield Figure("coinciding_late_p50", percentile(late, 0.5), "ms")
    yield Figure("coinciding_late_last", max(late), "ms")
