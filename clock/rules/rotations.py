"""Rotations: games that follow each other by level or by hands, and the bets each of them has.

Hold'em, Omaha and draw games have blinds; stud games an ante, a bring-in and two bets (docs/rules.md 5).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clock.rules.generator import roundest
from clock.rules.reshape import units_in_play
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, NO_ANTE, Level, Structure
from clock.rules.structure_checks import WARNING, Problem
from tournaments.rules.errors import RuleError

# Games with the most players at a table, as clubs usually play them.
MOST_SEATS: Mapping[str, int] = {
    "holdem": 10,
    "omaha": 9,
    "omaha_hilo": 9,
    "omaha_five": 8,
    "courchevel": 8,
    "watermelon": 9,
    "crazy_pineapple": 10,
    "crazy_pineapple_hilo": 10,
    "double_flop": 10,
    "triple_27": 6,
    "triple_a5": 6,
    "stud": 8,
    "stud_hilo": 8,
    "razz": 8,
    "stud_five": 9,
    "soko": 9,
}
STUD_GAMES = frozenset({"stud", "stud_hilo", "razz", "stud_five", "soko"})
MIXED = "mixed"
# Five-card games are cheaper to enter.
TENTH_ANTE = frozenset({"stud_five", "soko"})


@dataclass(frozen=True, slots=True)
class Turn:
    """One game of a rotation; `note` says what its code does not, such as the code of another betting."""

    game: str
    note: str = ""


ROTATIONS: Mapping[str, tuple[Turn, ...]] = {
    "horse": tuple(map(Turn, ("holdem", "omaha_hilo", "razz", "stud", "stud_hilo"))),
    "hose": tuple(map(Turn, ("holdem", "omaha_hilo", "stud", "stud_hilo"))),
    "eight_game": (
        *map(Turn, ("triple_27", "holdem", "omaha_hilo", "razz", "stud", "stud_hilo")),
        Turn("holdem", "no_limit"),
        Turn("omaha", "pot_limit"),
    ),
    "dealers_choice": (Turn(MIXED),),
}


def rotated(
    levels: Sequence[Level], chosen: Iterable[int], turns: Sequence[Turn], hands: int, chips: Sequence[int]
) -> tuple[Level, ...]:
    """The chosen levels of play with the games in turn and the bets of each. With `hands` a level lasts so many.

    The stake (big blind or small bet) of a level stays what it was. Errors: `nothing_chosen`, `rotation_empty`,
    `game_unknown`.
    """
    places = [index for index in sorted(set(chosen)) if index < len(levels) and not levels[index].is_break]
    _require_games(turns)
    if not places:
        raise RuleError("nothing_chosen")
    units = units_in_play(levels, chips)
    found = list(levels)
    for step, index in enumerate(places):
        found[index] = fitted(levels[index], turns[step % len(turns)], hands, units[index])
    return tuple(found)


def spread(
    levels: Sequence[Level], chosen: Iterable[int], turns: Sequence[Turn], hands: int, chips: Sequence[int]
) -> tuple[tuple[Level, int | None], ...]:
    """Every chosen level of play becomes one of each game at the same stake; each with its old index, None if new.

    With `hands` each lasts so many, otherwise the time of the level is shared. Errors as of `rotated`.
    """
    wanted = {index for index in chosen if index < len(levels) and not levels[index].is_break}
    _require_games(turns)
    if not wanted:
        raise RuleError("nothing_chosen")
    units = units_in_play(levels, chips)
    found: list[tuple[Level, int | None]] = []
    for index, level in enumerate(levels):
        if index not in wanted:
            found.append((level, index))
            continue
        share_ms = max(level.duration_ms // len(turns) // 1_000, 10) * 1_000
        shared = replace(level, duration_ms=share_ms)
        found += [
            (fitted(shared, turn, hands, units[index]), index if step == 0 else None)
            for step, turn in enumerate(turns)
        ]
    return tuple(found)


def fitted(level: Level, turn: Turn, hands: int, unit: int) -> Level:
    """The level as one of that game: the same stake, with blinds, or with ante, bring-in and bets."""
    stake = level.stake
    plain = replace(
        level, game=turn.game, hands=hands, note=turn.note or level.note, small_blind=0, big_blind=0, ante=0,
        ante_kind=NO_ANTE, bring_in=0, small_bet=0, big_bet=0,
    )  # fmt: skip
    if not stake:
        return plain
    if turn.game in STUD_GAMES:
        low, high = (12, 8) if turn.game in TENTH_ANTE else (6, 4)
        ante = min(roundest(-(-stake // low), stake // high, (unit,)), stake)
        bring_in = min(max(roundest(-(-stake // 3), stake // 2, (unit,)), ante), stake)
        return replace(
            plain, ante=ante, ante_kind=ANTE_EACH, bring_in=bring_in, small_bet=stake, big_bet=2 * stake
        )
    small = max(stake // 2 // unit * unit, min(unit, stake))
    big_blind_ante = level.ante if level.ante_kind == BIG_BLIND_ANTE else 0
    return replace(
        plain,
        small_blind=small,
        big_blind=stake,
        ante=big_blind_ante,
        ante_kind=BIG_BLIND_ANTE if big_blind_ante else NO_ANTE,
    )


def seat_problems(structure: Structure, seats: int, own_game: str) -> tuple[Problem, ...]:
    """Warning `seats_above_game` at the first level of each game that fewer play than a table has seats."""
    found: dict[str, Problem] = {}
    for index in structure.play_indices:
        game = structure.levels[index].game or own_game
        most = MOST_SEATS.get(game, seats)
        if most < seats and game not in found:
            facts = {"game": game, "most": most, "seats": seats}
            found[game] = Problem(WARNING, "seats_above_game", index, facts)
    return tuple(found.values())


def _require_games(turns: Sequence[Turn]) -> None:
    if not turns:
        raise RuleError("rotation_empty")
    for turn in turns:
        if turn.game != MIXED and turn.game not in MOST_SEATS:
            raise RuleError("game_unknown", text=turn.game[:40])
