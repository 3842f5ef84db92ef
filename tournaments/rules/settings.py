"""Where authorities differ: settings of a tournament, filled by a preset, each overridable.

`tda` follows the Poker Tournament Directors Association as card rooms play it, `home` the rules of the Estonian poker
federation for home games. Pure: dictionaries in, a frozen dataclass out.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from tournaments.rules.errors import RuleError

CHOICES: dict[str, tuple[str, ...]] = {
    "preset": ("tda", "home"),
    "tda_edition": ("2024", "2026"),
    "tie_policy": ("tie_across", "stack_across"),
    "race_method": ("tda", "winner_takes_all", "round_up_all"),
    "race_rounding": ("half_up", "up", "down"),
    "race_saved": ("extra", "from_race"),
    "card_clock": ("playing_time", "wall_clock"),
    "card_ladder": ("tda", "home"),
    "second_yellow": ("ask", "red"),
    "after_outage": ("run_on", "hold"),
    "waiting_no_show": ("drop", "back"),
    "stud_balancing": ("position", "card"),
    "balancing": ("tda", "home"),
}

RANGES: dict[str, tuple[int, int]] = {
    "last_hand_grace_minutes": (0, 30),
    "balance_tolerance": (1, 3),
    "balance_tolerance_many": (1, 3),
    "many_tables": (2, 1000),
    "halt_short_by": (2, 6),
    "seats_kept": (0, 50),
    "waiting_offer_minutes": (1, 60),
    "hand_for_hand_step_seconds": (30, 600),
    "hand_for_hand_cap_steps": (1, 10),
    "close_at_places_plus": (0, 500),
    "last_tables_final_size": (0, 12),
    "yellow_minutes": (1, 240),
    "hand_clock_seconds": (5, 300),
    "hand_clock_last_seconds": (0, 60),
    "time_bank_chips": (0, 50),
    "time_bank_seconds": (5, 300),
}


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Every setting with the value of the `tda` preset. Units are in the names; 0 means "not used"."""

    preset: str = "tda"
    tda_edition: str = "2024"
    tie_policy: str = "tie_across"
    stack_after_ante: bool = False
    last_hand_grace: bool = True
    last_hand_grace_minutes: int = 5
    close_at_final_table: bool = False
    close_at_places_plus: int = 0
    balancing: str = "tda"
    balance_tolerance: int = 1
    balance_tolerance_many: int = 2
    many_tables: int = 6
    halting: bool = True
    halt_short_by: int = 3
    stud_balancing: str = "position"
    seats_kept: int = 0
    last_tables_final_size: int = 0
    final_table_redraw: bool = True
    redraw_at: tuple[int, ...] = ()
    race_method: str = "tda"
    race_rounding: str = "half_up"
    race_saved: str = "extra"
    card_ladder: str = "tda"
    card_clock: str = "playing_time"
    second_yellow: str = "ask"
    yellow_minutes: int = 20
    surrender_reentry: bool = False
    after_outage: str = "run_on"
    waiting_no_show: str = "drop"
    waiting_offer_minutes: int = 10
    deals_allowed: bool = True
    disqualified_keeps_place: bool = True
    hand_for_hand_step_seconds: int = 120
    hand_for_hand_cap_steps: int = 3
    hand_clock_seconds: int = 25
    hand_clock_last_seconds: int = 5
    time_bank_chips: int = 0
    time_bank_seconds: int = 30


PRESETS: dict[str, RuleSettings] = {
    "tda": RuleSettings(),
    "home": RuleSettings(
        preset="home",
        tie_policy="stack_across",
        balancing="home",
        balance_tolerance_many=1,
        halting=False,
        stud_balancing="card",
        final_table_redraw=False,
        race_method="winner_takes_all",
        card_ladder="home",
    ),
}


def settings_from(values: Mapping[str, Any]) -> RuleSettings:
    """The preset named in `values` with the other values laid over it.

    Unknown names, values of another type or outside their range raise RuleError("setting_unknown" or "setting_wrong").
    """
    preset = values.get("preset", "tda")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RuleError("setting_wrong", name="preset", value=preset)
    known = {field.name for field in fields(RuleSettings)}
    unknown = sorted(set(values) - known)
    if unknown:
        raise RuleError("setting_unknown", name=unknown[0])
    return replace(PRESETS[preset], **{name: _checked(name, value) for name, value in values.items()})


def _checked(name: str, value: Any) -> Any:
    """The value if it fits the setting's type, choices and range."""
    default = getattr(RuleSettings(), name)
    if name == "redraw_at":
        value = tuple(value) if isinstance(value, list | tuple) else (None,)
        fits = all(type(number) is int and 2 <= number <= 1000 for number in value)
    elif name in CHOICES:
        fits = isinstance(value, str) and value in CHOICES[name]
    elif name in RANGES:
        low, high = RANGES[name]
        fits = type(value) is int and low <= value <= high
    else:
        fits = type(value) is type(default)
    if not fits:
        raise RuleError("setting_wrong", name=name, value=value)
    return value


def differences(settings: RuleSettings) -> dict[str, Any]:
    """What to store: the preset and the values that differ from it."""
    preset = asdict(PRESETS[settings.preset])
    own = {name: value for name, value in asdict(settings).items() if value != preset[name]}
    return {"preset": settings.preset} | {n: list(v) if isinstance(v, tuple) else v for n, v in own.items()}
