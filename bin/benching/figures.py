"""What a measure yields, and the fixed loop timed beside it."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

CALIBRATION_ROUNDS = 300_000


@dataclass(frozen=True)
class Figure:
    """One value with its goal. `id` is short and lasting; without a goal a figure is only told."""

    id: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    @property
    def ok(self) -> bool:
        """Whether the goal is reached; a figure without one is."""
        if self.goal is None:
            return True
        return self.value >= self.goal if self.at_least else self.value <= self.goal


Measure = Callable[[], Iterable[Figure]]


def calibration_ms() -> float:
    """How long a loop takes that never changes: it tells a noisy machine from slow code."""
    started = time.perf_counter()
    total = 0
    for number in range(CALIBRATION_ROUNDS):
        total += number % 7
    return round((time.perf_counter() - started) * 1000, 2)


def seconds_of(work: Callable[[], object], times: int) -> float:
    """The fastest of some runs, in seconds: what the code takes when nothing disturbs it."""
    best = float("inf")
    for _ in range(times):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
