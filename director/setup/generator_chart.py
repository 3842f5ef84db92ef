"""The chart of a structure: big blinds of the average stack over time, placed in a box of 960 by 320."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clock.rules.estimate import Estimate, LevelEstimate

WIDTH, HEIGHT = 960, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 946, 14, 284
# Distances between lines of the axis, in big blinds and in minutes; the first that makes few enough lines is taken.
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000)
MINUTES = (10, 15, 30, 60, 120, 240, 480)
MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """From time and depth to places in the box."""

    end_ms: int
    depth: float

    def x(self, at_ms: float) -> float:
        """Across, from the start of play to the end."""
        return round(LEFT + (RIGHT - LEFT) * at_ms / self.end_ms, 1)

    def y(self, depth: float) -> float:
        """Upwards, from nothing to the deepest stack."""
        return round(BOTTOM - (BOTTOM - TOP) * depth / self.depth, 1)


def chart_of(now: Estimate, was: Estimate | None) -> dict[str, Any]:
    """Lines, bands of breaks and axes for the template; the same numbers stand in the table below it."""
    shown = [estimate for estimate in (now, was) if estimate]
    scale = Scale(
        max(estimate.end_ms for estimate in shown) or 1,
        max(float(row.depth or 0) for estimate in shown for row in _on_the_way(estimate)) or 1,
    )
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "top": TOP,
        "bottom": BOTTOM,
        "left": LEFT,
        "right": RIGHT,
        "label_y": BOTTOM + 22,
        "now": _points(now, scale),
        "was": _points(was, scale) if was else "",
        "dots": [{"x": scale.x(row.starts_ms), "y": scale.y(float(row.depth or 0))} for row in _levels(now)],
        "breaks": [
            {"x": scale.x(row.starts_ms), "width": round(scale.x(row.ends_ms) - scale.x(row.starts_ms), 1)}
            for row in _on_the_way(now)
            if row.level_number is None
        ],
        "end_x": scale.x(now.end_ms),
        "depths": [{"y": scale.y(depth), "label": depth} for depth in _steps(int(scale.depth), STEPS)],
        "times": [
            {"x": scale.x(minutes * 60_000), "label": f"{minutes // 60}:{minutes % 60:02d}"}
            for minutes in _steps(scale.end_ms // 60_000, MINUTES)
        ],
    }


def _points(estimate: Estimate, scale: Scale) -> str:
    return " ".join(f"{scale.x(row.starts_ms)},{scale.y(float(row.depth or 0))}" for row in _levels(estimate))


def _on_the_way(estimate: Estimate) -> list[LevelEstimate]:
    """Levels and breaks until the end."""
    return [row for row in estimate.levels if not row.is_after_end]


def _levels(estimate: Estimate) -> list[LevelEstimate]:
    return [row for row in _on_the_way(estimate) if row.level_number is not None]


def _steps(largest: int, distances: Sequence[int]) -> list[int]:
    """Even numbers of an axis up to `largest`."""
    step = next((one for one in distances if largest // one <= MOST_LINES), distances[-1])
    return list(range(step, largest + 1, step))
