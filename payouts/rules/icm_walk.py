"""Three players who win and lose single chips at random: the equities that every chip model approximates."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tournaments.rules.errors import RuleError

Array = npt.NDArray[np.float64]

MOST_CHIPS = 250


def random_walk(stacks: Sequence[int], prizes: tuple[int, int, int]) -> tuple[float, float, float]:
    """Equities when at each step one chip goes from one player to another, each ordered pair as likely as any.

    Definition of Diaconis and Ethier (2020), solved for all stacks at once, to about 1e-9. The answer depends on how
    many chips there are, not only on the shares: stacks are counted in the chips that move, at most 250 in all.
    Raises RuleError: walk_is_for_three, stack_not_positive, too_many_chips.
    """
    if len(stacks) != 3:
        raise RuleError("walk_is_for_three", players=len(stacks))
    for position, stack in enumerate(stacks, 1):
        if stack <= 0:
            raise RuleError("stack_not_positive", position=position, stack_chips=stack)
    first, second, third = stacks
    if sum(stacks) > MOST_CHIPS:
        raise RuleError("too_many_chips", chips=sum(stacks), most=MOST_CHIPS)
    rows = _solve(sum(stacks), prizes)
    return (
        float(rows[first][second - 1]),
        float(rows[second][third - 1]),
        float(rows[third][first - 1]),
    )


def _solve(total: int, prizes: tuple[int, int, int]) -> dict[int, Array]:
    """Equity of one player by his stack a (key) and the stack b of a second one (index b - 1).

    Six times an equity is the sum of its six neighbours. Row a touches only rows a - 1 and a + 1, so going down from
    a = total - 2 each row is written as matrix @ row(a - 1) + constant; row 0 is the prize of the third.
    """
    matrices: dict[int, Array] = {}
    constants: dict[int, Array] = {}
    for stack in range(total - 2, 0, -1):
        size = total - stack - 1
        step = np.eye(size, size + 1) + np.eye(size, size + 1, 1)
        pivot = 6 * np.eye(size) - np.eye(size, k=1) - np.eye(size, k=-1)
        known = _edges(stack, total, prizes)
        if stack < total - 2:
            up = np.eye(size, size - 1) + np.eye(size, size - 1, -1)
            pivot -= up @ matrices[stack + 1]
            known += up @ constants[stack + 1]
        matrices[stack] = np.linalg.solve(pivot, step)
        constants[stack] = np.linalg.solve(pivot, known)
    rows = {0: np.full(total - 1, float(prizes[2]))}
    for stack in range(1, total - 1):
        rows[stack] = matrices[stack] @ rows[stack - 1] + constants[stack]
    return rows


def _edges(stack: int, total: int, prizes: tuple[int, int, int]) -> Array:
    """What row `stack` gets from neighbours at which one of the two others is out and two players are left."""
    heads_up = sum(prizes[0] * own + prizes[1] * (total - own) for own in (stack, stack + 1)) / total
    known = np.zeros(total - stack - 1)
    known[0] += heads_up
    known[-1] += heads_up
    return known
