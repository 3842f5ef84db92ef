"""Creating, editing and cancelling tournaments; templates of a club."""

import datetime as dt
from typing import Any

from django.utils.translation import gettext_lazy as _

from acts.entries import open_next_table
from acts.level_windows import WindowLevels, levels_given, with_windows
from acts.refusals import refusing, text, whole
from acts.templates import content_of, template_content
from acts.tournament_fields import check_together, clean
from clock.rules.structure import Structure
from clock.rules.structure_checks import require_sound
from clock.steps import write_structure
from ledger.steps import open_accounts
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError, NotFound
from tournaments.models import Entry, Purchase, Tournament, TournamentTemplate

MOST_TABLES = 500
TEMPLATE_NAME = _("The name of the template")


@director_action("tournament.create", roles=DIRECTORS, tournament=False)
def create_tournament(
    act: Act,
    *,
    name: str,
    starts_at: dt.datetime,
    template: str = "freezeout-club",
    timezone: str = "",
    settings: dict[str, Any] | None = None,
    levels: list[dict] | None = None,
    tables: int = 1,
) -> dict[str, object]:
    """Make a tournament: a copy of a template (built in by its code, the club's own as "own:<id>", made for players and
    time as "wish:<what for>", wishes.py) or of a tournament ("copy:<id>"), with `settings` laid over it. Later edits of
    what was copied do not reach it.

    `levels` are rows as of Structure.to_rows(); `tables` are opened at once, so that seats can be drawn at the desk.
    """
    content = template_content(act.club, template)
    values = {"rules": {"preset": act.club.rule_preset}} | content["settings"] | (settings or {})
    cleaned = clean(
        values
        | {
            "name": name,
            "starts_at": starts_at,
            "timezone": timezone or act.club.timezone,
            "currency": values.get("currency", act.club.currency),
        }
    )
    tournament = Tournament(club=act.club, **cleaned)
    check_together(tournament)
    whole(tables, 0, MOST_TABLES, _("Tables"))
    with refusing():
        structure = Structure.from_rows(content["levels"]) if levels is None else levels_given(levels)
    act.create(tournament)
    open_accounts(tournament)
    act.tournament = tournament
    with refusing():
        write_structure(act, structure)
    for _number in range(tables):
        open_next_table(act)
    act.tournament = None
    act.facts |= {"tournament": tournament.name}
    return {"tournament_id": tournament.pk}


@director_action("tournament.edit", roles=DIRECTORS)
def edit_tournament(act: Act, *, settings: dict[str, Any]) -> dict[str, object]:
    """Change settings. What was paid keeps its price, chips handed out stay: edits hold for what comes after."""
    cleaned = clean(settings)
    event = act.event
    changed = sorted(name for name, value in cleaned.items() if getattr(event, name) != value)
    act.change(event, **cleaned)
    check_together(event)
    act.facts |= {"changed": changed}
    return {"tournament_id": event.pk, "changed": changed}


@director_action("tournament.cancel", roles=DIRECTORS, statuses=frozenset({"planned"}))
def cancel_tournament(act: Act) -> dict[str, object]:
    """Cancel a tournament that has not begun. Entries are refunded first, so that no money is left in it."""
    paid = Purchase.objects.filter(entry__tournament=act.event, revoked_by__isnull=True, status="paid")
    if paid.exists():
        raise DirectorError(
            "money_inside", _("%(count)s paid entries must be refunded first."), count=paid.count()
        )
    for entry in Entry.objects.filter(tournament=act.event, status="registered", revoked_by__isnull=True):
        act.change(entry, status="cancelled")
    act.change(act.event, status="cancelled")
    return {"tournament_id": act.event.pk}


@director_action("template.save", roles=DIRECTORS)
def save_template(act: Act, *, name: str, levels_only: bool = False) -> dict[str, object]:
    """Keep this tournament's settings and levels as a template of the club; or only the levels, with the stack and
    chips they were made for.
    """
    row = act.create(
        TournamentTemplate(
            club=act.club,
            name=text(name, 200, TEMPLATE_NAME),
            content=content_of(act.event, levels_only=levels_only),
        )
    )
    act.facts |= {"template": row.name}
    return {"template_id": row.pk}


@director_action("template.edit", roles=DIRECTORS, tournament=False)
def edit_template(
    act: Act,
    *,
    template_id: int,
    name: str,
    levels: list[dict] | None = None,
    windows: WindowLevels | None = None,
    shown_revision: int | None = None,
) -> dict[str, object]:
    """Give a template another name, other levels, and windows that end with other levels.

    `levels` are rows as of Structure.to_rows(); `windows` sets with which level registration, re-entry and rebuys end,
    and after which the add-on is sold. Tournaments made from it keep their copies. `shown_revision` is the state that
    the form showed.
    """
    row = _template(act, template_id)
    if shown_revision is not None and shown_revision != row.revision:
        raise DirectorError(
            "stale",
            _("Somebody changed this template while the page was open. Look at it again, then change it."),
            conflict=True,
        )
    content = dict(row.content)
    if levels is not None:
        with refusing():
            structure = levels_given(levels)
            require_sound(structure)
        content["levels"] = structure.to_rows()
    if windows:
        content["settings"] = with_windows(row.content["settings"], windows)
    act.change(row, name=text(name, 200, TEMPLATE_NAME), content=content)
    act.facts |= {"template": row.name, "levels": levels is not None}
    return {"template_id": row.pk}


@director_action("template.remove", roles=DIRECTORS, tournament=False)
def remove_template(act: Act, *, template_id: int) -> dict[str, object]:
    """Take a template out of the list. Tournaments made from it keep their copies."""
    row = _template(act, template_id)
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"template": row.name}
    return {"template_id": row.pk}


def _template(act: Act, template_id: int) -> TournamentTemplate:
    row = TournamentTemplate.objects.filter(club=act.club, pk=template_id, revoked_by__isnull=True).first()
    if row is None:
        raise NotFound("template_unknown", _("There is no such template."))
    return row
