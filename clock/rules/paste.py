"""Levels from pasted text: rows as people write them, or cells of a spreadsheet; each row not understood is named.

Rows: `25/50` · `25/50/50` (with ante) · `100/200 ante 25` · `1,000/2,000 bba 2,000` · `1K/2K 20 min` · `Level 3:
75/150` · `ante 25 bring-in 50 100/200` (bets) · `break 10` · `20 min` (alone: the length of the levels that follow).
Cells (tabs, semicolons or commas): with a header row in any order, otherwise SB, BB, ante, minutes, after an optional
level number. Files of clock/rules/export.py, CSV and JSON, give the levels they were made of.
"""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clock.rules.export import FORMAT, unharmed
from clock.rules.minutes import parse_minutes
from clock.rules.numbers import parse_chips
from clock.rules.structure import (
    ANTE_EACH,
    BIG_BLIND_ANTE,
    BREAK,
    CHIP_FIELDS,
    COLOUR_UP_MARK,
    LONGEST_GAME,
    LONGEST_NOTE,
    MINUTE_MS,
    NO_ANTE,
    PLAY,
    AnteKind,
    Level,
    Structure,
    level_from_row,
)
from clock.rules.structure_checks import MOST_LEVELS, check_structure, errors_of
from tournaments.rules.errors import RuleError

# As many levels as there can be, each with a long note, fit into a file; nobody writes such a row by hand.
LONGEST_TEXT = 110_000
LONGEST_FILE = 300_000
LONGEST_ROW = 300
LONGEST_CELLS = 1_000

_CHIPS = r"\d{1,3}(?:[,.'’ \u00a0\u2009\u202f]\d{3})+(?![\d.,])|\d+(?:[.,]\d+)?\s?[kKmMbB]?(?![\w])"
_NO_PAIR = r"(?!\s*[/–-])"  # 50 100/200: the 50 belongs to what was named before it, not to the pair
_BREAK_WORD = re.compile(r"\b(?:break|dinner|pause|paus|vaheaeg|pauz[aă]|перерыв)\b", re.IGNORECASE)
_DURATION = re.compile(
    r"(?<![\d.,])(?:(\d{1,2})\s*(?:h|hours?|tundi?|ч)\b)?\s*"
    r"(?:(\d{1,4})\s*(?:['′](?!\d)|(?:min(?:s|utes?|utit)?|m|мин)\b\.?))?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^\s*(?:(?:level|lvl|tase|nivel(?:ul)?|уровень|l)\s*\d+\s*[.:)–-]?|\d{1,3}\s*[.:)](?!\d))\s*",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"^\s*(\d{1,3})\s+(?=[1-9][\d.,kKmM]*\s*[/–-])")
