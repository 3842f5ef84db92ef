"""A smooth curve of prizes: the shape that nice amounts are fitted to.

pi_k = E + (P1 - E) / k^alpha, with alpha such that the prizes add up to the pool (Musco, Sviridenko, Thaler,
"Determining tournament payout structures for daily fantasy sports", stage 1). The curve is a shape, not money: floats.
"""

from dataclasses import dataclass
from math import fsum

from tournaments.rules.errors import RuleError

# Beyond this exponent everybody but the first has the minimum to the last bit.
STEEPEST = 1024.0


@dataclass(frozen=True)
class Curve:
    """`prizes` from first place down, in the unit of the pool that was given."""

    alpha: float
    prizes: tuple[float, ...]


def ideal_curve(places: int, pool: int, least: int, first: int) -> Curve:
    """The curve with `places` prizes from `first` down to no less than `least` that adds up to `pool`.

    Raises RuleError: no_places, first_below_least, pool_too_small (for so many minimum prizes beside this first
    prize; lowest), pool_too_big (for no prize above the first; highest).
    """
    if places < 1:
        raise RuleError("no_places")
    if first < least or least < 0:
        raise RuleError("first_below_least", first=first, least=least)
    lowest, highest = (places - 1) * least + first, places * first
    if pool < lowest:
        raise RuleError("pool_too_small", pool=pool, lowest=lowest)
    if pool > highest:
        raise RuleError("pool_too_big", pool=pool, highest=highest)
    if lowest == highest:
        return Curve(0.0, (float(first),) * places)
    alpha = _bisected(places, (pool - places * least) / (first - least))
    return Curve(alpha, tuple(least + (first - least) * k**-alpha for k in range(1, places + 1)))


def _bisected(places: int, wanted: float) -> float:
    """The alpha at which sum k^-alpha over the places is `wanted`; the sum falls strictly as alpha rises."""
    low, high = 0.0, STEEPEST
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if fsum(k**-middle for k in range(1, places + 1)) > wanted:
            low = middle
        else:
            high = middle


def usual_first_prize(places: int, pool: int) -> int:
    """A first prize that fits the number of places: 40 % of the pool for 3, 29 % for 15, 20 % for 100, 12 % for 1,500.

    Read off published prize lists; for one or two places the whole and 65 %.
    """
    share = {1: 10_000, 2: 6_500}.get(places) or round(5_000 * places**-0.2)
    return pool * share // 10_000
