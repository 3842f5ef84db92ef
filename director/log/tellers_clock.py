"""The clock, as the log tells it: what was done, and what it showed then."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.templatetags.figures import clock
from director.log.telling import Facts, Line, fill, simply, tells


def shown(facts: Facts, _currency: str = "") -> str:
    """Level and time left after the act."""
    left = facts.get("remaining_ms")
    if left is None:
        return ""
    time = clock(left)
    if facts.get("phase") == "break":
        return _("Break, %(time)s left") % {"time": time}
    if facts.get("phase") == "countdown":
        return _("Starts in %(time)s") % {"time": time}
    if not facts.get("level"):
        return ""
    return _("Level %(level)s, %(time)s left") % {"level": facts["level"], "time": time}


simply("clock.schedule", gettext_lazy("The start was set"), shown)
simply("clock.unschedule", gettext_lazy("The countdown was taken back"))
simply("clock.start", gettext_lazy("The clock was started"), shown)
simply("clock.pause", gettext_lazy("The clock was paused"), shown)
simply("clock.resume", gettext_lazy("The clock goes on"), shown)
simply("clock.next_level", gettext_lazy("On to the next level"), shown)
simply("clock.previous_level", gettext_lazy("Back to the level before"), shown)
simply("clock.go_to_level", gettext_lazy("Another level was chosen"), shown)
simply("clock.end_break", gettext_lazy("The break was ended"), shown)
simply("clock.edit_structure", gettext_lazy("The structure was changed"), shown)


@tells("clock.adjust")
def adjusted(facts: Facts, currency: str) -> Line:
    """Time added to the level or taken off it."""
    delta = facts.get("delta_ms", 0)
    text = _("%(time)s added to the level") if delta >= 0 else _("%(time)s taken off the level")
    return Line(text % {"time": clock(abs(delta))}, shown(facts, currency))


@tells("clock.transition")
def began(facts: Facts, currency: str) -> Line:
    """Levels and breaks that began by themselves; the last of several is named. Without any the clock was settled."""
    if facts.get("levels") == 0:
        return settled(facts, currency)
    if facts.get("level") is None:
        return Line(_("The break began"))
    return Line(_("Level %(level)s began") % {"level": facts["level"]})


@tells("clock.hand")
def hand_counted(facts: Facts, currency: str) -> Line:
    """A hand of a level of hands; with the last one the next level began."""
    if not facts.get("hands"):
        return Line(_("The last hand of the level was played"), shown(facts, currency))
    return Line(fill(_("Hand %(hands)s of the level was played"), facts))


@tells("clock.give_back")
def given_back(facts: Facts, currency: str) -> Line:
    """Time of an outage that was given back."""
    text = _("%(time)s of an outage given back")
    return Line(text % {"time": clock(facts.get("amount_ms", 0))}, shown(facts, currency))


@tells("clock.settle")
def settled(facts: Facts, _currency: str) -> Line:
    """The machine's own clock was set, or the machine slept."""
    step = facts.get("clock_set_ms", 0)
    if not step:
        return Line(_("The computer stood still for a while"))
    return Line(_("The computer's clock was set; the tournament's time was kept"), clock(step))
