"""Structures and times that the tests of the clock talk about."""

from clock.rules.state import START, Anchor
from clock.rules.structure import Structure, break_level, play_level

MINUTE = 60_000
NOON = 1_767_268_800_000  # 2026-01-01 12:00 UTC


def minutes(count: float) -> int:
    """Milliseconds of so many minutes."""
    return round(count * MINUTE)


def clock_time(text: str) -> int:
    """Milliseconds of a clock reading such as 39:59."""
    whole, seconds = text.split(":")
    return (int(whole) * 60 + int(seconds)) * 1_000


def four_levels_and_a_break() -> Structure:
    """20' P1, 20' P2, 10' break, 20' P3, 20' P4 (F6, F7)."""
    return Structure(
        (
            play_level(20, 100, 200),
            play_level(20, 200, 400),
            break_level(10),
            play_level(20, 300, 600),
            play_level(20, 400, 800),
        )
    )


def four_levels() -> Structure:
    """Four levels of twenty minutes (F8, F53, F55)."""
    return Structure(tuple(play_level(20, 100 * n, 200 * n) for n in range(1, 5)))


def started(at_ms: int = NOON) -> Anchor:
    """A clock started at that time."""
    return Anchor(START, at_ms, 0, 0, running=True)
