"""What must hold of the whole tournament after an undo, and no single row knows.

Undo restores rows; whether the tournament makes sense with them is decided here, before anything is committed. Each
check refuses with what stands in the way, or puts right what follows from the undo.
"""

from typing import Any

from django.db.models import F, Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from acts.elimination import active_count
from acts.entries import live_entries, refuse_refund_by_cashier, standing_offers, waiting
from acts.windows import somebody_may_come_back
from payouts.models import Deal, Payment
from payouts.selectors import results_of, shared_by_deal
from tables.models import SeatAssignment
from tournaments.act import Act
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Elimination, Entry, Purchase, Tournament
from tournaments.undoing import later_act_on, refuse_because_of

ALL_REFUNDED = ("refunded", "dropped")


def check_whole(act: Act, original: DirectorAction, *, was: str, live_before: int) -> None:
    """Run every check. `was`: the status before the undo; `live_before`: entries that held a place before it."""
    _check_refund(act)
    _check_capacity(act, live_before)
    _check_seats(act)
    _check_cancelled(act, original)
    _check_start(act)
    _check_end(act, was)
    _check_deal(act)
    _check_payments(act)


def _check_refund(act: Act) -> None:
    """To take a buy-in back is to refund it: who may not do the one may not do the other."""
    ended = [
        delta["pk"]
        for delta in act.deltas
        if delta["do"] == "change" and delta["model"] == "tournaments.purchase" and _ends(delta["fields"])
    ]
    if Purchase.objects.filter(pk__in=ended, kind=Purchase.Kind.ENTRY).exists():
        refuse_refund_by_cashier(act)


def _ends(fields: dict[str, Any]) -> bool:
    """Whether a purchase that changed so counts no more."""
    _was, revoked = fields.get("revoked_by_id", (None, None))
    _before, status = fields.get("status", (None, None))
    return revoked is not None or status in ALL_REFUNDED


def _check_capacity(act: Act, live_before: int) -> None:
    """An entry that comes back needs a place, like any other."""
    live, capacity = live_entries(act), act.event.capacity
    if capacity is None or live <= live_before:
        return
    if live + standing_offers(act, waiting(act)) > capacity:
        raise DirectorError(
            "full", _("The tournament is full by now: there is no place for this player."), conflict=True
        )


def _check_seats(act: Act) -> None:
    """Nobody is left at a table that the undo closed or made smaller, or in a seat without being in play."""
    held = SeatAssignment.objects.filter(tournament=act.event, closed_by__isnull=True)
    wrong = ~Q(table__status="open") | Q(seat__gt=F("table__seats")) | ~Q(entry__status="active")
    _refuse_for(held.filter(wrong).select_related("opened_by").order_by("-pk"), "opened_by")


def _check_cancelled(act: Act, original: DirectorAction) -> None:
    """Nothing is bought for an entry that is not paid or was refunded, and nobody plays in a cancelled tournament."""
    bought = Purchase.objects.filter(entry__tournament=act.event, revoked_by__isnull=True)
    bought = bought.exclude(status__in=ALL_REFUNDED)
    kept = bought.filter(entry__status__in=("registered", "cancelled")).order_by("-pk").first()
    if kept is not None:
        refuse_because_of(
            later_act_on(original, "tournaments.purchase", kept.pk)
            or later_act_on(original, "tournaments.entry", kept.entry_id)
        )
    if act.event.status == "cancelled" and live_entries(act):
        _refuse_for(
            DirectorAction.objects.filter(tournament=act.event, kind="tournament.cancel").order_by(
                "-sequence"
            )
        )


def _check_start(act: Act) -> None:
    """The start is not taken back while players are out: their busts rest on it."""
    if act.event.status == "planned":
        outs = Elimination.objects.filter(tournament=act.event, revoked_by__isnull=True)
        _refuse_for(outs.order_by("-order", "-pk"), "made_by")


def _check_end(act: Act, was: str) -> None:
    """A finished tournament has one player left, or a deal shares it all. Else it goes on, its clock paused (F11)."""
    if act.event.status != "finished" or active_count(act) == 1 or shared_by_deal(act.event.pk):
        return
    if was != "finished":
        raise DirectorError("not_won_yet", _("More players have come since: nobody has won."), conflict=True)
    # Not a change of this act: whoever undoes or redoes it later finds the status put right by the same check.
    act.event.status = "running"
    Tournament.objects.filter(pk=act.event.pk).update(status="running")


def _check_deal(act: Act) -> None:
    """A deal is made by everybody still in; nobody comes back behind it, and nobody in it disappears."""
    deal = Deal.objects.filter(tournament=act.event, revoked_by__isnull=True).first()
    if deal is None:
        return
    sharing = set(deal.shares.values_list("entry_id", flat=True))
    counted = Entry.objects.filter(tournament=act.event, revoked_by__isnull=True)
    active = set(counted.filter(status="active").values_list("pk", flat=True))
    if active - sharing or sharing - set(counted.exclude(status="cancelled").values_list("pk", flat=True)):
        refuse_because_of(deal.made_by)


def _check_payments(act: Act) -> None:
    """Money handed out stays right: nobody was paid more than the prize of the place he has now."""
    payments = Payment.objects.filter(tournament=act.event, revoked_by__isnull=True).order_by("-pk")
    if not payments.exists():
        return
    open_still = act.event.status == "running" and somebody_may_come_back(act)
    results = {row.entry_id: row for row in results_of(act.event, entry_open=open_still).rows}
    for payment in payments.select_related("made_by"):
        row = results.get(payment.entry_id)
        if row is None or row.paid_minor > row.prize_minor:
            refuse_because_of(payment.made_by)


def _refuse_for(rows: QuerySet[Model], by: str = "") -> None:
    """Refuse because of the act behind the first of the rows (`by`: its field of the row), if there is one."""
    row = rows.first()
    if row is not None:
        act: Any = getattr(row, by) if by else row
        refuse_because_of(act)