_PAIR = re.compile(rf"({_CHIPS})\s*[/–-]\s*({_CHIPS})(?:\s*/\s*({_CHIPS}))?")
_BBA_WORD = r"\b(?:bba|bb\s*ante|big[ -]blind[ -]ante)\b"
_BBA_BEFORE = re.compile(rf"{_BBA_WORD}\s*[:=]?\s*({_CHIPS}){_NO_PAIR}", re.IGNORECASE)
_BBA_AFTER = re.compile(rf"(?:({_CHIPS})\s*)?{_BBA_WORD}", re.IGNORECASE)
_ANTE = re.compile(rf"\bantes?\b\s*[:=]?\s*({_CHIPS}){_NO_PAIR}|\(\s*({_CHIPS})\s*\)", re.IGNORECASE)
_BRING_IN = re.compile(rf"\bbring[- ]?in\b\s*[:=]?\s*({_CHIPS}){_NO_PAIR}", re.IGNORECASE)
_LABELLED = re.compile(rf"\bsb\b\s*[:=]?\s*({_CHIPS})[\s,;/]*\bbb\b\s*[:=]?\s*({_CHIPS})", re.IGNORECASE)
_NEGATIVE = re.compile(r"(?:^|[\s/])[-−]\d")
_FILLER = re.compile(r"\b(?:blinds?|sb|bb|bets?|limits?)\b|[(){}\[\],;:|+·–-]", re.IGNORECASE)

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "number": ("level", "lvl", "#", "no", "nr", "tase", "nivel"),
    "small_blind": ("sb", "small blind", "small", "smallblind", "väike pime", "blind mic"),
    "big_blind": ("bb", "big blind", "big", "bigblind", "suur pime", "blind mare"),
    "ante": ("ante", "antes"),
    "ante_kind": ("ante kind", "ante is", "ante maksab", "ante-ul este"),
    "bba": ("bba", "bb ante", "big blind ante", "big-blind ante"),
    "bring_in": ("bring-in", "bring in", "bringin"),
    "small_bet": ("small bet", "väike panus", "pariu mic"),
    "big_bet": ("big bet", "suur panus", "pariu mare"),
    "minutes": ("min", "mins", "minutes", "duration", "time", "length", "minutit", "minutid", "kestus", "minute",
                "durată", "durata"),
    "hands": ("hands", "jaotused", "jaotusi", "mâini", "maini"),
    "game": ("game", "mäng", "joc"),
    "note": ("note", "notes", "comment", "märkus", "notă", "nota"),
    "kind": ("kind", "type", "liik", "fel"),
    "chips_out": ("chips out", "colour up", "color up", "välja lähevad", "jetoane care ies"),
    "marks": ("marks",),
}  # fmt: skip
_COLUMN_OF = {name: column for column, names in _COLUMNS.items() for name in names}
_UNHEADED = ("small_blind", "big_blind", "ante", "minutes")
_ANTE_KINDS: Mapping[str, AnteKind] = {
    **dict.fromkeys(
        ("each", "each player", "each player's", "iga mängija", "al fiecărui jucător"), ANTE_EACH
    ),
    **dict.fromkeys(("bba", "bb", "big blind", "the big blind's", "al big blind-ului"), BIG_BLIND_ANTE),
    **dict.fromkeys(("none", "no", "-", "–"), NO_ANTE),
}
_NOTHING = frozenset({"", "0", "-", "–", "—"})


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that could not be read: `row_number` counts lines from 1; `code` and `facts` say why."""

    row_number: int
    text: str
    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was understood, in order, and what was not. Only without errors is it a structure."""

    levels: tuple[Level, ...]
    errors: tuple[RowError, ...]

    @property
    def structure(self) -> Structure:
        """The structure; RuleError `rows_not_understood` while rows are wrong."""
        if self.errors:
            raise RuleError("rows_not_understood", errors=self.errors)
        return Structure(self.levels)


@dataclass(frozen=True, slots=True)
class _Settings:
    """What holds for rows that do not say it themselves."""

    duration_ms: int
    break_ms: int
    ante_kind: AnteKind


def parse_structure(
    text: str, *, minutes: int = 20, break_minutes: int = 10, ante_kind: AnteKind = ANTE_EACH
) -> Pasted:
    """Read pasted text. `minutes` and `break_minutes` are for rows that name no length, `ante_kind` for antes that
    do not say who pays. Never raises for what is in the text; a text above LONGEST_TEXT is one error `text_too_long`.
    """
    is_document = text.lstrip("\ufeff \t\r\n").startswith("{")
    if len(text) > (most := LONGEST_FILE if is_document else LONGEST_TEXT):
        return Pasted((), (RowError(1, text[:40], "text_too_long", {"most": most}),))
    if is_document:
        return _document(text.lstrip("\ufeff"))
    settings = _Settings(minutes * MINUTE_MS, break_minutes * MINUTE_MS, ante_kind)
    header: Sequence[str] | None = None
    levels: list[Level] = []
    errors: list[RowError] = []
    for row_number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        row = line.strip()
        if not row.strip(";,") or row.startswith("#"):
            continue
        try:
            if len(row) > (longest := LONGEST_CELLS if header else LONGEST_ROW):
                raise RuleError("row_too_long", most=longest)
            cells = _cells(line)
            columns = _header(cells)
            if columns is not None:
                header = columns
            elif (header is None or len(cells) == 1) and (alone_ms := _duration_alone(row)) is not None:
                settings = replace(settings, duration_ms=alone_ms)
            else:
                # A bare level number may also be the one that would be due had the rows before it been understood.
                due = sum(not level.is_break for level in levels) + 1
                numbers = range(due, due + len(errors) + 1)
                levels.append(_sound(_row(row, cells, header, settings, numbers)))
        except RuleError as error:
            errors.append(RowError(row_number, row[:120], error.code, error.facts))
    if len(levels) > MOST_LEVELS:
        facts = {"levels": len(levels), "most": MOST_LEVELS}
        return Pasted((), (RowError(1, text[:40], "too_many_levels", facts),))
    return Pasted(tuple(levels), tuple(errors))


