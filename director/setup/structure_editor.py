"""The table of levels of a tournament or of a template of the club: what is edited, and the rows of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from acts.tournament_fields import FIELDS
from clock.rules.acts import frozen_levels
from clock.rules.structure import Structure
from clock.selectors import ClockFacts, load_clock
from club.models import Club
from club.templatetags.figures import at, clock
from director.setup.structure_marks import marks_of, posted_ticks
from director.setup.structure_rows import (
    Row,
    find_problems,
    number_rows,
    posted_rows,
    row_of,
    rows_of,
    structure_of,
)
from director.web.access import StaffRequest
from director.web.pages import now_ms
from tournaments.models import Tournament, TournamentTemplate
from tournaments.models_tournament import Game


@dataclass(frozen=True, slots=True)
class Edited:
    """Whose levels are edited: `event` has the settings they are held against, `url` is the address of the table.

    Of a template `event` is a tournament as one made from it would be; it is not stored.
    """

    event: Tournament
    clock: ClockFacts
    at_ms: int
    url: str
    back_url: str
    template: TournamentTemplate | None = None


def edited_of(request: StaffRequest, tournament_id: int | None, template_id: int | None) -> Edited:
    """What the address is about; Http404 for a template that is not the club's."""
    if tournament_id is not None:
        base = f"/t/{tournament_id}"
        return Edited(
            request.tournament, load_clock(tournament_id), now_ms(), f"{base}/structure", f"{base}/edit"
        )
    rows = TournamentTemplate.objects.filter(club=request.staff.club, revoked_by__isnull=True)
    row = rows.filter(pk=template_id or 0).first()
    if row is None:
        raise Http404
    event = tournament_like(request.staff.club, row.content["settings"])
    levels = Structure.from_rows(row.content["levels"])
    facts = ClockFacts(0, levels, 0, 0, None, None)
    return Edited(event, facts, now_ms(), f"/templates/{row.pk}/levels", "/templates", row)


def tournament_like(club: Club, settings: dict[str, Any]) -> Tournament:
    """A tournament with the settings of a template, for asking rules about it; never saved."""
    known = {name: settings[name] for name in (*FIELDS, "denominations", "rules") if name in settings}
    return Tournament(club=club, **known)


def replaced(rows: Sequence[Row], structure: Structure) -> list[Row]:
    """Other levels in place of those still to come: what was played or is being played stays."""
    kept = [row for row in rows if row.frozen or row.now]
    found = [*kept, *(row_of(level) for level in structure.levels[len(kept) :])]
    return found or list(rows)


def read_rows(posted: QueryDict, edited: Edited) -> tuple[list[Row], list[str]]:
    """The posted table with everything that is wrong marked at its row; what concerns all of it as sentences."""
    rows = posted_rows(posted, edited.clock.structure)
    mark_past(rows, edited)
    errors = posted_ticks(posted, rows, edited.event)
    return rows, [*errors, *find_problems(rows, edited.event)]


def stored_rows(edited: Edited) -> list[Row]:
    """The rows of the stored levels."""
    rows = rows_of(edited.clock.structure)
    mark_past(rows, edited)
    return rows


def mark_past(rows: Sequence[Row], edited: Edited) -> None:
    """Mark the levels that were played and the one that is."""
    clock = edited.clock
    frozen = frozen_levels(clock.structure, clock.anchor, edited.at_ms)
    state = clock.state(edited.at_ms)
    for index, row in enumerate(rows):
        row.frozen, row.now = index < frozen, state.started and index == state.level_index


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


def totals(edited: Edited, rows: Sequence[Row]) -> str:
    """Play and breaks in words, and when the last level ends if nobody pauses; a template begins at no time."""
    levels = structure_of(rows)
    said = {"play": clock(levels.play_total_ms), "breaks": clock(levels.total_ms - levels.play_total_ms)}
    if edited.template:
        return _("%(play)s of play, %(breaks)s of breaks") % said
    state = edited.clock.state(edited.at_ms)
    if state.started and state.level_index < len(levels):
        played_ms = levels.starts_ms[state.level_index] + state.elapsed_ms
        ends_at_ms = edited.at_ms + max(0, levels.total_ms - played_ms)
    else:
        ends_at_ms = int(edited.event.starts_at.timestamp() * 1000) + levels.total_ms
    said["time"] = at(ends_at_ms)
    return _("%(play)s of play, %(breaks)s of breaks, the last level ends %(time)s") % said
