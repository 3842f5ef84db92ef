"""Other models of what a stack is worth, to stand beside the independent chip model of `icm` in comparisons."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from tournaments.rules.errors import RuleError

Stacks = tuple[Fraction, ...]

MOST_PLAYERS_BY_SUBSETS = 10
MOST_PLAYERS_BY_ORDERS = 5


def malmuth_weitzman(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """The next out in proportion to 1/stack, his chips split equally among the players left; at most ten players.

    Raises RuleError: no_players, too_many_players, stack_not_positive.
    """
    _check(stacks, MOST_PLAYERS_BY_SUBSETS)
    return _by_elimination(stacks, prizes, _inverse, _equal_parts)


def roberts(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Ben Roberts (2011): the next out in proportion to 1/x_i^2 * sum_(j != i) 1/x_j, his chips split among the
    others in proportion to 1/x_j; at most five players, since the stacks depend on the order of leaving.

    Raises RuleError: no_players, too_many_players, stack_not_positive.
    """
    _check(stacks, MOST_PLAYERS_BY_ORDERS)
    return _by_elimination(stacks, prizes, _roberts_weights, _inverse)


def _check(stacks: Sequence[int], most: int) -> None:
    if not stacks:
        raise RuleError("no_players")
    if len(stacks) > most:
        raise RuleError("too_many_players", players=len(stacks), most=most)
    for position, stack in enumerate(stacks, 1):
        if stack <= 0:
            raise RuleError("stack_not_positive", position=position, stack_chips=stack)


def _inverse(stacks: Stacks) -> Stacks:
    return tuple(1 / stack for stack in stacks)


def _equal_parts(stacks: Stacks) -> Stacks:
    return (Fraction(1),) * len(stacks)


def _roberts_weights(stacks: Stacks) -> Stacks:
    inverse = _inverse(stacks)
    total = sum(inverse, Fraction(0))
    return tuple(part * part * (total - part) for part in inverse)


def _by_elimination(
    stacks: Sequence[int],
    prizes: Sequence[int],
    leaving: Callable[[Stacks], Stacks],
    sharing: Callable[[Stacks], Stacks],
) -> tuple[Fraction, ...]:
    """Equities when players leave one by one: `leaving` weighs who is next, `sharing` who gets his chips."""

    @cache
    def worth(left: Stacks) -> tuple[Fraction, ...]:
        prize = Fraction(prizes[len(left) - 1]) if len(left) <= len(prizes) else Fraction(0)
        if len(left) == 1:
            return (prize,)
        weights = leaving(left)
        total = sum(weights, Fraction(0))
        values = [weight / total * prize for weight in weights]
        for out, weight in enumerate(weights):
            after = worth(_after_leaving(left, out, sharing))
            others = [position for position in range(len(left)) if position != out]
            for position, value in zip(others, after, strict=True):
                values[position] += weight / total * value
        return tuple(values)

    return worth(tuple(map(Fraction, stacks)))


def _after_leaving(stacks: Stacks, out: int, sharing: Callable[[Stacks], Stacks]) -> Stacks:
    """The stacks of the others once the chips of player `out` are shared among them."""
    others = stacks[:out] + stacks[out + 1 :]
    parts = sharing(others)
    unit = stacks[out] / sum(parts, Fraction(0))
    return tuple(stack + unit * part for stack, part in zip(others, parts, strict=True))
