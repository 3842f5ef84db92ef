"""The till: one player about to be entered, what it costs, where he would sit, and what stands against it.

What is said here is what the verb would say; the verb decides again under the lock.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from clock.selectors import load_clock
from club.models import Exclusion, Player
from director.desk.desk import Open, grace_ms, open_windows
from director.desk.labels import part_lines
from director.desk.player_search import search
from tables.selectors import free_seats
from tournaments.models import Elimination, Entry, Tournament, WaitingListEntry

MOST_SEATS = 200
MOST_ALIKE = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's part in the tournament so far."""

    live: Entry | None = None
    last: Entry | None = None
    had: int = 0
    disqualified: bool = False
    waits: bool = False
    excluded: bool = False
    bust_ms: int | None = None


def standing_of(event: Tournament, player: Player, now_ms: int) -> Standing:
    """What the player has done here, in four queries."""
    rows = Entry.objects.filter(tournament=event, player=player, revoked_by__isnull=True)
    entries = list(rows.exclude(status="cancelled").order_by("turn"))
    bust = Elimination.objects.filter(
        tournament=event, entry__player=player, revoked_by__isnull=True, in_time=True
    )
    barred = Exclusion.objects.filter(player=player, revoked_by_id__isnull=True, from_ms__lte=now_ms)
    return Standing(
        live=next((entry for entry in entries if entry.status in ("active", "registered")), None),
        last=entries[-1] if entries else None,
        had=len(entries),
        disqualified=any(entry.status == "disqualified" for entry in entries),
        waits=WaitingListEntry.objects.filter(
            tournament=event, player=player, status__in=("waiting", "offered"), revoked_by__isnull=True
        ).exists(),
        excluded=barred.filter(Q(until_ms__isnull=True) | Q(until_ms__gt=now_ms)).exists(),
        bust_ms=bust.aggregate(last=Max("at_ms"))["last"],
    )


def refusal_of(event: Tournament, standing: Standing, opened: Open, now_ms: int) -> str:
    """Why this player cannot be entered now; "" when he can."""
    if standing.excluded:
        return _("This player cannot be entered. The owner of the club can see why.")
    if standing.disqualified:
        return _("This player was disqualified from this event.")
    if standing.live:
        return _("This player is in the tournament already.")
    if not standing.had:
        return "" if opened.first_entry else _("Registration is closed.")
    if not event.reentry_offered:
        return _("This tournament has no re-entry.")
    if event.reentry_limit is not None and standing.had > event.reentry_limit:
        return _("This player has used all re-entries.")
    graced = standing.bust_ms is not None and now_ms - standing.bust_ms < grace_ms(event)
    return "" if opened.reentry or graced else _("The time for re-entries is over.")


def till_of_player(event: Tournament, player: Player, now_ms: int) -> dict[str, Any]:
    """The till for somebody in the list."""
    standing = standing_of(event, player, now_ms)
    refusal = refusal_of(event, standing, open_windows(event, load_clock(event.pk), now_ms), now_ms)
    stamp = {f"entry:{standing.last.pk}": str(standing.last.revision)} if standing.last else {}
    waits = standing.waits or standing.live is not None
    return _till(event, refusal, standing.had, now_ms, waits=waits) | {
        "player_id": player.pk,
        "name": player.name,
        "number": player.number,
        "alike": [],
        "stamp": json.dumps(stamp) if stamp else "",
    }


def till_of_name(event: Tournament, name: str, now_ms: int) -> dict[str, Any]:
    """The till for somebody new, with those in the list he might be."""
    opened = open_windows(event, load_clock(event.pk), now_ms)
    refusal = "" if opened.first_entry else _("Registration is closed.")
    return _till(event, refusal, 0, now_ms, waits=False) | {
        "player_id": None,
        "name": name,
        "number": None,
        "alike": [
            {
                "player_id": match.player_id,
                "name": f"{match.before}{match.matched}{match.after}",
                "note": _("No %(number)s") % {"number": match.number},
            }
            for match in search(event.club_id, name, MOST_ALIKE)
        ],
        "stamp": "",
    }


def _till(event: Tournament, refusal: str, had: int, now_ms: int, *, waits: bool) -> dict[str, Any]:
    """Price, chips and seats, the same for everybody."""
    last = Entry.objects.filter(tournament=event).aggregate(last=Max("number"))["last"] or 0
    free = free_seats(event.pk)[:MOST_SEATS]
    taken = _taken_note(event, now_ms)
    return {
        "entry_number": last + 1,
        "is_reentry": had > 0,
        "price_minor": event.entry_price_minor,
        "parts": part_lines(
            event.entry_prize_minor, event.entry_fee_minor, event.entry_bounty_minor, event.entry_staff_minor
        ),
        "chips": event.stack_chips,
        "seat_note": taken or _("seat by draw"),
        "seats": [
            (
                f"{table.number}-{seat}",
                _("Table %(table)s, seat %(seat)s") % {"table": table.number, "seat": seat},
            )
            for table, seat in sorted(free, key=lambda place: (place[0].number, place[1]))
        ],
        "can_register": not refusal and not taken,
        "can_wait": not refusal and not waits,
        "refusal": refusal,
    }


def _taken_note(event: Tournament, now_ms: int) -> str:
    """Why whoever comes now gets no place but joins the waiting list (docs/rules.md 2); "" when there is one."""
    if event.capacity is None:
        return ""
    live = Entry.objects.filter(
        tournament=event, status__in=("active", "registered"), revoked_by__isnull=True
    ).count()
    listed = WaitingListEntry.objects.filter(tournament=event, revoked_by__isnull=True).aggregate(
        waiting=Count("pk", filter=Q(status="waiting")),
        offered=Count("pk", filter=Q(status="offered", offer_until_ms__gt=now_ms)),
    )
    places = event.capacity - live - listed["offered"]
    if places <= 0:
        return _("no place is free")
    return _("others wait for the free places") if places <= listed["waiting"] else ""
