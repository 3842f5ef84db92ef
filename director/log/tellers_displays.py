"""Acts on displays, as the log tells them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.models import ClubImage
from director.log.telling import Facts, Line, simply, tells
from tournaments.models import Screen


def _silenced(facts: Facts, _currency: str) -> str:
    """The displays that fell silent, since one of a tournament is heard."""
    names = facts.get("silenced", ())
    return _("no longer sounds: %(names)s") % {"names": ", ".join(map(str, names))} if names else ""


def _image(facts: Facts, _currency: str) -> str:
    """The name of a sponsor, where the picture has one."""
    return str(facts.get("image", ""))


simply("club.set_theme", gettext_lazy("The colours of the displays were chosen"))
simply("image.move", gettext_lazy("A sponsor's picture has another place"), _image)
simply("screen.create", gettext_lazy("The display %(screen)s was added"), _silenced)
simply("screen.change", gettext_lazy("The display %(screen)s was changed"), _silenced)
simply("screen.renew", gettext_lazy("The display %(screen)s got a new link"))
simply("screen.revoke", gettext_lazy("The display %(screen)s was taken away"))


@tells("screen.show_all")
def shown_on_all(facts: Facts, _currency: str) -> Line:
    """What all displays showed for a while."""
    if not facts.get("mode"):
        return Line(_("All displays went back to what they showed"))
    minutes = facts.get("minutes", 0)
    text = ngettext(
        "All displays show “%(mode)s” for %(minutes)s minute",
        "All displays show “%(mode)s” for %(minutes)s minutes",
        minutes,
    )
    return Line(text % {"mode": dict(Screen.Mode.choices).get(facts["mode"], ""), "minutes": minutes})


@tells("image.add")
def came(facts: Facts, _currency: str) -> Line:
    """A picture for the displays."""
    if facts.get("kind") == ClubImage.Kind.LOGO:
        return Line(_("The displays got a logo"))
    return Line(_("The displays got a sponsor's picture"), str(facts.get("image", "")))


@tells("image.remove")
def went(facts: Facts, _currency: str) -> Line:
    """A picture that displays no longer show."""
    if facts.get("kind") == ClubImage.Kind.LOGO:
        return Line(_("The logo was taken off the displays"))
    return Line(_("A sponsor's picture was taken off the displays"), str(facts.get("image", "")))
