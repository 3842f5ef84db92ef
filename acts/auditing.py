"""The auditor: reads tables only, trusts no code of the verbs, and names everything that does not hold.

Each finding carries the number of the invariant it breaks (docs/guide/invariants.md).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from clock.models import Anchor, LevelTransition
from club.models import Club, Exclusion
from ledger.models import Transfer
from payouts.models import Deal, Payment, PayoutPlan
from tables.models import SeatAssignment
from tournaments.models import DirectorAction, Elimination, Entry, Purchase, Tournament, WaitingListEntry
from tournaments.recording import chain_hash

OUT = ("busted", "left", "disqualified")


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant that does not hold: its number and what was found."""

    invariant: str
    says: str


type Check = Callable[[Tournament], Iterator[Finding]]


def audit(tournament_id: int, *, history: bool = True) -> list[Finding]:
    """Everything wrong with a tournament; an empty list is a clean book.

    `history` also walks the whole hash chain (linear in the number of acts).
    """
    event = Tournament.objects.get(pk=tournament_id)
    checks = CHECKS + (HISTORY_CHECKS if history else ())
    return [finding for check in checks for finding in check(event)]


def audit_club(club_id: int) -> list[Finding]:
    """Everything wrong with the acts of a club itself: players, staff, tournaments made."""
    club = Club.objects.get(pk=club_id)
    rows = DirectorAction.objects.filter(club=club, tournament=None)
    return list(_broken_chain(rows, club.version, club.head_hash))


def check_seats(event: Tournament) -> Iterator[Finding]:
    """I1, I2: one entry per seat and one seat per entry; exactly the active entries sit, at open tables."""
    rows = list(
        SeatAssignment.objects.filter(tournament=event, closed_by__isnull=True).values_list(
            "entry_id",
            "table_id",
            "seat",
            "table__status",
            "table__seats",
            "entry__status",
            "entry__revoked_by",
        )
    )
    for count in (Counter(row[0] for row in rows), Counter(row[1:3] for row in rows)):
        yield from (Finding("I1", f"{key} {n} times seated") for key, n in count.items() if n > 1)
    for entry, table, seat, status, seats, entry_status, revoked in rows:
        if status != "open" or not 1 <= seat <= seats:
            yield Finding(
                "I1", f"entry {entry} sits at seat {seat} of table {table} ({status}, {seats} seats)"
            )
        if entry_status != "active" or revoked:
            yield Finding("I2", f"entry {entry} sits but is {entry_status}")
    sitting = {row[0] for row in rows}
    active = Entry.objects.filter(tournament=event, status="active", revoked_by__isnull=True)
    for entry in active.exclude(pk__in=sitting).values_list("pk", flat=True):
        yield Finding("I2", f"entry {entry} is in play without a seat")


def check_eliminations(event: Tournament) -> Iterator[Finding]:
    """I2, I8: exactly those who are out have one elimination that counts; batches are in order."""
    rows = Elimination.objects.filter(tournament=event, revoked_by__isnull=True)
    out = set(rows.values_list("entry_id", flat=True))
    status = dict(Entry.objects.filter(tournament=event, revoked_by__isnull=True).values_list("pk", "status"))
    for entry, found in status.items():
        if (found in OUT) != (entry in out):
            yield Finding("I8", f"entry {entry} is {found}, elimination: {entry in out}")
    yield from (Finding("I8", f"elimination of an unknown entry {entry}") for entry in out - set(status))
    live = Counter(
        Entry.objects.filter(
            tournament=event, status__in=("registered", "active"), revoked_by__isnull=True
        ).values_list("player_id", flat=True)
    )
    yield from (Finding("I2", f"player {player} has {n} live entries") for player, n in live.items() if n > 1)
    playing = {entry for entry, found in status.items() if found == "active"}
    if event.status == "finished" and len(playing) != 1 and not (playing and playing <= _sharing_all(event)):
        yield Finding("I8", f"finished with {len(playing)} players in play")


def _sharing_all(event: Tournament) -> set[int]:
    """Entries that share by a deal everything that was left; none where something was kept to play for."""
    deals = Deal.objects.filter(tournament=event, revoked_by__isnull=True, kept_minor=0)
    return set(deals.values_list("shares__entry_id", flat=True))


TRANSFER = (
    "pk",
    "amount",
    "debit_id",
    "credit_id",
    "unit",
    "debit__unit",
    "credit__unit",
    "debit__tournament_id",
    "credit__tournament_id",
    "action__tournament_id",
    "reverses__debit_id",
    "reverses__credit_id",
    "reverses__amount",
)


