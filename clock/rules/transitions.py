"""Which levels began under an anchor, and when the next one will: what the level timers record and announce."""

from typing import Final, NamedTuple

from clock.rules.state import ADVANCE, COUNTDOWN, GO_TO_LEVEL, SCHEDULE, START, Anchor, clock_state
from clock.rules.structure import Structure

# Anchors of these kinds begin their level themselves; under any other the level was running before.
ANNOUNCING_KINDS: Final = frozenset({START, ADVANCE, GO_TO_LEVEL})
# A signal later than this would mislead: it is recorded, not sounded.
SOUNDED_LATE_MS: Final = 5_000


class Transition(NamedTuple):
    """A level or break that began under an anchor: `at_ms` is computed, not the time of noticing."""

    level_index: int
    at_ms: int


def due_transitions(
    structure: Structure, anchor: Anchor | None, after_ms: int | None, now_ms: int
) -> tuple[Transition, ...]:
    """Levels that began under `anchor` later than `after_ms` and not later than `now_ms`, in order.

    The interval is open below and closed above, so cutting time into pieces in any way gives each transition once;
    `after_ms` None means all under this anchor. The first is level 0 at the zero of a countdown, or the anchor's own
    level if its kind begins one (start, go to level, advance). Overtime is no transition. One level more for each
    boundary passed: none is skipped.
    """
    if anchor is None:
        return ()
    found = _begun_by(anchor, now_ms)
    if anchor.running:
        found += _run_through(structure, anchor, now_ms)
    return tuple(item for item in found if after_ms is None or item.at_ms > after_ms)


def next_transition_at(structure: Structure, anchor: Anchor | None, now_ms: int) -> int | None:
    """The time of the first transition after `now_ms` if nobody touches the clock; None if there is none."""
    if anchor is None or not anchor.running:
        return None
    state = clock_state(structure, anchor, now_ms)
    stands = state.phase != COUNTDOWN and structure.stops[state.level_index] == state.level_index
    return None if stands else max(now_ms, anchor.at_ms) + state.remaining_ms


def sounds(transition: Transition, now_ms: int) -> bool:
    """Whether its signal may still sound at `now_ms`, or is only recorded."""
    return now_ms - transition.at_ms <= SOUNDED_LATE_MS


def _begun_by(anchor: Anchor, now_ms: int) -> list[Transition]:
    """The anchor's own level: at once if the act began it, at zero of a running countdown."""
    if anchor.kind in ANNOUNCING_KINDS:
        at_ms = anchor.at_ms
    elif anchor.kind == SCHEDULE and anchor.running:
        at_ms = anchor.at_ms - anchor.elapsed_ms
    else:
        return []
    return [Transition(anchor.level_index, at_ms)] if at_ms <= now_ms else []


def _run_through(structure: Structure, anchor: Anchor, now_ms: int) -> list[Transition]:
    """The levels after the anchor's own that time has reached; it does not lead out of a level of hands."""
    found: list[Transition] = []
    at_ms = anchor.at_ms - anchor.elapsed_ms
    for index in range(anchor.level_index, structure.stops[anchor.level_index]):
        at_ms += structure.durations_ms[index]
        if at_ms > now_ms:
            break
        found.append(Transition(index + 1, at_ms))
    return found
