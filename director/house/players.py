"""Players of a club as pages show them: found by letters or numbers, a page at a time, in a fixed number of queries."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from club.models import Club, Exclusion, Player, identity_of
from club.templatetags.figures import money_short
from payouts.models import Payment
from tournaments.models import Entry
from tournaments.selectors import PAID_ENTRY

ON_A_PAGE = 50
ENTRIES_SHOWN = 50
LONGEST_QUERY = 100
PLAYED = Count(
    "entries",
    filter=Q(
        entries__status__in=("active", "busted", "left", "disqualified"), entries__revoked_by__isnull=True
    ),
)


@dataclass(frozen=True, slots=True)
class Found:
    """One page of players; `count` is how many there are in all."""

    rows: list[dict[str, Any]]
    count: int
    offset: int


def matching(club: Club, query: str) -> QuerySet[Player]:
    """Players whose name holds every word of the query, or whose number or club number it is."""
    rows = Player.objects.filter(club=club, revoked_by_id__isnull=True).order_by(
        "identity", "club_number", "pk"
    )
    text = identity_of(query[:LONGEST_QUERY])
    if not text:
        return rows
    named = Q()
    for word in text.split():
        named &= Q(identity__contains=word)
    number = Q(club_number__iexact=text)
    if text.isascii() and text.isdigit() and len(text) < 10:
        number |= Q(number=int(text))
    return rows.filter(named | number)


def find(club: Club, query: str, offset: int, now_ms: int) -> Found:
    """A page of the players that match, in three queries."""
    rows = matching(club, query)
    page = list(rows.annotate(played=PLAYED)[offset : offset + ON_A_PAGE])
    excluded = excluded_now([player.pk for player in page], now_ms)
    return Found([_row(player, player.pk in excluded) for player in page], rows.count(), offset)


def _row(player: Any, is_excluded: bool) -> dict[str, Any]:
    badge = {"kind": "bad", "icon": "", "text": _("no new entries")}
    return {
        "id": player.pk,
        "number": player.number,
        "name": player.name,
        "display_name": player.display_name,
        "club_number": player.club_number,
        "note": player.note,
        "badges": [badge] if is_excluded else [],
        "played": player.played,
    }


def excluded_now(player_ids: Sequence[int], now_ms: int) -> set[int]:
    """Which of the players cannot be entered at the moment: hit or no hit, as all staff may know."""
    rows = Exclusion.objects.filter(player_id__in=player_ids, revoked_by_id__isnull=True, from_ms__lte=now_ms)
    return set(
        rows.filter(Q(until_ms__isnull=True) | Q(until_ms__gt=now_ms)).values_list("player_id", flat=True)
    )


def exclusions_of(player: Player, *, with_reason: bool) -> list[dict[str, Any]]:
    """Exclusions that were not lifted, the newest first; only an owner is told why."""
    rows = Exclusion.objects.filter(player=player, revoked_by_id__isnull=True).order_by("-from_ms", "-pk")
    return [
        {
            "exclusion_id": row.pk,
            "text": row.get_kind_display(),
            "from_ms": row.from_ms,
            "until_ms": row.until_ms,
            "reason": row.reason if with_reason else "",
        }
        for row in rows
    ]


def entries_of(player: Player) -> list[dict[str, Any]]:
    """The newest tournaments of a player."""
    rows = Entry.objects.filter(PAID_ENTRY, player=player, tournament__revoked_by__isnull=True)
    newest = rows.select_related("tournament").order_by("-tournament__starts_at", "-turn")[:ENTRIES_SHOWN]
    paid = _paid([row.pk for row in newest])
    return [
        {
            "url": f"/t/{row.tournament_id}/",
            "tournament": row.tournament.name,
            "at_ms": row.registered_ms,
            "result": money_short(paid[row.pk], row.tournament.currency)
            if row.pk in paid
            else row.get_status_display(),
        }
        for row in newest
    ]


def _paid(entry_ids: Sequence[int]) -> dict[int, int]:
    """Prizes paid by entry."""
    found: dict[int, int] = {}
    rows = Payment.objects.filter(entry_id__in=entry_ids, revoked_by__isnull=True)
    for entry_id, amount_minor in rows.values_list("entry_id", "amount_minor"):
        found[entry_id] = found.get(entry_id, 0) + amount_minor
    return found


def alike(club: Club, name: str) -> list[dict[str, Any]]:
    """Players who have the same name as it is compared."""
    rows = Player.objects.filter(club=club, identity=identity_of(name), revoked_by_id__isnull=True)
    return [
        {"url": f"/players/{row.pk}", "name": row.name, "note": _alike_note(row)}
        for row in rows.order_by("number")
    ]


def _alike_note(row: Player) -> str:
    """What tells namesakes apart."""
    born = row.born_on.year if row.born_on else None
    parts = [_("No %(number)s") % {"number": row.number}]
    if row.club_number:
        parts.append(_("club number %(number)s") % {"number": row.club_number})
    if born:
        parts.append(_("born %(year)s") % {"year": born})
    return ", ".join(parts)


def everything_about(player: Player) -> dict[str, Any]:
    """All data the club holds about a person, for the person: machine-readable (GDPR, right of access)."""
    entries = (
        Entry.objects.filter(player=player, revoked_by__isnull=True)
        .select_related("tournament")
        .order_by("pk")
    )
    return {
        "player": {
            field: _plain(getattr(player, field))
            for field in (
                "number",
                "name",
                "display_name",
                "club_number",
                "born_on",
                "email",
                "phone",
                "note",
            )
        },
        "exclusions": [
            {"kind": row.kind, "reason": row.reason, "from_ms": row.from_ms, "until_ms": row.until_ms}
            for row in Exclusion.objects.filter(player=player, revoked_by_id__isnull=True).order_by("pk")
        ],
        "entries": [
            _entry(entry) for entry in entries.prefetch_related("purchases", "payments", "eliminations")
        ],
        "penalties": [
            {
                "tournament": row.tournament.name,
                "kind": row.kind,
                "cause": row.cause,
                "given_ms": row.given_ms,
            }
            for row in player.penalties.filter(revoked_by__isnull=True)
            .select_related("tournament")
            .order_by("pk")
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    """One participation with the money in and out."""
    return {
        "tournament": entry.tournament.name,
        "currency": entry.tournament.currency,
        "number": entry.number,
        "status": entry.status,
        "registered_ms": entry.registered_ms,
        "purchases": [
            {"kind": row.kind, "price_minor": row.price_minor, "status": row.status, "at_ms": row.at_ms}
            for row in entry.purchases.all()
            if row.revoked_by_id is None
        ],
        "prizes": [
            {"amount_minor": row.amount_minor, "at_ms": row.at_ms}
            for row in entry.payments.all()
            if row.revoked_by_id is None
        ],
        "out_ms": [row.at_ms for row in entry.eliminations.all() if row.revoked_by_id is None],
    }


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, dt.date) else value
