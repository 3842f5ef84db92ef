"""A structure as a file, CSV or JSON, that clock/rules/paste.py reads back into the same levels.

CSV is for spreadsheets: one row a level, headings in English, cells that a spreadsheet would carry out made harmless.
JSON is for programs: {"format": 1, "name", "stack_chips", "denominations", "levels": rows of Structure.to_rows()}.
"""

import csv
import json
from collections.abc import Sequence

from clock.rules.minutes import minutes_text
from clock.rules.structure import COLOUR_UP_MARK, Level, Structure

FORMAT = 1
HEADINGS = (
    "level", "kind", "minutes", "hands", "small blind", "big blind", "ante", "ante kind", "bring-in", "small bet",
    "big bet", "game", "chips out", "marks", "note",
)  # fmt: skip
# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@")


def to_csv(structure: Structure) -> str:
    """Rows with semicolons between the cells, headings first."""
    lines = _Lines()
    writer = csv.writer(lines, delimiter=";", lineterminator="\r\n")
    writer.writerow(HEADINGS)
    for level, number in zip(structure.levels, structure.numbers, strict=True):
        writer.writerow(_cells(level, number))
    return "".join(lines)


class _Lines(list[str]):
    """Rows as the writer hands them over: rules open no files, not even in memory."""

    def write(self, text: str) -> None:
        self.append(text)


def to_json(structure: Structure, name: str, stack_chips: int, denominations: Sequence[int]) -> str:
    """The document, with what the levels were made for beside them."""
    document = {
        "format": FORMAT,
        "name": name,
        "stack_chips": stack_chips,
        "denominations": list(denominations),
        "levels": structure.to_rows(),
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def harmless(text: str) -> str:
    """Text that no spreadsheet carries out: an apostrophe before what looks like a formula. Undone by `unharmed`."""
    return f"'{text}" if text.lstrip("' ").startswith(_FORMULA) else text


def unharmed(cell: str) -> str:
    """The text of which `harmless` made the cell."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("' ").startswith(_FORMULA) else cell


def _cells(level: Level, number: int | None) -> list[str]:
    bets = {name: str(getattr(level, name) or "") for name in ("small_blind", "big_blind", "ante")}
    stud = [str(getattr(level, name) or "") for name in ("bring_in", "small_bet", "big_bet")]
    other = [mark for mark in level.marks if mark not in _colour_up_marks(level)]
    return [
        str(number or ""),
        "break" if level.is_break else "level",
        minutes_text(level.duration_ms),
        str(level.hands or ""),
        *bets.values(),
        level.ante_kind,
        *stud,
        harmless(level.game),
        " ".join(map(str, level.colour_ups)),
        harmless(" ".join(other)),
        harmless(" ".join(level.note.split())),
    ]


def _colour_up_marks(level: Level) -> list[str]:
    return [f"{COLOUR_UP_MARK}{chip}" for chip in level.colour_ups]
