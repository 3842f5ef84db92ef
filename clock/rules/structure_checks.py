"""What is wrong with a structure (errors: it cannot be stored) and what is odd about it (warnings)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Literal

from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, CHIP_FIELDS, NO_ANTE, Level, Structure
from tournaments.rules.errors import RuleError

type Severity = Literal["error", "warning"]

ERROR: Severity = "error"
WARNING: Severity = "warning"

# Nobody means less or more than this; a million millions of chips are still whole numbers in a browser.
SHORTEST_LEVEL_MS = 10 * 1_000
LONGEST_LEVEL_MS = 24 * 60 * 60 * 1_000
LARGEST_BET = 1_000_000_000_000
MOST_LEVELS = 300
MOST_HANDS = 999


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: `code` says which, `level_index` where (None: the whole structure), `facts` the numbers."""

    severity: Severity
    code: str
    level_index: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def check_structure(structure: Structure, chips: Sequence[int] = ()) -> tuple[Problem, ...]:
    """All problems of a structure, errors first, each in the order of the levels.

    `chips` are the denominations in play at the start; with them bets that cannot be paid are found
    (docs/rules.md 5). Without them that one warning is not looked for.
    """
    found = [*_whole(structure), *_each_level(structure), *_order_of_levels(structure)]
    if chips:
        found += _unpayable(structure, chips)
    return tuple(sorted(found, key=lambda problem: problem.severity != ERROR))


def errors_of(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Those problems that forbid storing the structure."""
    return tuple(problem for problem in problems if problem.severity == ERROR)


def require_sound(structure: Structure) -> None:
    """Raise RuleError `structure_unsound` with the errors as `problems` if the structure has any."""
    errors = errors_of(check_structure(structure))
    if errors:
        raise RuleError("structure_unsound", problems=errors)


def _whole(structure: Structure) -> Iterator[Problem]:
    levels = structure.levels
    if not levels:
        yield Problem(ERROR, "structure_is_empty")
        return
    if not structure.play_indices:
        yield Problem(ERROR, "only_breaks")
    if len(levels) > MOST_LEVELS:
        yield Problem(ERROR, "too_many_levels", None, {"levels": len(levels), "most": MOST_LEVELS})
    if levels[0].is_break:
        yield Problem(WARNING, "begins_with_break", 0)
    if levels[-1].is_break:
        yield Problem(WARNING, "ends_with_break", len(levels) - 1)


def _each_level(structure: Structure) -> Iterator[Problem]:
    for index, level in enumerate(structure.levels):
        yield from _duration(level, index)
        yield from _hands(level, index)
        yield from _amounts(level, index)
        if not level.is_break:
            yield from _bets(level, index)
            yield from _antes(level, index)


def _duration(level: Level, index: int) -> Iterator[Problem]:
    if level.duration_ms <= 0:
        yield Problem(ERROR, "no_duration", index, {"duration_ms": level.duration_ms})
    elif level.duration_ms < SHORTEST_LEVEL_MS:
        facts = {"duration_ms": level.duration_ms, "least_s": SHORTEST_LEVEL_MS // 1_000}
        yield Problem(ERROR, "too_short", index, facts)
    elif level.duration_ms > LONGEST_LEVEL_MS:
        facts = {"duration_ms": level.duration_ms, "most_ms": LONGEST_LEVEL_MS}
        yield Problem(ERROR, "too_long", index, facts)


def _hands(level: Level, index: int) -> Iterator[Problem]:
    if level.hands and level.is_break:
        yield Problem(ERROR, "hands_in_break", index, {"hands": level.hands})
    elif not 0 <= level.hands <= MOST_HANDS:
        yield Problem(ERROR, "hands_out_of_range", index, {"hands": level.hands, "most": MOST_HANDS})


def _amounts(level: Level, index: int) -> Iterator[Problem]:
    for name in CHIP_FIELDS:
        amount = getattr(level, name)
        facts = {"field": name, "amount": amount}
        if amount < 0:
            yield Problem(ERROR, "negative", index, facts)
        elif amount > LARGEST_BET:
            yield Problem(ERROR, "too_large", index, {**facts, "most": LARGEST_BET})
        elif amount and level.is_break:
            yield Problem(ERROR, "bet_in_break", index, facts)


def _bets(level: Level, index: int) -> Iterator[Problem]:
    if level.small_blind > level.big_blind:
        facts = {"small_blind": level.small_blind, "big_blind": level.big_blind}
        yield Problem(ERROR, "small_blind_above_big", index, facts)
    if level.big_bet and level.small_bet > level.big_bet:
        facts = {"small_bet": level.small_bet, "big_bet": level.big_bet}
        yield Problem(ERROR, "small_bet_above_big", index, facts)
    if level.small_bet and level.bring_in > level.small_bet:
        facts = {"bring_in": level.bring_in, "small_bet": level.small_bet}
        yield Problem(ERROR, "bring_in_above_small_bet", index, facts)
    if not level.bets:
        yield Problem(WARNING, "no_forced_bets", index)


def _antes(level: Level, index: int) -> Iterator[Problem]:
    if level.ante and level.ante_kind == NO_ANTE:
        yield Problem(ERROR, "ante_without_kind", index, {"ante": level.ante})
    if level.ante_kind != NO_ANTE and level.stake and level.ante > level.stake:
        yield Problem(WARNING, "ante_above_big_blind", index, {"ante": level.ante, "big_blind": level.stake})


def _order_of_levels(structure: Structure) -> Iterator[Problem]:
    for index in range(1, len(structure)):
        if structure.levels[index].is_break and structure.levels[index - 1].is_break:
            yield Problem(WARNING, "break_after_break", index)
    # Levels of a rotation are compared with the level before them that is played in the same game.
    before: dict[str, Level] = {}
    for index in structure.play_indices:
        level = structure.levels[index]
        if level.game in before:
            yield from _falls(before[level.game], level, index)
        before[level.game] = level


def _falls(before: Level, level: Level, index: int) -> Iterator[Problem]:
    for name in ("small_blind", "big_blind", "small_bet", "big_bet"):
        was, now = getattr(before, name), getattr(level, name)
        if now < was:
            yield Problem(WARNING, "falling_blinds", index, {"field": name, "before": was, "now": now})
    if before.ante_kind == BIG_BLIND_ANTE and level.ante < before.ante and level.ante_kind != ANTE_EACH:
        yield Problem(WARNING, "falling_ante", index, {"before": before.ante, "now": level.ante})


def _unpayable(structure: Structure, chips: Sequence[int]) -> Iterator[Problem]:
    """Bets that no exchange of the chips in play can pay; chips leave at the breaks that are marked so."""
    in_play = set(chips)
    for index, level in enumerate(structure.levels):
        in_play -= set(level.colour_ups)
        # With change given across the table exactly the multiples of the common divisor can be paid.
        unit = gcd(*in_play)
        for name in CHIP_FIELDS:
            amount = getattr(level, name)
            if amount and (not unit or amount % unit):
                yield Problem(WARNING, "unpayable", index, {"field": name, "amount": amount, "unit": unit})
