"""Everything about one entry, and the acts that end things: leaving, disqualifying, closing, breaking, cancelling."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from director.cockpit.floor import table_stamp_text
from director.desk.desk import open_windows
from director.desk.labels import bought_text
from director.desk.receipts import card_url, receipt_url
from director.dialogs.money import reason_context
from director.dialogs.pickers import pick
from director.dialogs.registry import Asked, Dialog, entry_facts, shows
from director.log.recent import act_lines
from director.web.permissions import may_do
from tables.models import SeatAssignment
from tournaments.models import DirectorAction, Elimination, Entry, Penalty, Purchase
from tournaments.rules.settings import settings_from

MOST_LINES = 12


@shows("entry", page="find")
def entry(asked: Asked) -> Dialog:
    """Seat, purchases, cards and history of an entry, and what can be done with it now."""
    if not asked.has("entry_id"):
        return pick(asked, "entry", _("Entry"))
    row = asked.entry()
    facts = entry_facts(row)
    bought = list(row.purchases.filter(revoked_by__isnull=True).order_by("at_ms", "pk"))
    penalties = Penalty.objects.filter(tournament=asked.event, player=row.player, revoked_by__isnull=True)
    context = {
        "entry": facts | {"code_url": f"/p/{row.code}"},
        "bought": [_bought(asked, one) for one in bought],
        "penalties": [
            f"{one.get_kind_display()}: {one.note or one.cause}" for one in penalties.order_by("pk")
        ],
        "acts": acts_for(asked, row, bought),
        "log": act_lines(_history(row), asked.role, asked.event.currency),
        "print": [(card_url(asked.event.pk, row.pk), _("Seat card"))] if facts["table"] else [],
    }
    return Dialog("console/forms/entry.html", _("Entry %(number)s") % {"number": row.number}, context)


def _bought(asked: Asked, row: Purchase) -> dict[str, Any]:
    return {
        "what": bought_text(row),
        "amount_minor": row.price_minor,
        "at_ms": row.at_ms,
        "receipt_number": row.receipt_number,
        "status_label": row.get_status_display(),
        "url": receipt_url(asked.event.pk, row.pk) if row.receipt_number else "",
    }


STOPS = ("entry.bust", "entry.disqualify", "entry.unregister")


def acts_for(asked: Asked, row: Entry, bought: list[Purchase]) -> list[dict[str, Any]]:
    """What can be done with the entry now, in the order in which it is usually wanted, for this role."""
    opened = open_windows(asked.event, asked.clock, asked.at_ms)
    running, active = asked.event.status == "running", row.status == "active"
    live, back = row.status in ("active", "registered"), row.status in ("active", "busted")
    had_addon = any(one.kind == "addon" and one.status not in ("refunded", "dropped") for one in bought)
    may_surrender = running and settings_from(asked.event.rules).surrender_reentry
    wanted = [
        (row.status == "registered", "entry.pay", _("Take the buy-in"), "pay"),
        (active and running, "entry.bust", _("Out"), "bust"),
        (active, "seat.move", _("Move"), "move"),
        (active and running, "entry.count", _("Count"), "count"),
        (active and running, "penalty.give", _("Penalty"), "penalty"),
        (running and opened.rebuy and back, "entry.rebuy", _("Rebuy"), "rebuy"),
        (active and opened.addon and not had_addon, "entry.addon", _("Add-on"), "addon"),
        (active and opened.reentry and may_surrender, "entry.surrender", _("Surrender"), "surrender"),
        (active and running, "entry.leave", _("Leaves for good"), "leave"),
        (active and running, "entry.disqualify", _("Disqualify"), "disqualify"),
        (live, "entry.unregister", _("Cancel the entry"), "unregister"),
    ]
    acts = [(verb, label, f"{form}?entry_id={row.pk}") for fits, verb, label, form in wanted if fits]
    owed = [one.pk for one in bought if one.status == Purchase.Status.PENDING]
    acts += [("purchase.drop", _("Give up the debt"), f"drop_debt?purchase_id={pk}") for pk in owed]
    return [
        {"label": label, "form": form, "verb": "", "stop": verb in STOPS}
        for verb, label, form in acts
        if may_do(asked.role, verb)
    ]


def _history(row: Entry) -> Any:
    """The acts that made or changed what belongs to the entry, newest first."""
    made = Q(pk=row.made_by_id)
    for model in (Purchase, Elimination, Penalty):
        rows = model.objects.filter(entry=row)
        made |= Q(pk__in=rows.values("made_by")) | Q(
            pk__in=rows.filter(revoked_by__isnull=False).values("revoked_by")
        )
    seats = SeatAssignment.objects.filter(entry=row)
    made |= Q(pk__in=seats.values("opened_by"))
    made |= Q(pk__in=seats.filter(closed_by__isnull=False).values("closed_by"))
    return DirectorAction.objects.filter(made).order_by("-sequence")[:MOST_LINES]


@shows("leave", verb="entry.leave")
def leave(asked: Asked) -> Dialog:
    """A player who goes for good: his chips leave play."""
    return _take_out(
        asked, "entry.leave", _("Leaves for good"), _("His chips leave play; he takes his place now.")
    )


@shows("surrender", verb="entry.surrender")
def surrender(asked: Asked) -> Dialog:
    """A player who gives up his stack for a re-entry."""
    question = _("His chips leave play; he pays a re-entry and draws a new seat with a full stack.")
    return _take_out(asked, "entry.surrender", _("Surrender"), question)


@shows("disqualify", verb="entry.disqualify")
def disqualify(asked: Asked) -> Dialog:
    """A player who is taken out of the tournament."""
    return _take_out(asked, "entry.disqualify", _("Disqualify"), _("No refund; his chips leave play."))


def _take_out(asked: Asked, verb: str, heading: str, question: str) -> Dialog:
    context = {"verb": verb, "entry": entry_facts(asked.entry()), "question": question, "submit": heading}
    return Dialog("console/forms/take_out.html", heading, context)


@shows("break_table", verb="table.break")
def break_table(asked: Asked) -> Dialog:
    """A table that goes: its players draw seats elsewhere."""
    table = asked.table()
    players = SeatAssignment.objects.filter(table=table, closed_by__isnull=True).count()
    heading = _("Break table %(table)s") % {"table": table.number}
    context = reason_context(
        "table.break",
        [("number", table.number)],
        _("Everybody here draws a new seat at another table; the table closes."),
        _("Break it"),
        stamp=table_stamp_text(table),
    ) | {"facts": [(_("Players"), str(players))]}
    return Dialog("console/forms/reason.html", heading, context)


@shows("close_registration", verb="registration.close")
def close_registration(asked: Asked) -> Dialog:
    """Registration closed before its time."""
    question = _("No new entries and re-entries from now on.")
    context = reason_context("registration.close", [], question, _("Close registration"), stop=True)
    return Dialog("console/forms/reason.html", _("Close registration"), context)


@shows("cancel_tournament", verb="tournament.cancel")
def cancel_tournament(asked: Asked) -> Dialog:
    """A tournament that does not take place."""
    question = _("The tournament does not take place. Paid entries must be refunded first.")
    context = reason_context("tournament.cancel", [], question, _("Cancel it"), stop=True, required=True)
    return Dialog("console/forms/reason.html", _("Cancel the tournament"), context)
