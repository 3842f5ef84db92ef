"""Forms of displays: what one shows, and what all show for some minutes."""

import json

from django.conf import settings
from django.utils.translation import gettext as _

from director.dialogs.registry import Asked, Dialog, found_or_404, shows
from tournaments.models import Screen

USUAL_MINUTES = 5


@shows("screen", verb="screen.change")
def screen(asked: Asked) -> Dialog:
    """What a display shows, in which language, and whether it is heard."""
    rows = Screen.objects.filter(tournament=asked.event, revoked_by__isnull=True)
    row = found_or_404(rows.filter(pk=asked.number("screen_id") or 0).first())
    context = {
        "screen": row,
        "modes": Screen.Mode.choices,
        "languages": settings.LANGUAGES,
        "stamp": json.dumps({f"screen:{row.pk}": str(row.revision)}),
    }
    return Dialog("console/forms/screen.html", row.name, context)


@shows("show_all", verb="screen.show_all")
def show_all(asked: Asked) -> Dialog:
    """The same on all displays for some minutes, and the way back before that."""
    rows = Screen.objects.filter(tournament=asked.event, revoked_by__isnull=True)
    shown = rows.exclude(shown_mode="").filter(shown_until_ms__gt=asked.at_ms)
    context = {
        "modes": [choice for choice in Screen.Mode.choices if choice[0] != Screen.Mode.ROTATION],
        "usual": Screen.Mode.SEATS,
        "minutes": USUAL_MINUTES,
        "is_shown": shown.exists(),
    }
    return Dialog("console/forms/show_all.html", _("Show on all displays"), context)
