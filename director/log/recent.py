"""Recorded acts as log and cockpit show them: a sentence, who, where, and whether they can be undone."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.models import Role
from director.log.lines import line_of
from director.log.telling import NO_AMOUNTS
from director.web.permissions import PAGES
from tournaments.acting import VERBS
from tournaments.models import DirectorAction

COLUMNS = (
    "pk",
    "sequence",
    "kind",
    "facts",
    "at_ms",
    "role",
    "device",
    "reason",
    "actor_id",
    "actor__first_name",
    "actor__last_name",
    "actor__username",
    "undone_by__pk",
    "undone_by__sequence",
)


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act of the log."""

    id: str
    sequence: int
    kind: str
    at_ms: int
    text: str
    who: str
    role_label: str
    device: str
    reason: str
    undone: bool
    undone_by: str
    undoable: bool
    why_not: str
    rule: str = ""


def act_lines(rows: QuerySet[DirectorAction], role: str, currency: str) -> list[ActLine]:
    """The acts of a query told for one role, in one query."""
    return [_line(dict(zip(COLUMNS, row, strict=True)), role, currency) for row in rows.values_list(*COLUMNS)]


def last_acts(tournament_id: int, role: str, currency: str, most: int) -> list[ActLine]:
    """The newest acts of a tournament."""
    rows = DirectorAction.objects.filter(tournament_id=tournament_id).order_by("-sequence")[:most]
    return act_lines(rows, role, currency)


def _line(row: dict[str, Any], role: str, currency: str) -> ActLine:
    root = row["facts"].get("root", row["kind"])
    verb = VERBS.get(root)
    undone = row["undone_by__pk"] is not None
    may_undo = verb is not None and role in verb.roles
    has_way_back = verb is not None and verb.undo
    return ActLine(
        id=str(row["pk"]),
        sequence=row["sequence"],
        kind=row["kind"],
        at_ms=row["at_ms"],
        text=str(line_of(row["kind"], told_to(role, row["facts"]), currency)),
        who=who_of(row),
        role_label=str(dict(Role.choices).get(row["role"], "")),
        # What acts without a person has no device worth telling.
        device=row["device"] if row["actor_id"] else "",
        reason=row["reason"],
        undone=undone,
        undone_by=_("undone by number %(number)s") % {"number": row["undone_by__sequence"]} if undone else "",
        undoable=not undone and may_undo and has_way_back,
        why_not="" if has_way_back or undone else _("no undo"),
    )


def told_to(role: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of an act as a role is told them: what was paid only to those who answer for money."""
    if role in PAGES["money"]:
        return facts
    told = {name: value for name, value in facts.items() if name != "amount_minor"} | {NO_AMOUNTS: True}
    return told | {"of": told_to(role, facts["of"])} if isinstance(facts.get("of"), dict) else told


def who_of(row: dict[str, Any]) -> str:
    """The person behind an act, or the program."""
    if row["actor_id"] is None:
        return _("by itself")
    return f"{row['actor__first_name']} {row['actor__last_name']}".strip() or row["actor__username"]
