"""Forms of the desk: rebuy, add-on, payment, refund, a debt given up, a prize paid out."""

from typing import Any

from django.utils.translation import gettext as _

from clock.event_windows import entries_may_come
from club.templatetags.figures import chips, money
from director.desk.labels import part_lines
from director.dialogs.pickers import pick
from director.dialogs.registry import Asked, Dialog, entry_facts, found_or_404, shows
from director.web.permissions import PAGES
from payouts.models import Payment
from payouts.selectors import Result, results_of
from tournaments.models import Purchase

WITH_BUSTED = ("active", "busted")


@shows("rebuy", verb="entry.rebuy")
def rebuy(asked: Asked) -> Dialog:
    """A rebuy, paid now or declared before the hand."""
    if not asked.has("entry_id"):
        return pick(asked, "rebuy", _("Rebuy"), WITH_BUSTED)
    event, facts = asked.event, entry_facts(asked.entry())
    most = 0 if event.rebuy_kind == "broke" else event.rebuy_threshold_chips
    context = {
        "verb": "entry.rebuy",
        "entry": facts,
        "price_minor": event.rebuy_prize_minor + event.rebuy_fee_minor,
        "parts": part_lines(event.rebuy_prize_minor, event.rebuy_fee_minor, 0, 0),
        "chips": event.rebuy_chips,
        "ask_stack": event.rebuy_kind == "any" and most is not None and facts["status"] == "active",
        "stack_note": _("A rebuy needs a stack of at most %(most)s chips.") % {"most": chips(most)}
        if most
        else "",
        "may_owe": facts["status"] == "active",
        "must_owe": asked.role not in PAGES["money"],
    }
    return Dialog("console/forms/purchase.html", _("Rebuy"), context)


@shows("addon", verb="entry.addon")
def add_on(asked: Asked) -> Dialog:
    """The add-on of a player."""
    if not asked.has("entry_id"):
        return pick(asked, "addon", _("Add-on"))
    event = asked.event
    context = {
        "verb": "entry.addon",
        "entry": entry_facts(asked.entry()),
        "price_minor": event.addon_prize_minor + event.addon_fee_minor,
        "parts": part_lines(event.addon_prize_minor, event.addon_fee_minor, 0, 0),
        "chips": event.addon_chips,
        "ask_stack": False,
        "may_owe": False,
    }
    return Dialog("console/forms/purchase.html", _("Add-on"), context)


@shows("pay", verb="entry.pay")
def pay(asked: Asked) -> Dialog:
    """The buy-in of a registered player."""
    event = asked.event
    context = {
        "verb": "entry.pay",
        "entry": entry_facts(asked.entry()),
        "price_minor": event.entry_price_minor,
        "parts": part_lines(
            event.entry_prize_minor, event.entry_fee_minor, event.entry_bounty_minor, event.entry_staff_minor
        ),
        "chips": event.stack_chips,
        "ask_stack": False,
        "may_owe": False,
    }
    return Dialog("console/forms/purchase.html", _("Buy-in"), context)


@shows("unregister", verb="entry.unregister")
def unregister(asked: Asked) -> Dialog:
    """An entry cancelled, with all that was paid for it given back."""
    facts = entry_facts(asked.entry())
    rows = Purchase.objects.filter(entry_id=facts["entry_id"], revoked_by__isnull=True, status="paid")
    refund = sum(row.price_minor for row in rows)
    context = reason_context(
        "entry.unregister",
        [("entry_id", facts["entry_id"])],
        _("Cancel this entry and give the money back?"),
        _("Cancel the entry"),
        stamp=facts["stamp"],
        stop=True,
    ) | {"facts": [(_("Player"), facts["name"]), (_("Given back"), money(refund, asked.event.currency))]}
    return Dialog("console/forms/reason.html", _("Cancel an entry"), context)


def reason_context(
    verb: str,
    fields: list[tuple[str, Any]],
    question: str,
    submit: str,
    *,
    stamp: str = "",
    stop: bool = False,
    required: bool = False,
) -> dict[str, Any]:
    """What the form of one act with a reason reads."""
    return {
        "verb": verb,
        "fields": fields,
        "question": question,
        "submit": submit,
        "stamp": stamp,
        "stop": stop,
        "reason_required": required,
        "facts": [],
        "choices": [],
    }


@shows("drop_debt", verb="purchase.drop")
def drop_debt(asked: Asked) -> Dialog:
    """A debt that will not be paid: its chips leave play again."""
    rows = Purchase.objects.filter(
        entry__tournament=asked.event, pk=asked.number("purchase_id") or 0, revoked_by__isnull=True
    )
    row = found_or_404(rows.select_related("entry__player").first())
    context = reason_context(
        "purchase.drop",
        [("purchase_id", row.pk)],
        _("Give up this debt? Its chips leave play."),
        _("Give it up"),
        stop=True,
        required=True,
    ) | {
        "facts": [
            (_("Player"), row.entry.player.name),
            (_("Owed"), money(row.price_minor, asked.event.currency)),
        ]
    }
    return Dialog("console/forms/reason.html", _("Give up a debt"), context)


@shows("pay_prize", verb="payouts.pay")
def pay_prize(asked: Asked) -> Dialog:
    """What a player has won and is still to be paid."""
    event = asked.event
    entry_open = event.status == "running" and entries_may_come(event, asked.clock, asked.at_ms)
    ident = asked.number("entry_id")
    results = results_of(event, entry_open=entry_open)
    row = found_or_404(next((one for one in results.rows if one.entry_id == ident), None))
    context = {"prize": _prize(row), "methods": Payment.Method.choices}
    return Dialog("console/forms/pay_prize.html", _("Pay out"), context)


def _prize(row: Result) -> dict[str, Any]:
    place = row.place_from
    return {
        "place": f"{place}–{row.place_to}" if place and row.place_to != place else place,
        "name": row.name,
        "entry_id": row.entry_id,
        "amount_minor": row.prize_minor,
        "paid_minor": row.paid_minor,
        "owed_minor": row.owed_minor,
        "stamp": "",
        "second_person": False,
        "tax_note": "",
    }
