"""Independent chip model (Malmuth and Harville): what a stack is worth in prizes.

P(order i1, i2, ...) = product of s_ik / (S - s_i1 - ... - s_i(k-1)). Many sources call this model "Malmuth-Weitzman";
that is another one (see icm_models). Ten players or fewer: exact fractions. More: numerical integration, with an
estimate of the error (see icm_race).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, gcd, lcm

import numpy as np

from payouts.rules.icm_race import integrate, integrate_places
from tournaments.rules.errors import RuleError

EXACT_PLAYERS = 10
MOST_PLAYERS = 50_000
MOST_CHIPS = 10**15
MOST_PLAYERS_FOR_PLACES = 200
# A hundredth of a minor unit: far below what rounding to whole units can see.
TOLERANCE_MINOR = 0.01
PLACE_TOLERANCE = 1e-10


@dataclass(frozen=True)
class Equities:
    """Expected prize of each player, minor units, in the order of the stacks.

    `exact` says that `values` are the true fractions; otherwise `error_minor` estimates the greatest error and
    `reached` says whether it met the tolerance.
    """

    values: tuple[Fraction, ...]
    exact: bool
    error_minor: float = 0.0
    halvings: int = 0
    reached: bool = True


def equities(
    stacks: Sequence[int], prizes: Sequence[int], tolerance_minor: float = TOLERANCE_MINOR
) -> Equities:
    """Expected prizes; `stacks` in chips, `prizes` in minor units from first place down.

    More prizes than players: only the first n count. Equal stacks get equal values, a bigger stack never less.
    Raises RuleError: no_players, too_many_players, stack_not_positive, stack_too_large, prize_negative.
    """
    _check(stacks, prizes, MOST_PLAYERS)
    if len(stacks) <= EXACT_PLAYERS:
        return Equities(_exact(stacks, prizes), exact=True)
    base, rest = _without_what_all_get(_prizes_for(len(stacks), prizes))
    if not rest:
        return Equities((Fraction(base),) * len(stacks), exact=True)
    found = integrate(np.array(stacks, dtype=float), np.array(rest, dtype=float), tolerance_minor)
    values = tuple(base + value for value in _in_order_of_stacks(stacks, found.equities.tolist()))
    return Equities(values, False, found.error, found.halvings, found.reached)


def exact_equities(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Expected prizes as exact fractions, for fields of at most a dozen; the oracle of the integration."""
    _check(stacks, prizes, EXACT_PLAYERS + 2)
    return _exact(stacks, prizes)


def place_chances(stacks: Sequence[int]) -> tuple[tuple[Fraction, ...], ...]:
    """Chance of each player (outer) to take each place from first down (inner).

    Exact for ten players or fewer, else within 1e-9. Raises RuleError as `equities` does; the most is 200 players.
    """
    _check(stacks, (), MOST_PLAYERS_FOR_PLACES)
    count = len(stacks)
    if count <= EXACT_PLAYERS:
        units = (tuple(int(place == k) for place in range(count)) for k in range(count))
        return tuple(zip(*(_exact(stacks, unit) for unit in units), strict=True))
    found = integrate_places(np.array(stacks, dtype=float), PLACE_TOLERANCE)
    return tuple(tuple(map(Fraction, row)) for row in found.tolist())


def _check(stacks: Sequence[int], prizes: Sequence[int], most: int) -> None:
    if not stacks:
        raise RuleError("no_players")
    if len(stacks) > most:
        raise RuleError("too_many_players", players=len(stacks), most=most)
    for position, stack in enumerate(stacks, 1):
        if stack <= 0:
            raise RuleError("stack_not_positive", position=position, stack_chips=stack)
        if stack > MOST_CHIPS:
            raise RuleError("stack_too_large", position=position, stack_chips=stack)
    for place, prize in enumerate(prizes, 1):
        if prize < 0:
            raise RuleError("prize_negative", place=place, amount_minor=prize)


def _prizes_for(players: int, prizes: Sequence[int]) -> list[int]:
    """One prize for each player, 0 beyond the money."""
    return [*prizes[:players], *[0] * (players - len(prizes))]


def _exact(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """E_i = s_i * sum over sets R holding i of c(|R|) / (sum of the stacks in R).

    The race integral multiplied out: c(m + 1) = sum_j (-1)^j C(m, j) prize_(n-m+j) is what remains of the prizes when
    the product over the others is expanded in the q of m of them. Signs alternate, which is why this is done in
    whole numbers over one common denominator and never in floating point.
    """
    count = len(stacks)
    shared = gcd(*stacks)
    small = [stack // shared for stack in stacks]
    coefficients = _expanded(_prizes_for(count, prizes))
    sums = [0]
    for stack in small:
        sums += [total + stack for total in sums]
    common = lcm(*set(sums[1:]))
    sets = range(1, 1 << count)
    terms = [0, *(coefficients[members.bit_count() - 1] * (common // sums[members]) for members in sets)]
    values = []
    for stack in small:
        values.append(Fraction(stack * sum(terms[1::2]), common))
        # Lowest player done: sets that differ only in him are joined, the next player becomes the lowest.
        terms = [without + with_him for without, with_him in zip(terms[::2], terms[1::2], strict=True)]
    return tuple(values)


def _expanded(prizes: list[int]) -> list[int]:
    """c(1), c(2), ... of `_exact`: differences of the prizes counted from the last place."""
    last = len(prizes) - 1
    return [
        sum((-1) ** j * comb(m, j) * prizes[last - m + j] for j in range(m + 1)) for m in range(len(prizes))
    ]


def _without_what_all_get(prizes: list[int]) -> tuple[int, list[int]]:
    """The last prize, which everybody gets at least, and what is left above it without trailing zeros."""
    base = prizes[-1]
    rest = [prize - base for prize in prizes]
    while rest and rest[-1] == 0:
        rest.pop()
    return base, rest


def _in_order_of_stacks(stacks: Sequence[int], values: list[float]) -> list[Fraction]:
    """Take the rounding noise out: equal stacks share the mean, and no value is below that of a smaller stack."""
    levels = sorted(set(stacks))
    sums = dict.fromkeys(levels, Fraction(0))
    counts = dict.fromkeys(levels, 0)
    for stack, value in zip(stacks, values, strict=True):
        sums[stack] += Fraction(value)
        counts[stack] += 1
    means = accumulate((sums[level] / counts[level] for level in levels), max, initial=Fraction(0))
    by_stack = dict(zip(levels, list(means)[1:], strict=True))
    return [by_stack[stack] for stack in stacks]
