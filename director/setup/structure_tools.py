"""Tools of the editor of levels that store nothing: reading files, checking while it is typed, changing chosen levels.

All reckoning is in the rules (clock/rules/reshape.py, rotations.py, paste.py): rows in, rows out.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from acts.refusals import refusal_of, worded
from clock.rules import reshape as rules
from clock.rules.export import to_csv, to_json
from clock.rules.minutes import parse_minutes
from clock.rules.numbers import parse_chips
from clock.rules.paste import parse_structure
from clock.rules.rotations import ROTATIONS, Turn, rotated, spread
from clock.rules.structure import ANTE_KINDS, Level
from clock.selectors import load_clock
from club.templatetags.figures import at, clock
from director.setup.structure_rows import Row, find_problems, row_of
from director.setup.structure_views import mark_past, read_rows, table_context, totals
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms
from director.web.typed_numbers import whole_number
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.models_tournament import Betting
from tournaments.rules.errors import RuleError

USUAL_MINUTES, USUAL_BREAK = 20, 10
BYTE_ORDER_MARK = "\ufeff"
MOST_HANDS = 999

# A changed table: levels, each with the index of the row it was, None for a new one.
type Changed = Sequence[tuple[Level, int | None]]


@require_POST
@staff(DIRECTORS)
def paste(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Read pasted text or a file into rows for the table. Lines that cannot be read are named."""
    minutes = whole_number(request.POST.get("minutes", "")) or USUAL_MINUTES
    pasted = parse_structure(request.POST.get("text", ""), minutes=min(minutes, 1440))
    rows = [row_of(level).cells for level in pasted.levels]
    errors = [
        _("Line %(number)s, “%(text)s”: %(problem)s")
        % {"number": error.row_number, "text": error.text[:60], "problem": worded(error.code, error.facts)}
        for error in pasted.errors
    ]
    return JsonResponse({"rows": rows, "errors": errors}, status=422 if errors else 200)


