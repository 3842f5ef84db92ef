"""Acts of the club and of a tournament as a whole, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from acts.tournament_fields import FIELDS
from club.models import Role
from director.log.telling import Facts, Line, names, simply, tells


def _role(facts: Facts, _currency: str) -> str:
    """The name of the role in the facts."""
    return str(dict(Role.choices).get(str(facts.get("role")), ""))


simply("club.found", gettext_lazy("The club %(club)s was founded"))
simply("tournament.create", gettext_lazy("The tournament %(tournament)s was created"))
simply("tournament.cancel", gettext_lazy("The tournament was cancelled"))
simply("template.save", gettext_lazy("Saved as the template %(template)s"))
simply("template.edit", gettext_lazy("The template %(template)s was changed"))
simply("template.remove", gettext_lazy("The template %(template)s was removed"))
simply("chip_set.save", gettext_lazy("The chip set %(chip_set)s was written down"))
simply("chip_set.remove", gettext_lazy("The chip set %(chip_set)s was removed"))
simply("player.create", gettext_lazy("%(player)s was added to the players"))
simply("player.edit", gettext_lazy("The data of %(player)s were changed"))
simply("player.exclude", gettext_lazy("%(player)s was excluded from new entries"))
simply("player.lift_exclusion", gettext_lazy("The exclusion of %(player)s was lifted"))
simply("player.erase", gettext_lazy("The data of player %(number)s were erased"))
simply("club.edit", gettext_lazy("The settings of the club were changed"))
simply("member.add", gettext_lazy("%(name)s joined the staff"), _role)
simply("member.change_role", gettext_lazy("%(name)s has another role"), _role)
simply("member.activate", gettext_lazy("%(name)s is on the staff again"), _role)
simply("member.deactivate", gettext_lazy("%(name)s left the staff"))
simply("member.set_password", gettext_lazy("%(name)s got a new password"))
simply("account.set_password", gettext_lazy("The password was changed"))
simply("api_token.create", gettext_lazy("The key %(name)s was made"), _role)
simply("api_token.revoke", gettext_lazy("The key %(name)s was taken back"))
simply("notice.show", gettext_lazy("On the displays: “%(message)s”"))
simply("todo.put_off", gettext_lazy("Put off: %(item)s"))
simply("todo.overrule", gettext_lazy("Overruled: %(item)s"))


@tells("players.import")
def imported(facts: Facts, _currency: str) -> Line:
    """Many players at once; the first few are named."""
    count = facts.get("count", 0)
    text = ngettext("%(count)s player was added", "%(count)s players were added", count) % {"count": count}
    return Line(text, names(facts) if facts.get("players") else "")


@tells("tournament.edit")
def edited(facts: Facts, _currency: str) -> Line:
    """Settings that were changed, by their labels."""
    changed = [str(FIELDS[name].label) if name in FIELDS else name for name in facts.get("changed", ())]
    return Line(_("Settings were changed"), ", ".join(changed))
