"""Seats, tables, counts, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from director.telling import Facts, Line, fill, names, seat_note, simply, tells


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
