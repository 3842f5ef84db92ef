"""A structure from a wish: so many players, such a stack, over at such a time (docs/algorithms.md 7).

The big blinds lie near a geometric line from stack / 100 to chips in play / 20, take playable values only, rise
strictly, and breaks stand where chips can leave play. Logarithms choose among whole numbers; no bet is ever a float.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp, floor, log

from clock.rules.breaks import break_places, place_breaks
from clock.rules.chips_leave import earliest_removals, joined_removals, usual_chips
from clock.rules.depth import end_big_blind
from clock.rules.structure import (
    ANTE_EACH,
    BIG_BLIND_ANTE,
    MINUTE_MS,
    NO_ANTE,
    PLAY,
    AnteKind,
    Level,
    Structure,
)
from clock.rules.structure_checks import LARGEST_BET, WARNING, Problem
from tournaments.rules.errors import RuleError

# Small blinds people play with, as tenths: 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 and their tenfolds.
PLAYABLE_TENTHS = (10, 15, 20, 25, 30, 40, 50, 60, 80)
LEAST_RATIO, GREATEST_RATIO = 1.25, 1.5
DEEPEST_START, SHALLOWEST_START = 200, 50


@dataclass(frozen=True, slots=True)
class Wish:
    """What the structure is for. Chips are whole chips, times minutes of play (breaks come on top).

    `players` is the expected field; `extra_chips` what re-entries, rebuys and add-ons will probably bring into play.
    `big_blinds_at_end` None: 30 with a big-blind ante, else 20. `chips` empty: a usual set from `smallest_chip` on.
    `stud`: ante, bring-in and bets instead of blinds.
    """

    players: int
    stack_chips: int
    smallest_chip: int
    level_minutes: int
    target_minutes: int
    ante_kind: AnteKind = NO_ANTE
    extra_chips: int = 0
    big_blinds_at_end: int | None = None
    big_blinds_at_start: int = 100
    ante_from_level: int = 1
    spare_levels: int = 4
    break_minutes: int = 10
    chips: tuple[int, ...] = ()
    stud: bool = False

    @property
    def chips_in_play(self) -> int:
        """All chips expected at the end."""
        return self.players * self.stack_chips + self.extra_chips

    @property
    def end_big_blind(self) -> int:
        """The big blind at which the tournament will probably end."""
        usual = 30 if self.ante_kind == BIG_BLIND_ANTE else 20
        return end_big_blind(self.chips_in_play, self.big_blinds_at_end or usual)


@dataclass(frozen=True, slots=True)
class Generated:
    """The structure; the number of the level at which the end is expected; warnings where the wish could not be met."""

    structure: Structure
    end_level_number: int
    end_big_blind: int
    warnings: tuple[Problem, ...] = field(default=())


def generate(wish: Wish) -> Generated:
    """The structure for a wish. Warnings:

    `start_not_as_wished`: the first big blind had to differ from the wished depth to fit the time (50–200 allowed);
    `start_too_shallow`: the smallest chip does not allow 50 big blinds;
    `steep`: the blinds have to rise by more than half each level (more time or shorter levels help);
    `shorter_than_target`: so many levels cannot all rise by a quarter; longer levels would fill the time.
    Errors: those of _require_sensible, with the field that is wrong.
    """
    _require_sensible(wish)
    end_value = _playable_from(wish, wish.end_big_blind)
    wished_levels = wish.target_minutes // wish.level_minutes
    first, levels_to_end, warnings = _fit(wish, end_value, wished_levels)
    values = _big_blinds(wish, first, end_value, levels_to_end)
    chips = wish.chips or usual_chips(wish.smallest_chip, values[-1])
    levels = [_level(wish, value, number, chips) for number, value in enumerate(values, start=1)]
    structure = _with_breaks(wish, _rising_antes(levels), chips)
    end_number = next((n for n, value in enumerate(values, 1) if value >= wish.end_big_blind), len(values))
    if end_number < wished_levels - 1:
        facts = {
            "levels": end_number,
            "wished": wished_levels,
            "minutes": -(-wish.target_minutes // end_number),
        }
        warnings.append(Problem(WARNING, "shorter_than_target", None, facts))
    return Generated(structure, end_number, wish.end_big_blind, tuple(warnings))


def _require_sensible(wish: Wish) -> None:
    """Errors `wish_not_positive`, `players_too_few`, `levels_too_few` (the target holds no two), `stack_too_small`
    (not ten of the smallest chip), `chip_unplayable` (it pays too few blinds people play with), `too_many_chips`.
    """
    for name in ("stack_chips", "smallest_chip", "level_minutes", "target_minutes", "big_blinds_at_start"):
        if getattr(wish, name) <= 0:
            raise RuleError("wish_not_positive", field=name)
    if wish.players < 2:
        raise RuleError("players_too_few", players=wish.players)
    if wish.target_minutes < 2 * wish.level_minutes:
        raise RuleError(
            "levels_too_few", target_minutes=wish.target_minutes, level_minutes=wish.level_minutes
        )
    if wish.stack_chips < 10 * wish.smallest_chip:
        raise RuleError("stack_too_small", stack_chips=wish.stack_chips, smallest_chip=wish.smallest_chip)
    if not playable_values(wish.smallest_chip, wish.stack_chips, blinds=not wish.stud):
        raise RuleError("chip_unplayable", chip=wish.smallest_chip)
    if wish.chips_in_play > LARGEST_BET:
        raise RuleError("too_many_chips", chips=wish.chips_in_play, most=LARGEST_BET)


# The line of big blinds -------------------------------------------------------------------------------------------


def playable_values(smallest_chip: int, largest: int, *, blinds: bool = True) -> tuple[int, ...]:
    """Big blinds (or small bets) up to `largest` whose small blind is a playable number that the smallest chip pays."""
    found = []
    power = 1
    while power <= largest:
        for tenths in PLAYABLE_TENTHS:
            base, rest = divmod(tenths * power, 10)
            value = base * 2 if blinds else base
            if not rest and base % smallest_chip == 0 and value <= largest:
                found.append(value)
        power *= 10
    return tuple(found)


def _playable_from(wish: Wish, least: int) -> int:
    """The smallest playable value that is at least `least`."""
    values = playable_values(wish.smallest_chip, 20 * max(least, wish.smallest_chip), blinds=not wish.stud)
    found = next((value for value in values if value >= least), None)
    if found is None:
        raise RuleError("chip_unplayable", chip=wish.smallest_chip)
    return found


def _first_values(wish: Wish) -> tuple[int, ...]:
    """Possible first big blinds, the one nearest to the wished depth first."""
    values = playable_values(wish.smallest_chip, wish.stack_chips, blinds=not wish.stud)
    allowed = [
        v
        for v in values
        if wish.stack_chips <= v * DEEPEST_START and v * SHALLOWEST_START <= wish.stack_chips
    ]
    ideal = log(wish.stack_chips / wish.big_blinds_at_start)
    return tuple(sorted(allowed or values[:1], key=lambda value: abs(log(value) - ideal)))


def _fit(wish: Wish, end_value: int, wished_levels: int) -> tuple[int, int, list[Problem]]:
    """The first big blind and number of levels whose mean ratio is within bounds, as near to the wish as can be."""
    firsts = _first_values(wish)
    depth = wish.stack_chips // firsts[0]
    found = (
        [] if depth >= SHALLOWEST_START else [Problem(WARNING, "start_too_shallow", 0, {"big_blinds": depth})]
    )
    for first in firsts:
        if LEAST_RATIO <= _ratio(first, end_value, wished_levels) <= GREATEST_RATIO:
            if first != firsts[0]:
                facts = {"wished": firsts[0], "big_blind": first}
                found.append(Problem(WARNING, "start_not_as_wished", 0, facts))
            return first, wished_levels, found
    if _ratio(firsts[0], end_value, wished_levels) > GREATEST_RATIO:
        first = max(firsts)
        percent = round(100 * _ratio(first, end_value, wished_levels)) - 100
        return first, wished_levels, [*found, Problem(WARNING, "steep", None, {"percent": percent})]
    first = min(firsts)
    return first, max(2, 1 + floor(log(max(end_value / first, 1)) / log(LEAST_RATIO))), found


def _ratio(first: int, last: int, levels: int) -> float:
    return exp(log(max(last / first, 1)) / (levels - 1))


def _big_blinds(wish: Wish, first: int, end_value: int, levels_to_end: int) -> tuple[int, ...]:
    """Playable values, strictly rising, nearest to the geometric line by squared logarithmic distance.

    Dynamic programming over (level, value): `costs` holds the best way to each value of the present level. A step
    outside the bounds of the ratio costs extra, so that among values equally near the even climb wins.
    """
    line = _line(wish, first, end_value, levels_to_end)
    values = playable_values(wish.smallest_chip, round(exp(line[-1]) * 100), blinds=not wish.stud)
    logs = [log(value) for value in values]
    costs: dict[int, float] = {values.index(first): 0.0}
    came_from: list[dict[int, int]] = []
    for target in line[1:]:
        best: dict[int, tuple[float, int]] = {}
        for index, here in enumerate(logs):
            steps = [(cost + _uneven(here - logs[i]), i) for i, cost in costs.items() if i < index]
            if steps:
                cost, before = min(steps)
                best[index] = (cost + (here - target) ** 2, before)
        if not best:
            raise RuleError("chip_unplayable", chip=wish.smallest_chip)
        costs = {index: cost for index, (cost, _before) in best.items()}
        came_from.append({index: before for index, (_cost, before) in best.items()})
    return _walk_back(values, costs, came_from)


def _line(wish: Wish, first: int, end_value: int, levels_to_end: int) -> list[float]:
    """Logarithms of the geometric line to the end value and, within the bounds of the ratio, beyond it."""
    step = log(max(_ratio(first, end_value, levels_to_end), LEAST_RATIO))
    beyond = min(step, log(GREATEST_RATIO))
    line = [log(first) + number * step for number in range(levels_to_end)]
    return line + [line[-1] + number * beyond for number in range(1, wish.spare_levels + 1)]


def _uneven(step: float) -> float:
    """The extra cost of a step outside the bounds of the ratio."""
    return max(0.0, log(LEAST_RATIO) - step, step - log(GREATEST_RATIO)) ** 2


def _walk_back(
    values: Sequence[int], costs: dict[int, float], came_from: list[dict[int, int]]
) -> tuple[int, ...]:
    index = min(costs, key=lambda key: (costs[key], key))
    chosen = [values[index]]
    for befores in reversed(came_from):
        index = befores[index]
        chosen.append(values[index])
    return tuple(reversed(chosen))


# Bets of a level --------------------------------------------------------------------------------------------------


def _level(wish: Wish, value: int, number: int, chips: Sequence[int]) -> Level:
    """One level with its antes: a tenth to an eighth of the big blind each, or one big blind for the table.

    In stud games the ante is near a fifth of the small bet and the bring-in from a third to two fifths of it.
    """
    duration_ms = wish.level_minutes * MINUTE_MS
    if wish.stud:
        ante = roundest(value * 3 // 20, value // 4, chips)
        bring_in = roundest(-(-value // 3), value * 2 // 5, chips)
        forced = Level(PLAY, duration_ms, ante=ante, ante_kind=ANTE_EACH, bring_in=bring_in)
        return replace(forced, small_bet=value, big_bet=2 * value)
    level = Level(PLAY, duration_ms, small_blind=value // 2, big_blind=value)
    if wish.ante_kind == NO_ANTE or number < wish.ante_from_level:
        return level
    if wish.ante_kind == BIG_BLIND_ANTE:
        return replace(level, ante=value, ante_kind=BIG_BLIND_ANTE)
    return replace(level, ante=roundest(-(-value // 10), value // 8, chips), ante_kind=ANTE_EACH)


def roundest(low: int, high: int, chips: Sequence[int]) -> int:
    """The amount from `low` to `high` that the largest chip pays; if no chip pays any, what is payable below."""
    for chip in sorted(chips, reverse=True):
        amount = -(-max(low, 1) // chip) * chip
        if amount <= high:
            return amount
    smallest = min(chips)
    return max(high // smallest, 1) * smallest


def _rising_antes(levels: Sequence[Level]) -> tuple[Level, ...]:
    """Antes and bring-ins never fall while bets rise: each is at least what it was a level before."""
    ante = bring_in = 0
    risen = []
    for level in levels:
        ante, bring_in = max(ante, level.ante), max(bring_in, level.bring_in)
        risen.append(replace(level, ante=ante if level.ante else 0, bring_in=bring_in))
    return tuple(risen)


def _with_breaks(wish: Wish, levels: Sequence[Level], chips: Sequence[int]) -> Structure:
    """The levels with breaks every three to six of them, where chips can leave or soon after."""
    points = joined_removals(earliest_removals(Structure(tuple(levels)), chips)).values()
    places = break_places(len(levels), sorted(set(points)))
    return place_breaks(levels, places, wish.break_minutes, chips)
