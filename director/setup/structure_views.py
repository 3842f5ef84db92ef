"""The levels and breaks of a tournament: a table to edit, before the start and while it runs."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from acts.refusals import worded
from acts.sentences import STRUCTURE
from acts.templates import template_content
from acts.timing import edit_structure
from clock.rules.acts import frozen_levels
from clock.rules.structure import Structure
from clock.selectors import ClockFacts, load_clock
from director.posting.acts import status_of
from director.posting.club_acts import Refused, call, done, new_request_id
from director.scene.ending import probable_end
from director.scene.scene import scene_of
from director.setup.structure_marks import changed_windows, marks_of, posted_ticks, shown_windows, tick_rows
from director.setup.structure_rows import (
    Row,
    blank_row,
    find_problems,
    number_rows,
    origins_of,
    posted_rows,
    row_of,
    rows_of,
    structure_of,
)
from director.setup.structure_sources import MOST_TURNS, ROTATION_NAMES, sources_of
from director.setup.structure_words import window_warnings
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import now_ms, render_page
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.models import Tournament
from tournaments.models_tournament import Game
from tournaments.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def structure(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Show the levels, and save what was made of them. Past levels stay, the present one keeps its time played.

    With `?from=` the levels of a template, a tournament or a wish are shown in their place, saved only when saved.
    """
    clock, at_ms = load_clock(tournament_id), now_ms()
    if request.method != "POST":
        return _shown(request, clock, at_ms)
    rows, errors = read_rows(request, clock, at_ms)
    if any(row.problems for row in rows) or errors:
        return _page(request, clock, rows, at_ms, errors=errors, status=422)
    return _save(request, clock, rows, at_ms)


def _shown(request: StaffRequest, clock: ClockFacts, at_ms: int) -> HttpResponse:
    rows = stored_rows(clock, at_ms)
    code = request.GET.get("from", "")
    if code:
        try:
            levels = template_content(request.staff.club, code)["levels"]
        except DirectorError as error:
            return refuse(request, str(error), status_of(error))
        rows = replaced(rows, Structure.from_rows(levels))
    tick_rows(rows, request.tournament)
    whole = find_problems(rows, request.tournament)
    whole += window_warnings(request.tournament, structure_of(rows))
    return _page(request, clock, rows, at_ms, warnings=whole, unsaved=bool(code))


def replaced(rows: Sequence[Row], structure: Structure) -> list[Row]:
    """Other levels in place of those still to come: what was played or is being played stays."""
    kept = [row for row in rows if row.frozen or row.now]
    found = [*kept, *(row_of(level) for level in structure.levels[len(kept) :])]
    return found or list(rows)


def read_rows(request: StaffRequest, clock: ClockFacts, at_ms: int) -> tuple[list[Row], list[str]]:
    """The posted table with everything that is wrong marked at its row; what concerns all of it as sentences."""
    rows = posted_rows(request.POST, clock.structure)
    mark_past(rows, clock, at_ms)
    errors = posted_ticks(request.POST, rows, request.tournament)
    return rows, [*errors, *find_problems(rows, request.tournament)]


def stored_rows(clock: ClockFacts, at_ms: int) -> list[Row]:
    """The rows of the stored levels."""
    rows = rows_of(clock.structure)
    mark_past(rows, clock, at_ms)
    return rows


def mark_past(rows: Sequence[Row], clock: ClockFacts, at_ms: int) -> None:
    """Mark the levels that were played and the one that is."""
    frozen = frozen_levels(clock.structure, clock.anchor, at_ms)
    state = clock.state(at_ms)
    for index, row in enumerate(rows):
        row.frozen, row.now = index < frozen, state.started and index == state.level_index


def _save(request: StaffRequest, clock: ClockFacts, rows: list[Row], at_ms: int) -> HttpResponse:
    windows = changed_windows(request.POST, rows, request.tournament)
    levels = structure_of(rows).to_rows()
    try:
        outcome = call(request, edit_structure, levels=levels, origins=origins_of(rows), windows=windows)
        return done(request, outcome, f"/t/{request.tournament.pk}/structure")
    except Refused as refused:
        errors = _mark_refusal(rows, refused.error)
        return _page(request, clock, rows, at_ms, errors=errors, status=refused.status)


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
    clock: ClockFacts,
    rows: list[Row],
    at_ms: int,
    *,
    warnings: Sequence[str] = (),
    errors: Sequence[str] = (),
    status: int = 200,
    unsaved: bool = False,
) -> HttpResponse:
    event = request.tournament
    count = sum(bool(row.problems) for row in rows)
    if status != 200 and count:
        errors = [*errors, _("Nothing was changed; look at the levels marked below.")]
    context = table_context(rows, event) | {
        "blank": blank_row().shown(),
        "shown_windows": _shown_windows(request, clock),
        "rotations": list(ROTATION_NAMES.items()),
        "own_turns": range(1, MOST_TURNS + 1),
        "sources": sources_of(request.staff.club, event),
        "number": clock.structure_number,
        "stamp": request.POST.get("stamp") or json.dumps(stamp_of(event.pk, "structure")),
        "request_id": request.POST.get("request_id") or new_request_id(),
        "warnings": warnings,
        "errors": errors,
        "totals": totals(event, clock, rows, at_ms),
        "running": clock.state(at_ms).started,
        "probable_end": probable_end(scene_of(event, at_ms)) if clock.state(at_ms).started else "",
        "unsaved": unsaved or status != 200,
    }
    return render_page(
        request, "console/structure.html", context, nav="edit", title=_("Levels and breaks"), status=status
    )


def _shown_windows(request: StaffRequest, clock: ClockFacts) -> dict[str, str]:
    """What the page showed of each window when it was first opened."""
    shown = shown_windows(request.tournament, clock.structure)
    return {name: request.POST.get(name, text) for name, text in shown.items()}


def table_context(rows: Sequence[Row], event: Tournament) -> dict[str, Any]:
    """The rows and the columns they need."""
    number_rows(rows)
    return {
        "rows": [row.shown() for row in rows],
        "has_bets": any(row.cells["small_bet"] or row.cells["bring_in"] for row in rows),
        "has_blinds": any(row.cells["big_blind"] for row in rows),
        "has_games": event.game == Game.MIXED or any(row.cells["game"] for row in rows),
        "has_hands": any(row.cells["hands"] for row in rows),
        "games": Game.choices,
        "windows": [
            {"name": mark.name, "label": mark.label, "on_break": mark.on_break} for mark in marks_of(event)
        ],
    }


def totals(event: Tournament, clock: ClockFacts, rows: Sequence[Row], at_ms: int) -> dict[str, Any]:
    """Play and breaks, and when the last level ends if nobody pauses."""
    levels = structure_of(rows)
    state = clock.state(at_ms)
    if state.started and state.level_index < len(levels):
        played_ms = levels.starts_ms[state.level_index] + state.elapsed_ms
        ends_at_ms = at_ms + max(0, levels.total_ms - played_ms)
    else:
        ends_at_ms = int(event.starts_at.timestamp() * 1000) + levels.total_ms
    return {
        "play_ms": levels.play_total_ms,
        "breaks_ms": levels.total_ms - levels.play_total_ms,
        "ends_at_ms": ends_at_ms,
    }
