"""Answers to the script of the editor of levels, and the levels as files. Nothing is stored: rows in, rows out."""

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from acts.refusals import refusal_of, worded
from clock.rules.export import to_csv, to_json
from clock.rules.paste import parse_structure
from clock.selectors import load_clock
from director.setup.structure_editor import edited_of, mark_past, read_rows, table_context, totals
from director.setup.structure_rows import find_problems, row_of
from director.setup.structure_uses import changed_rows
from director.web.access import StaffRequest, staff
from director.web.typed_numbers import whole_number
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.rules.errors import RuleError

USUAL_MINUTES = 20
BYTE_ORDER_MARK = "\ufeff"


@require_POST
@staff(DIRECTORS)
def paste(
    request: StaffRequest, tournament_id: int | None = None, template_id: int | None = None
) -> HttpResponse:
    """Read pasted text or a file into rows for the table. Lines that cannot be read are named."""
    edited_of(request, tournament_id, template_id)  # a table that is not the club's does not exist
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
def check(
    request: StaffRequest, tournament_id: int | None = None, template_id: int | None = None
) -> HttpResponse:
    """What is wrong or odd about the table as it is typed, row by row, and how long it lasts."""
    edited = edited_of(request, tournament_id, template_id)
    rows, errors = read_rows(request.POST, edited)
    found = [{"bad": row.bad, "problems": row.problems, "warnings": row.warnings} for row in rows]
    return JsonResponse({"rows": found, "errors": errors, "totals": totals(edited, rows)})


@require_POST
@staff(DIRECTORS)
def reshape(
    request: StaffRequest, tournament_id: int | None = None, template_id: int | None = None
) -> HttpResponse:
    """The table after a tool was used on the chosen levels, as the rows of its page."""
    edited = edited_of(request, tournament_id, template_id)
    rows, _errors = read_rows(request.POST, edited)
    try:
        rows = changed_rows(request.POST, rows, edited.event.denominations)
    except RuleError as error:
        return JsonResponse({"errors": [str(refusal_of(error))]}, status=422)
    except DirectorError as error:
        return JsonResponse({"errors": [str(error)]}, status=422)
    mark_past(rows, edited)
    find_problems(rows, edited.event)
    context = table_context(rows, edited.event)
    html = render_to_string("console/structure/rows.html", context)
    shows = [name for name in ("bets", "blinds", "games", "hands") if context[f"has_{name}"]]
    return JsonResponse({"html": html, "shows": shows, "errors": []})
