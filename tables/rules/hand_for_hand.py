"""Hand-for-hand (TDA RP-8): every table plays one hand and waits; the clock stands and is moved on by a set step."""

from collections.abc import Collection


def waiting_for(tables: Collection[int], done: Collection[int]) -> tuple[int, ...]:
    """The tables whose hand is still being played, in order."""
    return tuple(sorted(set(tables) - set(done)))


def charged_ms(elapsed_ms: int, step_ms: int, cap_steps: int) -> int:
    """What one hand of all tables takes off the clock, whatever it took in the room.

    One step for an ordinary hand; a long one counts the whole steps it lasted, `cap_steps` at most
    (docs/rules.md 11).
    """
    return step_ms * min(cap_steps, max(1, elapsed_ms // step_ms))
