"""Levels and structures: immutable facts, with everything the clock looks up worked out once.

`level_index` counts levels and breaks from 0 and is internal; `level_number` counts playing levels from 1 and is
what people see (breaks have none: P, P, break, P, P show 1, 2, –, 3, 4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate
from typing import Any, Literal, get_args

from tournaments.rules.errors import RuleError

type LevelKind = Literal["play", "break"]
type AnteKind = Literal["none", "each", "bba"]

PLAY: LevelKind = "play"
BREAK: LevelKind = "break"
NO_ANTE: AnteKind = "none"
ANTE_EACH: AnteKind = "each"
BIG_BLIND_ANTE: AnteKind = "bba"

LEVEL_KINDS = frozenset(get_args(LevelKind.__value__))
ANTE_KINDS = frozenset(get_args(AnteKind.__value__))
CHIP_FIELDS = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet")

MINUTE_MS = 60_000
COLOUR_UP_MARK = "colour_up:"
# What is stored of a level's texts and marks, in letters; a chip of more digits is none that anybody has.
LONGEST_NOTE, LONGEST_GAME = 120, 24
LONGEST = {"note": LONGEST_NOTE, "game": LONGEST_GAME}
MOST_MARKS, LONGEST_MARK, LONGEST_CHIP = 60, 60, 13


@dataclass(frozen=True, slots=True)
class Level:
    """One period of the structure: a playing level with its forced bets, or a break.

    Chips are whole chips, 0 for a bet the game does not have. Blind games use `small_blind` and `big_blind`, stud
    games `bring_in`, `small_bet` and `big_bet`; `ante` is what one player pays (`each`) or what the big blind pays
    for the table (`bba`). `game` is a code of the game played, "" for the tournament's own. `marks` are short codes
    about the level, such as `colour_up:25` on a break in which the 25s leave play. A level of `hands` does not end by
    time: it goes on until so many hands were played, and its duration is what they are expected to take.
    """

    kind: LevelKind
    duration_ms: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: AnteKind = NO_ANTE
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    game: str = ""
    note: str = ""
    marks: tuple[str, ...] = ()
    hands: int = 0

    @property
    def is_break(self) -> bool:
        """Nobody is dealt a hand in it, and it has no number."""
        return self.kind == BREAK

    @property
    def stake(self) -> int:
        """The bet by which depth is measured: the big blind, or the small bet where there are no blinds."""
        return self.big_blind or self.small_bet

    @property
    def bets(self) -> tuple[int, ...]:
        """The bets of the level that are not zero, in the order of CHIP_FIELDS."""
        return tuple(value for name in CHIP_FIELDS if (value := getattr(self, name)))

    @property
    def colour_ups(self) -> tuple[int, ...]:
        """Chips that leave play in this break, smallest first."""
        marks = (mark.removeprefix(COLOUR_UP_MARK) for mark in self.marks if mark.startswith(COLOUR_UP_MARK))
        return tuple(
            sorted(int(value) for value in marks if value.isdecimal() and len(value) <= LONGEST_CHIP)
        )


def play_level(
    minutes: int,
    small_blind: int = 0,
    big_blind: int = 0,
    ante: int = 0,
    ante_kind: AnteKind | None = None,
    *,
    game: str = "",
    note: str = "",
) -> Level:
    """A level of a blind game; an ante of which nothing is said is paid by each player."""
    kind = ante_kind or (ANTE_EACH if ante else NO_ANTE)
    return Level(PLAY, minutes * MINUTE_MS, small_blind, big_blind, ante, kind, game=game, note=note)


def stud_level(
    minutes: int, ante: int, bring_in: int, small_bet: int, big_bet: int, *, game: str = ""
) -> Level:
    """A level of a game with an ante of each player, a bring-in and fixed bets (docs/rules.md 5)."""
    return Level(
        PLAY,
        minutes * MINUTE_MS,
        ante=ante,
        ante_kind=ANTE_EACH if ante else NO_ANTE,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
        game=game,
    )


def break_level(minutes: int, note: str = "", colour_ups: Sequence[int] = ()) -> Level:
    """A break, with the chips that leave play in it."""
    marks = tuple(f"{COLOUR_UP_MARK}{chip}" for chip in colour_ups)
    return Level(BREAK, minutes * MINUTE_MS, note=note, marks=marks)


@dataclass(frozen=True, slots=True)
class Structure:
    """The levels of a tournament in order, and what follows from them.

    Derived, one item for each level: `durations_ms`; `starts_ms`, the reading of the tournament clock at which it
    begins if nothing is skipped; `play_before_ms`, the playing time before it; `numbers`, its level number or None;
    `stops`, the level at which time alone comes to a stand from there on: the next one of hands, else the last.
    Two structures are equal when their levels are.
    """

    levels: tuple[Level, ...]
    durations_ms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    starts_ms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    total_ms: int = field(init=False, repr=False, compare=False)
    play_before_ms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    play_total_ms: int = field(init=False, repr=False, compare=False)
    numbers: tuple[int | None, ...] = field(init=False, repr=False, compare=False)
    phases: tuple[Literal["playing", "break"], ...] = field(init=False, repr=False, compare=False)
    play_indices: tuple[int, ...] = field(init=False, repr=False, compare=False)
    stops: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        levels = tuple(self.levels)
        durations = tuple(level.duration_ms for level in levels)
        plays = tuple(0 if level.is_break else level.duration_ms for level in levels)
        *starts, total = accumulate(durations, initial=0)
        *play_before, play_total = accumulate(plays, initial=0)
        counted = accumulate(0 if level.is_break else 1 for level in levels)
        derived = {
            "levels": levels,
            "durations_ms": durations,
            "starts_ms": tuple(starts),
            "total_ms": total,
            "play_before_ms": tuple(play_before),
            "play_total_ms": play_total,
            "numbers": tuple(None if lv.is_break else n for lv, n in zip(levels, counted, strict=True)),
            "phases": tuple("break" if level.is_break else "playing" for level in levels),
            "play_indices": tuple(index for index, level in enumerate(levels) if not level.is_break),
            "stops": _stops(levels),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.levels)

    def level_index(self, level_number: int) -> int:
        """Where the playing level shown as `level_number` stands; RuleError `no_such_level` if there is none."""
        if not 1 <= level_number <= len(self.play_indices):
            raise RuleError("no_such_level", level_number=level_number, levels=len(self.play_indices))
        return self.play_indices[level_number - 1]

    def after_breaks(self, level_index: int) -> int:
        """The first index from `level_index` on that is no break: len(self) when only breaks are left."""
        while level_index < len(self.levels) and self.levels[level_index].is_break:
            level_index += 1
        return level_index

    def blinds_index(self, level_index: int) -> int | None:
        """The playing level whose bets belong on the screen: of a break the next one, else the last before it."""
        following = self.after_breaks(level_index)
        if following < len(self.levels):
            return following
        return self.play_indices[-1] if self.play_indices else None

    def to_rows(self) -> list[dict[str, object]]:
        """Plain rows for JSON, every field of every level."""
        return [level_to_row(level) for level in self.levels]

    @classmethod
    def from_rows(cls, rows: Sequence[Mapping[str, object]]) -> "Structure":
        """The structure of plain rows; RuleError `level_malformed` names the row and field that cannot be read."""
        return cls(tuple(level_from_row(row, index) for index, row in enumerate(rows)))


def _stops(levels: Sequence[Level]) -> tuple[int, ...]:
    """For each level the first from it on that time does not end: a level of hands, or the last one."""
    found, stop = [], len(levels) - 1
    for index in range(len(levels) - 1, -1, -1):
        stop = index if levels[index].hands else stop
        found.append(stop)
    return tuple(reversed(found))


_DEFAULTS: dict[str, object] = {item.name: item.default for item in fields(Level)[2:]}


def level_to_row(level: Level) -> dict[str, object]:
    """One level as a plain row; `marks` become a list."""
    row: dict[str, object] = {item.name: getattr(level, item.name) for item in fields(Level)}
    row["marks"] = list(level.marks)
    return row


def level_from_row(row: Mapping[str, object], level_index: int = 0) -> Level:
    """One level of a plain row. Missing bets are 0; unknown keys and wrong types are refused, never guessed."""
    unknown = sorted(set(row) - {"kind", "duration_ms", *_DEFAULTS})
    if unknown:
        raise RuleError("level_malformed", level_index=level_index, field=unknown[0])
    values: dict[str, Any] = {"kind": PLAY, "duration_ms": None, **_DEFAULTS, **row}
    for name, value in values.items():
        if not _fits(name, value):
            raise RuleError("level_malformed", level_index=level_index, field=name)
    return Level(**values | {"marks": tuple(values["marks"])})


def _fits(name: str, value: object) -> bool:
    if name == "kind":
        return isinstance(value, str) and value in LEVEL_KINDS
    if name == "ante_kind":
        return isinstance(value, str) and value in ANTE_KINDS
    if name in LONGEST:
        return isinstance(value, str) and len(value) <= LONGEST[name]
    if name == "marks":
        return isinstance(value, list | tuple) and len(value) <= MOST_MARKS and all(map(_is_mark, value))
    return type(value) is int


def _is_mark(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_MARK
