"""How late levels are recorded: fifty clocks at random phases, the worker alive."""

import time
from collections.abc import Iterable
from random import Random

from acts.timing import start_clock
from bin.benching import room
from bin.benching.figures import Figure, percentile
from clock.models import LevelTransition
from tournaments.actors import Actor

CLOCKS = 50
LEVEL_MS = 60_000
# All starts within one level's length, then until the last one has gone through a level.
STARTS_S = 40.0
REST_S = 62.0


def levels(actor: Actor) -> Iterable[Figure]:
    """Start the clocks one by one and read what was recorded."""
    clocks = [room.tournament(actor, f"Clock {number}", 1, LEVEL_MS) for number in range(CLOCKS)]
    rng = Random(7)
    begun_s = time.monotonic()
    for at_s, tournament_id in zip(sorted(rng.uniform(0, STARTS_S) for _ in clocks), clocks, strict=True):
        time.sleep(max(0.0, begun_s + at_s - time.monotonic()))
        start_clock(actor=actor, tournament_id=tournament_id)
    time.sleep(REST_S)
    rows = LevelTransition.objects.filter(tournament__in=clocks).values_list("at_ms", "recorded_ms")
    late_ms = [recorded_ms - at_ms for at_ms, recorded_ms in rows]
    yield Figure("transitions_recorded", len(late_ms), "levels", CLOCKS, at_least=True)
    yield Figure("transition_late_p50", percentile(late_ms, 0.5), "ms")
    yield Figure("transition_late_p99", percentile(late_ms, 0.99), "ms", 250)
