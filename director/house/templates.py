"""The templates a tournament can be made from, as the pages show them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.templates import EMPTY, LABELS, OWN, template_content
from club.models import Club
from club.templatetags.figures import chips, clock, money_short
from tournaments.models import TournamentTemplate
from tournaments.models_tournament import Game

PLAY, BREAK = "play", "break"


def own_templates(club: Club) -> list[TournamentTemplate]:
    """The club's own templates by name."""
    return list(TournamentTemplate.objects.filter(club=club, revoked_by__isnull=True).order_by("name", "pk"))


def template_cards(club: Club) -> list[dict[str, Any]]:
    """All templates, the club's own first: id for /new, name, note, facts."""
    own = [
        _card(club, f"{OWN}{row.pk}", row.name, row.content, own=True, key=row.pk)
        | {"revision": row.revision}
        for row in own_templates(club)
    ]
    built_in = [
        _card(club, code, str(label), template_content(club, code))
        for code, label in LABELS.items()
        if code != EMPTY
    ]
    return own + built_in


def _card(
    club: Club, code: str, name: str, content: dict[str, Any], *, own: bool = False, key: int = 0
) -> dict[str, Any]:
    settings, levels = content["settings"], content["levels"]
    return {
        "id": code,
        "name": name,
        "note": _note(settings, levels),
        "own": own,
        "facts": _facts(club, settings, levels),
        "delete_id": key,
        "stamp": "",
    }


def _note(settings: dict[str, Any], levels: list[dict[str, Any]]) -> str:
    """Stack and levels in one line."""
    plays = [level for level in levels if level["kind"] == PLAY]
    minutes = plays[0]["duration_ms"] // 60_000 if plays else 0
    return _("%(stack)s chips, levels of %(minutes)s minutes") % {
        "stack": chips(settings.get("stack_chips", 0)),
        "minutes": minutes,
    }


def _facts(club: Club, settings: dict[str, Any], levels: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What a director compares templates by."""
    parts = [settings.get(f"entry_{part}_minor", 0) for part in ("prize", "fee", "bounty", "staff")]
    count = sum(level["kind"] == PLAY for level in levels)
    total_ms = sum(level["duration_ms"] for level in levels)
    levels_only = "entry_prize_minor" not in settings
    price = money_short(sum(parts), settings.get("currency", club.currency))
    facts = [
        (_("Game"), str(Game(settings.get("game", Game.HOLDEM)).label)),
        *([] if levels_only else [(_("Buy-in"), price)]),
        (_("Structure"), ngettext("%(count)s level", "%(count)s levels", count) % {"count": count}),
        (_("Length with breaks"), clock(total_ms)),
    ]
    return [*facts, (_("Kept"), _("levels only")) if levels_only else (_("Again"), _again(settings))]


def _again(settings: dict[str, Any]) -> str:
    """Rebuys, add-on, re-entry in words."""
    words = []
    if settings.get("rebuy_kind", "none") != "none":
        words.append(_("rebuys"))
    if settings.get("addon_offered"):
        words.append(_("add-on"))
    if settings.get("reentry_offered"):
        words.append(_("re-entry"))
    return ", ".join(words) or _("no")
