"""Seats, tables, counts, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.templatetags.figures import clock, grouped
from director.log.telling import Facts, Line, fill, names, seat_note, simply, tells


@tells("seat.move")
def moved(facts: Facts, _currency: str) -> Line:
    """A player who changed seats, or was seated for the first time."""
    if not facts.get("from_table"):
        return Line(fill(_("%(player)s was seated"), facts), seat_note(facts))
    text = _("%(player)s moved from table %(from_table)s, seat %(from_seat)s")
    return Line(fill(text, facts), seat_note(facts))


@tells("seat.swap")
def swapped(facts: Facts, _currency: str) -> Line:
    return Line(_("Seats swapped: %(players)s") % {"players": names(facts)})


simply("table.open", gettext_lazy("Table %(table)s was opened"))
simply("table.close", gettext_lazy("Table %(table)s was closed"))
simply("table.button", gettext_lazy("Table %(table)s: the button is at seat %(seat)s"))


@tells("entry.away")
def away(facts: Facts, _currency: str) -> Line:
    if facts.get("away", True):
        return Line(fill(_("%(player)s is away from the table"), facts))
    return Line(fill(_("%(player)s is back"), facts))


@tells("entry.count")
def counted(facts: Facts, _currency: str) -> Line:
    """Stacks that were counted."""
    count = facts.get("counts", 1)
    return Line(
        ngettext("%(count)s stack was counted", "%(count)s stacks were counted", count) % {"count": count}
    )


def _moves(facts: Facts, _currency: str = "") -> str:
    """The moves of an act one by one, the first few of many."""
    moves = facts.get("moves", [])
    shown = [
        f"{name} {table}-{seat} → {to_table}-{to_seat}" for name, table, seat, to_table, to_seat in moves[:3]
    ]
    return ", ".join(shown) + (" …" if len(moves) > 3 else "")


@tells("seat.balance")
def balanced(facts: Facts, currency: str) -> Line:
    """Players moved to even out the tables."""
    count = len(facts.get("moves", []))
    text = ngettext(
        "%(count)s player was moved for balance", "%(count)s players were moved for balance", count
    )
    return Line(text % {"count": count}, _moves(facts, currency))


simply("table.break", gettext_lazy("Table %(table)s was broken"), _moves)
simply("table.final", gettext_lazy("The final table was formed at table %(table)s"))
simply("seat.redraw", gettext_lazy("New seats were drawn for everybody"))
simply("seat.draw", gettext_lazy("Seats were drawn for everybody"))
simply("table.hand_done", gettext_lazy("Table %(table)s: a hand is done, the button is at seat %(button)s"))


@tells("table.halt")
def halted(facts: Facts, _currency: str) -> Line:
    """A short table that waits, or plays again."""
    if facts.get("halted", True):
        return Line(fill(_("Table %(table)s was halted"), facts))
    return Line(fill(_("Table %(table)s plays again"), facts))


@tells("chips.race")
def raced(facts: Facts, _currency: str) -> Line:
    """Chips of one value raced off at a table, and what that changed."""
    text = _("Table %(table)s: the %(old)s chips were raced off for %(new)s")
    change = facts.get("change") or 0
    note = (
        _("%(chips)s chips in play") % {"chips": f"{'+' if change > 0 else ''}{grouped(change)}"}
        if change
        else ""
    )
    return Line(fill(text, facts), note)


@tells("chips.remove")
def removed(facts: Facts, _currency: str) -> Line:
    """Chips taken out of play."""
    return Line(
        _("%(chips)s chips were taken out of play") % {"chips": grouped(facts.get("amount_chips", 0))}
    )


@tells("table.waive_halt")
def waived(facts: Facts, _currency: str) -> Line:
    """A short table that the director lets play."""
    if facts.get("waived", True):
        return Line(fill(_("Table %(table)s plays on although it is short"), facts))
    return Line(fill(_("Table %(table)s is halted when it is short"), facts))


@tells("hand_for_hand.start")
def hand_for_hand(facts: Facts, _currency: str) -> Line:
    """Every table plays one hand and waits."""
    left = facts.get("left", 0)
    note = ngettext("%(count)s player left", "%(count)s players left", left) % {"count": left}
    return Line(_("Hand-for-hand began, the clock stands"), note)


@tells("hand_for_hand.tick")
def ticked(facts: Facts, _currency: str) -> Line:
    """How far a table is; with the last one the hand is complete."""
    sentences = {
        "done": _("Table %(table)s: hand %(hand)s is done"),
        "all_in": _("Table %(table)s: all-in, the cards wait"),
    }
    text = fill(sentences.get(str(facts.get("state")), _("Table %(table)s plays on")), facts)
    if not facts.get("charged_ms"):
        return Line(text)
    return Line(text, _("Every table is done; %(time)s off the clock") % {"time": clock(facts["charged_ms"])})


simply("hand_for_hand.end", gettext_lazy("Hand-for-hand is over, the clock goes on"))


@tells("table.deal")
def deals(facts: Facts, _currency: str) -> Line:
    return Line(fill(_("%(dealer)s deals at table %(table)s"), facts))


@tells("table.relieve")
def relieved(facts: Facts, _currency: str) -> Line:
    return Line(fill(_("%(dealer)s no longer deals at table %(table)s"), facts))


@tells("report.bust")
def reported_out(facts: Facts, _currency: str) -> Line:
    """Players whom a dealer saw go out; nobody is out yet."""
    return Line(fill(_("The dealer of table %(table)s says that %(players)s lost all chips"), facts))


@tells("report.count")
def reported_stacks(facts: Facts, _currency: str) -> Line:
    return Line(fill(_("The dealer of table %(table)s counted: %(players)s"), facts))


@tells("report.decline")
def not_so(facts: Facts, _currency: str) -> Line:
    return Line(fill(_("What the dealer of table %(table)s said of %(players)s was not so"), facts))
