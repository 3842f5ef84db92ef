"""The desk's lists: unpaid entries, the waiting list, entries with what they may buy, receipts and the drawer."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, FilteredRelation, Max, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.event_windows import addon, rebuys, reentry_state, registration_state, state_of
from clock.selectors import ClockFacts
from club.templatetags.figures import clock as clock_text
from director.desk.labels import bought_text
from director.desk.receipts import receipt_url
from director.scene.money_lines import balance
from director.scene.scene import Counts
from ledger.models import AccountKind as A
from ledger.selectors import lines
from payouts.models import Payment
from tournaments.models import Entry, Purchase, Tournament, WaitingListEntry
from tournaments.rules.settings import settings_from

MOST_ENTRIES = 40
MOST_RECEIPTS = 12
SHOWS = {
    "in": ("active", "registered"),
    "out": ("busted", "left", "disqualified"),
    "all": ("active", "registered", "busted", "left", "disqualified"),
}
BOUGHT = Q(purchases__revoked_by__isnull=True) & ~Q(purchases__status__in=("refunded", "dropped"))
PRICE = F("prize_minor") + F("fee_minor") + F("bounty_minor") + F("staff_minor")
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Open:
    """What can be bought now."""

    first_entry: bool
    reentry: bool
    rebuy: bool
    addon: bool


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of the desk's list."""

    entry_id: int
    player_id: int
    number: int
    name: str
    turn: int
    status: str
    table: int | None
    seat: int | None
    can_rebuy: bool
    can_addon: bool
    can_reenter: bool
    stamp: str
    badge: dict[str, str] = field(default_factory=dict)


def open_windows(event: Tournament, clock: ClockFacts, now_ms: int) -> Open:
    """Which windows are open at this moment."""
    return Open(
        first_entry=registration_state(event, clock, now_ms).is_open,
        reentry=reentry_state(event, clock, now_ms).is_open,
        rebuy=state_of(rebuys(event), clock, now_ms).is_open,
        addon=state_of(addon(event), clock, now_ms).is_open and event.status == "running",
    )


def entry_stamp(entry_id: int, revision: int) -> str:
    """The stamp of an entry as a form carries it."""
    return json.dumps({f"entry:{entry_id}": str(revision)})


def with_seat(rows: QuerySet[Entry]) -> QuerySet[Entry]:
    """Entries with the table and seat they hold now."""
    now = FilteredRelation("seats", condition=Q(seats__closed_by__isnull=True))
    return rows.annotate(now=now, now_table=F("now__table__number"), now_seat=F("now__seat"))


def entries_of(event: Tournament, show: str) -> QuerySet[Entry]:
    """The entries of a list, with seat and what they bought; those in by number, those out newest first."""
    rows = Entry.objects.filter(tournament=event, revoked_by__isnull=True, status__in=SHOWS[show])
    counted = with_seat(rows).annotate(
        rebuys=Count("purchases", filter=BOUGHT & Q(purchases__kind="rebuy"), distinct=True),
        addons=Count("purchases", filter=BOUGHT & Q(purchases__kind="addon"), distinct=True),
        owed=Count("purchases", filter=BOUGHT & Q(purchases__status="pending"), distinct=True),
    )
    if show != "out":
        return counted.select_related("player").order_by("number")
    # The last bust that stands: one undone, or from before a rebuy, would list the entry once more.
    stands = Q(eliminations__revoked_by__isnull=True)
    last = counted.annotate(last_out=Max("eliminations__order", filter=stands))
    return last.select_related("player").order_by("-last_out", "number")


def entry_rows(event: Tournament, opened: Open, show: str, most: int = MOST_ENTRIES) -> list[EntryRow]:
    """One page of entries as the desk lists them, in two queries."""
    rows = list(entries_of(event, show)[:most])
    players = {row.player_id for row in rows}
    live = set(
        Entry.objects.filter(
            tournament=event, player_id__in=players, status__in=SHOWS["in"], revoked_by__isnull=True
        ).values_list("player_id", flat=True)
    )
    return [_row(event, opened, row, row.player_id in live) for row in rows]


def _row(event: Tournament, opened: Open, row: Any, lives: bool) -> EntryRow:
    playing = row.status == "active"
    more = event.rebuy_limit is None or row.rebuys < event.rebuy_limit
    again = event.reentry_limit is None or row.turn <= event.reentry_limit
    return EntryRow(
        entry_id=row.pk,
        player_id=row.player_id,
        number=row.number,
        name=row.player.name,
        turn=row.turn,
        status=row.status,
        table=row.now_table,
        seat=row.now_seat,
        can_rebuy=opened.rebuy and more and row.status in ("active", "busted") and event.status == "running",
        can_addon=opened.addon and playing and not row.addons,
        can_reenter=opened.reentry and again and row.status in ("busted", "left") and not lives,
        stamp=entry_stamp(row.pk, row.revision),
        badge=_badge(row),
    )


