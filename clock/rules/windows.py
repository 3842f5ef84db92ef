"""Windows of the tournament clock: late registration, rebuys, re-entry, add-on, life of the waiting list.

A window is a setting; whether it is open follows from the clock at the moment of asking (docs/rules.md 2), so
nothing has to fire for it to close, and if the director takes the clock back over its end it is open again. While
nobody moves the clock it closes once and stays closed. Pauses never count; breaks only where a window says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from clock.rules.state import COUNTDOWN, NOT_STARTED, Anchor, ClockState, clock_state
from clock.rules.structure import Structure
from clock.rules.structure_checks import WARNING, Problem
from clock.rules.timeline import counted_ms

LAST_HAND_MS: Final = 5 * 60_000


@dataclass(frozen=True, slots=True)
class UntilLevel:
    """Open from the first registration to the end of playing of level `level_number`, or through the break after it.

    Level 0 closes at the start of play. `after_level` opens it at the end of that level only (an add-on window).
    A level the structure does not have (yet) never ends: the window stays open.
    """

    level_number: int
    through_break: bool = False
    after_level: int | None = None


@dataclass(frozen=True, slots=True)
class PlayTime:
    """Open for `play_ms` of playing time from the start; pauses and breaks do not count (F96)."""

    play_ms: int


@dataclass(frozen=True, slots=True)
class BreakAfter:
    """Open in the first break that comes after the end of level `level_number`, and only then (an add-on break)."""

    level_number: int


type Window = UntilLevel | PlayTime | BreakAfter
type WindowStatus = Literal["before", "open", "closed"]

BEFORE: Final = "before"
OPEN: Final = "open"
CLOSED: Final = "closed"


@dataclass(frozen=True, slots=True)
class WindowState:
    """A window at one moment.

    `remaining_ms` and `opens_in_ms` are milliseconds of the tournament clock until it closes and opens; before the
    start the countdown is not among them, as the clock has not begun (F49). `closes_at_ms` and `opens_at_ms` are the
    wall clock times of that if the clock runs on, or went on now if it is paused. None: does not come, or not known.
    """

    status: WindowStatus
    remaining_ms: int | None
    closes_at_ms: int | None
    opens_in_ms: int | None = None
    opens_at_ms: int | None = None

    @property
    def is_open(self) -> bool:
        """Entries through this window are taken now."""
        return self.status == OPEN


@dataclass(frozen=True, slots=True)
class Point:
    """A moment of the tournament clock: so far into a level; `offset_ms` None is the moment the level begins.

    Beginning and offset 0 differ: a level to which time was added stands at a negative offset, but it has begun.
    """

    level_index: int
    offset_ms: int | None = None


def window_state(structure: Structure, window: Window, anchor: Anchor | None, now_ms: int) -> WindowState:
    """The window at `now_ms`: open until the last millisecond before its end, closed on the end itself (F6)."""
    state = clock_state(structure, anchor, now_ms)
    opens, closes = opening_point(structure, window), closing_point(structure, window)
    begun_at_ms = _clock_goes_on_at(state, now_ms)
    left_ms = _until(structure, state, closes)
    if _reached(state, closes):
        return WindowState(CLOSED, 0, None)
    closes_at_ms = None if left_ms is None or begun_at_ms is None else begun_at_ms + left_ms
    if opens is None or _reached(state, opens):
        return WindowState(OPEN, left_ms, closes_at_ms)
    opens_in_ms = _until(structure, state, opens)
    opens_at_ms = None if opens_in_ms is None or begun_at_ms is None else begun_at_ms + opens_in_ms
    return WindowState(BEFORE, left_ms, closes_at_ms, opens_in_ms, opens_at_ms)


def is_open(structure: Structure, window: Window, anchor: Anchor | None, now_ms: int) -> bool:
    """Whether the window is open at `now_ms`."""
    return window_state(structure, window, anchor, now_ms).is_open


@dataclass(frozen=True, slots=True)
class LastHand:
    """Whether one busted player may still buy, and until when if nothing changes (None: not known)."""

    is_open: bool
    closes_at_ms: int | None


def last_hand(
    structure: Structure,
    window: Window,
    anchor: Anchor | None,
    now_ms: int,
    *,
    bust_entered_at_ms: int,
    hand_began_in_time: bool,
    grace_ms: int = LAST_HAND_MS,
    closed_at_ms: int | None = None,
) -> LastHand:
    """Whether a player who busted may still take a rebuy or a re-entry (docs/rules.md 2, "the last hand").

    In a hand dealt before the close he may for `grace_ms` of the wall clock after the bust was entered, and through
    the break if the window's end is the start of one, whichever is later. A hand dealt after the close gives nothing
    (F101). The break helps busts of the last hand only: those whose grace reaches beyond the close. `closed_at_ms`
    is the recorded time of that; without it it is taken from the clock, as if the break had not been paused.
    """
    state = window_state(structure, window, anchor, now_ms)
    if state.is_open:
        return LastHand(True, state.closes_at_ms)
    if state.status == BEFORE or not hand_began_in_time:
        return LastHand(False, None)
    deadline_ms = bust_entered_at_ms + grace_ms
    in_break = _closing_break(structure, window, anchor, now_ms)
    if in_break is not None:
        passed_ms, left_ms = in_break
        closed_at_ms = now_ms - passed_ms if closed_at_ms is None else closed_at_ms
        if deadline_ms >= closed_at_ms:
            return LastHand(True, max(deadline_ms, now_ms + left_ms))
    return LastHand(True, deadline_ms) if now_ms < deadline_ms else LastHand(False, None)


def check_window(structure: Structure, window: Window) -> Iterator[Problem]:
    """Warnings about a window that does not fit the structure: it would never close, or never open."""
    opens, closes = opening_point(structure, window), closing_point(structure, window)
    if isinstance(window, BreakAfter) and opens is not None and closes is None:
        yield Problem(WARNING, "no_break_for_window", None, {"level_number": window.level_number})
    elif closes is None:
        yield Problem(WARNING, "window_never_closes", None, {})
    elif isinstance(window, PlayTime) and window.play_ms > structure.play_total_ms:
        yield Problem(WARNING, "window_beyond_structure", None, {"play_ms": window.play_ms})
    elif opens is not None and _position(structure, opens) >= _position(structure, closes):
        yield Problem(WARNING, "window_is_empty", None, {})


# Closing and opening as points ------------------------------------------------------------------------------------

_NEVER: Final = Point(10**9)


def closing_point(structure: Structure, window: Window) -> Point | None:
    """Where on the tournament clock the window closes; None: nowhere in this structure."""
    match window:
        case PlayTime(play_ms):
            return _after_play(structure, play_ms)
        case UntilLevel(number, through_break):
            return _end_of(structure, number, through_break=through_break)
        case BreakAfter(number):
            begins = _break_after(structure, number)
            return None if begins is None else _beginning(structure, structure.after_breaks(begins))


def opening_point(structure: Structure, window: Window) -> Point | None:
    """Where the window opens: None from the first registration on; a level far beyond the structure: never."""
    match window:
        case UntilLevel(after_level=int(number)):
            return _end_of(structure, number) or _NEVER
        case BreakAfter(number):
            begins = _break_after(structure, number)
            return _NEVER if begins is None else Point(begins)
        case _:
            return None


def _end_of(structure: Structure, level_number: int, *, through_break: bool = False) -> Point | None:
    if level_number > len(structure.play_indices):
        return None
    following = structure.play_indices[level_number - 1] + 1 if level_number > 0 else 0
    return _beginning(structure, structure.after_breaks(following) if through_break else following)


def _beginning(structure: Structure, level_index: int) -> Point:
    """The beginning of a level; after the last one the end of its time, where overtime begins."""
    if level_index < len(structure):
        return Point(level_index)
    return Point(len(structure) - 1, structure.durations_ms[-1])


def _break_after(structure: Structure, level_number: int) -> int | None:
    end = _end_of(structure, level_number)
    if end is None or end.offset_ms is not None:
        return None
    return next((i for i in range(end.level_index, len(structure)) if structure.levels[i].is_break), None)


def _after_play(structure: Structure, play_ms: int) -> Point | None:
    """Where so much has been played. Beyond the structure it lies in the overtime of a last level of play."""
    if play_ms <= 0:
        return Point(0)
    for index in structure.play_indices:
        offset_ms = play_ms - structure.play_before_ms[index]
        if offset_ms < structure.durations_ms[index]:
            return Point(index, offset_ms)
        if offset_ms == structure.durations_ms[index]:
            return _beginning(structure, index + 1)
    last = len(structure) - 1
    return None if structure.levels[last].is_break else Point(last, play_ms - structure.play_before_ms[last])


def _position(structure: Structure, point: Point) -> int:
    """The reading of the tournament clock at a point; of one that is never reached, beyond all others."""
    if point.level_index >= len(structure):
        return structure.total_ms + 1
    return structure.starts_ms[point.level_index] + (point.offset_ms or 0)


# Points against the clock -----------------------------------------------------------------------------------------


def _reached(state: ClockState, point: Point | None) -> bool:
    if point is None or not state.started:
        return False
    if state.level_index != point.level_index:
        return state.level_index > point.level_index
    return point.offset_ms is None or state.elapsed_ms >= point.offset_ms


def _until(structure: Structure, state: ClockState, point: Point | None) -> int | None:
    """Milliseconds of the tournament clock to a point ahead, from the start of play if that is not yet."""
    if point is None or point is _NEVER:
        return None
    elapsed_ms = counted_ms(structure, state) if state.started else 0
    if state.level_index == point.level_index:
        return max(0, (point.offset_ms or 0) - elapsed_ms)
    here_ms = structure.starts_ms[state.level_index] + elapsed_ms
    return max(0, _position(structure, point) - here_ms)


def _clock_goes_on_at(state: ClockState, now_ms: int) -> int | None:
    """From when the tournament clock counts if it runs on: now, or the end of the countdown."""
    if state.phase == NOT_STARTED:
        return None
    return now_ms + state.remaining_ms if state.phase == COUNTDOWN else now_ms


def _closing_break(
    structure: Structure, window: Window, anchor: Anchor | None, now_ms: int
) -> tuple[int, int] | None:
    """In the break that begins at the window's end: (time of it that has passed, time of it left)."""
    point = closing_point(structure, window)
    if point is None or point.offset_ms is not None or not structure.levels[point.level_index].is_break:
        return None
    state = clock_state(structure, anchor, now_ms)
    until = structure.after_breaks(point.level_index)
    if not point.level_index <= state.level_index < until:
        return None
    passed_ms = structure.starts_ms[state.level_index] - structure.starts_ms[point.level_index]
    left_ms = _until(structure, state, _beginning(structure, until))
    return passed_ms + state.elapsed_ms, left_ms or 0
