"""When a chip can leave play: once all later bets are multiples of the next one (docs/rules.md 7)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from clock.rules.structure import Structure

# What clubs and makers of sets use; a set with another smallest chip goes on with those that it divides.
CHIP_SERIES = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 25_000_000)


def usual_chips(smallest_chip: int, largest_bet: int) -> tuple[int, ...]:
    """The denominations of a usual set from its smallest chip up to the first not below `largest_bet`."""
    larger = [chip for chip in CHIP_SERIES if chip > smallest_chip and chip % smallest_chip == 0]
    needed = [chip for chip in larger if chip <= largest_bet]
    return (smallest_chip, *needed, *larger[len(needed) : len(needed) + 1])


def earliest_removals(structure: Structure, chips: Sequence[int]) -> dict[int, int]:
    """For each chip the level number after which it can leave play at the earliest.

    `chips` are the denominations of the set. A chip can leave after level L if SB, BB, antes, bring-in and bets of
    all later levels are multiples of the next chip. Chips that are needed to the end, and the largest, are absent;
    0 means that no bet needs the chip. A smaller chip always leaves no later than a larger one.
    """
    ordered = sorted(set(chips))
    bets = [structure.levels[index].bets for index in structure.play_indices]
    found: dict[int, int] = {}
    earlier = 0
    for chip, larger in pairwise(ordered):
        needed = [number for number, row in enumerate(bets, start=1) if any(bet % larger for bet in row)]
        last = max(earlier, needed[-1] if needed else 0)
        if last >= len(bets):
            break
        found[chip] = earlier = last
    return found


def joined_removals(earliest: Mapping[int, int], apart_levels: int = 1) -> dict[int, int]:
    """The same with races saved: a chip waits up to `apart_levels` for the next larger one and leaves with it."""
    joined: dict[int, int] = {}
    later: int | None = None
    for chip in sorted(earliest, reverse=True):
        point = earliest[chip]
        later = later if later is not None and later - point <= apart_levels else point
        joined[chip] = later
    return dict(sorted(joined.items()))
