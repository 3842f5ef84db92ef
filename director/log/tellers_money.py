"""Prizes and deals, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.templatetags.figures import money, money_short
from director.log.telling import NO_AMOUNTS, Facts, Line, fill, simply, tells


def _pool(facts: Facts, currency: str) -> str:
    """Places and pool of a plan."""
    places = facts.get("places")
    if places is None:
        return ""
    count = ngettext("%(count)s place paid", "%(count)s places paid", places) % {"count": places}
    return _("%(places)s, pool %(pool)s") % {
        "places": count,
        "pool": money(facts.get("pool_minor", 0), currency),
    }


simply("payouts.plan", gettext_lazy("The prizes were planned"), _pool)
simply("payouts.lock", gettext_lazy("The prizes were locked"), _pool)
simply("payouts.unlock", gettext_lazy("The prizes follow the entries again"), _pool)


@tells("payouts.pay")
def paid_out(facts: Facts, currency: str) -> Line:
    """A prize, or a part of it, that was paid."""
    if facts.get(NO_AMOUNTS):
        return Line(fill(_("A prize was paid out to %(player)s"), facts))
    values = {
        "player": facts.get("player", "–"),
        "amount": money_short(facts.get("amount_minor", 0), currency),
    }
    place = facts.get("place")
    note = _("Place %(place)s") % {"place": place} if place else ""
    return Line(_("%(amount)s was paid out to %(player)s") % values, note)


@tells("payouts.deal")
def agreed(facts: Facts, currency: str) -> Line:
    """A deal among those left."""
    count = facts.get("players", 0)
    text = ngettext("A deal of %(count)s player", "A deal of %(count)s players", count) % {"count": count}
    return Line(text, money(facts.get("pool_minor", 0), currency))
