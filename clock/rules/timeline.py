"""What is ahead: the next level and break, the schedule by the wall clock, the end; and what has been played."""

from collections.abc import Iterable
from dataclasses import dataclass

from clock.rules.state import COUNTDOWN, NOT_STARTED, OVERTIME, Anchor, ClockState, clock_state
from clock.rules.structure import LevelKind, Structure


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a display says beside the clock, in milliseconds of the tournament clock; None: there is none.

    Times count from the start of play while there is a countdown, so nothing jumps at zero (F49). In a break
    `back_in_ms` is the time to the next level of play ("back at …"), and `next_break_*` mean the break after it.
    """

    next_index: int | None
    next_in_ms: int | None
    next_play_index: int | None
    next_break_index: int | None
    next_break_in_ms: int | None
    back_in_ms: int | None


@dataclass(frozen=True, slots=True)
class ScheduledLevel:
    """One level of the schedule. Distances are from now, a countdown or wait included; wall clock times hold if the
    clock runs on (or went on now, if it is paused).
    """

    level_index: int
    level_number: int | None
    kind: LevelKind
    starts_in_ms: int
    ends_in_ms: int
    starts_at_ms: int | None
    ends_at_ms: int | None


def outlook(structure: Structure, state: ClockState) -> Outlook:
    """The next level, next break and end of the break from a state of the clock."""
    index = state.level_index
    play_from = structure.after_breaks(index)
    after = index + 1 if index + 1 < len(structure) else None
    next_play = structure.after_breaks(index + 1)
    next_break = _first_break(structure, play_from if _in_break(structure, index) else index)
    back = play_from if state.started and _in_break(structure, index) and play_from < len(structure) else None
    return Outlook(
        next_index=after,
        next_in_ms=_begins_in(structure, state, after),
        next_play_index=next_play if next_play < len(structure) else None,
        next_break_index=next_break,
        next_break_in_ms=_begins_in(structure, state, next_break),
        back_in_ms=_begins_in(structure, state, back),
    )


def upcoming(
    structure: Structure, anchor: Anchor | None, now_ms: int, limit: int | None = None
) -> tuple[ScheduledLevel, ...]:
    """The present level and those after it, at most `limit`; starts of the present one lie in the past.

    Without a start set only the distances are known, counted from the start of play.
    """
    state = clock_state(structure, anchor, now_ms)
    first = state.level_index
    last = len(structure) if limit is None else min(len(structure), first + limit)
    begins_in_ms = (
        state.remaining_ms if state.phase == COUNTDOWN else state.waits_ms - counted_ms(structure, state)
    )
    base_ms = None if state.phase == NOT_STARTED else now_ms
    return _scheduled(structure, range(first, last), begins_in_ms - structure.starts_ms[first], base_ms)


def planned(structure: Structure, start_at_ms: int) -> tuple[ScheduledLevel, ...]:
    """All levels if play begins at `start_at_ms` and nothing interrupts it: the printed structure sheet."""
    return _scheduled(structure, range(len(structure)), 0, start_at_ms)


def ends_at_ms(structure: Structure, anchor: Anchor | None, now_ms: int) -> int | None:
    """When the last level ends if the clock runs on; None without a start, or in overtime."""
    state = clock_state(structure, anchor, now_ms)
    if state.phase in {NOT_STARTED, OVERTIME}:
        return None
    return upcoming(structure, anchor, now_ms)[-1].ends_at_ms


def played_ms(structure: Structure, state: ClockState) -> int:
    """Playing time on the tournament clock, without breaks; time added to a level is not played before it has run."""
    if not state.started:
        return 0
    before_ms = structure.play_before_ms[state.level_index]
    here_ms = max(0, counted_ms(structure, state))
    return before_ms if _in_break(structure, state.level_index) else before_ms + here_ms


def counted_ms(structure: Structure, state: ClockState) -> int:
    """The time of the present level that counts towards what is ahead: in a level of hands, which may take longer or
    shorter than expected, no more than is expected."""
    if structure.levels[state.level_index].hands:
        return min(state.elapsed_ms, structure.durations_ms[state.level_index])
    return state.elapsed_ms


def _scheduled(
    structure: Structure, indices: Iterable[int], origin_ms: int, base_ms: int | None
) -> tuple[ScheduledLevel, ...]:
    """Rows with `origin_ms` from now to the zero of the tournament clock; `base_ms` is now, if it is to be shown."""
    rows = []
    for index in indices:
        starts_in_ms = origin_ms + structure.starts_ms[index]
        ends_in_ms = starts_in_ms + structure.durations_ms[index]
        rows.append(
            ScheduledLevel(
                level_index=index,
                level_number=structure.numbers[index],
                kind=structure.levels[index].kind,
                starts_in_ms=starts_in_ms,
                ends_in_ms=ends_in_ms,
                starts_at_ms=None if base_ms is None else base_ms + starts_in_ms,
                ends_at_ms=None if base_ms is None else base_ms + ends_in_ms,
            )
        )
    return tuple(rows)


def _in_break(structure: Structure, level_index: int) -> bool:
    return structure.levels[level_index].is_break


def _first_break(structure: Structure, from_index: int) -> int | None:
    return next((i for i in range(from_index, len(structure)) if structure.levels[i].is_break), None)


def _begins_in(structure: Structure, state: ClockState, level_index: int | None) -> int | None:
    """Time of the tournament clock to the beginning of a level ahead."""
    if level_index is None:
        return None
    elapsed_ms = counted_ms(structure, state) if state.started else 0
    return structure.starts_ms[level_index] - structure.starts_ms[state.level_index] - elapsed_ms