@require_safe
@staff(DIRECTORS)
def export(request: StaffRequest, tournament_id: int, kind: str) -> HttpResponse:
    """The stored levels as a file that the editor reads back, here or in another club."""
    levels, event = load_clock(tournament_id).structure, request.tournament
    if kind == "csv":
        text, content_type = BYTE_ORDER_MARK + to_csv(levels), "text/csv; charset=utf-8"
    else:
        text = to_json(levels, event.name, event.stack_chips, event.denominations)
        content_type = "application/json; charset=utf-8"
    response = HttpResponse(text, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="structure-{tournament_id}.{kind}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@staff(DIRECTORS)
def check(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """What is wrong or odd about the table as it is typed, row by row, and how long it lasts."""
    facts, at_ms = load_clock(tournament_id), now_ms()
    rows, errors = read_rows(request, facts, at_ms)
    lasts = totals(request.tournament, facts, rows, at_ms)
    text = _("%(play)s of play, %(breaks)s of breaks, the last level ends %(time)s") % {
        "play": clock(lasts["play_ms"]),
        "breaks": clock(lasts["breaks_ms"]),
        "time": at(lasts["ends_at_ms"]),
    }
    found = [{"bad": row.bad, "problems": row.problems, "warnings": row.warnings} for row in rows]
    return JsonResponse({"rows": found, "errors": errors, "totals": text})


@require_POST
@staff(DIRECTORS)
def reshape(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The table after a tool was used on the chosen levels, as the rows of its page."""
    facts, at_ms = load_clock(tournament_id), now_ms()
    rows, _errors = read_rows(request, facts, at_ms)
    try:
        if any(row.level is None for row in rows):
            raise DirectorError("rows_not_read", _("Correct the marked levels first: they cannot be read."))
        rows = _changed(request, rows)
    except RuleError as error:
        return JsonResponse({"errors": [str(refusal_of(error))]}, status=422)
    except DirectorError as error:
        return JsonResponse({"errors": [str(error)]}, status=422)
    mark_past(rows, facts, at_ms)
    find_problems(rows, request.tournament)
    context = table_context(rows, request.tournament)
    html = render_to_string("console/structure/rows.html", context)
    shows = [name for name in ("bets", "blinds", "games", "hands") if context[f"has_{name}"]]
    return JsonResponse({"html": html, "shows": shows, "errors": []})


def _changed(request: StaffRequest, rows: list[Row]) -> list[Row]:
    """The rows after the tool. Levels that were played, and for moving the one being played, are not chosen."""
    tool = TOOLS.get(request.POST.get("tool", ""))
    if tool is None:
        raise DirectorError("tool_unknown", _("There is no such tool. Reload the page."))
    indices = {whole_number(text) for text in request.POST.getlist("chosen")}
    chosen = [index for index, row in enumerate(rows) if index in indices and not row.frozen]
    levels = [row.level for row in rows if row.level]
    found = tool(request, levels, chosen, rows)
    used: set[int] = set()
    changed = []
    for level, origin in found:
        row = row_of(level)
        if origin is not None:
            row.ends = rows[origin].ends if origin not in used else set()
            row.cells["level_id"] = rows[origin].cells["level_id"] if origin not in used else ""
            used.add(origin)
        changed.append(row)
    return changed


# Tools -------------------------------------------------------------------------------------------------------------


def _in_place(levels: Sequence[Level]) -> Changed:
    return [(level, index) for index, level in enumerate(levels)]


def _multiply(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    text = request.POST.get("factor", "").strip().replace(",", ".")
    try:
        factor = Fraction(text) if len(text) <= 12 else Fraction(0)
    except (ValueError, ZeroDivisionError) as error:
        raise DirectorError(
            "factor_wrong", _("Enter a number to multiply by, such as 2, 1.5 or 1/2.")
        ) from error
    chips = request.tournament.denominations
    return _in_place(rules.multiplied(levels, chosen, factor, chips))


def _fill(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    posted, chips = request.POST, request.tournament.denominations
    kind = posted.get("fill_ante_kind", "")
    part = posted.get("fill_small_blind", "")
    filling = rules.Filling(
        duration_ms=_minutes(posted.get("fill_minutes", "")),
        hands=_hands(posted.get("fill_hands", "")),
        ante_kind=kind if kind in ANTE_KINDS else None,  # type: ignore[arg-type]
        ante=_chips(posted.get("fill_ante", "")),
        small_blind=Fraction(part) if part in ("1/2", "1/3", "2/3") else None,
    )
    return _in_place(rules.filled(levels, chosen, filling, chips))


def _breaks(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    every = whole_number(request.POST.get("every", "")) or 0
    duration_ms = _minutes(request.POST.get("break_minutes", "")) or USUAL_BREAK * 60_000
    return rules.with_breaks(levels, chosen, every, duration_ms, request.tournament.denominations)


def _rotate(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    posted, chips = request.POST, request.tournament.denominations
    name = posted.get("rotation", "")
    named = ROTATIONS.get(name, ())
    turns = [replace(turn, note=str(Betting(turn.note).label)) if turn.note else turn for turn in named]
    turns = turns or [Turn(game) for game in posted.getlist("turn") if game]
    hands = _hands(posted.get("rotation_hands", "")) or 0
    if posted.get("spread"):
        return spread(levels, chosen, turns, hands, chips)
    return _in_place(rotated(levels, chosen, turns, hands, chips))


def _move(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    return _ordered(request, levels, [index for index in chosen if not rows[index].now], rows, rules.moved)


def _copy(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    return _ordered(request, levels, chosen, rows, rules.copied)


def _ordered(
    request: StaffRequest,
    levels: list[Level],
    chosen: list[int],
    rows: list[Row],
    order: Callable[[int, Sequence[int], int], Sequence[int]],
) -> Changed:
    """Rows in another order. `place` is the row to stand before; nothing comes before what was or is being played."""
    if not chosen:
        raise RuleError("nothing_chosen")
    first = sum(row.frozen or row.now for row in rows)
    typed = whole_number(request.POST.get("place", ""))
    place = len(rows) if typed is None else min(max(typed, first), len(rows))
    return [(levels[index], index) for index in order(len(rows), chosen, place)]


def _delete(request: StaffRequest, levels: list[Level], chosen: list[int], rows: list[Row]) -> Changed:
    gone = {index for index in chosen if not rows[index].now}
    if not gone:
        raise RuleError("nothing_chosen")
    return [(level, index) for index, level in enumerate(levels) if index not in gone]


TOOLS: dict[str, Callable[[StaffRequest, list[Level], list[int], list[Row]], Changed]] = {
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
    if not text.strip():
        return None
    try:
        return parse_minutes(text)
    except ValueError as error:
        raise RuleError("duration_not_understood", text=text[:40]) from error


def _hands(text: str) -> int | None:
    if not text.strip():
        return None
    hands = whole_number(text.strip())
    if hands is None or hands > MOST_HANDS:
        raise RuleError("hands_not_understood", text=text[:40])
    return hands


def _chips(text: str) -> int | None:
    return parse_chips(text) if text.strip() else None
