"""The clock, as the log tells it: what was done, and what it showed then."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
simply("clock.next_level", gettext_lazy("On to the next level"), shown)
simply("clock.previous_level", gettext_lazy("Back to the level before"), shown)
simply("clock.go_to_level", gettext_lazy("Another level was chosen"), shown)
simply("clock.end_break", gettext_lazy("The break was ended"), shown)
simply("clock.next_break", gettext_lazy("On to the next break"), shown)
simply(
    "clock.edit_structure",
    gettext_lazy("The structure was changed"),
    lambda facts, _currency: change_said(facts),
)


@tells("clock.pause")
def paused(facts: Facts, currency: str) -> Line:
    """The clock stopped, for good or for a while."""
    if not facts.get("waits_ms"):
        return Line(_("The clock was paused"), shown(facts, currency))
    text = _("The clock was paused for %(time)s") % {"time": clock(facts["waits_ms"])}
    return Line(text, shown(facts, currency))


@tells("clock.resume")
def resumed(facts: Facts, currency: str) -> Line:
    """The clock goes on, now or by itself in a while."""
    if not facts.get("waits_ms"):
        return Line(_("The clock goes on"), shown(facts, currency))
    text = _("The clock goes on by itself in %(time)s") % {"time": clock(facts["waits_ms"])}
    return Line(text, shown(facts, currency))


@tells("clock.set_left")
def left_set(facts: Facts, currency: str) -> Line:
    """Time left that was set outright."""
    return Line(
        _("The time left was set to %(time)s") % {"time": clock(facts.get("set_ms", 0))},
        shown(facts, currency),
    )


@tells("clock.break_now")
def break_taken(facts: Facts, currency: str) -> Line:
    """A break that was not planned."""
    minutes = facts.get("minutes", 0)
    text = ngettext(
        "A break of %(minutes)s minute was taken", "A break of %(minutes)s minutes was taken", minutes
    )
    return Line(text % {"minutes": minutes}, shown(facts, currency))


@tells("clock.stretch")
def stretched(facts: Facts, _currency: str) -> Line:
    """Time given to all coming levels, or taken from them."""
    minutes = facts.get("minutes", 0)
    text = (
        ngettext(
            "Every coming level is %(minutes)s minute longer",
            "Every coming level is %(minutes)s minutes longer",
            abs(minutes),
        )
        if minutes >= 0
        else ngettext(
            "Every coming level is %(minutes)s minute shorter",
            "Every coming level is %(minutes)s minutes shorter",
            abs(minutes),
        )
    )
    return Line(text % {"minutes": abs(minutes)}, change_said(facts))


@tells("clock.add_level")
def level_added(facts: Facts, currency: str) -> Line:
    """A level put behind the last."""
    number = facts.get("change", {}).get("level_number", "–")
    return Line(_("Level %(level)s was added") % {"level": number}, shown(facts, currency))


@tells("clock.edit_level")
def level_edited(facts: Facts, currency: str) -> Line:
    """A level changed from the clock itself."""
    number = facts.get("edited")
    text = _("Level %(level)s was changed") % {"level": number} if number else _("The break was changed")
    return Line(text, change_said(facts) or shown(facts, currency))


def change_said(facts: Facts) -> str:
    """What an edit of the levels changed."""
    change = facts.get("change") or {}
    words = {
        "minutes": _(
            "From level %(level_number)s on %(after_minutes)s minutes instead of %(before_minutes)s"
        ),
        "break": _("A break of %(minutes)s minutes was put in"),
        "added": _("Level %(level_number)s was added"),
        "levels": _("From level %(level_number)s on"),
    }
    return fill(words[change["code"]], change) if change.get("code") in words else ""


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
