"""Templates: the built-in ones and a club's own, both as the same JSON of settings and level rows."""

import re
from copy import deepcopy
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from acts.tournament_fields import FIELDS
from acts.wishes import WISH, wish_content
from clock.rules.presets import PRESETS, Preset
from clock.rules.windows import BreakAfter, UntilLevel, Window
from clock.selectors import load_clock
from club.models import Club
from tournaments.errors import NotFound
from tournaments.models import Tournament, TournamentTemplate

OWN = "own:"
COPY = "copy:"
# What belongs to one evening, not to a template.
NOT_IN_TEMPLATES = ("name", "starts_at", "timezone", "currency")
# What levels alone were made for.
WITH_LEVELS = ("stack_chips", "denominations", "game", "betting", "seats_per_table")
EMPTY = "empty"

LABELS: dict[str, str | Promise] = {
    "freezeout-club": _("Freeze-out, club night"),
    "freezeout-turbo": _("Freeze-out, turbo"),
    "deep": _("Deep stack"),
    "rebuy-addon": _("Rebuys with add-on"),
    "reentry-bba": _("Re-entry, big-blind ante"),
    "stud": _("Seven-card stud, ante and bring-in"),
    "horse": _("H.O.R.S.E., five games in turn"),
    "satellite": _("Satellite, turbo with re-entry"),
    "appt-2019": _("APPT 2019, 30,000 chips, big-blind ante"),
    "t1000-club": _("T1000 club structure"),
    EMPTY: _("Nothing: start from one level"),
}

# What a template costs is only a proposal; a club changes it while it creates the tournament.
PRICES: dict[str, dict[str, int]] = {
    "freezeout-club": {"entry_prize_minor": 2700, "entry_fee_minor": 300},
    "freezeout-turbo": {"entry_prize_minor": 900, "entry_fee_minor": 100},
    "deep": {"entry_prize_minor": 9000, "entry_fee_minor": 1000},
    "rebuy-addon": {
        "entry_prize_minor": 1800,
        "entry_fee_minor": 200,
        "rebuy_prize_minor": 2000,
        "addon_prize_minor": 2000,
    },
    "reentry-bba": {"entry_prize_minor": 13000, "entry_fee_minor": 1500, "entry_staff_minor": 500},
    "stud": {"entry_prize_minor": 2700, "entry_fee_minor": 300},
    "horse": {"entry_prize_minor": 2700, "entry_fee_minor": 300},
    "satellite": {"entry_prize_minor": 1800, "entry_fee_minor": 200},
    "appt-2019": {"entry_prize_minor": 13000, "entry_fee_minor": 1500, "entry_staff_minor": 500},
    "t1000-club": {"entry_prize_minor": 1800, "entry_fee_minor": 200},
}
ONE_LEVEL = [{"kind": "play", "duration_ms": 20 * 60_000, "small_blind": 25, "big_blind": 50}]


def template_content(club: Club, code: str) -> dict[str, Any]:
    """Settings and level rows of a template: {"settings": {…}, "levels": […]}; always a copy.

    `code` is that of a built-in template, "own:<id>" for one of the club's, "copy:<id>" for one of its tournaments, or
    "wish:<what it is for>" (wishes.py).
    """
    if code.startswith(OWN):
        return _own(club, code.removeprefix(OWN))
    if code.startswith(COPY):
        return _copy(club, code.removeprefix(COPY))
    if code.startswith(WISH):
        return wish_content(code)
    if code not in LABELS:
        raise NotFound("template_unknown", _("There is no such template."))
    if code == EMPTY:
        return {"settings": {"stack_chips": 10_000}, "levels": deepcopy(ONE_LEVEL)}
    preset = PRESETS[code]
    return {"settings": _settings(preset) | PRICES[code], "levels": preset.structure.to_rows()}


def _settings(preset: Preset) -> dict[str, Any]:
    """A preset of the clock's rules as settings of a tournament."""
    return {
        "game": preset.game,
        "betting": "no_limit" if preset.game == "holdem" else "fixed_limit",
        "seats_per_table": preset.seats,
        "stack_chips": preset.stack_chips,
        "denominations": list(preset.chips),
        "late_until_level": _level_of(preset.late_registration),
        "late_through_break": _through_break(preset.late_registration),
        "rebuy_kind": "broke" if preset.rebuys else "none",
        "rebuy_chips": preset.rebuy_chips,
        "rebuy_until_level": _level_of(preset.rebuys),
        "addon_offered": preset.addon is not None,
        "addon_chips": preset.addon_chips,
        "addon_after_level": _level_of(preset.addon),
        "reentry_offered": preset.reentries is not None,
        "reentry_limit": 1 if preset.reentries else None,
        "reentry_until_level": _level_of(preset.reentries),
    }


def _level_of(window: Window | None) -> int | None:
    return window.level_number if isinstance(window, UntilLevel | BreakAfter) else None


def _through_break(window: Window | None) -> bool:
    return isinstance(window, UntilLevel) and window.through_break


def _own(club: Club, key: str) -> dict[str, Any]:
    rows = TournamentTemplate.objects.filter(club=club, revoked_by__isnull=True)
    row = rows.filter(pk=int(key)).first() if re.fullmatch(r"[0-9]{1,18}", key) else None
    if row is None:
        raise NotFound("template_unknown", _("There is no such template."))
    return deepcopy(row.content)


def _copy(club: Club, key: str) -> dict[str, Any]:
    """A tournament of the club as if it were a template."""
    rows = Tournament.objects.filter(club=club, revoked_by__isnull=True)
    event = rows.filter(pk=int(key)).first() if re.fullmatch(r"[0-9]{1,18}", key) else None
    if event is None:
        raise NotFound("tournament_unknown", _("There is no such tournament in this club."))
    return content_of(event) | {"name": event.name}


def content_of(event: Tournament, *, levels_only: bool = False) -> dict[str, Any]:
    """What a template keeps of a tournament: all of it, or the levels and what they were made for."""
    names = [name for name in (*FIELDS, "rules", "denominations") if name not in NOT_IN_TEMPLATES]
    kept = WITH_LEVELS if levels_only else names
    settings = {name: getattr(event, name) for name in kept}
    return {"settings": settings, "levels": load_clock(event.pk).structure.to_rows()}
