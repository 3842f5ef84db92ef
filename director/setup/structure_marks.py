"""Windows as ticks in the table of levels: they read and write the settings of the tournament, the only truth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.level_windows import WindowLevels
from clock.rules.structure import BREAK, Structure
from director.setup.structure_rows import Row
from director.web.typed_numbers import whole_number
from tournaments.models import Tournament
from tournaments.models_tournament import RebuyKind

SHOWN = "shown_"


@dataclass(frozen=True, slots=True)
class Mark:
    """One window: the setting that holds its level, its name, whether breaks are ticked, and who has it."""

    name: str
    label: str | Promise
    on_break: bool
    has: Callable[[Tournament], bool]


MARKS: tuple[Mark, ...] = (
    Mark("late_until_level", gettext_lazy("Registration closes"), False, lambda _event: True),
    Mark("rebuy_until_level", gettext_lazy("Rebuys end"), False, lambda e: e.rebuy_kind != RebuyKind.NONE),
    Mark("reentry_until_level", gettext_lazy("Re-entry ends"), False, lambda e: e.reentry_offered),
    Mark("addon_after_level", gettext_lazy("Add-on"), True, lambda e: e.addon_offered),
)


def marks_of(event: Tournament) -> list[Mark]:
    """The windows the tournament has."""
    return [mark for mark in MARKS if mark.has(event)]


def tick_rows(rows: Sequence[Row], event: Tournament) -> None:
    """Tick each window at the row its setting names: a level of play, or the break after it."""
    for mark in marks_of(event):
        index = _row_of(rows, getattr(event, mark.name), on_break=mark.on_break)
        if index is not None:
            rows[index].ends.add(mark.name)


def _row_of(rows: Sequence[Row], level_number: int | None, *, on_break: bool) -> int | None:
    """The row of that level of play; or the first break after its end, which is where an add-on is sold."""
    number = 0
    for index, row in enumerate(rows):
        is_break = row.cells["level_kind"] == BREAK
        number += not is_break
        if level_number and is_break == on_break and number >= level_number:
            return index if on_break or number == level_number else None
    return None


def ends_of(structure: Structure, event: Tournament) -> list[list[str]]:
    """For each level what ends with it, or is sold in it, by name: for the printed sheet."""
    rows = [Row({"level_kind": level.kind}) for level in structure.levels]
    tick_rows(rows, event)
    return [[str(mark.label) for mark in MARKS if mark.name in row.ends] for row in rows]


def posted_ticks(posted: QueryDict, rows: Sequence[Row], event: Tournament) -> list[str]:
    """Put the posted ticks to the rows; a window ticked twice is answered as a sentence."""
    errors = []
    for mark in marks_of(event):
        indices = [whole_number(text) for text in posted.getlist(mark.name)]
        ticked = [rows[index] for index in indices if index is not None and index < len(rows)]
        for row in ticked:
            row.ends.add(mark.name)
        if len(ticked) > 1:
            errors.append(_("“%(mark)s” is ticked at several levels: leave one.") % {"mark": mark.label})
    return errors


def shown_windows(event: Tournament, stored: Structure) -> dict[str, str]:
    """What the page showed of each window, so that only a tick that was changed is saved. Empty: no tick."""
    rows = [Row({"level_kind": level.kind}) for level in stored.levels]
    tick_rows(rows, event)
    return {SHOWN + mark.name: str(_ticked_number(rows, mark) or "") for mark in marks_of(event)}


def changed_windows(posted: QueryDict, rows: Sequence[Row], event: Tournament) -> WindowLevels:
    """The windows whose level is no longer the one shown. A level added before a ticked one changes it too."""
    found = {}
    for mark in marks_of(event):
        number = _ticked_number(rows, mark)
        if SHOWN + mark.name in posted and str(number or "") != posted[SHOWN + mark.name]:
            found[mark.name] = number
    return WindowLevels(**found)  # type: ignore[typeddict-item]


def _ticked_number(rows: Sequence[Row], mark: Mark) -> int | None:
    """The number of the ticked level of play; of a ticked break that of the level before it."""
    number = 0
    for row in rows:
        number += row.cells["level_kind"] != BREAK
        if mark.name in row.ends:
            return number or None
    return None
