"""The log: every act of a tournament, newest first, by pages and filters."""

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from director.log.recent import ActLine, act_lines
from tournaments.models import DirectorAction, Tournament
from tournaments.recording import chain_hash

ON_A_PAGE = 60
LONGEST_CHAIN = 300
GROUPS = {
    "clock": ("clock.",),
    "entries": ("entry.", "waiting.", "registration."),
    "tables": ("seat.", "table.", "chips."),
    "money": ("purchase.", "payouts."),
    "discipline": ("penalty.",),
    "todo": ("todo.",),
    "settings": ("tournament.", "template.", "screen.", "notice."),
    "undo": ("undo",),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What of the log is asked for; `before` is the number of the oldest act of the page before."""

    q: str = ""
    kind: str = ""
    who: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """The acts of one day of the tournament's zone."""

    day_ms: int
    rows: tuple[ActLine, ...]


def group_labels() -> list[tuple[str, str]]:
    """The kinds one can choose, in words."""
    words = {
        "clock": _("clock"),
        "entries": _("entries"),
        "tables": _("seats and tables"),
        "money": _("money"),
        "discipline": _("penalties"),
        "todo": _("put off, overruled"),
        "settings": _("settings"),
        "undo": _("undo"),
    }
    return [(name, words[name]) for name in GROUPS]


def rows_of(event: Tournament, filters: Filters, own_of: int | None) -> QuerySet[DirectorAction]:
    """The acts that fit, newest first; `own_of`: only those of one person."""
    rows = DirectorAction.objects.filter(tournament=event)
    if own_of is not None:
        rows = rows.filter(actor_id=own_of)
    if filters.kind in GROUPS:
        fits = Q()
        for start in GROUPS[filters.kind]:
            fits |= Q(kind__startswith=start)
        rows = rows.filter(fits)
    if filters.who:
        nobody = filters.who == "none"
        rows = rows.filter(actor__isnull=True) if nobody else rows.filter(actor_id=int(filters.who))
    if filters.q:
        rows = rows.filter(_words(filters.q))
    if filters.before is not None:
        rows = rows.filter(sequence__lt=filters.before)
    return rows.order_by("-sequence")


def _words(text: str) -> Q:
    """Words in the reason, the names and figures of the act, or its number."""
    # JSON on SQLite keeps letters beyond ASCII escaped, Postgres does not; either way of writing is looked for.
    escaped = json.dumps(text)[1:-1]
    fits = Q(reason__icontains=text) | Q(facts__icontains=text) | Q(facts__icontains=escaped)
    return fits | Q(sequence=int(text)) if text.isascii() and text.isdigit() and len(text) < 16 else fits


def log_context(event: Tournament, role: str, filters: Filters, own_of: int | None) -> dict[str, Any]:
    """One page of the log in three queries."""
    found = act_lines(rows_of(event, filters, own_of)[: ON_A_PAGE + 1], role, event.currency)
    shown, more = found[:ON_A_PAGE], len(found) > ON_A_PAGE
    return {
        "days": days_of(shown),
        "filters": {
            "q": filters.q,
            "kind": filters.kind,
            "kinds": group_labels(),
            "who": filters.who,
            "people": people_of(event) if own_of is None else [],
        },
        "older_url": _page(event, filters, shown[-1].sequence) if more else "",
        "newest_url": _page(event, filters, None) if filters.before is not None else "",
        **chain_of(event, shown),
    }


def _page(event: Tournament, filters: Filters, before: int | None) -> str:
    values = {"q": filters.q, "kind": filters.kind, "who": filters.who, "before": before}
    query = urlencode({name: value for name, value in values.items() if value})
    return f"/t/{event.pk}/log?{query}" if query else f"/t/{event.pk}/log"


def days_of(rows: Sequence[ActLine]) -> list[Day]:
    """The acts by day, as the tournament's zone counts days."""

    def day(row: ActLine) -> dt.date:
        return timezone.localtime(dt.datetime.fromtimestamp(row.at_ms / 1000, dt.UTC)).date()

    return [Day(found[0].at_ms, tuple(found)) for _day, group in groupby(rows, day) if (found := list(group))]


def people_of(event: Tournament) -> list[tuple[str, str]]:
    """Everybody who did something, and the program itself."""
    rows = DirectorAction.objects.filter(tournament=event).order_by()
    found = rows.values_list(
        "actor_id", "actor__first_name", "actor__last_name", "actor__username"
    ).distinct()
    people = [
        (str(pk) if pk else "none", f"{first or ''} {last or ''}".strip() or username or _("by itself"))
        for pk, first, last, username in found
    ]
    return sorted(people, key=lambda person: person[1])


def chain_of(event: Tournament, shown: Sequence[ActLine]) -> dict[str, Any]:
    """Whether the acts of the page still hash to what was recorded, each upon the one before it."""
    span = (shown[-1].sequence, shown[0].sequence) if shown else (0, -1)
    if not 0 <= span[1] - span[0] <= LONGEST_CHAIN:
        return {"chain_ok": True, "chain_note": ""}
    rows = list(DirectorAction.objects.filter(tournament=event, sequence__range=span).order_by("sequence"))
    linked = all(row.previous_hash == before.hash for before, row in pairwise(rows))
    intact = linked and all(chain_hash(row) == row.hash for row in rows)
    if intact:
        return {"chain_ok": True, "chain_note": _("acts %(first)s to %(last)s are unchanged") % _span(span)}
    return {
        "chain_ok": False,
        "chain_note": _("an act between %(first)s and %(last)s was changed") % _span(span),
    }


def _span(span: tuple[int, int]) -> dict[str, int]:
    return {"first": span[0], "last": span[1]}
