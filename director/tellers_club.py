"""Acts of the club and of a tournament as a whole, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.tournament_fields import FIELDS
from director.telling import Facts, Line, simply, tells

simply("club.found", gettext_lazy("The club %(club)s was founded"))
simply("tournament.create", gettext_lazy("The tournament %(tournament)s was created"))
simply("tournament.cancel", gettext_lazy("The tournament was cancelled"))
simply("template.save", gettext_lazy("Saved as the template %(template)s"))
simply("template.remove", gettext_lazy("The template %(template)s was removed"))
simply("player.create", gettext_lazy("%(player)s was added to the players"))
simply("player.edit", gettext_lazy("The data of %(player)s were changed"))
simply("player.exclude", gettext_lazy("%(player)s was excluded from new entries"))
simply("player.lift_exclusion", gettext_lazy("The exclusion of %(player)s was lifted"))


@tells("tournament.edit")
def edited(facts: Facts, _currency: str) -> Line:
    """Settings that were changed, by their labels."""
    changed = [str(FIELDS[name].label) if name in FIELDS else name for name in facts.get("changed", ())]
    return Line(_("Settings were changed"), ", ".join(changed))
