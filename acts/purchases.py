"""Rebuys and add-ons: chips bought by an entry that stays the same entry."""

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from acts.entries import (
    buy,
    draw_seat,
    find_entry,
    free_places,
    refuse_excluded,
    refuse_settled,
    seat_entry,
    take_receipt_number,
)
from acts.windows import bust_of, require_addon, require_rebuy
from ledger.models import AccountKind as A
from ledger.steps import Posting, post, reverse_in_effect
from tables.models import SeatAssignment, Table
from tables.steps import Placing
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DESK_STAFF, DIRECTORS, FLOOR, FLOOR_STAFF
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import Elimination, Entry, Purchase


def bought(entry: Entry, kind: str) -> int:
    """How many of that kind the entry has bought (pending ones count, refunded ones do not)."""
    rows = Purchase.objects.filter(entry=entry, kind=kind, revoked_by__isnull=True)
    return rows.exclude(status__in=("refunded", "dropped")).count()


def _next_purchase(entry: Entry, kind: str) -> int:
    rows = Purchase.objects.filter(entry=entry, kind=kind, revoked_by__isnull=True)
    return (rows.aggregate(last=Max("number"))["last"] or 0) + 1


@director_action(
    "entry.rebuy", roles=DESK_STAFF | FLOOR_STAFF, club=True, statuses=frozenset({"running", "planned"})
)
def rebuy(
    act: Act, *, entry_id: int, pending: bool = False, stack_chips: int | None = None
) -> dict[str, object]:
    """Sell a rebuy: same entry, same seat. A player who busted in the rebuy period comes back to his seat.

    `pending`: declared before the hand, to be paid even if the player wins it (TDA 27). `stack_chips`: what he holds
    now, asked for when the rebuy has a greatest stack. Refused: no rebuys, the period over, the limit, a debt; and to
    floor staff, who takes no money, all but the declaration (permission matrix).
    """
    entry = find_entry(act, entry_id)
    act.facts["player"] = entry.player.name
    if act.role == FLOOR and not (pending and entry.status == "active"):
        raise NotAllowed(
            "desk_takes_money",
            _("The desk takes the money. You can declare the rebuy of a player who is still in."),
        )
    if entry.status not in ("active", "busted"):
        raise DirectorError(
            "entry_not_active",
            _("%(player)s is not in play (%(status)s)."),
            player=entry.player.name,
            status=entry.get_status_display(),
        )
    require_rebuy(act, entry)
    refuse_excluded(act, entry.player)
    _check_limits(act, entry, stack_chips)
    if entry.status == "busted":
        _come_back(act, entry)
    purchase = buy(act, entry, Purchase.Kind.REBUY, _next_purchase(entry, "rebuy"), pending=pending)
    act.facts |= {"amount_minor": purchase.price_minor, "number": purchase.number, "pending": pending}
    return _bought(purchase)


def _bought(purchase: Purchase) -> dict[str, object]:
    return {
        "purchase_id": purchase.pk,
        "number": purchase.number,
        "receipt_number": purchase.receipt_number,
        "amount_minor": purchase.price_minor,
    }


def _check_limits(act: Act, entry: Entry, stack_chips: int | None) -> None:
    """The number of rebuys, and the stack up to which they are sold."""
    event = act.event
    if event.rebuy_limit is not None and bought(entry, "rebuy") >= event.rebuy_limit:
        raise DirectorError(
            "rebuy_limit",
            _("%(player)s has used all rebuys (%(limit)s)."),
            player=entry.player.name,
            limit=event.rebuy_limit,
        )
    broke_only = event.rebuy_kind == "broke"
    most = 0 if broke_only else event.rebuy_threshold_chips
    if most is not None and stack_chips is not None and stack_chips > most:
        raise DirectorError("stack_too_big", _("A rebuy needs a stack of at most %(most)s chips."), most=most)


def _come_back(act: Act, entry: Entry) -> None:
    """The bust is taken back and the player sits where he sat, or elsewhere if that seat is taken.

    His place may have gone to somebody from the waiting list: then there is none for him.
    """
    out = bust_of(entry)
    if out is None:
        raise DirectorError("not_out", _("There is no bust of this player to take back."), conflict=True)
    if free_places(act) == 0:
        raise DirectorError(
            "full", _("The tournament is full: there is no place for this player."), conflict=True
        )
    act.change(out, revoked_by_id=act.id)
    act.change(entry, status="active", stack_chips=None)
    seat_entry(act, _old_seat(act, entry, out) or draw_seat(act, entry, None, None))


def _old_seat(act: Act, entry: Entry, out: Elimination) -> Placing | None:
    """The seat a player sat in when he went out, if it is still there and free."""
    if out.seat is None or out.table_number is None:
        return None
    table = Table.objects.filter(
        tournament=act.event, number=out.table_number, status="open", revoked_by__isnull=True
    ).first()
    if table is None or out.seat > table.seats:
        return None
    taken = SeatAssignment.objects.filter(table=table, seat=out.seat, closed_by__isnull=True).exists()
    return None if taken else Placing(entry, table, out.seat)


@director_action("entry.addon", roles=DESK_STAFF, club=True, statuses=frozenset({"running"}))
def add_on(act: Act, *, entry_id: int) -> dict[str, object]:
    """Sell the add-on: once per entry, in its break, whatever the stack."""
    entry = find_entry(act, entry_id)
    act.facts["player"] = entry.player.name
    if entry.status != "active":
        raise DirectorError(
            "entry_not_active",
            _("%(player)s is not in play (%(status)s)."),
            player=entry.player.name,
            status=entry.get_status_display(),
        )
    require_addon(act)
    refuse_excluded(act, entry.player)
    if bought(entry, "addon"):
        raise DirectorError(
            "addon_once", _("%(player)s has taken the add-on already."), player=entry.player.name
        )
    purchase = buy(act, entry, Purchase.Kind.ADDON, _next_purchase(entry, "addon"))
    act.facts["amount_minor"] = purchase.price_minor
    return _bought(purchase)


def _pending(act: Act, purchase_id: int) -> Purchase:
    row = (
        Purchase.objects.filter(entry__tournament=act.event, pk=purchase_id, revoked_by__isnull=True)
        .select_related("entry__player")
        .first()
    )
    if row is None:
        raise NotFound("purchase_unknown", _("There is no such purchase."))
    if row.status != Purchase.Status.PENDING:
        raise DirectorError("not_pending", _("This purchase is not waiting for money."), conflict=True)
    return row


@director_action("purchase.settle", roles=DESK_STAFF, club=True)
def settle(act: Act, *, purchase_id: int) -> dict[str, object]:
    """Take the money for a rebuy that was declared before the hand."""
    row = _pending(act, purchase_id)
    act.change(row, status=Purchase.Status.PAID, receipt_number=take_receipt_number(act))
    post(act, [Posting(A.TILL, A.DEBTS, row.price_minor, "debt.paid", row.entry, row)])
    act.facts |= {"player": row.entry.player.name, "amount_minor": row.price_minor}
    return _bought(row)


@director_action("purchase.drop", roles=DIRECTORS)
def drop(act: Act, *, purchase_id: int) -> dict[str, object]:
    """Give up a debt that will not be paid: the chips leave play again. The log keeps the reason."""
    row = _pending(act, purchase_id)
    refuse_settled(act)
    reverse_in_effect(act, row)
    act.change(row, status=Purchase.Status.DROPPED)
    act.facts |= {"player": row.entry.player.name, "amount_minor": row.price_minor}
    return {"purchase_id": row.pk}
