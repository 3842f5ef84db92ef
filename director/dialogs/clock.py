"""Forms of the clock: why floor staff adjusts it. Directors do that in one touch."""

from django.http import Http404
from django.utils.translation import gettext as _

from club.templatetags.figures import clock
from director.dialogs.money import reason_context
from director.dialogs.registry import Asked, Dialog, shows
from director.scene.clock_parts import clock_part

MOST_MS = 24 * 3_600_000


@shows("clock_why", verb="clock.adjust")
def clock_why(asked: Asked) -> Dialog:
    """The reason that an adjustment of the clock needs, in words or by one of the usual ones."""
    verb = asked.request.GET.get("verb", "")
    delta_ms = _delta(asked.request.GET.get("delta_ms", ""))
    headings = {
        "clock.adjust": _("%(time)s more") if delta_ms > 0 else _("%(time)s less"),
        "clock.previous_level": _("Level back"),
        "clock.next_level": _("Next level"),
    }
    if verb not in headings or (verb == "clock.adjust") != bool(delta_ms):
        raise Http404
    fields = [("delta_ms", delta_ms)] if delta_ms else []
    heading = headings[verb] % {"time": clock(abs(delta_ms))}
    stamp = "" if delta_ms else clock_part(asked.clock, asked.at_ms)["stamp"]
    usual = [_("The clock was not stopped in time"), _("A ruling took long"), _("The break began late")]
    context = reason_context(verb, fields, "", heading, stamp=stamp, required=True) | {"usual": usual}
    return Dialog("console/forms/reason.html", heading, context)


def _delta(text: str) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    value = sign * int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
    return value if abs(value) <= MOST_MS else 0
