"""What happened, in one sentence of the reader's language. Log, toasts and the cockpit's last acts read it here."""

from dataclasses import replace

from django.utils.translation import gettext as _

from director.log import (
    tellers_calls,
    tellers_clock,
    tellers_club,
    tellers_displays,
    tellers_entries,
    tellers_money,
    tellers_seats,
)
from director.log.telling import TELLERS, Facts, Line
from tournaments.models import DirectorAction

__all__ = [
    "line_of",
    "line_of_action",
    "tellers_calls",
    "tellers_clock",
    "tellers_club",
    "tellers_displays",
    "tellers_entries",
    "tellers_money",
    "tellers_seats",
]


def line_of(kind: str, facts: Facts, currency: str) -> Line:
    """The line of an act; undo and redo tell the act they are about."""
    if kind in ("undo", "club.undo"):
        return _undone(facts, currency)
    teller = TELLERS.get(kind)
    line = teller(facts, currency) if teller else Line(kind)
    if facts.get("registration_closed") and kind != "registration.close":
        return replace(line, note=", ".join(filter(None, (line.note, _("registration closes")))))
    return line


def line_of_action(action: DirectorAction, currency: str) -> Line:
    """The line of a recorded act."""
    return line_of(action.kind, action.facts, currency)


def _undone(facts: Facts, currency: str) -> Line:
    original = line_of(str(facts.get("root", "")), facts.get("of", {}), currency)
    again = facts.get("again", False)
    text = _("Done again: %(act)s") if again else _("Undone: %(act)s")
    # What the act showed then (time left, players left) is not so any more: only its sentence is told.
    return Line(text % {"act": original.text})
