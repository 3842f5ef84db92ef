"""What time it is in the tournament: a pure function of structure, last anchor and now. The only place that knows.

An anchor says where the clock stood at one moment; nothing else is stored and no process ticks. Two rules give
negative `elapsed_ms` its meaning, so that an anchor needs no further field:

* kind `schedule`, level 0: a countdown; play begins when `elapsed_ms` reaches 0;
* any other kind, any level: the director added more time than had been played; the level goes on until its full
  duration has passed, so more than its duration is left. An anchor never leads back to a level before its own.

An anchor of kind `wait` lies ahead: the clock stands until its time and goes on from there by itself.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from clock.rules.structure import Level, Structure

type AnchorKind = Literal[
    "schedule",
    "unschedule",
    "start",
    "pause",
    "resume",
    "wait",
    "adjust",
    "advance",
    "go_to_level",
    "structure",
    "give_back",
    "hold",
    "hand",
    "compensate",
    "undo",
]

SCHEDULE: Final = "schedule"  # countdown to the start, running or paused
UNSCHEDULE: Final = "unschedule"  # no start is set any more
START: Final = "start"
PAUSE: Final = "pause"
RESUME: Final = "resume"
WAIT: Final = "wait"  # stands until the anchor's time, then goes on by itself
ADJUST: Final = "adjust"
ADVANCE: Final = "advance"  # an act began the next level (time taken off past zero, break ended, …)
GO_TO_LEVEL: Final = "go_to_level"
STRUCTURE: Final = "structure"
GIVE_BACK: Final = "give_back"
HOLD: Final = "hold"
HAND: Final = "hand"  # a hand of a level of hands was played
COMPENSATE: Final = "compensate"
UNDO: Final = "undo"

type Phase = Literal["not_started", "countdown", "playing", "break", "overtime"]

NOT_STARTED: Final = "not_started"
COUNTDOWN: Final = "countdown"
PLAYING: Final = "playing"
ON_BREAK: Final = "break"
OVERTIME: Final = "overtime"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the clock stood at `at_ms` (epoch milliseconds, UTC): so far into a level, running or not.

    `hands` were played in that level, if it is one of hands.
    """

    kind: AnchorKind
    at_ms: int
    level_index: int
    elapsed_ms: int
    running: bool
    hands: int = 0


class ClockState(NamedTuple):
    """The clock at one moment.

    `remaining_ms` is the time left in the level (in a countdown: until the start); `elapsed_ms` the time played in
    it, negative in a countdown or while added time runs. After the last level `phase` is `overtime`, `remaining_ms`
    0, and `overtime_ms` counts up. A pause changes `running` only, never `phase`: a paused level is no break.
    In a level of hands `remaining_ms` is what its hands are still expected to take, down to 0; `overtime_ms` is how
    much longer they take, the phase stays `playing`, and `hands` were played in it. A clock that waits to go on by
    itself does not run; `waits_ms` is for how long.
    """

    phase: Phase
    level_index: int
    level_number: int | None
    elapsed_ms: int
    remaining_ms: int
    overtime_ms: int
    running: bool
    hands: int = 0
    waits_ms: int = 0

    @property
    def started(self) -> bool:
        """The first level has begun at some time."""
        return self.phase not in {NOT_STARTED, COUNTDOWN}

    @property
    def paused(self) -> bool:
        """Time stands still although a start was set or play began."""
        return not self.running and self.phase != NOT_STARTED


_state = tuple.__new__  # the constructor of a named tuple costs as much as all the rest of the evaluation


def clock_state(structure: Structure, anchor: Anchor | None, now_ms: int) -> ClockState:
    """The state of the clock at `now_ms` under the last anchor (None: no start was ever set).

    At the exact end of a level the next one begins; however many levels have passed since the anchor, the right one
    is found (F53). Before the anchor's own time the clock stands at the anchor: a wall clock that was set back
    cannot take the clock further back than that, and the compensating anchor (drift.py) restores the rest.
    Precondition: a sound structure that has the anchor's level.
    """
    if anchor is None:
        return _not_started(structure)
    index = anchor.level_index
    elapsed_ms = anchor.elapsed_ms
    running = anchor.running
    waits_ms = 0
    if running:
        at_ms = anchor.at_ms
        if now_ms > at_ms:
            elapsed_ms += now_ms - at_ms
        elif now_ms < at_ms and anchor.kind == WAIT:
            running, waits_ms = False, at_ms - now_ms
    elif anchor.kind == UNSCHEDULE:
        return _not_started(structure)
    hands = anchor.hands
    remaining_ms = structure.durations_ms[index] - elapsed_ms
    if remaining_ms <= 0:
        position_ms = structure.starts_ms[index] + elapsed_ms
        stop = structure.stops[index]
        overtime_ms = position_ms - structure.starts_ms[stop] - structure.durations_ms[stop]
        if overtime_ms >= 0:
            state = _beyond(structure, stop, overtime_ms, running, hands if stop == index else 0)
            return state._replace(waits_ms=waits_ms) if waits_ms else state
        index = bisect_right(structure.starts_ms, position_ms) - 1
        elapsed_ms = position_ms - structure.starts_ms[index]
        remaining_ms = structure.durations_ms[index] - elapsed_ms
        hands = 0
    elif elapsed_ms < 0 and anchor.kind == SCHEDULE:
        number = structure.numbers[index]
        return _state(ClockState, (COUNTDOWN, index, number, elapsed_ms, -elapsed_ms, 0, running, 0, 0))
    return _state(
        ClockState,
        (
            structure.phases[index],
            index,
            structure.numbers[index],
            elapsed_ms,
            remaining_ms,
            0,
            running,
            hands,
            waits_ms,
        ),
    )


def _not_started(structure: Structure) -> ClockState:
    return ClockState(NOT_STARTED, 0, structure.numbers[0], 0, structure.durations_ms[0], 0, running=False)


def _beyond(structure: Structure, stop: int, overtime_ms: int, running: bool, hands: int) -> ClockState:
    """In a level that time does not end: one of hands that take longer, or the last."""
    phase = structure.phases[stop] if structure.levels[stop].hands else OVERTIME
    elapsed_ms = structure.durations_ms[stop] + overtime_ms
    return _state(
        ClockState, (phase, stop, structure.numbers[stop], elapsed_ms, 0, overtime_ms, running, hands, 0)
    )


def level_on_screen(structure: Structure, state: ClockState) -> Level:
    """The level whose blinds are shown: the present one, paused or in overtime too; in a break the next one."""
    index = structure.blinds_index(state.level_index)
    return structure.levels[state.level_index if index is None else index]
