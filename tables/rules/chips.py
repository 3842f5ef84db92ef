"""Stacks by denomination, the bank for a field, and chips in play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import gcd

from tournaments.rules.errors import RuleError

# Fewest, wished-for and usual greatest number of pieces of a chip in a starting stack.
WORKHORSE = (8, 12, 12)
MIDDLE = (4, 6, 8)

type Breakdown = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack as (denomination, count), smallest chip first."""

    breakdown: Breakdown

    @property
    def total(self) -> int:
        """Its value in chips."""
        return sum(chip * count for chip, count in self.breakdown)

    @property
    def pieces(self) -> int:
        """How many pieces it has."""
        return sum(count for _, count in self.breakdown)


def suggest_stack(total_chips: int, denominations: Sequence[int]) -> Stack:
    """A starting stack: about twelve (at least eight) of each of the two smallest chips, some of the middle ones.

    Each count is chosen so that the rest is a multiple of the next chip. Raises RuleError `stack_not_payable` when no
    set of these chips makes the total.
    """
    chips = sorted(chip for chip in set(denominations) if chip <= total_chips)
    if total_chips <= 0 or not chips:
        raise RuleError("stack_not_payable", total=total_chips)
    found = _stack_from(total_chips, chips, 0)
    if found is None:
        raise RuleError("stack_not_payable", total=total_chips)
    return Stack(tuple(item for item in found if item[1]))


def _stack_from(rest: int, chips: Sequence[int], at: int) -> tuple[tuple[int, int], ...] | None:
    """Counts for the chips from `at` on that make `rest`, the wished-for counts tried first."""
    chip = chips[at]
    if at == len(chips) - 1:
        return ((chip, rest // chip),) if rest % chip == 0 else None
    for count in _counts(chips, at, rest):
        if (rest - count * chip) % gcd(*chips[at + 1 :]) == 0:
            further = _stack_from(rest - count * chip, chips, at + 1)
            if further is not None:
                return ((chip, count), *further)
    return None


def _counts(chips: Sequence[int], at: int, rest: int) -> list[int]:
    """Counts of a chip to try: those in the usual range nearest the wish first, then more, then fewer."""
    least, wish, usual = WORKHORSE if at < 2 else MIDDLE
    most = min(rest // chips[at], max(2 * usual, chips[at + 1] // chips[at]))
    return sorted(range(most + 1), key=lambda count: (count < least, count > usual, abs(count - wish), count))


def payable(amount_chips: int, denominations: Sequence[int]) -> bool:
    """Whether an amount can be paid exactly with chips of these denominations, any number of each."""
    common = gcd(*denominations)
    if amount_chips < 0 or not common or amount_chips % common:
        return amount_chips == 0
    smallest, *bigger = sorted({chip // common for chip in denominations})
    amount = amount_chips // common
    return _least_by_rest(smallest, bigger)[amount % smallest] <= amount


def _least_by_rest(smallest: int, bigger: Sequence[int]) -> dict[int, int]:
    """For each rest modulo the smallest chip, the least amount that the bigger chips make with that rest."""
    least: dict[int, int] = {}
    queue = [0]
    while queue and len(least) < smallest:
        amount = heappop(queue)
        if amount % smallest not in least:
            least[amount % smallest] = amount
            for chip in bigger:
                heappush(queue, amount + chip)
    return least


def bank_for(stacks: int, stack: Stack) -> dict[int, int]:
    """Pieces of each chip that a number of equal stacks needs."""
    return {chip: count * stacks for chip, count in stack.breakdown}


def chips_for_colour_up(bank: Mapping[int, int], colour_up: Mapping[int, int]) -> dict[int, int]:
    """Pieces of each new chip that replace the old ones: `colour_up` says which new chip an old one is changed for."""
    value: dict[int, int] = {}
    for old, new in colour_up.items():
        value[new] = value.get(new, 0) + old * bank.get(old, 0)
    return {new: -(-worth // new) for new, worth in value.items()}


def most_stacks(stack: Stack, chip_set: Mapping[int, int]) -> int:
    """How many such stacks a club's chips make: `chip_set` is pieces by denomination."""
    return min((chip_set.get(chip, 0) // count for chip, count in stack.breakdown if count), default=0)


def missing_chips(needed: Mapping[int, int], chip_set: Mapping[int, int]) -> dict[int, int]:
    """Pieces the club lacks, by denomination; empty when the set suffices."""
    lacking = {chip: count - chip_set.get(chip, 0) for chip, count in needed.items()}
    return {chip: count for chip, count in lacking.items() if count > 0}


def chips_in_play(issued: Iterable[int], removed: Iterable[int] = (), race_change: int = 0) -> int:
    """Everything issued (starts, re-entries, rebuys, add-ons, bonuses) less what was taken out, ± races."""
    return sum(issued) - sum(removed) + race_change


def average_stack(in_play: int, players: int) -> int:
    """Chips in play over players left, rounded down to a whole chip; 0 when nobody is left."""
    return in_play // players if players else 0
