"""Prizes: the plan, locking it, paying it out, and deals."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from acts.entries import take_receipt_number
from acts.refusals import refusing, text, whole
from acts.windows import somebody_may_come_back
from ledger.models import AccountKind as A
from ledger.selectors import balances
from ledger.steps import Posting, post
from payouts.models import Payment
from payouts.rules.plan import PlanSettings, make_plan
from payouts.rules.rounding import require_unit_within
from payouts.selectors import OVERLAY, Result, default_settings, pool_of, prizes_of, results_of
from payouts.steps import write_payment, write_plan
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, director_action
from tournaments.actors import DESK_STAFF, DIRECTORS
from tournaments.errors import DirectorError, NotFound
from tournaments.models import Entry
from tournaments.selectors import field_of

MOST_MINOR = 10**11
PLAYED = frozenset({"planned", "running", "finished"})


@director_action("payouts.plan", roles=DIRECTORS, statuses=PLAYED)
def plan_payouts(
    act: Act,
    *,
    preset: str = "",
    places: int | None = None,
    places_percent: str = "",
    percents: list[str] | None = None,
    amounts_minor: list[int] | None = None,
    unit_minor: int | None = None,
    rounding: str = "",
    min_cash_minor: int | None = None,
    first_minor: int = 0,
) -> dict[str, object]:
    """Make the prizes by a preset, by percentages or by amounts typed. Typed amounts stay exactly as typed.

    Percentages must add to 100 and amounts to the pool; what is missing is named. Refused while the plan is locked.
    """
    _refuse_locked(act)
    base = default_settings(act.event)
    settings = replace(
        base,
        preset=preset or base.preset,
        places=places,
        places_percent=None if places else places_percent or base.places_percent,
        custom_percents=tuple(percents or ()),
        custom_amounts_minor=tuple(amounts_minor or ()),
        unit_minor=unit_minor or base.unit_minor,
        rounding=rounding or base.rounding,  # type: ignore[arg-type]
        min_cash_minor=base.min_cash_minor if min_cash_minor is None else min_cash_minor,
        first_minor=first_minor,
    )
    _require_unit(pool_of(act.event).pool_minor, settings)
    return _write(act, settings, locked=False)


def _refuse_locked(act: Act) -> None:
    if prizes_of(act.event).locked:
        raise DirectorError("plan_locked", _("The prizes are locked. Unlock them first."), conflict=True)


def _require_unit(pool_minor: int, settings: PlanSettings) -> None:
    """Refuse a rounding unit above the pool when the director decides; before that a small pool may still grow."""
    if settings.custom_amounts_minor:
        return
    with refusing():
        require_unit_within(pool_minor, settings.unit_minor)


def _write(act: Act, settings: PlanSettings, *, locked: bool) -> dict[str, object]:
    field, pool = field_of(act.event.pk), pool_of(act.event)
    with refusing():
        plan = make_plan(pool.pool_minor, field.entries, settings, players=field.players or None)
    row = write_plan(act, plan, settings, locked=locked)
    act.facts |= {"places": plan.places_paid, "pool_minor": plan.pool_minor, "entries": plan.entries}
    return {
        "plan_id": row.pk,
        "pool_minor": plan.pool_minor,
        "places": plan.places_paid,
        "warnings": [notice.code for notice in plan.warnings],
    }


@director_action("payouts.lock", roles=DIRECTORS, statuses=PLAYED)
def lock_payouts(act: Act) -> dict[str, object]:
    """Lock the prizes for today's entries and pool; the house pays up to the guarantee (docs/rules.md 9).

    Locking a stale plan again takes today's numbers. Entries that come later make the plan stale, never different.
    """
    prizes = prizes_of(act.event)
    if prizes.locked and not prizes.stale:
        raise DirectorError("locked_already", _("The prizes are locked already."), conflict=True)
    paid = Payment.objects.filter(tournament=act.event, revoked_by__isnull=True).exists()
    if paid and prizes.locked:
        raise DirectorError(
            "paid_already", _("Prizes have been paid by this plan: undo those payments first.")
        )
    _require_unit(prizes.pool.pool_minor, prizes.settings)
    _top_up(act, prizes.pool.overlay_minor)
    return _write(act, prizes.settings, locked=True)


def _top_up(act: Act, overlay_minor: int) -> None:
    """Bring the overlay the house has paid to what it should be now."""
    paid = balances(act.event.pk)[A.HOUSE]
    post(
        act,
        [
            Posting(A.HOUSE, A.PRIZE_POOL, max(0, overlay_minor - paid), OVERLAY),
            Posting(A.PRIZE_POOL, A.HOUSE, max(0, paid - overlay_minor), OVERLAY),
        ],
    )


@director_action("payouts.unlock", roles=DIRECTORS, statuses=PLAYED)
def unlock_payouts(act: Act) -> dict[str, object]:
    """Let the prizes follow the entries again. Refused once a prize was paid by the plan."""
    prizes = prizes_of(act.event)
    if not prizes.locked:
        raise DirectorError("not_locked", _("The prizes are not locked."), conflict=True)
    if Payment.objects.filter(tournament=act.event, revoked_by__isnull=True).exists():
        raise DirectorError(
            "paid_already", _("Prizes have been paid by this plan: undo those payments first.")
        )
    return _write(act, prizes.settings, locked=False)


@director_action("payouts.pay", roles=DESK_STAFF, club=True, statuses=ANY_STATUS - {"cancelled"})
def pay_prize(
    act: Act, *, entry_id: int, amount_minor: int | None = None, method: str = "cash", note: str = ""
) -> dict[str, object]:
    """Pay a player his prize, or a part of it; without an amount all that is owed.

    Needs locked prizes that are not stale, and a place that can no longer shift. Paid once: the rest is what is owed.
    """
    result = _payable(act, entry_id)
    if method not in Payment.Method.values:
        raise DirectorError("method_unknown", _("Say how it was paid: cash, bank transfer or other."))
    amount = (
        result.owed_minor if amount_minor is None else whole(amount_minor, 1, MOST_MINOR, _("The amount"))
    )
    if amount > result.owed_minor:
        raise DirectorError(
            "more_than_owed", _("That is more than is owed to %(player)s."), player=result.name
        )
    entry = Entry.objects.select_related("player").get(pk=result.entry_id)
    payment = write_payment(
        act,
        entry,
        places=(result.place_from or 0, result.place_to or 0),
        owed_minor=result.prize_minor,
        amount_minor=amount,
        method=method,
        receipt_number=take_receipt_number(act),
        note=text(note, 200, _("The note"), required=False),
    )
    post(act, [Posting(A.PRIZE_POOL, A.TILL, amount, "prize", entry)])
    act.facts |= {"player": result.name, "amount_minor": amount, "place": result.place_from, "method": method}
    return {
        "payment_id": payment.pk,
        "receipt_number": payment.receipt_number,
        "amount_minor": amount,
        "owed_minor": result.owed_minor - amount,
    }


def _payable(act: Act, entry_id: int) -> Result:
    """The result of an entry that can be paid now; otherwise a refusal that says what is missing."""
    entry_open = act.event.status == "running" and somebody_may_come_back(act)
    results = results_of(act.event, entry_open=entry_open)
    row = next((row for row in results.rows if row.entry_id == entry_id), None)
    if row is None:
        raise NotFound("entry_unknown", _("There is no such entry in this tournament."))
    if not results.prizes.locked:
        raise DirectorError("not_locked_yet", _("Lock the prizes first."))
    if results.prizes.stale:
        raise DirectorError(
            "plan_stale", _("The prizes are stale: entries came since they were locked. Lock them again.")
        )
    in_deal = results.prizes.deal is not None and row.prize_minor > 0
    if row.place_from is None and not in_deal:
        raise DirectorError("still_playing", _("%(player)s is still playing."), player=row.name)
    if entry_open:
        raise DirectorError("provisional", _("Places can still shift: registration or re-entry is open."))
    if row.owed_minor <= 0:
        raise DirectorError(
            "nothing_owed", _("Nothing is owed to %(player)s."), player=row.name, conflict=True
        )
    return row
