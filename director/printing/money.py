"""Sheets about money: payouts with signatures, and receipts."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clock.event_windows import entries_may_come
from clock.selectors import load_clock
from club.templatetags.figures import at, money, money_short
from director.desk.labels import bought_text, part_lines
from director.money.pool_lines import pool_lines
from director.money.prize_words import METHODS
from director.printing.sheets import RECEIPT, NoSuchSheet, PrintJob, sheet, shown_name
from director.setup.form_texts import CHOICE_LABELS, PAYOUT_PRESETS
from payouts.models import Deal, Payment, PayoutPlan
from payouts.selectors import Prizes, Result, Results, results_of
from tables.models import SeatAssignment
from tournaments.actors import DESK_STAFF
from tournaments.models import Purchase

# Payout sheet ------------------------------------------------------------------------------------------------------


@sheet(
    "payouts",
    gettext_lazy("Payouts"),
    gettext_lazy("Every prize with a line to sign for it."),
    roles=DESK_STAFF,
)
def payouts(job: PrintJob) -> dict[str, Any]:
    """The payout sheet: pool, rules, every place with what is to pay and what was paid, signatures."""
    event = job.event
    results = results_of(event, entry_open=entries_may_come(event, load_clock(event.pk), job.now_ms))
    prizes, payments = results.prizes, _payments(event.pk)
    rows = payout_rows(job, results, payments)
    paid_minor = sum(row.amount_minor for row in payments)
    return {
        "currency": event.currency,
        "aside": [entries_text(prizes.plan.entries), _places(len(prizes.plan.prizes))],
        "pool_lines": pool_lines(prizes),
        "rules": rules_applied(job, prizes),
        "rows": rows,
        "totals": _totals(job, rows, prizes, paid_minor),
        "signers": [
            _("Director: %(name)s") % {"name": job.user_name},
            _("Second person, name and signature"),
            _("Date and time"),
        ],
        "foot_note": _("Prizes not collected stay owed; the house rule says until when."),
        "plan_note": _plan_note(job, prizes),
    }


def entries_text(count: int) -> str:
    return ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}


def _places(count: int) -> str:
    return ngettext("%(count)s place paid", "%(count)s places paid", count) % {"count": count}


def _payments(tournament_id: int) -> list[Payment]:
    rows = Payment.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return list(rows.select_related("made_by__actor").order_by("entry_id", "part"))


def payout_rows(job: PrintJob, results: Results, payments: Sequence[Payment]) -> list[dict[str, Any]]:
    """Every place of the plan in order, with the player once he has it; first those who share by a deal."""
    plan, pool = results.prizes.plan, results.prizes.pool.pool_minor
    planned = {prize.place: prize for prize in plan.prizes}
    placed = [row for row in results.rows if row.place_from is not None and row.place_from <= len(planned)]
    dealt = [row for row in results.rows if row.place_from is None and row.prize_minor]
    taken = {
        place for row in placed if row.place_from for place in range(row.place_from, (row.place_to or 0) + 1)
    }
    free = [place for place in planned if place not in taken]
    rows = [_row(job, row, _share(row.prize_minor, pool), payments, row.prize_minor) for row in dealt]
    if not dealt:
        rows += [_free_row(place, planned[place].amount_minor, pool, planned[place].label) for place in free]
    for row in sorted(placed, key=lambda row: (row.place_from or 0, row.name)):
        first = planned[row.place_from or 1]
        plan_minor = first.amount_minor if row.place_from == row.place_to else row.prize_minor
        rows.append(_row(job, row, _share(plan_minor, pool), payments, plan_minor, first.label))
    return rows


def _free_row(place: int, amount_minor: int, pool: int, label: str) -> dict[str, Any]:
    return {
        "place": str(place),
        "name": "",
        "share": _share(amount_minor, pool),
        "prize_minor": amount_minor,
        "pay_minor": amount_minor,
        "state": "",
        "label": label,
    }


def _row(
    job: PrintJob, row: Result, share: str, payments: Sequence[Payment], prize_minor: int, label: str = ""
) -> dict[str, Any]:
    return {
        "place": place_text(row.place_from, row.place_to),
        "name": shown_name(job, row.name, row.display_name),
        "share": share,
        "prize_minor": prize_minor,
        "pay_minor": row.prize_minor,
        "state": _state(job, row, [one for one in payments if one.entry_id == row.entry_id]),
        "label": label or row.label,
    }


def place_text(place_from: int | None, place_to: int | None) -> str:
    """A place, or the places that tied players share: 2–3. A dash while he plays."""
    if place_from is None:
        return "–"
    return str(place_from) if place_from == place_to else f"{place_from}–{place_to}"


def _share(amount_minor: int, pool_minor: int) -> str:
    """Percent of the pool to one decimal, reckoned exactly."""
    if not pool_minor:
        return ""
    tenths = round(Fraction(1000 * amount_minor, pool_minor))
    return f"{tenths // 10}.{tenths % 10}"


def _state(job: PrintJob, row: Result, payments: Sequence[Payment]) -> str:
    """Who paid when, and what is still open of a prize paid in parts."""
    if not payments:
        return ""
    last = payments[-1]
    who = str(last.made_by.actor) if last.made_by.actor else ""
    text = _("paid %(time)s, %(who)s") % {"time": at(last.at_ms), "who": who}
    open_minor = row.prize_minor - sum(one.amount_minor for one in payments)
    if open_minor > 0:
        text = _("%(text)s; open %(amount)s") % {
            "text": text,
            "amount": money(open_minor, job.event.currency),
        }
    return text


def _totals(job: PrintJob, rows: Sequence[dict[str, Any]], prizes: Prizes, paid_minor: int) -> dict[str, Any]:
    """The sums; what is to pay is the pool, whatever the deal or the rounding."""
    pay_minor = sum(row["pay_minor"] for row in rows)
    currency = job.event.currency
    return {
        "share": _share(sum(row["prize_minor"] for row in rows), prizes.pool.pool_minor),
        "prize_minor": sum(row["prize_minor"] for row in rows),
        "pay_minor": pay_minor,
        "state": _("paid %(paid)s, open %(open)s")
        % {"paid": money(paid_minor, currency), "open": money(pay_minor - paid_minor, currency)},
    }


def rules_applied(job: PrintJob, prizes: Prizes) -> list[str]:
    """How the amounts came about, in words."""
    settings, currency = prizes.settings, job.event.currency
    rounding = dict(CHOICE_LABELS["payout_rounding"]).get(settings.rounding, settings.rounding)
    if settings.custom_amounts_minor:
        lines = [_("Amounts as the director entered them.")]
    elif settings.custom_percents:
        lines = [_("Percentages as the director entered them.")]
    else:
        lines = [_("%(preset)s.") % {"preset": dict(PAYOUT_PRESETS).get(settings.preset, settings.preset)}]
    lines.append(
        _("Rounded to %(unit)s, %(rounding)s.")
        % {"unit": money_short(settings.unit_minor, currency), "rounding": rounding}
    )
    if prizes.deal is not None:
        lines.append(deal_line(job, prizes.deal))
    if prizes.stale:
        lines.append(_("Stale: entries or pool have changed since these prizes were locked."))
    return [*lines, _("Nothing is taken from the pool.")]


def deal_line(job: PrintJob, deal: Deal) -> str:
    method = METHODS.get(deal.method, deal.method)
    text = _("Deal of %(players)s at %(time)s by %(method)s.") % {
        "players": deal.shares.count(),
        "time": at(deal.at_ms),
        "method": method,
    }
    if deal.kept_minor:
        kept = money(deal.kept_minor, job.event.currency)
        text += " " + _("%(amount)s left to play for.") % {"amount": kept}
    return text


def _plan_note(job: PrintJob, prizes: Prizes) -> str:
    printed = _("printed %(time)s") % {"time": at(job.now_ms)}
    row = PayoutPlan.objects.filter(pk=prizes.plan_id or 0).select_related("made_by").first()
    if row is None or not prizes.locked:
        return _("not locked: amounts can still change, %(printed)s") % {"printed": printed}
    return _("Plan %(number)s, locked %(time)s, %(printed)s") % {
        "number": row.number,
        "time": at(row.made_by.at_ms),
        "printed": printed,
    }


# Receipts ----------------------------------------------------------------------------------------------------------


@sheet(
    "receipt",
    gettext_lazy("Receipt"),
    gettext_lazy("For one payment in or out, on the roll."),
    roles=DESK_STAFF,
    paper=RECEIPT,
    listed=False,
)
def receipt(job: PrintJob) -> dict[str, Any]:
    """The receipt of a purchase (`purchase_id`) or of a prize paid (`payment_id`)."""
    purchase_id, payment_id = job.number("purchase_id"), job.number("payment_id")
    if purchase_id is not None:
        receipts = [_purchase_receipt(job, purchase_id)]
    elif payment_id is not None:
        receipts = [_payment_receipt(job, payment_id)]
    else:
        raise NoSuchSheet("purchase_id")
    return {"receipts": receipts, "currency": job.event.currency}


def _purchase_receipt(job: PrintJob, purchase_id: int) -> dict[str, Any]:
    rows = Purchase.objects.filter(pk=purchase_id, entry__tournament=job.event)
    row = rows.select_related("entry__player", "made_by__actor").first()
    if row is None:
        raise NoSuchSheet("purchase_id")
    held = (
        SeatAssignment.objects.filter(entry=row.entry, closed_by__isnull=True).select_related("table").first()
    )
    pending = row.status == Purchase.Status.PENDING
    return _receipt_of(job, row, row.entry.player, row.made_by.actor) | {
        "number": row.receipt_number,
        "what": bought_text(row),
        "table": held.table.number if held else None,
        "seat": held.seat if held else None,
        "lines": part_lines(row.prize_minor, row.fee_minor, row.bounty_minor, row.staff_minor),
        "total_minor": row.price_minor,
        "paid_by": _("To be paid") if pending else _("Paid"),
        "chips": row.chips,
        "reversed_note": _reversed_purchase(row),
    }


def _reversed_purchase(row: Purchase) -> str:
    """A receipt of money that went back says so."""
    if row.status == Purchase.Status.REFUNDED:
        return _("Refunded")
    if row.revoked_by_id or row.status == Purchase.Status.DROPPED:
        return _("Cancelled")
    return ""


def _payment_receipt(job: PrintJob, payment_id: int) -> dict[str, Any]:
    rows = Payment.objects.filter(pk=payment_id, tournament=job.event)
    row = rows.select_related("entry__player", "made_by__actor").first()
    if row is None:
        raise NoSuchSheet("payment_id")
    place = place_text(row.place_from, row.place_to)
    return _receipt_of(job, row, row.entry.player, row.made_by.actor) | {
        "number": row.receipt_number,
        "what": _("Prize of place %(place)s") % {"place": place},
        "table": None,
        "seat": None,
        "lines": [(_("Prize"), row.owed_minor), (_("paid before"), row.paid_before_minor)]
        if row.paid_before_minor
        else [(_("Prize"), row.owed_minor)],
        "total_minor": row.amount_minor,
        "paid_by": _("Paid out, %(method)s") % {"method": row.get_method_display()},
        "chips": None,
        "reversed_note": _("Cancelled") if row.revoked_by_id else "",
    }


def _receipt_of(job: PrintJob, row: Any, player: Any, actor: Any) -> dict[str, Any]:
    """What both kinds of receipt say."""
    return {
        "at_ms": row.at_ms,
        "player_name": shown_name(job, player.name, player.display_name),
        "player_number": player.number,
        "level_text": "",
        "served_by": str(actor) if actor else "–",
        "legal_lines": [],
    }
