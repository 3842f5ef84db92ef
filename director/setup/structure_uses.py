"""The tools of the editor of levels: what their fields say, reckoned by clock/rules/reshape.py and rotations.py."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.http import QueryDict
from django.utils.translation import gettext as _

from clock.rules import reshape as rules
from clock.rules.minutes import parse_minutes
from clock.rules.numbers import parse_chips
from clock.rules.rotations import ROTATIONS, Turn, rotated, spread
from clock.rules.structure import ANTE_KINDS, Level
from clock.rules.structure_checks import MOST_HANDS, MOST_LEVELS
from director.setup.structure_rows import Row, row_of
from director.web.typed_numbers import whole_number
from tournaments.errors import DirectorError
from tournaments.models_tournament import Betting
from tournaments.rules.errors import RuleError

USUAL_BREAK_MS = 10 * 60_000
FACTOR = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,12}|/[1-9][0-9]{0,11})?")

# A changed table: levels, each with the index of the row it was, None for a new one.
type Changed = Sequence[tuple[Level, int | None]]
type Order = Callable[[int, Sequence[int], int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a tool: its fields, the levels with their rows, the indices chosen, the chips in play at the start."""

    posted: QueryDict
    levels: Sequence[Level]
    rows: Sequence[Row]
    chosen: Sequence[int]
    chips: Sequence[int]

    def text(self, name: str) -> str:
        """A field as typed."""
        return self.posted.get(name, "").strip()


def changed_rows(posted: QueryDict, rows: Sequence[Row], chips: Sequence[int]) -> list[Row]:
    """The rows after the tool named in the form. Levels that were played are not chosen.

    RuleError and DirectorError say why a tool cannot be used so.
    """
    tool = TOOLS.get(posted.get("tool", ""))
    if tool is None:
        raise DirectorError("tool_unknown", _("There is no such tool. Reload the page."))
    if any(row.level is None for row in rows):
        raise DirectorError("rows_not_read", _("Correct the marked levels first: they cannot be read."))
    indices = {whole_number(text) for text in posted.getlist("chosen")}
    chosen = [index for index, row in enumerate(rows) if index in indices and not row.frozen]
    levels = [row.level for row in rows if row.level]
    found = tool(Use(posted, levels, rows, chosen, chips))
    # A table of many more rows than can be stored is one that no form can send.
    if len(found) > max(MOST_LEVELS, len(rows)):
        raise RuleError("too_many_levels", levels=len(found), most=MOST_LEVELS)
    return _as_rows(found, rows)


def _as_rows(found: Changed, rows: Sequence[Row]) -> list[Row]:
    """Rows of the levels; the first of each origin stays the stored level it was, with the windows ticked at it."""
    used: set[int] = set()
    changed = []
    for level, origin in found:
        row = row_of(level)
        if origin is not None and origin not in used:
            row.ends = rows[origin].ends
            row.cells["level_id"] = rows[origin].cells["level_id"]
            used.add(origin)
        changed.append(row)
    return changed


def _in_place(levels: Sequence[Level]) -> Changed:
    return [(level, index) for index, level in enumerate(levels)]


def _multiply(use: Use) -> Changed:
    text = use.text("factor").replace(",", ".")
    # Fraction reads 1e999999999 as well, and takes hours to write it out.
    if not FACTOR.fullmatch(text):
        raise DirectorError("factor_wrong", _("Enter a number to multiply by, such as 2, 1.5 or 1/2."))
    return _in_place(rules.multiplied(use.levels, use.chosen, Fraction(text), use.chips))


def _fill(use: Use) -> Changed:
    kind, part = use.text("fill_ante_kind"), use.text("fill_small_blind")
    filling = rules.Filling(
        duration_ms=_minutes(use.text("fill_minutes")),
        hands=_hands(use.text("fill_hands")),
        ante_kind=kind if kind in ANTE_KINDS else None,  # type: ignore[arg-type]
        ante=parse_chips(use.text("fill_ante")) if use.text("fill_ante") else None,
        small_blind=Fraction(part) if part in ("1/2", "1/3", "2/3") else None,
    )
    return _in_place(rules.filled(use.levels, use.chosen, filling, use.chips))


def _breaks(use: Use) -> Changed:
    every = whole_number(use.text("every")) or 0
    duration_ms = _minutes(use.text("break_minutes")) or USUAL_BREAK_MS
    return rules.with_breaks(use.levels, use.chosen, every, duration_ms, use.chips)


def _rotate(use: Use) -> Changed:
    named = ROTATIONS.get(use.text("rotation"), ())
    turns = [replace(turn, note=str(Betting(turn.note).label)) if turn.note else turn for turn in named]
    turns = turns or [Turn(game) for game in use.posted.getlist("turn") if game]
    hands = _hands(use.text("rotation_hands")) or 0
    if use.text("spread"):
        return spread(use.levels, use.chosen, turns, hands, use.chips)
    return _in_place(rotated(use.levels, use.chosen, turns, hands, use.chips))


def _move(use: Use) -> Changed:
    return _ordered(use, _free(use, "present_level_moved"), rules.moved)


def _copy(use: Use) -> Changed:
    return _ordered(use, use.chosen, rules.copied)


def _ordered(use: Use, chosen: Sequence[int], order: Order) -> Changed:
    """Rows in another order. `place` is the row to stand before; nothing comes before what was or is being played."""
    if not chosen:
        raise RuleError("nothing_chosen")
    first = sum(row.frozen or row.now for row in use.rows)
    typed = whole_number(use.text("place"))
    count = len(use.rows)
    place = count if typed is None else min(max(typed, first), count)
    return [(use.levels[index], index) for index in order(count, chosen, place)]


def _delete(use: Use) -> Changed:
    gone = set(_free(use, "present_level_deleted"))
    if not gone:
        raise RuleError("nothing_chosen")
    return [(level, index) for index, level in enumerate(use.levels) if index not in gone]


def _free(use: Use, code: str) -> list[int]:
    """The chosen levels without the one being played, which keeps its place; RuleError `code` if it is the only one."""
    free = [index for index in use.chosen if not use.rows[index].now]
    if use.chosen and not free:
        raise RuleError(code, level_index=use.chosen[0])
    return free


TOOLS: dict[str, Callable[[Use], Changed]] = {
    "multiply": _multiply,
    "fill": _fill,
    "breaks": _breaks,
    "rotate": _rotate,
    "move": _move,
    "copy": _copy,
    "delete": _delete,
}


def _minutes(text: str) -> int | None:
    """Milliseconds, or None for nothing typed."""
    if not text:
        return None
    try:
        return parse_minutes(text)
    except ValueError as error:
        raise RuleError("duration_not_understood", text=text[:40]) from error


def _hands(text: str) -> int | None:
    """Hands, or None for nothing typed."""
    if not text:
        return None
    hands = whole_number(text)
    if hands is None or hands > MOST_HANDS:
        raise RuleError("hands_not_understood", text=text[:40])
    return hands
