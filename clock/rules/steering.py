"""Larger turns of the clock: the time left set outright, breaks taken now, time for coming levels, one level changed.

As in acts.py the anchor is worked out from structure, last anchor and now. What changes the levels too gives the new
structure with it; whoever stores them stores both.
"""

from dataclasses import replace
from typing import NamedTuple

from clock.rules.acts import MOST_ADJUSTED_MS, adjust, edit_structure, go_to_level, next_level
from clock.rules.next_level import rows_with_one_more
from clock.rules.state import Anchor, ClockState, clock_state
from clock.rules.structure import Level, Structure, break_level
from clock.rules.structure_checks import SHORTEST_LEVEL_MS
from clock.rules.timeline import outlook
from tournaments.rules.errors import RuleError

MINUTE_MS = 60_000
LONGEST_BREAK_MINUTES = 12 * 60
MOST_STRETCHED_MINUTES = 12 * 60


class Turn(NamedTuple):
    """A structure and where the clock stands in it; `anchor` None: no start was ever set."""

    structure: Structure
    anchor: Anchor | None


def set_left(structure: Structure, anchor: Anchor | None, now_ms: int, left_ms: int) -> Anchor:
    """Leave exactly `left_ms` of the level, or of the countdown; in overtime the level goes on for so long.

    Errors: `left_out_of_range` (up to a day; none at all is the next level), and those of adjust().
    """
    if not 0 < left_ms <= MOST_ADJUSTED_MS:
        raise RuleError("left_out_of_range", left_ms=left_ms, most_ms=MOST_ADJUSTED_MS)
    return adjust(structure, anchor, now_ms, left_ms - clock_state(structure, anchor, now_ms).remaining_ms)


def next_break(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """Begin the next break of the structure now, whatever levels are before it.

    Errors: `not_started`, `no_break_ahead`.
    """
    index = outlook(structure, _playing(structure, anchor, now_ms)).next_break_index
    if index is None:
        raise RuleError("no_break_ahead")
    return go_to_level(structure, anchor, now_ms, index)


def break_now(structure: Structure, anchor: Anchor | None, now_ms: int, minutes: int) -> Turn:
    """End the level and begin a break of so many minutes; the level after it follows. A break that would have come next
    is this one.

    Errors: `not_started`, `on_break_already`, `no_next_level` (nothing would follow the break), `break_out_of_range`.
    """
    state = _playing(structure, anchor, now_ms)
    if not 0 < minutes <= LONGEST_BREAK_MINUTES:
        raise RuleError("break_out_of_range", minutes=minutes, most=LONGEST_BREAK_MINUTES)
    if structure.levels[state.level_index].is_break:
        raise RuleError("on_break_already")
    at = state.level_index + 1
    if structure.after_breaks(at) >= len(structure):
        raise RuleError("no_next_level")
    levels, comes = list(structure.levels), structure.levels[at]
    if comes.is_break:
        levels[at] = replace(comes, duration_ms=minutes * MINUTE_MS)
    else:
        levels.insert(at, break_level(minutes))
    after = Structure(tuple(levels))
    return Turn(after, next_level(after, anchor, now_ms))


def stretched(structure: Structure, anchor: Anchor | None, now_ms: int, minutes: int) -> Turn:
    """Every coming level of play longer by so many minutes, or shorter where they are negative; the present one and all
    breaks stay. Levels of hands have no time to give.

    Errors: `stretch_nothing`, `no_coming_levels`, with `level_number` `stretch_too_short`.
    """
    if not minutes or abs(minutes) > MOST_STRETCHED_MINUTES:
        raise RuleError("stretch_nothing", most=MOST_STRETCHED_MINUTES)
    coming = coming_levels(structure, clock_state(structure, anchor, now_ms))
    if not coming:
        raise RuleError("no_coming_levels")
    levels = list(structure.levels)
    for index in coming:
        duration_ms = levels[index].duration_ms + minutes * MINUTE_MS
        if duration_ms < SHORTEST_LEVEL_MS:
            raise RuleError("stretch_too_short", level_number=structure.numbers[index])
        levels[index] = replace(levels[index], duration_ms=duration_ms)
    return _edited(structure, Structure(tuple(levels)), anchor, now_ms)


def coming_levels(structure: Structure, state: ClockState) -> tuple[int, ...]:
    """The indices of the levels of play that time will end and that have not begun."""
    first = state.level_index + 1 if state.started else 0
    return tuple(
        index for index in structure.play_indices if index >= first and not structure.levels[index].hands
    )


def with_level(
    structure: Structure, anchor: Anchor | None, now_ms: int, level_index: int, level: Level
) -> Turn:
    """One level put in the place of the one at `level_index`: the present one, its time played kept, or a coming one.

    Errors: `no_such_level`, and those of edit_structure().
    """
    if not 0 <= level_index < len(structure):
        raise RuleError("no_such_level", level_index=level_index, levels=len(structure))
    levels = [*structure.levels[:level_index], level, *structure.levels[level_index + 1 :]]
    return _edited(structure, Structure(tuple(levels)), anchor, now_ms)


def with_one_more(structure: Structure, anchor: Anchor | None, now_ms: int) -> Turn:
    """One more level behind the last, higher by the usual rise; in overtime it begins now (F8)."""
    return _edited(structure, Structure.from_rows(rows_with_one_more(structure)), anchor, now_ms)


def _edited(before: Structure, after: Structure, anchor: Anchor | None, now_ms: int) -> Turn:
    return Turn(after, edit_structure(before, after, anchor, now_ms))


def _playing(structure: Structure, anchor: Anchor | None, now_ms: int) -> ClockState:
    state = clock_state(structure, anchor, now_ms)
    if not state.started:
        raise RuleError("not_started")
    return state
