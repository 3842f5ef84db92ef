"""What the editor of levels offers: rotations by name, and templates and tournaments that levels are loaded from."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.templates import COPY, EMPTY, LABELS, OWN
from club.models import Club
from tournaments.models import Tournament, TournamentTemplate

OFFERED = 50
MOST_TURNS = 8
ROTATION_NAMES = {
    "horse": gettext_lazy("H.O.R.S.E."),
    "hose": gettext_lazy("H.O.S.E."),
    "eight_game": gettext_lazy("8-Game"),
    "dealers_choice": gettext_lazy("Dealer's choice"),
}


def sources_of(club: Club, event: Tournament) -> list[dict[str, Any]]:
    """Groups of (code, name), those without any left out."""
    own = TournamentTemplate.objects.filter(club=club, revoked_by__isnull=True).order_by("name", "pk")
    others = (
        Tournament.objects.filter(club=club, revoked_by__isnull=True)
        .exclude(pk=event.pk)
        .order_by("-starts_at")
    )
    groups = [
        (_("Our templates"), [(f"{OWN}{key}", name) for key, name in own.values_list("pk", "name")]),
        (_("Templates"), [(code, str(label)) for code, label in LABELS.items() if code != EMPTY]),
        (
            _("Tournaments"),
            [(f"{COPY}{key}", name) for key, name in others.values_list("pk", "name")[:OFFERED]],
        ),
    ]
    return [{"name": name, "options": options} for name, options in groups if options]