def _sound(level: Level) -> Level:
    """The level, unless it has an error of its own (SB > BB, 0 minutes), which then is the error of its row."""
    for problem in errors_of(check_structure(Structure((level,)))):
        if problem.code != "only_breaks":
            raise RuleError(problem.code, **problem.facts)
    return level


def _row(
    row: str, cells: Sequence[str], header: Sequence[str] | None, settings: _Settings, due: range
) -> Level:
    if header is not None and len(cells) > 1:
        named = dict(zip(header, cells, strict=False))
        if not _says_break(named, row):
            return _headed(named, settings)
        if "kind" in named or named.get("minutes"):
            return _headed_break(named, settings)
    if _BREAK_WORD.search(row):
        return _break(row, settings)
    if len(cells) > 1 and not _PAIR.search(row):
        return _unheaded(cells, settings, due)
    return _written(row, settings, due)


# Rows as people write them ----------------------------------------------------------------------------------------


def _break(row: str, settings: _Settings) -> Level:
    """A break; its length with or without a unit, in any place of the row. What else is said becomes the note."""
    duration_ms, rest = _take_duration(row)
    if duration_ms is None:
        numbers = re.findall(r"\d+", _NUMBERED.sub("", rest))
        if len(numbers) > 1 or len("".join(numbers)) > 4:
            raise RuleError("break_not_understood")
        duration_ms = int(numbers[0]) * MINUTE_MS if numbers else settings.break_ms
    note = re.sub(r"[\s;,|]+", " ", re.sub(r"\d+", "", rest)).strip(" .:-–()")
    return Level(
        BREAK,
        duration_ms,
        note="" if note.lower() in {"break", "paus", "vaheaeg", "pauză", "перерыв"} else note[:LONGEST_NOTE],
    )


def _written(row: str, settings: _Settings, due: range) -> Level:
    duration_ms, rest = _take_duration(_LABELLED.sub(r"\1/\2", _unnumbered(row, due)))
    if _NEGATIVE.search(rest):
        raise RuleError("negative_number")
    big_blind_ante, rest = _take(_BBA_BEFORE, rest)
    bring_in, rest = _take(_BRING_IN, rest)
    pair = _PAIR.search(rest)
    if pair is None:
        raise RuleError("row_not_understood", rest=row[:40])
    small, big, third = parse_chips(pair[1]), parse_chips(pair[2]), pair[3]
    rest = rest[: pair.start()] + " | " + rest[pair.end() :]
    if big_blind_ante is None:
        big_blind_ante, rest = _take(_BBA_AFTER, rest)
    ante, rest = _take(_ANTE, rest)
    if third is not None:
        ante = parse_chips(third)
    level = Level(PLAY, settings.duration_ms if duration_ms is None else duration_ms, note=_note(rest))
    if bring_in is not None:
        bets = replace(level, bring_in=bring_in, small_bet=small, big_bet=big)
        return _with_ante(bets, ante or 0, ANTE_EACH)
    blinds = replace(level, small_blind=small, big_blind=big)
    if big_blind_ante is not None:
        return _with_ante(blinds, big_blind_ante or ante or big, BIG_BLIND_ANTE)
    return _with_ante(blinds, ante or 0, _payer(ante or 0, big, settings))