def check_transfers(event: Tournament) -> Iterator[Finding]:
    """I4: every transfer positive, within the tournament, and every reversal the mirror of what it reverses."""
    for row in Transfer.objects.filter(tournament=event).values_list(*TRANSFER).iterator():
        pk, amount, debit, credit = row[:4]
        if amount <= 0 or debit == credit or len(set(row[4:7])) > 1:
            yield Finding("I4", f"transfer {pk} is malformed")
        if set(row[7:10]) != {event.pk}:
            yield Finding("I4", f"transfer {pk} leaves the tournament")
        if row[10] is not None and row[10:13] != (credit, debit, amount):
            yield Finding("I4", f"transfer {pk} does not mirror what it reverses")


def _sums(event: Tournament) -> dict[str, int]:
    totals: dict[str, int] = defaultdict(int)
    rows = Transfer.objects.filter(tournament=event).order_by()
    for kind, amount in rows.values_list("debit__kind").annotate(total=Sum("amount")):
        totals[kind] += amount
    for kind, amount in rows.values_list("credit__kind").annotate(total=Sum("amount")):
        totals[kind] -= amount
    return totals


def check_chips_and_pool(event: Tournament) -> Iterator[Finding]:
    """I3, I4: the ledger says the same as the purchases: chips in play, prize pool, fee, bounties, staff, debts."""
    totals = _sums(event)
    counted = Purchase.objects.filter(
        entry__tournament=event, revoked_by__isnull=True, status__in=("paid", "pending")
    ).aggregate(
        chips=Sum("chips"),
        prize=Sum("prize_minor"),
        fee=Sum("fee_minor"),
        bounty=Sum("bounty_minor"),
        staff=Sum("staff_minor"),
        owed=Sum("prize_minor", filter=Q(status="pending"), default=0)
        + Sum("fee_minor", filter=Q(status="pending"), default=0),
    )
    paid = (
        Payment.objects.filter(tournament=event, revoked_by__isnull=True).aggregate(s=Sum("amount_minor"))[
            "s"
        ]
        or 0
    )
    expected = {
        "in_play": (counted["chips"] or 0) - totals["chips_removed"] - totals["race_difference"],
        "prize_pool": paid - (counted["prize"] or 0) - totals["house"],
        "fee": -(counted["fee"] or 0),
        "bounty_pool": -(counted["bounty"] or 0),
        "staff": -(counted["staff"] or 0),
        "debts": counted["owed"] or 0,
    }
    for kind, amount in expected.items():
        if totals[kind] != amount:
            yield Finding(
                "I3" if kind == "in_play" else "I4", f"{kind} is {totals[kind]}, should be {amount}"
            )
    if sum(amount for kind, amount in totals.items() if kind not in CHIPS):
        yield Finding("I4", "money accounts do not add up to zero")


CHIPS = frozenset({"chip_bank", "in_play", "chips_removed", "race_difference"})


def check_prizes(event: Tournament) -> Iterator[Finding]:
    """I5, I6: prizes add up to their pool and never rise from first place down; nobody is paid more than his prize."""
    plans = PayoutPlan.objects.filter(tournament=event, revoked_by__isnull=True).order_by("-number")[:1]
    for plan in plans.prefetch_related("prizes"):
        amounts = [prize.amount_minor for prize in plan.prizes.all()]
        if amounts and sum(amounts) != plan.pool_minor:
            yield Finding(
                "I5", f"prizes of plan {plan.number} are {sum(amounts)}, the pool {plan.pool_minor}"
            )
    paid: dict[int, int] = defaultdict(int)
    for row in Payment.objects.filter(tournament=event, revoked_by__isnull=True).order_by("entry_id", "part"):
        if row.paid_before_minor != paid[row.entry_id]:
            yield Finding(
                "I6", f"payment {row.pk} follows {paid[row.entry_id]}, says {row.paid_before_minor}"
            )
        paid[row.entry_id] += row.amount_minor
        if paid[row.entry_id] > row.owed_minor:
            yield Finding("I6", f"entry {row.entry_id} was paid {paid[row.entry_id]} of {row.owed_minor}")


def check_deal(event: Tournament) -> Iterator[Finding]:
    """I5: the shares of a deal and what was kept add up to what it was about; its players count."""
    for deal in Deal.objects.filter(tournament=event, revoked_by__isnull=True).prefetch_related(
        "shares__entry"
    ):
        shares = list(deal.shares.all())
        total = sum(share.amount_minor for share in shares) + deal.kept_minor
        if total != deal.pool_minor:
            yield Finding("I5", f"deal {deal.pk} shares {total}, it is about {deal.pool_minor}")
        for share in shares:
            if share.entry.revoked_by_id or share.entry.status == "cancelled":
                yield Finding(
                    "I5", f"entry {share.entry_id} has a share of deal {deal.pk} and does not count"
                )


