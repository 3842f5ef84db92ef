"""Tools of the editor over chosen levels, levels in and levels out: multiplied, filled, with breaks, copied, moved.

`chosen` are level indices; levels not chosen stay as they are. Amounts are rounded to numbers people play with that
the chips still in play can pay (docs/rules.md 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from clock.rules.chips_leave import earliest_removals, joined_removals
from clock.rules.generator import PLAYABLE_TENTHS, roundest
from clock.rules.structure import (
    ANTE_EACH,
    BIG_BLIND_ANTE,
    CHIP_FIELDS,
    NO_ANTE,
    AnteKind,
    Level,
    Structure,
    break_level,
)
from clock.rules.structure_checks import LARGEST_BET
from tournaments.rules.errors import RuleError

MOST_FACTOR = 1_000
# A small blind of 75 lies between 60 and 80, which the usual smallest chip, 25, does not pay.
NEAR_TENTHS = (*PLAYABLE_TENTHS, 75)


@dataclass(frozen=True, slots=True)
class Filling:
    """What is filled in; None leaves it as it is. `small_blind` is the part of the big blind that the small one is."""

    duration_ms: int | None = None
    hands: int | None = None
    ante_kind: AnteKind | None = None
    ante: int | None = None
    small_blind: Fraction | None = None


def multiplied(
    levels: Sequence[Level], chosen: Iterable[int], factor: Fraction, chips: Sequence[int]
) -> tuple[Level, ...]:
    """The chosen levels with every bet times `factor`, rounded. Errors: `nothing_chosen`, `factor_not_positive`,
    `factor_too_large` (a thousand, or bets beyond what can be stored).
    """
    if factor <= 0:
        raise RuleError("factor_not_positive")
    if factor > MOST_FACTOR:
        raise RuleError("factor_too_large")
    wanted = _wanted(levels, chosen)
    units = units_in_play(levels, chips)
    found = list(levels)
    # A bet of a chosen level that did not fall before does not fall by rounding either.
    before: dict[str, int] = {}
    for index, (level, unit) in enumerate(zip(levels, units, strict=True)):
        if index in wanted and not level.is_break:
            found[index] = _times(level, factor, unit)
            if level.game in before:
                last = before[level.game]
                found[index] = _not_below(found[index], level, found[last], levels[last], unit)
            before[level.game] = index
    return tuple(found)


def _not_below(level: Level, was: Level, last: Level, last_was: Level, unit: int) -> Level:
    """The level with bets raised to those of the last one, where they were not lower before, and payable."""
    raised = {
        name: max(getattr(level, name), -(-getattr(last, name) // unit) * unit)
        for name in CHIP_FIELDS
        if getattr(was, name) >= getattr(last_was, name)
    }
    return replace(level, **raised)


def units_in_play(levels: Sequence[Level], chips: Sequence[int]) -> tuple[int, ...]:
    """For each level the amount of which its bets have to be multiples, with the chips that have not left yet."""
    in_play, units = set(chips), []
    for level in levels:
        in_play -= set(level.colour_ups)
        units.append(gcd(*in_play) or 1)
    return tuple(units)


def playable_near(amount: Fraction, unit: int, *, doubles: bool = False) -> int:
    """The playable number nearest to `amount` by ratio that is a multiple of `unit`; at least `unit`.

    Playable are small blinds people play with; with `doubles` twice those too, which are big blinds.
    """
    power = 1
    while power * 100 <= amount:
        power *= 10
    found = {
        value
        for scale in (power // 10 or 1, power, power * 10, power * 100)
        for tenths in NEAR_TENTHS
        for value, rest in (divmod(times * tenths * scale, 10) for times in ((1, 2) if doubles else (1,)))
        if value and not rest and value % unit == 0
    } or {unit}
    # The nearer of two by ratio: one is a times too small, the other b times too large.
    return min(found, key=lambda value: (max(value / amount, amount / value), value))


def _times(level: Level, factor: Fraction, unit: int) -> Level:
    """One level with its bets multiplied; what was twice or as much as another bet stays so."""
    small = playable_near(level.small_blind * factor, unit) if level.small_blind else 0
    big = _kept(level.big_blind, level.small_blind, small, factor, unit)
    small_bet = playable_near(level.small_bet * factor, unit) if level.small_bet else 0
    big_bet = _kept(level.big_bet, level.small_bet, small_bet, factor, unit)
    bring_in = min(_rounded(level.bring_in * factor, unit), small_bet or LARGEST_BET)
    ante = _kept(level.ante, level.big_blind, big, factor, unit) if level.ante_kind == BIG_BLIND_ANTE else 0
    ante = ante or _rounded(level.ante * factor, unit)
    if max(big, big_bet, ante) > LARGEST_BET:
        raise RuleError("factor_too_large")
    return replace(
        level,
        small_blind=small,
        big_blind=max(big, small),
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=max(big_bet, small_bet) if big_bet else 0,
    )


def _kept(amount: int, base: int, new_base: int, factor: Fraction, unit: int) -> int:
    """An amount that was one or two times its base is so again, any other is rounded by itself."""
    if not amount:
        return 0
    if base and amount in (base, 2 * base):
        return new_base * (amount // base)
    return playable_near(amount * factor, unit, doubles=True)


def _rounded(amount: Fraction, unit: int) -> int:
    """Antes and bring-ins take any payable amount: the nearest multiple of the unit, at least one."""
    return max(round(amount / unit), 1) * unit if amount else 0


def filled(
    levels: Sequence[Level], chosen: Iterable[int], filling: Filling, chips: Sequence[int]
) -> tuple[Level, ...]:
    """The chosen levels with what is filled in. Minutes go into breaks too, the rest into levels of play only.

    An ante of each player without an amount is a tenth to an eighth of the stake, one of the big blind the big blind.
    Error: `nothing_chosen`.
    """
    wanted = _wanted(levels, chosen)
    units = units_in_play(levels, chips)
    return tuple(
        _filled(level, filling, unit) if index in wanted else level
        for index, (level, unit) in enumerate(zip(levels, units, strict=True))
    )


def _filled(level: Level, filling: Filling, unit: int) -> Level:
    if filling.duration_ms is not None:
        level = replace(level, duration_ms=filling.duration_ms)
    if level.is_break:
        return level
    if filling.hands is not None:
        level = replace(level, hands=filling.hands)
    if filling.small_blind is not None and level.big_blind:
        part = min(_rounded(level.big_blind * filling.small_blind, unit), level.big_blind)
        level = replace(level, small_blind=part)
    if filling.ante_kind is None:
        return level
    ante = _ante(level, filling, unit)
    return replace(level, ante=ante, ante_kind=filling.ante_kind if ante else NO_ANTE)


def _ante(level: Level, filling: Filling, unit: int) -> int:
    if filling.ante_kind == NO_ANTE:
        return 0
    if filling.ante:
        return filling.ante
    if filling.ante_kind == ANTE_EACH:
        return roundest(-(-level.stake // 10), level.stake // 8, (unit,)) if level.stake else 0
    return level.stake


def with_breaks(
    levels: Sequence[Level], chosen: Iterable[int], every: int, duration_ms: int, chips: Sequence[int]
) -> tuple[tuple[Level, int | None], ...]:
    """The levels with a break after every so many of play, among the chosen; each with its old index, None if new.

    Breaks that are there already count; a new one names the chips that can leave in it. The last level needs none.
    Errors: `nothing_chosen`, `factor_not_positive`.
    """
    if every < 1:
        raise RuleError("factor_not_positive")
    wanted = _wanted(levels, chosen)
    leaving = _leaving(levels, chips)
    found: list[tuple[Level, int | None]] = []
    since = number = 0
    for index, level in enumerate(levels):
        found.append((level, index))
        if level.is_break:
            since = 0
            leaving = {chip: after for chip, after in leaving.items() if chip not in level.colour_ups}
            continue
        number, since = number + 1, since + 1
        following = levels[index + 1] if index + 1 < len(levels) else None
        if index in wanted and since >= every and following and not following.is_break:
            out = sorted(chip for chip, after in leaving.items() if after <= number)
            leaving = {chip: after for chip, after in leaving.items() if chip not in out}
            pause = replace(break_level(0, colour_ups=out), duration_ms=duration_ms)
            found.append((pause, None))
            since = 0
    return tuple(found)


def _leaving(levels: Sequence[Level], chips: Sequence[int]) -> dict[int, int]:
    """Chips that no break names yet, with the level number after which they can leave."""
    named = {chip for level in levels for chip in level.colour_ups}
    removals = joined_removals(earliest_removals(Structure(tuple(levels)), chips))
    return {chip: after for chip, after in removals.items() if chip not in named}


def moved(count: int, chosen: Iterable[int], before: int) -> tuple[int, ...]:
    """The order of `count` rows after the chosen ones were put before row `before` (`count`: at the end)."""
    wanted = set(chosen)
    head = [index for index in range(before) if index not in wanted]
    tail = [index for index in range(before, count) if index not in wanted]
    return (*head, *sorted(wanted), *tail)


def copied(count: int, chosen: Iterable[int], before: int) -> tuple[int, ...]:
    """The order of `count` rows with copies of the chosen ones before row `before`."""
    return (*range(before), *sorted(set(chosen)), *range(before, count))


def _wanted(levels: Sequence[Level], chosen: Iterable[int]) -> frozenset[int]:
    wanted = frozenset(index for index in chosen if 0 <= index < len(levels))
    if not wanted:
        raise RuleError("nothing_chosen")
    return wanted