def _payer(ante: int, big_blind: int, settings: _Settings) -> AnteKind:
    """Who pays an ante of which nothing is said: nobody plays antes of a whole big blind from each player."""
    return BIG_BLIND_ANTE if ante >= big_blind > 0 else settings.ante_kind


def _with_ante(level: Level, ante: int, kind: AnteKind) -> Level:
    return replace(level, ante=ante, ante_kind=kind if ante else NO_ANTE)


def _unnumbered(row: str, due: range) -> str:
    """The row without a level number before the blinds; a bare number only if it is the one that is due."""
    match = _NUMBERED.match(row)
    if match:
        return row[match.end() :]
    bare = _BARE_NUMBER.match(row)
    return row[bare.end() :] if bare and int(bare[1]) in due else row


def _take(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    """The number that the pattern finds (0 if it finds the word alone), and the text without it."""
    match = pattern.search(text)
    if match is None:
        return None, text
    found = next((group for group in match.groups() if group), None)
    return parse_chips(found) if found else 0, text[: match.start()] + " " + text[match.end() :]


def _take_duration(text: str) -> tuple[int | None, str]:
    """A length with its unit, and the text without it."""
    for match in _DURATION.finditer(text):
        if match[1] or match[2]:
            minutes = int(match[1] or 0) * 60 + int(match[2] or 0)
            return minutes * MINUTE_MS, text[: match.start()] + " " + text[match.end() :]
    return None, text


def _duration_alone(row: str) -> int | None:
    duration_ms, rest = _take_duration(row)
    words = re.sub(r"\b(?:levels?|each|tasemed|rounds?)\b", "", rest, flags=re.IGNORECASE)
    if words.strip(" :;,.") or duration_ms is None:
        return None
    if duration_ms == 0:
        raise RuleError("no_duration", duration_ms=0)
    return duration_ms


def _note(rest: str) -> str:
    """Words left over are a note; numbers left over mean that the row was not understood."""
    note = " ".join(_FILLER.sub(" ", rest).split())
    if re.search(r"\d", note) or "/" in note:
        raise RuleError("row_not_understood", rest=note[:40])
    return note[:LONGEST_NOTE]


# Cells of a spreadsheet -------------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    """The cells of a row; a comma between digits of a pair like 1,000/2,000 separates nothing."""
    if "/" in line and "\t" not in line and ";" not in line:
        return [line.strip()]
    delimiter = next((sign for sign in "\t;," if sign in line), ",")
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _header(cells: Sequence[str]) -> list[str] | None:
    """The columns of a header row; None if it is none (its cells have to be known names, and two at least bets)."""
    names = [_COLUMN_OF.get(cell.lower().strip(" ."), "") for cell in cells]
    bets = {"small_blind", "big_blind", "small_bet", "big_bet"} & set(names)
    if len(bets) < 2:
        return None
    unknown = next((cell for cell, name in zip(cells, names, strict=True) if not name and cell), None)
    if unknown is not None:
        raise RuleError("column_not_known", column=unknown[:40])
    return names


def _says_break(cells: Mapping[str, str], row: str) -> bool:
    """Whether a row of cells is a break: by its column, else by the word in a row without bets (notes may say it)."""
    if "kind" in cells:
        return _BREAK_WORD.search(cells["kind"]) is not None
    bets = any(cells.get(name, "") not in _NOTHING for name in (*CHIP_FIELDS, "bba"))
    return not bets and _BREAK_WORD.search(row) is not None


def _headed_break(cells: Mapping[str, str], settings: _Settings) -> Level:
    minutes = cells.get("minutes", "")
    duration_ms = _cell_duration(minutes, settings) if minutes else settings.break_ms
    return Level(BREAK, duration_ms, note=_cell_text(cells, "note")[:LONGEST_NOTE], marks=_cell_marks(cells))


def _headed(cells: Mapping[str, str], settings: _Settings) -> Level:
    chips = {name: parse_chips(cells[name]) for name in (*CHIP_FIELDS, "bba") if cells.get(name)}
    bba, ante = chips.pop("bba", 0), chips.pop("ante", 0)
    bets: dict[str, Any] = dict(chips)
    level = Level(
        PLAY,
        _cell_duration(cells.get("minutes", ""), settings),
        game=_cell_text(cells, "game")[:LONGEST_GAME],
        note=_cell_text(cells, "note")[:LONGEST_NOTE],
        marks=_cell_marks(cells),
        hands=_cell_hands(cells.get("hands", "")),
        **bets,
    )
    if bba:
        return _with_ante(level, bba, BIG_BLIND_ANTE)
    kind = cells.get("ante_kind", "").lower()
    if kind and kind not in _ANTE_KINDS:
        raise RuleError("ante_kind_not_known", text=kind[:40])
    return _with_ante(level, ante, _ANTE_KINDS.get(kind, _payer(ante, level.big_blind, settings)))


def _cell_text(cells: Mapping[str, str], name: str) -> str:
    return unharmed(cells.get(name, ""))


def _cell_marks(cells: Mapping[str, str]) -> tuple[str, ...]:
    """Chips that leave, then what else marks the level."""
    chips = (parse_chips(word) for word in re.split(r"[\s,;]+", cells.get("chips_out", "")) if word)
    return (*(f"{COLOUR_UP_MARK}{chip}" for chip in chips), *_cell_text(cells, "marks").split())


def _cell_hands(cell: str) -> int:
    if cell in _NOTHING:
        return 0
    if not (cell.isascii() and cell.isdecimal() and len(cell) < 6):
        raise RuleError("hands_not_understood", text=cell[:40])
    return int(cell)


def _unheaded(cells: Sequence[str], settings: _Settings, due: range) -> Level:
    """SB, BB, ante, minutes; before them a level number if it is the one that is due and blinds follow it."""
    filled = list(cells)
    while filled and not filled[-1]:
        filled.pop()
    first = filled[0].rstrip(".") if filled else ""
    if len(filled) >= 3 and first.isdecimal() and int(first) in due and _in_order(filled[1], filled[2]):
        filled = filled[1:]
    if not 2 <= len(filled) <= len(_UNHEADED):
        raise RuleError("columns_not_understood", columns=len(cells))
    return _headed(dict(zip(_UNHEADED, filled, strict=False)), settings)


def _in_order(small: str, big: str) -> bool:
    try:
        return parse_chips(small) <= parse_chips(big)
    except RuleError:
        return False


def _cell_duration(cell: str, settings: _Settings) -> int:
    if not cell:
        return settings.duration_ms
    try:
        return parse_minutes(cell)
    except ValueError:
        duration_ms, rest = _take_duration(cell)
    if duration_ms is None or rest.strip():
        raise RuleError("duration_not_understood", text=cell[:40])
    return duration_ms


# A file of ours ---------------------------------------------------------------------------------------------------


def _document(text: str) -> Pasted:
    """The levels of a JSON file; what cannot be read is named by the number of its level."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return Pasted((), (RowError(1, text[:40], "file_not_read"),))
    rows = document.get("levels")
    if document.get("format") != FORMAT or not isinstance(rows, list) or len(rows) > MOST_LEVELS:
        return Pasted((), (RowError(1, text[:40], "file_not_read"),))
    levels: list[Level] = []
    errors: list[RowError] = []
    for index, row in enumerate(rows):
        try:
            if not isinstance(row, dict):
                raise RuleError("level_malformed", level_index=index, field="levels")
            levels.append(_sound(level_from_row(row, index)))
        except RuleError as error:
            errors.append(RowError(index + 1, str(row)[:120], error.code, error.facts))
    return Pasted(tuple(levels), tuple(errors))
