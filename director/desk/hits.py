"""Players found at the desk, each with his part in the tournament."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from director.desk.desk import with_seat
from director.desk.player_search import Match, search
from tournaments.models import Entry, Tournament, WaitingListEntry


@dataclass(frozen=True, slots=True)
class Hit:
    """One player of the list under the search field."""

    player_id: int
    name_before: str
    name_match: str
    name_after: str
    number: int
    club_number: str
    note: str
    badge: dict[str, str]
    can_pick: bool


def hits_of(event: Tournament, text: str) -> list[Hit]:
    """Those whom the letters fit, with what they are in this tournament, in four queries."""
    found = search(event.club_id, text) if text else []
    ids = [match.player_id for match in found]
    rows = Entry.objects.filter(tournament=event, player_id__in=ids, revoked_by__isnull=True)
    last = {row.player_id: row for row in with_seat(rows.exclude(status="cancelled")).order_by("turn")}
    waiting = WaitingListEntry.objects.filter(
        tournament=event, player_id__in=ids, status__in=("waiting", "offered"), revoked_by__isnull=True
    )
    places = dict(waiting.values_list("player_id", "number"))
    return [_hit(match, last.get(match.player_id), places.get(match.player_id)) for match in found]


def _hit(match: Match, entry: Any, place: int | None) -> Hit:
    lives = entry is not None and entry.status in ("active", "registered")
    return Hit(
        player_id=match.player_id,
        name_before=match.before,
        name_match=match.matched,
        name_after=match.after,
        number=match.number,
        club_number=match.club_number,
        note=_note(entry),
        badge=_badge(entry, place),
        can_pick=not lives and place is None,
    )


def _note(entry: Any) -> str:
    """Where the player sits."""
    if entry is None or entry.now_table is None:
        return ""
    return _("table %(table)s, seat %(seat)s") % {"table": entry.now_table, "seat": entry.now_seat}


def _badge(entry: Any, place: int | None) -> dict[str, str]:
    if place is not None:
        return {"kind": "wait", "icon": "", "text": _("waits, number %(number)s") % {"number": place}}
    if entry is None:
        return {}
    words = {
        "active": ("good", _("in play")),
        "registered": ("call", _("not paid")),
        "disqualified": ("bad", _("disqualified")),
    }
    kind, text = words.get(entry.status, ("", _("out")))
    return {"kind": kind, "icon": "", "text": text}
