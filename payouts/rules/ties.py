"""Players who finish in the same place share the prizes of the places they cover."""

from collections.abc import Hashable, Mapping, Sequence

from tournaments.rules.errors import RuleError


def pooled(prizes: Sequence[int], place_from: int, place_to: int) -> int:
    """Sum of the prizes of the places, 0 for places beyond the money; places count from 1."""
    return sum(prizes[place_from - 1 : place_to])


def tie_order[Key: Hashable](
    keys: Sequence[Key], stacks: Mapping[Key, int], draw_order: Sequence[Key] = ()
) -> tuple[Key, ...]:
    """The order in which tied players get odd units: larger stack first, then as drawn.

    A player without a known stack comes after those with one. Raises RuleError: draw_needed (keys) when stacks do not
    decide and the draw does not name all players concerned.
    """
    drawn = {key: index for index, key in enumerate(draw_order)}
    levels: dict[int, list[Key]] = {}
    for key in keys:
        levels.setdefault(stacks.get(key, -1), []).append(key)
    undecided = [key for level in levels.values() if len(level) > 1 for key in level if key not in drawn]
    if undecided:
        raise RuleError("draw_needed", keys=tuple(undecided))
    return tuple(sorted(keys, key=lambda key: (-stacks.get(key, -1), drawn.get(key, 0))))


def split_pooled[Key: Hashable](
    total_minor: int,
    keys: Sequence[Key],
    unit_minor: int,
    stacks: Mapping[Key, int],
    draw_order: Sequence[Key] = (),
) -> dict[Key, int]:
    """Split a sum in whole units; odd units one by one in `tie_order`, what is less than a unit to its first.

    The order is only needed, and a draw only asked for, when something is odd. Raises RuleError: unit_not_positive,
    no_players, player_twice, draw_needed.
    """
    if unit_minor <= 0:
        raise RuleError("unit_not_positive", unit_minor=unit_minor)
    if not keys:
        raise RuleError("no_players")
    if len(set(keys)) != len(keys):
        raise RuleError("player_twice")
    units, residue = divmod(total_minor, unit_minor)
    each, odd = divmod(units, len(keys))
    amounts = dict.fromkeys(keys, each * unit_minor)
    if odd or residue:
        order = tie_order(keys, stacks, draw_order)
        for key in order[:odd]:
            amounts[key] += unit_minor
        amounts[order[0]] += residue
    return amounts
