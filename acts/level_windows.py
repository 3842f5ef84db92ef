"""The table of levels as it is given: its levels, and the windows that end with them, which are settings as well."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from acts.tournament_fields import FIELDS, check_together, clean
from clock.rules.structure import Structure
from tournaments.act import Act
from tournaments.models import Tournament
from tournaments.models_tournament import Game
from tournaments.rules.errors import RuleError


class WindowLevels(TypedDict, total=False):
    """Level numbers by setting; None: no such level. A setting that is not named stays as it is."""

    late_until_level: int | None
    rebuy_until_level: int | None
    reentry_until_level: int | None
    addon_after_level: int | None


def levels_given(rows: Sequence[Mapping[str, Any]]) -> Structure:
    """The structure of rows from outside. RuleErrors as of Structure.from_rows(), and `game_unknown`: displays have no
    word for a game that is none of ours."""
    structure = Structure.from_rows(rows)
    for level in structure.levels:
        if level.game and level.game not in Game.values:
            raise RuleError("game_unknown", text=level.game)
    return structure


def with_windows(settings: Mapping[str, Any], windows: WindowLevels) -> dict[str, Any]:
    """The settings of a template with other windows; refused where they do not make sense together."""
    changed = clean(windows)
    if changed.get("late_until_level"):
        changed["late_minutes"] = None
    found = {**settings, **changed}
    known = {name: found[name] for name in FIELDS if name in found}
    check_together(Tournament(**known))
    return found


def set_windows(act: Act, windows: WindowLevels) -> None:
    """Change the settings that differ. Registration that ends with a level no longer ends after minutes of play."""
    event = act.event
    changed = {name: value for name, value in clean(windows).items() if getattr(event, name) != value}
    if not changed:
        return
    if changed.get("late_until_level") and event.late_minutes:
        changed["late_minutes"] = None
    act.change(event, **changed)
    check_together(event)
    act.facts["windows"] = sorted(changed)
