"""The levels and breaks of a tournament: a table to edit, before the start and while it runs."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from acts.refusals import worded
from acts.sentences import STRUCTURE
from acts.timing import edit_structure
from clock.rules.acts import frozen_levels
from clock.rules.paste import parse_structure
from clock.rules.structure import Structure
from clock.selectors import ClockFacts, load_clock
from director.posting.club_acts import Refused, call, done, new_request_id
from director.setup.structure_rows import (
    Row,
    blank_row,
    find_problems,
    number_rows,
    origins_of,
    posted_rows,
    row_of,
    rows_of,
)
from director.setup.structure_words import window_warnings
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms, render_page
from director.web.typed_numbers import whole_number
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.models_tournament import Game
from tournaments.stamps import stamp_of

USUAL_MINUTES = 20


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def structure(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Show the levels, and save what was made of them. Past levels stay, the present one keeps its time played."""
    clock, at_ms = load_clock(tournament_id), now_ms()
    if request.method != "POST":
        rows = _stored_rows(clock, at_ms)
        whole = find_problems(rows, request.tournament.denominations)
        whole += window_warnings(request.tournament, clock.structure)
        return _page(request, clock, rows, at_ms, warnings=whole)
    rows = posted_rows(request.POST, clock.structure)
    errors = find_problems(rows, request.tournament.denominations)
    if any(row.bad for row in rows) or any(row.level is None for row in rows) or errors:
        return _page(request, clock, rows, at_ms, errors=errors, status=422)
    return _save(request, clock, rows, at_ms)


def _stored_rows(clock: ClockFacts, at_ms: int) -> list[Row]:
    frozen = frozen_levels(clock.structure, clock.anchor, at_ms)
    state = clock.state(at_ms)
    return rows_of(clock.structure, frozen, state.level_index if state.started else None)


def _save(request: StaffRequest, clock: ClockFacts, rows: list[Row], at_ms: int) -> HttpResponse:
    levels = Structure(tuple(row.level for row in rows if row.level)).to_rows()
    try:
        outcome = call(request, edit_structure, levels=levels, origins=origins_of(rows))
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
) -> HttpResponse:
    number_rows(rows)
    event = request.tournament
    count = sum(bool(row.problems) for row in rows)
    if status != 200 and count:
        errors = [*errors, _("Nothing was changed; look at the levels marked below.")]
    context = {
        "rows": [row.shown() for row in rows],
        "blank": blank_row().shown(),
        "has_bets": any(row.cells["small_bet"] or row.cells["bring_in"] for row in rows),
        "has_games": event.game == Game.MIXED or any(row.cells["game"] for row in rows),
        "games": Game.choices,
        "number": clock.structure_number,
        "stamp": request.POST.get("stamp") or json.dumps(stamp_of(event.pk, "structure")),
        "request_id": request.POST.get("request_id") or new_request_id(),
        "warnings": warnings,
        "errors": errors,
        "totals": totals(request, clock, rows, at_ms),
        "running": clock.state(at_ms).started,
    }
    return render_page(
        request, "console/structure.html", context, nav="edit", title=_("Levels and breaks"), status=status
    )


def totals(request: StaffRequest, clock: ClockFacts, rows: Sequence[Row], at_ms: int) -> dict[str, Any]:
    """Play and breaks, and when the last level ends if nobody pauses."""
    levels = Structure(tuple(row.level for row in rows if row.level))
    state = clock.state(at_ms)
    if state.started and state.level_index < len(levels):
        played_ms = levels.starts_ms[state.level_index] + state.elapsed_ms
        ends_at_ms = at_ms + max(0, levels.total_ms - played_ms)
    else:
        ends_at_ms = int(request.tournament.starts_at.timestamp() * 1000) + levels.total_ms
    return {
        "play_ms": levels.play_total_ms,
        "breaks_ms": levels.total_ms - levels.play_total_ms,
        "ends_at_ms": ends_at_ms,
    }


@require_POST
@staff(DIRECTORS)
def paste(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Read pasted text into rows for the table; nothing is stored. Lines that cannot be read are named."""
    minutes = whole_number(request.POST.get("minutes", "")) or USUAL_MINUTES
    pasted = parse_structure(request.POST.get("text", ""), minutes=min(minutes, 1440))
    rows = [row_of(level).cells for level in pasted.levels]
    errors = [
        _("Line %(number)s, “%(text)s”: %(problem)s")
        % {"number": error.row_number, "text": error.text[:60], "problem": worded(error.code, error.facts)}
        for error in pasted.errors
    ]
    return JsonResponse({"rows": rows, "errors": errors}, status=422 if errors else 200)
