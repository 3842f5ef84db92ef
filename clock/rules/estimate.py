"""When a tournament will probably end, and how deep the average stack is on the way there (docs/algorithms.md 7).

It ends in the level in which all chips make about 20 big blinds, 30 with a big-blind ante. Until then players leave so
that the field shrinks evenly by ratio: as many halvings an hour at the beginning as at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from clock.rules.depth import average_stack, end_big_blind, level_m_ratio
from clock.rules.structure import BIG_BLIND_ANTE, Structure

USUAL_BIG_BLINDS, BIG_BLINDS_WITH_ANTE = 20, 30


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """One level as it will probably be played; times in milliseconds from the start of play, players at its start.

    `average_chips` is the average stack then, in big blinds `depth`; `m_ratio` its rounds, None where nothing is bet.
    `is_after_end`: the tournament is probably over before it.
    """

    level_index: int
    level_number: int | None
    starts_ms: int
    ends_ms: int
    players: int
    average_chips: int
    depth: Fraction | None
    m_ratio: Fraction | None
    is_after_end: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """The level in which the end is expected, the moment (the end of that level), and every level on the way."""

    end_index: int
    end_number: int
    end_ms: int
    reached: bool
    levels: tuple[LevelEstimate, ...]


def usual_big_blinds(structure: Structure) -> int:
    """With how many big blinds in play a tournament of these levels ends: fewer when there is no ante to press."""
    last = structure.levels[structure.play_indices[-1]]
    return BIG_BLINDS_WITH_ANTE if last.ante_kind == BIG_BLIND_ANTE else USUAL_BIG_BLINDS


def end_index(
    structure: Structure, chips_in_play: int, big_blinds: int, from_index: int = 0
) -> tuple[int, bool]:
    """The playing level from `from_index` on in which the end is expected, and whether its stake is high enough."""
    wanted = end_big_blind(chips_in_play, big_blinds)
    ahead = [index for index in structure.play_indices if index >= from_index] or [structure.play_indices[-1]]
    reached = next((index for index in ahead if structure.levels[index].stake >= wanted), None)
    return (ahead[-1], False) if reached is None else (reached, True)


def estimate(
    structure: Structure, players: int, chips_in_play: int, *, seats: int = 9, big_blinds: int | None = None
) -> Estimate:
    """The estimate before the start. `structure` has a level of play; `players` are all entries that are expected."""
    last, reached = end_index(structure, chips_in_play, big_blinds or usual_big_blinds(structure))
    end_ms = structure.starts_ms[last] + structure.durations_ms[last]
    play_ms = max(structure.play_before_ms[last] + structure.durations_ms[last], 1)
    rows = [
        _level(structure, index, _left(players, structure.play_before_ms[index], play_ms), chips_in_play, seats, last)
        for index in range(len(structure))
    ]  # fmt: skip
    return Estimate(last, structure.numbers[last] or 0, end_ms, reached, tuple(rows))


def live_end(
    structure: Structure, level_index: int, elapsed_ms: int, players_left: int, chips_in_play: int
) -> tuple[int, int, bool] | None:
    """Of a tournament under way: number of the level in which it will probably end, milliseconds from now to the
    end of that level, and whether the levels reach so far. None with one player left, or without chips.

    With few players left the end is nearer than the blinds say: the field halves at least once every three levels.
    """
    if players_left < 2 or chips_in_play <= 0:
        return None
    last, reached = end_index(structure, chips_in_play, usual_big_blinds(structure), level_index)
    soonest = _levels_on(structure, level_index, 3 * (players_left - 1).bit_length())
    if soonest < last:
        last, reached = soonest, True
    ends_ms = structure.starts_ms[last] + structure.durations_ms[last]
    left_ms = ends_ms - structure.starts_ms[level_index] - elapsed_ms
    return structure.numbers[last] or 0, max(left_ms, 0), reached


def _levels_on(structure: Structure, level_index: int, count: int) -> int:
    """The playing level `count` of them further on than `level_index`, the last one at most."""
    ahead: Sequence[int] = [index for index in structure.play_indices if index >= level_index]
    return ahead[min(count, len(ahead)) - 1] if ahead else structure.play_indices[-1]


def _left(players: int, played_ms: int, play_ms: int) -> int:
    """Players left after so much play: from all of them to one, evenly by ratio."""
    share_left = 1 - min(played_ms / play_ms, 1.0)
    return max(1, round(exp(log(max(players, 1)) * share_left)))


def _level(
    structure: Structure, index: int, players: int, chips_in_play: int, seats: int, last: int
) -> LevelEstimate:
    shown = structure.levels[structure.blinds_index(index) or index]
    average = average_stack(chips_in_play, players)
    at_table = min(players, seats)
    costs = shown.small_blind + shown.big_blind + shown.bring_in + shown.ante
    return LevelEstimate(
        level_index=index,
        level_number=structure.numbers[index],
        starts_ms=structure.starts_ms[index],
        ends_ms=structure.starts_ms[index] + structure.durations_ms[index],
        players=players,
        average_chips=average,
        depth=Fraction(average, shown.stake) if shown.stake else None,
        m_ratio=level_m_ratio(shown, average, max(at_table, 2)) if costs else None,
        is_after_end=index > last,
    )