def _badge(row: Any) -> dict[str, str]:
    """What the desk should notice about an entry."""
    if row.owed:
        return {"kind": "bad", "icon": "", "text": _("owes")}
    if row.status == "registered":
        return {"kind": "call", "icon": "", "text": _("not paid")}
    if row.away:
        return {"kind": "wait", "icon": "", "text": _("away")}
    return (
        {}
        if row.status in ("active", "busted")
        else {"kind": "", "icon": "", "text": row.get_status_display()}
    )


def unpaid_rows(event: Tournament) -> list[dict[str, Any]]:
    """Entries that were registered and not paid."""
    rows = Entry.objects.filter(tournament=event, status="registered", revoked_by__isnull=True)
    return [
        {
            "entry_id": row.pk,
            "number": row.number,
            "name": row.player.name,
            "price_minor": event.entry_price_minor,
            "since_ms": row.registered_ms,
            "stamp": entry_stamp(row.pk, row.revision),
            "form": f"unregister?entry_id={row.pk}",
        }
        for row in rows.select_related("player").order_by("number")
    ]


def waiting_rows(event: Tournament) -> list[dict[str, Any]]:
    """The waiting list in its order."""
    rows = WaitingListEntry.objects.filter(
        tournament=event, status__in=("waiting", "offered"), revoked_by__isnull=True
    )
    return [
        {
            "waiting_id": row.pk,
            "number": row.number,
            "name": row.player.name,
            "state": row.status,
            "since_ms": row.joined_ms,
            "until_ms": row.offer_until_ms,
            "stamp": json.dumps({f"waiting:{row.pk}": str(row.revision)}),
        }
        for row in rows.select_related("player").order_by("number")
    ]


def room_of(
    event: Tournament, counts: Counts, free_seats: int, waiting: list[dict[str, Any]], now_ms: int
) -> dict[str, Any]:
    """Places in numbers: those there are, taken, offered and free, and why none can be offered.

    Somebody who has not paid has no seat; he takes a place only where a capacity counts entries.
    """
    offered = sum(1 for row in waiting if row["state"] == "offered" and (row["until_ms"] or 0) > now_ms)
    if event.capacity is None:
        places, taken = counts.playing + free_seats, counts.playing
    else:
        places, taken = event.capacity, counts.playing + counts.unpaid
    free = max(0, places - taken - offered)
    waits = any(row["state"] == "waiting" for row in waiting)
    reason = "" if free and waits else _("No place is free.") if waits else _("Nobody waits.")
    return {
        "places": places,
        "seated": counts.playing,
        "offered": offered,
        "free": free,
        "cannot_offer": reason,
    }


def find_state(event: Tournament, clock: ClockFacts, now_ms: int) -> str:
    """How long entries are taken, in words."""
    if event.status == "planned":
        return _("registration is open")
    state = registration_state(event, clock, now_ms)
    if not state.is_open:
        return _("registration is closed")
    if state.remaining_ms is None:
        return _("late registration is open")
    return _("late registration closes in %(time)s") % {"time": clock_text(state.remaining_ms)}


def receipts_context(event: Tournament) -> dict[str, Any]:
    """The newest receipts, their sum, and whether the drawer holds what the receipts say, in four queries."""
    rows = Purchase.objects.filter(
        entry__tournament=event, revoked_by__isnull=True, receipt_number__isnull=False
    )
    shown = rows.select_related("entry__player").order_by("-at_ms", "-pk")[:MOST_RECEIPTS]
    sums = rows.exclude(status="refunded").aggregate(count=Count("pk"), total=Sum(PRICE))
    paid_out = Payment.objects.filter(tournament=event, revoked_by__isnull=True).aggregate(
        total=Sum("amount_minor")
    )
    taken, given = sums["total"] or 0, paid_out["total"] or 0
    drawer = balance(lines(event.pk), A.TILL)
    count = ngettext("%(count)s receipt", "%(count)s receipts", sums["count"]) % {"count": sums["count"]}
    return {
        "receipts": [_receipt(event, row) for row in shown],
        "receipts_sum": {"text": count, "amount_minor": taken},
        "drawer": {
            "balances": drawer == taken - given,
            "note": _("the drawer differs from the receipts"),
        },
    }


def _receipt(event: Tournament, row: Purchase) -> dict[str, Any]:
    refunded = row.status == "refunded"
    what = f"{bought_text(row)}, {row.get_status_display()}" if refunded else bought_text(row)
    return {
        "number": row.receipt_number,
        "at_ms": row.at_ms,
        "name": row.entry.player.name,
        "what": what,
        "amount_minor": row.price_minor,
        "reversed": refunded,
        "url": receipt_url(event.pk, row.pk),
    }


def grace_ms(event: Tournament) -> int:
    """How long after a bust in the last hand a rebuy or re-entry is still sold."""
    settings = settings_from(event.rules)
    return settings.last_hand_grace_minutes * MINUTE_MS if settings.last_hand_grace else 0