def check_purchases(event: Tournament) -> Iterator[Finding]:
    """I7: what was paid has a receipt, what was not has none; nothing is kept for an entry that was refunded."""
    rows = Purchase.objects.filter(entry__tournament=event, revoked_by__isnull=True)
    rows = rows.filter(status__in=("paid", "pending"))
    wrong = rows.filter(
        Q(status="paid", receipt_number__isnull=True) | Q(status="pending", receipt_number__isnull=False)
    )
    yield from (
        Finding("I7", f"purchase {row.pk} is {row.status}, receipt {row.receipt_number}") for row in wrong
    )
    gone = rows.filter(Q(entry__status__in=("cancelled", "registered")) | Q(entry__revoked_by__isnull=False))
    yield from (Finding("I7", f"purchase {row.pk} is kept for entry {row.entry_id}") for row in gone)


def check_receipts(event: Tournament) -> Iterator[Finding]:
    """I7: a receipt number is used once; what was paid has one, what was not has none."""
    rows = Purchase.objects.filter(entry__tournament__club=event.club_id, receipt_number__isnull=False)
    numbers = Counter(rows.values_list("receipt_number", flat=True))
    numbers.update(
        Payment.objects.filter(tournament__club=event.club_id).values_list("receipt_number", flat=True)
    )
    yield from (
        Finding("I7", f"receipt {number} was given {n} times") for number, n in numbers.items() if n > 1
    )


def check_clock(event: Tournament) -> Iterator[Finding]:
    """I9-I11: anchors in order without a gap, in a level that exists; each level begun once per anchor, never early."""
    anchors = Anchor.objects.filter(tournament=event).order_by("sequence")
    found = list(
        anchors.annotate(levels=Count("structure__levels")).values_list("sequence", "level_index", "levels")
    )
    if [sequence for sequence, _index, _levels in found] != list(range(1, len(found) + 1)):
        yield Finding("I9", "anchors have gaps")
    for sequence, index, levels in found:
        if index >= levels:
            yield Finding("I9", f"anchor {sequence} stands in a level that does not exist")
    seen = Counter(LevelTransition.objects.filter(tournament=event).values_list("anchor_id", "level_index"))
    yield from (Finding("I11", f"level {key} was recorded {n} times") for key, n in seen.items() if n > 1)
    for row in LevelTransition.objects.filter(tournament=event).select_related("anchor"):
        if row.recorded_ms < row.at_ms or row.at_ms < row.anchor.at_ms - max(0, row.anchor.elapsed_ms):
            yield Finding("I11", f"transition {row.pk} was recorded before it was due")


def check_waiting(event: Tournament) -> Iterator[Finding]:
    """I12: nobody waits twice; a promotion has its entry; no more standing offers than places."""
    rows = WaitingListEntry.objects.filter(tournament=event, revoked_by__isnull=True)
    open_rows = Counter(rows.filter(status__in=("waiting", "offered")).values_list("player_id", flat=True))
    yield from (
        Finding("I12", f"player {player} waits {n} times") for player, n in open_rows.items() if n > 1
    )
    if rows.filter(status="promoted", entry__isnull=True).exists():
        yield Finding("I12", "a promotion has no entry")


def check_exclusions(event: Tournament) -> Iterator[Finding]:
    """I17: no entry was made after its player was excluded (in the same millisecond the entry may have been first)."""
    rows = Exclusion.objects.filter(player__club=event.club_id, revoked_by_id__isnull=True)
    for row in rows:
        late = Entry.objects.filter(
            tournament=event, player=row.player_id, registered_ms__gt=row.from_ms, revoked_by__isnull=True
        )
        if row.until_ms:
            late = late.filter(registered_ms__lt=row.until_ms)
        yield from (Finding("I17", f"entry {entry.pk} of an excluded player") for entry in late)


def check_history(event: Tournament) -> Iterator[Finding]:
    """I15: the acts are numbered without a gap and each hash follows from the row and the one before."""
    yield from _broken_chain(DirectorAction.objects.filter(tournament=event), event.version, event.head_hash)


def _broken_chain(rows: QuerySet[DirectorAction], version: int, head_hash: str) -> Iterator[Finding]:
    previous, number = "", 0
    for row in rows.order_by("sequence").iterator():
        number += 1
        if row.sequence != number or row.previous_hash != previous or chain_hash(row) != row.hash:
            yield Finding("I15", f"act {row.sequence} does not follow from the one before")
        previous = row.hash
    if (version, head_hash) != (number, previous):
        yield Finding("I15", f"version {version} is said, there are {number} acts")


CHECKS: tuple[Check, ...] = (
    check_seats,
    check_eliminations,
    check_transfers,
    check_chips_and_pool,
    check_prizes,
    check_deal,
    check_purchases,
    check_receipts,
    check_clock,
    check_waiting,
    check_exclusions,
)
HISTORY_CHECKS: tuple[Check, ...] = (check_history,)
