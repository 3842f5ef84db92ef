"""Entries, purchases, the waiting list and cards, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.templatetags.figures import chips, minutes, money_short
from director.log.telling import NO_AMOUNTS, Facts, Line, fill, names, seat_note, simply, tells


def _paid(facts: Facts, currency: str) -> str:
    """The money of an act; nothing where none moved."""
    if facts.get(NO_AMOUNTS):
        return _("paid")
    amount = facts.get("amount_minor")
    return money_short(amount, currency) if amount else _("nothing to pay")


@tells("entry.register", "entry.register_new", "waiting.promote", "waiting.join")
def registered(facts: Facts, currency: str) -> Line:
    """An entry that was paid, is still to be paid, or a place on the waiting list instead."""
    if "number" not in facts:
        return Line(fill(_("%(player)s is number %(waiting_number)s on the waiting list"), facts))
    if not facts.get("paid", True):
        return Line(fill(_("%(player)s: entry %(number)s, not paid yet"), facts))
    text = _("%(player)s: entry %(number)s, %(paid)s")
    return Line(text % {**facts, "paid": _paid(facts, currency)}, seat_note(facts))


@tells("waiting.lapse")
def lapsed(facts: Facts, _currency: str) -> Line:
    """An offer nobody took; the player may have gone to the end of the list."""
    return Line(fill(_("%(player)s did not take the place offered"), facts))


@tells("entry.pay")
def paid(facts: Facts, currency: str) -> Line:
    """A registered player paid and got a seat."""
    if facts.get(NO_AMOUNTS):
        return Line(fill(_("%(player)s paid"), facts), seat_note(facts))
    text = _("%(player)s paid %(paid)s")
    return Line(text % {"player": names(facts), "paid": _paid(facts, currency)}, seat_note(facts))


@tells("entry.unregister")
def unregistered(facts: Facts, currency: str) -> Line:
    """An entry cancelled, with the money given back."""
    amount = facts.get("amount_minor")
    if not amount:
        return Line(fill(_("%(player)s is no longer registered"), facts))
    text = _("%(player)s is no longer registered, %(amount)s given back")
    return Line(text % {"player": names(facts), "amount": money_short(amount, currency)}, seat_note(facts))


@tells("entry.rebuy")
def rebought(facts: Facts, currency: str) -> Line:
    """A rebuy, paid or declared before the hand."""
    values = {"player": names(facts), "paid": _paid(facts, currency), "number": facts.get("number", 1)}
    if facts.get("pending") and facts.get(NO_AMOUNTS):
        return Line(fill(_("%(player)s owes a rebuy"), facts))
    if facts.get("pending"):
        return Line(_("%(player)s owes a rebuy, %(paid)s") % values)
    return Line(_("%(player)s: rebuy %(number)s, %(paid)s") % values, seat_note(facts))


@tells("entry.addon")
def added_on(facts: Facts, currency: str) -> Line:
    return Line(_("%(player)s: add-on, %(paid)s") % {"player": names(facts), "paid": _paid(facts, currency)})


@tells("purchase.settle")
def settled(facts: Facts, currency: str) -> Line:
    """A debt paid."""
    if facts.get(NO_AMOUNTS):
        return Line(fill(_("%(player)s paid what was owed"), facts))
    values = {"player": names(facts), "paid": _paid(facts, currency)}
    return Line(_("%(player)s paid what was owed, %(paid)s") % values)


@tells("purchase.drop")
def dropped(facts: Facts, currency: str) -> Line:
    """A debt given up."""
    if facts.get(NO_AMOUNTS):
        return Line(fill(_("Debt of %(player)s given up"), facts))
    values = {"player": names(facts), "paid": _paid(facts, currency)}
    return Line(_("Debt of %(player)s given up, %(paid)s") % values)


@tells("entry.bust")
def busted(facts: Facts, _currency: str) -> Line:
    """One or several out in a hand, with the place or the number left."""
    left = facts.get("left")
    count = len(facts.get("players", ())) or 1
    text = ngettext("%(players)s is out", "%(players)s are out", count) % {"players": names(facts)}
    parts = [seat_note(facts)]
    if facts.get("tie"):
        parts.append(_("the places are shared"))
    if facts.get("winner"):
        parts.append(_("%(winner)s has won") % {"winner": facts["winner"]})
    elif left is not None:
        parts.append(ngettext("%(count)s player left", "%(count)s players left", left) % {"count": left})
    return Line(text, ", ".join(part for part in parts if part))


def _with_stack(facts: Facts, _currency: str) -> str:
    stack = facts.get("stack_chips")
    parts = [seat_note(facts)]
    if stack:
        parts.append(_("%(chips)s chips leave play") % {"chips": chips(stack)})
    return ", ".join(part for part in parts if part)


simply("entry.leave", gettext_lazy("%(player)s left the tournament"), _with_stack)
simply(
    "entry.surrender",
    gettext_lazy("%(player)s gave up the stack for a re-entry: entry %(number)s"),
    _with_stack,
)
simply("entry.disqualify", gettext_lazy("%(player)s was disqualified"), _with_stack)
simply("waiting.leave", gettext_lazy("%(player)s left the waiting list"))
simply(
    "waiting.offer", gettext_lazy("A place was offered to %(player)s, number %(waiting_number)s on the list")
)
simply("registration.close", gettext_lazy("Registration was closed"))


@tells("tournament.finish", "tournament.won")
def finished(facts: Facts, _currency: str) -> Line:
    """One player is left and nobody can come back, or those left shared by a deal."""
    if facts.get("players"):
        return Line(fill(_("Play is over: %(players)s shared by a deal"), facts))
    return Line(fill(_("%(winner)s has won the tournament"), facts))


# docs/rules.md 8: under `tda` a penalty and a disqualification, under `home` yellow and red cards.
PENALTIES = {
    ("warning", "tda"): gettext_lazy("%(player)s got a warning"),
    ("yellow", "tda"): gettext_lazy("%(player)s got a penalty"),
    ("red", "tda"): gettext_lazy("%(player)s was disqualified"),
    ("warning", "home"): gettext_lazy("%(player)s got a warning"),
    ("yellow", "home"): gettext_lazy("%(player)s got a yellow card"),
    ("red", "home"): gettext_lazy("%(player)s got a red card"),
}
ENDED = {
    "tda": gettext_lazy("The penalty of %(player)s is over"),
    "home": gettext_lazy("The yellow card of %(player)s is over"),
}


def _words(facts: Facts) -> str:
    """The preset in whose words cards are named."""
    return "tda" if facts.get("words") == "tda" else "home"


@tells("penalty.give")
def penalised(facts: Facts, _currency: str) -> Line:
    """A warning or a card, with its length."""
    amount = facts.get("amount") or 0
    note = ""
    if facts.get("measure") == "hands":
        note = ngettext("%(count)s hand away", "%(count)s hands away", amount) % {"count": amount}
    elif amount:
        note = _("%(time)s away") % {"time": minutes(amount)}
    kind = str(facts.get("penalty"))
    return Line(fill(PENALTIES.get((kind, _words(facts)), PENALTIES["warning", "tda"]), facts), note)


@tells("penalty.end", "penalty.served")
def penalty_ended(facts: Facts, _currency: str) -> Line:
    """A card that is over, by itself or before its time."""
    return Line(fill(ENDED[_words(facts)], facts))
