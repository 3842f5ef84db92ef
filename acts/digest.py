"""The digest of a tournament: what is true now, by natural keys, at one moment, as one hash.

Two ways to the same state give the same digest: undone acts, a restored backup, a repeated simulation. History, row
numbers and receipt numbers are not in it.
"""

import hashlib
from typing import Any

from clock.selectors import load_clock
from ledger.selectors import balances
from payouts.models import Deal, Payment, PayoutPlan
from tables.models import DealerReport, SeatAssignment, Table
from tournaments.models import (
    Deferral,
    Elimination,
    Entry,
    Notice,
    Penalty,
    Purchase,
    Tournament,
    WaitingListEntry,
)
from tournaments.recording import canonical

NOT_STATE = frozenset(
    {"id", "club", "version", "revision", "head_hash", "next_transition_at_ms", "revoked_by"}
)


def digest(tournament_id: int, at_ms: int) -> str:
    """The hash of `state(...)`: 64 hexadecimal digits."""
    return hashlib.sha256(canonical(state(tournament_id, at_ms)).encode()).hexdigest()


def state(tournament_id: int, at_ms: int) -> dict[str, Any]:
    """Everything that counts about a tournament at `at_ms`, without row numbers, in a fixed order."""
    event = Tournament.objects.get(pk=tournament_id)
    return {
        "settings": {
            field.name: str(getattr(event, field.attname))
            for field in event._meta.concrete_fields
            if field.name not in NOT_STATE
        },
        "clock": _clock(tournament_id, at_ms),
        "entries": _entries(tournament_id),
        "purchases": _purchases(tournament_id),
        "eliminations": _eliminations(tournament_id),
        "waiting": _waiting(tournament_id),
        "penalties": _penalties(tournament_id),
        "tables": _tables(tournament_id),
        "reports": _reports(tournament_id),
        "balances": balances(tournament_id),
        "prizes": _prizes(tournament_id),
        "notices": _notices(tournament_id),
        "put off": _deferrals(tournament_id),
    }


def _clock(tournament_id: int, at_ms: int) -> dict[str, Any]:
    clock = load_clock(tournament_id)
    now = clock.state(at_ms)
    return {"levels": clock.structure.to_rows(), "state": now._asdict()}


def _entries(tournament_id: int) -> list[Any]:
    seats = {
        row.entry_id: (row.table.number, row.seat)
        for row in SeatAssignment.objects.filter(
            tournament_id=tournament_id, closed_by__isnull=True
        ).select_related("table")
    }
    rows = Entry.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).select_related("player")
    return sorted(
        [
            _who(row),
            row.status,
            row.away,
            row.stack_chips,
            row.moved_count,
            seats.get(row.pk),
            *([row.time_banks_used] if row.time_banks_used else []),
        ]
        for row in rows
    )


def _who(entry: Entry) -> list[Any]:
    return [entry.player.identity, entry.player.club_number, entry.turn]


def _purchases(tournament_id: int) -> list[Any]:
    rows = Purchase.objects.filter(entry__tournament_id=tournament_id, revoked_by__isnull=True)
    return sorted(
        [
            *_who(row.entry),
            row.kind,
            row.number,
            [row.prize_minor, row.fee_minor, row.bounty_minor, row.staff_minor],
            row.chips,
            row.status,
        ]
        for row in rows.select_related("entry__player").exclude(entry__revoked_by__isnull=False)
    )


def _eliminations(tournament_id: int) -> list[Any]:
    rows = Elimination.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    rows = rows.select_related("entry__player", "by_entry__player").order_by("order", "pk")
    batches = {batch: index for index, batch in enumerate(dict.fromkeys(row.batch for row in rows))}
    return sorted(
        [
            batches[row.batch],
            *_who(row.entry),
            row.cause,
            row.stack_chips,
            row.hand_for_hand,
            row.in_time,
            [row.table_number, row.seat],
            _who(row.by_entry) if row.by_entry else None,
        ]
        for row in rows
    )


def _waiting(tournament_id: int) -> list[Any]:
    rows = WaitingListEntry.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return [
        [row.player.identity, row.player.club_number, row.status, row.offer_until_ms]
        for row in rows.select_related("player").order_by("number")
    ]


def _penalties(tournament_id: int) -> list[Any]:
    rows = Penalty.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).select_related(
        "player"
    )
    return sorted(
        [
            *(row.player.identity, row.player.club_number, row.kind, row.cause, row.note),
            *(row.measure, row.amount, row.hands_served, row.ended_ms is None),
        ]
        for row in rows
    )


def _tables(tournament_id: int) -> list[Any]:
    rows = Table.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).order_by("number")
    rows = rows.select_related("dealer")
    return [
        [
            row.number,
            row.seats,
            row.status,
            [row.button_seat, row.small_blind_seat],
            row.break_order,
            row.reserved_seats,
            row.halted,
            row.halt_waived,
            row.final,
            row.hands_done,
            row.dealer.username if row.dealer else None,
        ]
        for row in rows
    ]


def _reports(tournament_id: int) -> list[Any]:
    """What dealers said and nobody has answered yet."""
    rows = DealerReport.objects.filter(
        tournament_id=tournament_id, settled_by__isnull=True, revoked_by__isnull=True
    ).select_related("entry__player", "table")
    return sorted([*_who(row.entry), row.kind, row.table.number, row.stack_chips] for row in rows)


def _prizes(tournament_id: int) -> dict[str, Any]:
    plan = (
        PayoutPlan.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
        .order_by("-number")
        .first()
    )
    payments = Payment.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    deal = Deal.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).first()
    return {
        "plan": plan and [plan.locked, list(plan.prizes.values_list("place", "amount_minor", "label"))],
        "paid": sorted(
            [*_who(row.entry), row.part, row.amount_minor] for row in payments.select_related("entry__player")
        ),
        "deal": deal
        and sorted(
            [*_who(row.entry), row.amount_minor] for row in deal.shares.select_related("entry__player")
        ),
    }


def _notices(tournament_id: int) -> list[Any]:
    rows = Notice.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).order_by("pk")
    return [[row.kind, row.text, row.facts, row.from_ms, row.until_ms] for row in rows]


def _deferrals(tournament_id: int) -> list[Any]:
    rows = Deferral.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).order_by("pk")
    return [[row.item_key, row.overruled, row.until_ms] for row in rows]
