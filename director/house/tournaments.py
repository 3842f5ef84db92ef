"""The tournaments of a club as its first page shows them, in the same number of queries for one and for many."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.translation import gettext as _

from clock.models import Anchor as AnchorRow
from clock.rules.state import ClockState, clock_state
from clock.selectors import anchor_facts, levels_of
from ledger.models import AccountKind, Transfer
from payouts.selectors import OVERLAY
from tournaments.models import Entry, Tournament
from tournaments.selectors import PAID_ENTRY

PAST_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Card:
    """One tournament on the first page."""

    id: int
    name: str
    starts_at_ms: int
    game_label: str
    status_label: str
    left: int
    entries: int
    level_text: str
    pool_minor: int
    currency: str
    badges: tuple[dict[str, str], ...] = ()


def open_tournaments(club_id: int) -> QuerySet[Tournament]:
    """Tournaments that are planned or running, the earliest first."""
    rows = Tournament.objects.filter(
        club_id=club_id, revoked_by__isnull=True, status__in=("planned", "running")
    )
    return rows.order_by("starts_at", "pk")


def past_tournaments(club_id: int) -> QuerySet[Tournament]:
    """Tournaments that are finished or cancelled, the newest first."""
    rows = Tournament.objects.filter(
        club_id=club_id, revoked_by__isnull=True, status__in=("finished", "cancelled")
    )
    return rows.order_by("-starts_at", "-pk")


def cards(rows: Sequence[Tournament], now_ms: int) -> list[Card]:
    """Cards of tournaments, in their order, in three queries."""
    keys = [row.pk for row in rows]
    fields, pools, clocks = _fields(keys), _pools(keys), _clocks(keys, now_ms)
    return [_card(row, fields.get(row.pk, (0, 0)), pools.get(row.pk, 0), clocks.get(row.pk)) for row in rows]


def _card(row: Tournament, field: tuple[int, int], collected_minor: int, clock: ClockState | None) -> Card:
    entries, left = field
    return Card(
        id=row.pk,
        name=row.name,
        starts_at_ms=int(row.starts_at.timestamp() * 1000),
        game_label=f"{row.get_game_display()}, {row.get_betting_display()}",
        status_label=row.get_status_display(),
        left=left,
        entries=entries,
        level_text=level_text(clock) if clock and row.status == "running" else "",
        pool_minor=max(collected_minor, row.guarantee_minor),
        currency=row.currency,
        badges=_badges(row, clock),
    )


def _badges(row: Tournament, clock: ClockState | None) -> tuple[dict[str, str], ...]:
    """Paused, or counting down."""
    if row.status == "running" and clock is not None and not clock.running:
        return ({"kind": "halt", "icon": "pause", "text": _("paused")},)
    if row.status == "planned" and clock is not None and clock.phase == "countdown" and clock.running:
        return ({"kind": "call", "icon": "clock", "text": _("counting down")},)
    return ()


def level_text(clock: ClockState) -> str:
    """Where the clock stands, in words."""
    if clock.phase == "break":
        return _("Break")
    return _("Level %(number)s") % {"number": clock.level_number} if clock.level_number else ""


def _fields(keys: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Paid entries, and those still in, by tournament."""
    rows = Entry.objects.filter(PAID_ENTRY, tournament_id__in=keys).values("tournament_id").order_by()
    counted = rows.annotate(entries=Count("pk"), left=Count("pk", filter=Q(status="active")))
    return {row["tournament_id"]: (row["entries"], row["left"]) for row in counted}


def _pools(keys: Sequence[int]) -> dict[int, int]:
    """What was collected for prizes, by tournament: as payouts.selectors.pool_of, for many at once."""
    pool = AccountKind.PRIZE_POOL
    rows = Transfer.objects.filter(
        Q(credit__kind=pool) | Q(debit__kind=pool), tournament_id__in=keys, unit="money"
    ).exclude(code=OVERLAY)
    sums: dict[tuple[int, str, str], int] = defaultdict(int)
    grouped = rows.values_list("tournament_id", "code", "debit__kind", "credit__kind").order_by()
    for key, code, debit, credit, total in grouped.annotate(total=Sum("amount")):
        other = credit if debit == pool else debit
        sums[key, code, other] += total if credit == pool else -total
    found: dict[int, int] = defaultdict(int)
    for (key, _code, _other), total in sums.items():
        found[key] += max(0, total)
    return found


def _clocks(keys: Sequence[int], now_ms: int) -> dict[int, ClockState]:
    """Where the clocks stand that were ever set."""
    last = (
        AnchorRow.objects.filter(tournament_id=OuterRef("tournament_id"))
        .order_by("-sequence")
        .values("pk")[:1]
    )
    rows = AnchorRow.objects.filter(tournament_id__in=keys, pk=Subquery(last)).select_related("structure")
    return {
        row.tournament_id: clock_state(
            levels_of(row.structure_id, row.structure.action_id), anchor_facts(row), now_ms
        )
        for row in rows
    }
