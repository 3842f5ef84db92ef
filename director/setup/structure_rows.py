"""The table of levels: stored levels as rows of text, and posted rows as levels again, each wrong cell named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clock.rules.minutes import minutes_text, parse_minutes
from clock.rules.numbers import parse_chips
from clock.rules.rotations import seat_problems
from clock.rules.structure import (
    BREAK,
    CHIP_FIELDS,
    COLOUR_UP_MARK,
    LONGEST_NOTE,
    MOST_MARKS,
    NO_ANTE,
    PLAY,
    Level,
    Structure,
)
from clock.rules.structure_checks import ERROR, LARGEST_BET, check_structure
from director.setup.structure_words import cells_of, said
from director.web.typed_numbers import whole_number
from tournaments.models import Tournament
from tournaments.models_tournament import Game
from tournaments.rules.errors import RuleError

MOST_ROWS = 400
NAMES = (
    "level_kind", "level_id", "minutes", "hands", *CHIP_FIELDS, "ante_kind", "game", "level_note", "chips_out",
)  # fmt: skip


@dataclass(slots=True)
class Row:
    """One row of the editor: cells as typed, `bad` names those that are wrong, `problems` say why.

    `ends` names the windows ticked at it (structure_marks.py), `index` its place in the table.
    """

    cells: dict[str, str]
    level: Level | None = None
    frozen: bool = False
    now: bool = False
    level_number: int | None = None
    index: int = 0
    ends: set[str] = field(default_factory=set)
    bad: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def mark(self, names: Sequence[str], text: str) -> None:
        """Say what is wrong, at those cells."""
        self.bad += names
        self.problems.append(text)

    def shown(self) -> dict[str, Any]:
        """The row as the page reads it."""
        cells = self.cells
        return {
            **cells,
            "kind": cells["level_kind"],
            "note": cells["level_note"],
            "level_number": self.level_number,
            "index": self.index,
            "ends": self.ends,
            "frozen": self.frozen,
            "now": self.now,
            "bad": self.bad,
            "problems": self.problems,
            "warnings": self.warnings,
        }


def row_of(level: Level, level_id: int | str = "") -> Row:
    """A stored level as a row."""
    cells = {name: str(getattr(level, name) or "") for name in CHIP_FIELDS}
    return Row(
        cells
        | {
            "level_kind": level.kind,
            "level_id": str(level_id),
            "minutes": minutes_text(level.duration_ms),
            "hands": str(level.hands or ""),
            "ante_kind": level.ante_kind,
            "game": level.game,
            "level_note": level.note,
            "chips_out": ", ".join(map(str, level.colour_ups)),
        },
        level,
    )


def blank_row() -> Row:
    """The row that a script adds."""
    return Row(dict.fromkeys(NAMES, "") | {"level_kind": PLAY, "ante_kind": NO_ANTE})


def rows_of(structure: Structure, frozen: int = 0, present: int | None = None) -> list[Row]:
    """The rows of a structure; the first `frozen` are past, `present` is being played."""
    rows = [row_of(level, index) for index, level in enumerate(structure.levels)]
    for index, row in enumerate(rows):
        row.frozen, row.now = index < frozen, index == present
    return rows


def posted_rows(posted: QueryDict, stored: Structure) -> list[Row]:
    """The rows of a posted form, each with its level when it has one. Parallel lists: one value a row."""
    lists = {name: posted.getlist(name) for name in NAMES}
    count = min(len(lists["level_kind"]), MOST_ROWS)
    rows = [
        Row({name: values[index] if index < len(values) else "" for name, values in lists.items()})
        for index in range(count)
    ]
    for row in rows:
        read_level(row, stored)
    return rows


def read_level(row: Row, stored: Structure) -> None:
    """Find the level a row says; what cannot be read is marked. Marks that the form does not show are kept."""
    cells = row.cells
    kind = BREAK if cells["level_kind"] == BREAK else PLAY
    note = "".join(letter for letter in cells["level_note"] if letter.isprintable())
    values: dict[str, Any] = {"kind": kind, "note": note.strip()[:LONGEST_NOTE]}
    try:
        values["duration_ms"] = parse_minutes(cells["minutes"])
    except ValueError:
        row.mark(["minutes"], _("Enter minutes, such as 20 or 12:30."))
    if kind == PLAY:
        values |= _bets(row) | {"hands": _hands(row)}
    values["game"] = cells["game"] if cells["game"] in Game.values else ""
    values["marks"] = _marks(row, kind, stored)
    if not row.bad:
        row.level = Level(**values)


def _bets(row: Row) -> dict[str, Any]:
    """The bets of a level; an ante that is not there is nobody's."""
    values: dict[str, Any] = {}
    for name in CHIP_FIELDS:
        text = row.cells[name].strip()
        try:
            values[name] = parse_chips(text) if text else 0
        except RuleError:
            row.mark([name], _("“%(text)s” is no whole number of chips.") % {"text": text[:20]})
    kind = row.cells["ante_kind"]
    values["ante_kind"] = kind if values.get("ante") and kind in ("each", "bba") else NO_ANTE
    return values


def _hands(row: Row) -> int:
    """Hands after which the level ends; 0: it ends by its minutes."""
    text = row.cells["hands"].strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 6):
        row.mark(["hands"], _("Enter a whole number of hands, or nothing."))
        return 0
    return int(text or 0)


def _marks(row: Row, kind: str, stored: Structure) -> tuple[str, ...]:
    """Chips that leave in this break, as typed, and the other marks of the level it was."""
    index = whole_number(row.cells["level_id"])
    was = () if index is None else stored.levels[index : index + 1]
    other = [mark for level in was for mark in level.marks if not mark.startswith(COLOUR_UP_MARK)]
    if kind != BREAK:
        return tuple(other)
    try:
        chips = [parse_chips(word) for word in re.split(r"[\s,;]+", row.cells["chips_out"].strip()) if word]
    except RuleError:
        chips = [0]
    if len(other) + len(chips) > MOST_MARKS or not all(0 < chip < LARGEST_BET for chip in chips):
        row.mark(["chips_out"], _("Enter the chips that leave play, such as 25."))
        return tuple(other)
    return (*other, *(f"{COLOUR_UP_MARK}{chip}" for chip in chips))


def origins_of(rows: Sequence[Row]) -> list[int | None]:
    """For each row the index of the stored level it was, None for a new one."""
    return [whole_number(row.cells["level_id"]) for row in rows]


def number_rows(rows: Sequence[Row]) -> None:
    """Playing levels are numbered, breaks are not; every row has its place."""
    number = 0
    for index, row in enumerate(rows):
        row.index = index
        if row.cells["level_kind"] != BREAK:
            number += 1
            row.level_number = number


def structure_of(rows: Sequence[Row]) -> Structure:
    """The levels of the rows that have one."""
    return Structure(tuple(row.level for row in rows if row.level))


def find_problems(rows: Sequence[Row], event: Tournament) -> list[str]:
    """Mark at each row what is wrong or odd about its level; what concerns the whole structure is answered."""
    whole: list[str] = []
    if any(row.level is None for row in rows):
        return whole
    structure = structure_of(rows)
    found = [
        *check_structure(structure, event.denominations),
        *seat_problems(structure, event.seats_per_table, event.game),
    ]
    for problem in found:
        if problem.level_index is None:
            whole.append(said(problem))
        elif problem.severity == ERROR:
            rows[problem.level_index].mark(cells_of(problem), said(problem))
        else:
            rows[problem.level_index].warnings.append(said(problem))
    return whole
