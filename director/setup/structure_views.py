"""The levels and breaks of a tournament or a template: a table to edit, of a tournament also while it runs."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from acts.refusals import worded
from acts.sentences import STRUCTURE
from acts.setup import edit_template
from acts.templates import template_content
from acts.timing import edit_structure
from clock.rules.structure import Structure
from director.posting.acts import status_of
from director.posting.club_acts import Refused, call, done, new_request_id
from director.scene.ending import probable_end
from director.scene.scene import scene_of
from director.setup.structure_editor import (
    Edited,
    edited_of,
    read_rows,
    replaced,
    stored_rows,
    table_context,
    totals,
)
from director.setup.structure_marks import changed_windows, shown_windows, tick_rows
from director.setup.structure_rows import Row, blank_row, find_problems, origins_of, structure_of
from director.setup.structure_sources import MOST_TURNS, ROTATION_NAMES, sources_of
from director.setup.structure_words import window_warnings
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import render_page
from director.web.typed_numbers import whole_number
from tournaments.acting import Outcome
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def structure(
    request: StaffRequest, tournament_id: int | None = None, template_id: int | None = None
) -> HttpResponse:
    """Show the levels, and save what was made of them. Past levels stay, the present one keeps its time played.

    With `?from=` the levels of a template, a tournament or a wish are shown in their place, saved only when saved.
    """
    edited = edited_of(request, tournament_id, template_id)
    if request.method != "POST":
        return _shown(request, edited)
    rows, errors = read_rows(request.POST, edited)
    if any(row.problems for row in rows) or errors:
        return _page(request, edited, rows, errors=errors, status=422)
    return _save(request, edited, rows)


def _shown(request: StaffRequest, edited: Edited) -> HttpResponse:
    rows = stored_rows(edited)
    code = request.GET.get("from", "")
    if code:
        try:
            levels = template_content(request.staff.club, code)["levels"]
        except DirectorError as error:
            return refuse(request, str(error), status_of(error))
        rows = replaced(rows, Structure.from_rows(levels))
    tick_rows(rows, edited.event)
    whole = find_problems(rows, edited.event)
    whole += window_warnings(edited.event, structure_of(rows))
    return _page(request, edited, rows, warnings=whole, unsaved=bool(code))


def _save(request: StaffRequest, edited: Edited, rows: list[Row]) -> HttpResponse:
    try:
        return done(request, _saved(request, edited, rows), edited.url)
    except Refused as refused:
        errors = _mark_refusal(rows, refused.error)
        return _page(request, edited, rows, errors=errors, status=refused.status)


def _saved(request: StaffRequest, edited: Edited, rows: list[Row]) -> Outcome:
    """Levels and windows in one act, of the tournament or of the template."""
    windows = changed_windows(request.POST, rows, edited.event)
    levels = structure_of(rows).to_rows()
    if edited.template is None:
        return call(request, edit_structure, levels=levels, origins=origins_of(rows), windows=windows)
    revision = whole_number(request.POST.get("stamp", ""))
    row = edited.template
    return call(
        request,
        edit_template,
        template_id=row.pk,
        name=row.name,
        levels=levels,
        windows=windows,
        shown_revision=revision,
    )


def _mark_refusal(rows: Sequence[Row], error: DirectorError) -> list[str]:
    """Show a refusal at the level it is about, else above the table."""
    if error.code == "stale":
        return [
            _(
                "Somebody changed the levels while this page was open. Yours are still below: open this page in "
                "another tab to see theirs, and enter your changes there."
            )
        ]
    text = worded(error.code, error.params) if error.code in STRUCTURE else str(error)
    index = error.params.get("level_index")
    if isinstance(index, int) and index < len(rows):
        rows[index].mark([], text)
        return []
    return [text]


def _page(
    request: StaffRequest,
    edited: Edited,
    rows: list[Row],
    *,
    warnings: Sequence[str] = (),
    errors: Sequence[str] = (),
    status: int = 200,
    unsaved: bool = False,
) -> HttpResponse:
    count = sum(bool(row.problems) for row in rows)
    if status != 200 and count:
        errors = [*errors, _("Nothing was changed; look at the levels marked below.")]
    context = (
        table_context(rows, edited.event)
        | _about(edited)
        | {
            "blank": blank_row().shown(),
            "shown_windows": _shown_windows(request, edited),
            "rotations": list(ROTATION_NAMES.items()),
            "own_turns": range(1, MOST_TURNS + 1),
            "sources": sources_of(request.staff.club, edited.event),
            "stamp": request.POST.get("stamp") or _stamp(edited),
            "request_id": request.POST.get("request_id") or new_request_id(),
            "warnings": warnings,
            "errors": errors,
            "totals": totals(edited, rows),
            "unsaved": unsaved or status != 200,
        }
    )
    nav = "templates" if edited.template else "edit"
    return render_page(
        request, "console/structure.html", context, nav=nav, title=_("Levels and breaks"), status=status
    )


def _about(edited: Edited) -> dict[str, Any]:
    """Whose levels they are, and what is told of them while they are played."""
    running = edited.clock.state(edited.at_ms).started
    return {
        "url": edited.url,
        "back_url": edited.back_url,
        "template_name": edited.template.name if edited.template else "",
        "running": running,
        "probable_end": probable_end(scene_of(edited.event, edited.at_ms)) if running else "",
    }


def _stamp(edited: Edited) -> str:
    """What a later change of the same levels is noticed by."""
    if edited.template:
        return str(edited.template.revision)
    return json.dumps(stamp_of(edited.event.pk, "structure"))


def _shown_windows(request: StaffRequest, edited: Edited) -> dict[str, str]:
    """What the page showed of each window when it was first opened."""
    shown = shown_windows(edited.event, edited.clock.structure)
    return {name: request.POST.get(name, text) for name, text in shown.items()}
