"""When a chip can leave play."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

type Bets = Collection[int]


def removable_after(levels: Sequence[Bets], denominations: Sequence[int]) -> dict[int, int | None]:
    """For each chip but the biggest, the index of the earliest level after which it can leave play.

    `levels`: for each level of play every bet it carries in chips (SB, BB, ante, bring-in, small and big bet; zeros are
    no bets). A chip can leave after a level when all bets of all later levels are multiples of the next chip
    (docs/rules.md 7). −1: it is not needed at all; None: the last level still needs it.
    """
    chips = sorted(denominations)
    return {chip: _last_level_that_needs(levels, bigger) for chip, bigger in pairwise(chips)}


def _last_level_that_needs(levels: Sequence[Bets], bigger: int) -> int | None:
    needing = [at for at, bets in enumerate(levels) if any(bet % bigger for bet in bets)]
    last = max(needing, default=-1)
    return None if last == len(levels) - 1 and levels else last


def due_at(levels: Sequence[Bets], denominations: Sequence[int], level_index: int) -> tuple[int, ...]:
    """The chips that can leave once the level is over, smallest first."""
    ends = removable_after(levels, denominations)
    return tuple(chip for chip, after in ends.items() if after is not None and after <= level_index)


def needed_smallest(levels: Sequence[Bets], denominations: Sequence[int], level_index: int) -> int:
    """The smallest chip still needed from the level on; stacks of late entrants are made of it and bigger ones."""
    gone = set(due_at(levels, denominations, level_index - 1))
    return min(chip for chip in denominations if chip not in gone)


def by_level(ends: Mapping[int, int | None]) -> dict[int, tuple[int, ...]]:
    """The chips that leave after each level, for the structure sheet."""
    result: dict[int, tuple[int, ...]] = {}
    for chip, after in ends.items():
        if after is not None and after >= 0:
            result[after] = (*result.get(after, ()), chip)
    return result
