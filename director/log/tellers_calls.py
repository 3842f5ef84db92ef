"""What is called out: announcements on the displays, the hand clock, time-bank chips."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.templatetags.figures import clock
from director.log.telling import Facts, Line, fill, seat_note, simply, tells
from director.scene.calls import call_label

simply("hand_clock.call", gettext_lazy("The clock was called on %(player)s"), seat_note)


@tells("notice.announce")
def announced(facts: Facts, _currency: str) -> Line:
    """A call on all displays."""
    return Line(_("Announced: %(call)s") % {"call": call_label(facts.get("code", ""))})


@tells("notice.end")
def ended(facts: Facts, _currency: str) -> Line:
    """A message or call that was taken away before its time."""
    said = facts.get("message") or call_label(facts.get("code", ""))
    return Line(_("No longer on the displays: “%(message)s”") % {"message": said})


@tells("hand_clock.stop")
def stopped(facts: Facts, currency: str) -> Line:
    """The player has acted."""
    left = _("%(time)s left") % {"time": clock(facts.get("left_ms", 0))}
    return Line(_("The hand clock was stopped: %(left)s") % {"left": left}, seat_note(facts, currency))


@tells("time_bank.use")
def bank_used(facts: Facts, _currency: str) -> Line:
    """A time-bank chip given up."""
    left = facts.get("left", 0)
    note = ngettext("%(count)s chip left", "%(count)s chips left", left) % {"count": left}
    return Line(fill(_("%(player)s used a time-bank chip"), facts), note)
