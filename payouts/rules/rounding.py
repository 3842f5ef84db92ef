"""Turn shares of a pool into whole units that add up to the pool to the last minor unit."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Literal

from payouts.rules.percents import check_percents
from tournaments.rules.errors import RuleError

Rounding = Literal["floor_first", "largest_remainder"]
ROUNDINGS: tuple[Rounding, ...] = ("floor_first", "largest_remainder")


@dataclass(frozen=True)
class _Bucket:
    """Places that follow each other and have equal percentages: `first` is 0-based, `rest` below one unit."""

    first: int
    size: int
    units: int
    rest: Fraction


def round_prizes(
    pool_minor: int, percents: Sequence[Fraction], unit_minor: int, rounding: Rounding = "floor_first"
) -> tuple[int, ...]:
    """Prizes from first place down; non-increasing, together the pool.

    `floor_first`: each to the unit below, all that is left to first place. `largest_remainder`: the units left over go
    to the largest remainders, a whole bucket of equal percentages at a time; a remainder that would split a bucket
    goes to first place. What is less than a unit goes to first place. When first place shares its percentage with
    others, what goes to "first place" is spread over them, one unit at a time from the top, so that equal places
    differ by at most a unit (F39). Raises RuleError as `check_percents`, and unit_not_positive, pool_negative.
    """
    if unit_minor <= 0:
        raise RuleError("unit_not_positive", unit_minor=unit_minor)
    if pool_minor < 0:
        raise RuleError("pool_negative", pool_minor=pool_minor)
    check_percents(percents, pool_minor)
    buckets = _buckets(pool_minor, percents, unit_minor)
    units = [bucket.units for bucket in buckets for _place in range(bucket.size)]
    left = pool_minor // unit_minor - sum(units)
    if rounding == "largest_remainder":
        left = _give_by_remainder(units, buckets, left)
    prizes = [count * unit_minor for count in units]
    _give_to_first(prizes, buckets[0].size, left, unit_minor)
    prizes[0] += pool_minor % unit_minor
    return tuple(prizes)


def require_unit_within(pool_minor: int, unit_minor: int) -> None:
    """Raise RuleError `unit_above_pool` for amounts rounded to more than there is: one place would get it all."""
    if 0 < pool_minor < unit_minor:
        raise RuleError("unit_above_pool", unit_minor=unit_minor, pool_minor=pool_minor)


def _buckets(pool_minor: int, percents: Sequence[Fraction], unit_minor: int) -> list[_Bucket]:
    buckets: list[_Bucket] = []
    first = 0
    for percent, places in groupby(percents):
        size = len(list(places))
        share = pool_minor * percent / (100 * unit_minor)
        buckets.append(_Bucket(first, size, int(share), share - int(share)))
        first += size
    return buckets


def _give_by_remainder(units: list[int], buckets: Sequence[_Bucket], left: int) -> int:
    """Hand out the units left over; gives back how many could not be without splitting a bucket.

    It stops there: a lower bucket served instead could overtake the one that was passed over.
    """
    for bucket in sorted(buckets, key=lambda bucket: (-bucket.rest, bucket.first)):
        if bucket.size > left:
            break
        for place in range(bucket.first, bucket.first + bucket.size):
            units[place] += 1
        left -= bucket.size
    return left


def _give_to_first(prizes: list[int], equal_places: int, left: int, unit_minor: int) -> None:
    each, odd = divmod(left, equal_places)
    for place in range(equal_places):
        prizes[place] += (each + (place < odd)) * unit_minor


def largest_remainder(shares: Sequence[Fraction], total: int, order: Sequence[int]) -> tuple[int, ...]:
    """Whole numbers near `shares` that add up to `total`; ties of remainders go by `order` (positions, first served).

    The shares must add up to `total` or to less than one more.
    """
    floors = [share.numerator // share.denominator for share in shares]
    left = total - sum(floors)
    rank = {position: index for index, position in enumerate(order)}
    by_remainder = sorted(range(len(shares)), key=lambda i: (floors[i] - shares[i], rank[i]))
    for position in by_remainder[:left]:
        floors[position] += 1
    return tuple(floors)


def shown_shares(amounts: Sequence[int | Fraction], decimals: int = 0) -> tuple[Decimal, ...]:
    """Percentages of the sum to print beside amounts; they add up to exactly 100 (F38). No money follows from them."""
    total = sum(amounts, Fraction(0))
    if total <= 0:
        return tuple(Decimal(0) for _amount in amounts)
    steps = 100 * 10**decimals
    shares = [amount * steps / total for amount in map(Fraction, amounts)]
    counts = largest_remainder(shares, steps, range(len(shares)))
    return tuple(Decimal(count).scaleb(-decimals) for count in counts)
