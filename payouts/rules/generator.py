"""Nice prizes near a smooth curve, by exact optimisation over buckets of equal prizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count, pairwise

import numpy as np
import numpy.typing as npt

from payouts.rules.curve import ideal_curve
from tournaments.rules.errors import RuleError

Array = npt.NDArray[np.float64]

SINGLE_PLACES = 9
BUCKET_ENDS = (12, 15, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99)
NEXT_BUCKET = 27
BUCKETS_BEFORE_WIDER = 6
# The optimisation walks over the pool in steps of the unit; a pool of more steps is walked in greater ones.
MOST_STEPS = 20_000


@dataclass(frozen=True)
class Bucket:
    """Places `place_from` to `place_to` get `amount` each."""

    place_from: int
    place_to: int
    amount: int


@dataclass(frozen=True)
class NicePrizes:
    """Prizes in the unit of the pool given, with the exponent of the curve and the squared distance from it."""

    buckets: tuple[Bucket, ...]
    alpha: float
    cost: float

    @property
    def prizes(self) -> tuple[int, ...]:
        """From first place down."""
        return tuple(b.amount for b in self.buckets for _place in range(b.place_from, b.place_to + 1))


@lru_cache(maxsize=64)  # displays ask for the same prizes again and again
def nice_prizes(pool: int, places: int, least: int, first: int, unit: int, *, scale: int = 1) -> NicePrizes:
    """The prizes nearest the ideal curve (least sum of squares) under these constraints.

    Equal inside a bucket (places 1 … 9, then to 12, 15, 18, 27, …), never increasing, at least `least`, nice and
    multiples of `unit` except for first place, which takes what is left; together the pool. `first` is the target of
    the first prize. `scale` is how many units of the numbers given make one of those that must look nice (100 when
    amounts are cents). Raises RuleError: unit_not_positive, no_nice_prizes, and those of `ideal_curve`.
    """
    if unit <= 0:
        raise RuleError("unit_not_positive", unit=unit)
    curve = ideal_curve(places, pool, least, first)
    ends = bucket_ends(places)
    if len(ends) == 1:
        return _priced((Bucket(1, ends[0], pool // ends[0]),), curve.prizes, curve.alpha)
    step = _walking_step(pool, unit)
    amounts = nice_amounts(max(least, 1), pool // 2, step, scale)
    if not amounts:
        raise RuleError("no_nice_prizes", pool=pool, least=least, unit=step)
    chosen = _Fit(pool, curve.prizes, ends, amounts, step).solve()
    return _priced(chosen, curve.prizes, curve.alpha)


def _priced(buckets: tuple[Bucket, ...], ideal: Sequence[float], alpha: float) -> NicePrizes:
    cost = sum((b.amount - ideal[k]) ** 2 for b in buckets for k in range(b.place_from - 1, b.place_to))
    return NicePrizes(buckets, alpha, cost)


def bucket_ends(places: int) -> tuple[int, ...]:
    """Last place of each bucket: 1 … 9, 12, 15, 18, 27, … 99, 126, …; far down the buckets grow wider."""
    ends = [*range(1, SINGLE_PLACES + 1), *BUCKET_ENDS]
    width = NEXT_BUCKET
    while ends[-1] < places:
        ends += accumulate([width] * BUCKETS_BEFORE_WIDER, initial=ends[-1] + width)
        width *= 2
    return (*(end for end in ends if end < places), places)


def nice_amounts(least: int, most: int, unit: int, scale: int = 1) -> tuple[int, ...]:
    """Amounts that read well, rising: 1-10, by 5 to 100, by 25 to 250, by 50 to 1000, and so on by powers of ten."""
    found: list[int] = []
    high = 0
    for end, step in _nice_ranges():
        found += (value * scale for value in range(high + step, end + 1, step))
        high = end
        if high * scale > most:
            break
    return tuple(amount for amount in found if least <= amount <= most and amount % unit == 0)


def _nice_ranges() -> Iterator[tuple[int, int]]:
    """Ends of ranges with their steps; above 1000 a quarter of the power of ten up to 2.5 times it, then a half."""
    yield from ((10, 1), (100, 5), (250, 25), (1000, 50))
    power = 1000
    while True:
        yield 5 * power // 2, power // 4
        yield 10 * power, power // 2
        power *= 10


def _walking_step(pool: int, unit: int) -> int:
    """The unit, or its first multiple among 5, 10, 50, 100, … in which the pool has no more than MOST_STEPS steps."""
    multiples = (unit * digit * int(10**power) for power in count() for digit in (1, 5))
    return next(step for step in multiples if pool <= step * MOST_STEPS)


class _Fit:
    """Dynamic programming over (bucket, amount, money used), from the last bucket up to the second.

    `best[v, u]`: least cost of the buckets done, the highest of which gets amounts[v], when u steps are used. First
    place gets the rest of the pool.
    """

    def __init__(
        self, pool: int, ideal: Sequence[float], ends: Sequence[int], amounts: Sequence[int], step: int
    ) -> None:
        self.pool, self.step = pool, step
        self.ideal = np.array(ideal)
        self.ranges = [(before + 1, end) for before, end in pairwise((0, *ends))]
        self.amounts = np.array(amounts, dtype=np.int64)
        self.steps = pool // step + 1
        # For each bucket but the last two: which amount of the bucket below leads to the least cost.
        self.below: list[npt.NDArray[np.int16]] = []

    def solve(self) -> tuple[Bucket, ...]:
        used_by_none = np.full((len(self.amounts), self.steps), np.inf)
        used_by_none[:, 0] = 0.0
        best = self._with_bucket(used_by_none, *self.ranges[-1])
        for place_from, place_to in self.ranges[-2:0:-1]:
            best = self._with_bucket(self._cheapest_below(best), place_from, place_to)
        left = self.pool - self.step * np.arange(self.steps)
        total = best + (left - self.ideal[0]) ** 2
        total[left[None, :] < self.amounts[:, None]] = np.inf
        amount, used = np.unravel_index(int(total.argmin()), total.shape)
        if not np.isfinite(total[amount, used]):
            raise RuleError("no_nice_prizes", pool=self.pool, unit=self.step)
        return (Bucket(1, 1, int(left[used])), *self._traced(int(amount), int(used)))

    def _with_bucket(self, below: Array, place_from: int, place_to: int) -> Array:
        size = place_to - place_from + 1
        ideal = self.ideal[place_from - 1 : place_to]
        costs = ((self.amounts[:, None] - ideal) ** 2).sum(axis=1)
        best = np.full_like(below, np.inf)
        for index, shift in enumerate(size * self.amounts // self.step):
            if shift < self.steps:
                np.add(below[index, : self.steps - shift], costs[index], out=best[index, shift:])
        return best

    def _cheapest_below(self, best: Array) -> Array:
        """For each amount the least cost when the bucket below gets no more than it; which one is remembered."""
        cheapest = np.minimum.accumulate(best, axis=0)
        index = np.arange(len(best), dtype=np.int16)[:, None]
        self.below.append(np.maximum.accumulate(np.where(best == cheapest, index, np.int16(0)), axis=0))
        return cheapest

    def _traced(self, amount: int, used: int) -> list[Bucket]:
        buckets: list[Bucket] = []
        below = self.below[::-1]
        for number, (place_from, place_to) in enumerate(self.ranges[1:]):
            value = int(self.amounts[amount])
            buckets.append(Bucket(place_from, place_to, value))
            used -= (place_to - place_from + 1) * value // self.step
            if number < len(below):
                amount = int(below[number][amount, used])
        return buckets
