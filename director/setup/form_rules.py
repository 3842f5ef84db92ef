"""The rules on which authorities differ, as fields of the tournament's form.

A field left at its first choice (or empty) follows the preset, also when the preset is changed in the same form; only
what differs on purpose is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from director.web.typed_numbers import WholeField, WholeListField
from tournaments.rules.settings import CHOICES, PRESETS, RANGES, RuleSettings

PREFIX = "rule_"

LABELS: dict[str, Any] = {
    "tda_edition": _("Edition of the TDA rules"),
    "tie_policy": _("Busts of one hand-for-hand round at different tables"),
    "stack_after_ante": _("Compare stacks after the ante was paid (TDA 2026, in the money)"),
    "last_hand_grace": _("A player who busts in the last hand keeps his rebuy or re-entry"),
    "last_hand_grace_minutes": _("Minutes he has for it"),
    "close_at_final_table": _("Registration closes at the final table"),
    "close_at_places_plus": _("Registration closes at places paid plus this many players"),
    "balancing": _("Who moves when tables are balanced"),
    "balance_tolerance": _("Difference of two tables that is left alone"),
    "balance_tolerance_many": _("The same with many tables"),
    "many_tables": _("More tables than this are many"),
    "halting": _("A table that is short stops playing"),
    "halt_short_by": _("It stops when short by"),
    "stud_balancing": _("Who moves in stud-only games"),
    "seats_kept": _("Free seats kept for late entries when a table breaks"),
    "last_tables_final_size": _("Size of the final table"),
    "final_table_redraw": _("New seats are drawn for the final table"),
    "redraw_at": _("New seats are drawn at so many players"),
    "race_method": _("Chip race"),
    "race_rounding": _("Odd value in a chip race"),
    "race_saved": _("The chip of a player who would lose his last one"),
    "card_ladder": _("Ladder of penalties"),
    "card_clock": _("Timed cards run on"),
    "second_yellow": _("A second yellow card"),
    "yellow_minutes": _("Minutes of a yellow card"),
    "surrender_reentry": _("A live stack may be given up for a re-entry"),
    "after_outage": _("After an outage the clock"),
    "waiting_no_show": _("Somebody who does not come for his place"),
    "waiting_offer_minutes": _("Minutes an offered place is kept"),
    "deals_allowed": _("Deals are allowed"),
    "disqualified_keeps_place": _("A disqualified player keeps his place"),
    "hand_for_hand_step_seconds": _("Seconds a hand takes off the clock, hand for hand"),
    "hand_for_hand_cap_steps": _("At most so many such steps a hand"),
    "hand_clock_seconds": _("Seconds to act once the clock is called"),
    "hand_clock_last_seconds": _("Seconds counted aloud after them"),
    "time_bank_chips": _("Time-bank chips of each player"),
    "time_bank_seconds": _("Seconds a time-bank chip buys"),
}

HELP: dict[str, Any] = {
    "close_at_places_plus": _("0: it does not close that way."),
    "seats_kept": _("Breaking a table waits while fewer seats would stay free."),
    "last_tables_final_size": _("0: as usual for the number of seats."),
    "redraw_at": _("Numbers of players, such as 27, 18."),
    "time_bank_chips": _("0: there are none. A re-entry gets them anew."),
    "balance_tolerance": _("1: 8 against 8 and 8 against 7 are balanced, 9 against 7 is not."),
}

VALUES: dict[tuple[str, Any], Any] = {
    ("preset", "tda"): _("Card room (TDA)"),
    ("preset", "home"): _("Home games"),
    ("tda_edition", "2024"): "2024",
    ("tda_edition", "2026"): "2026",
    ("tie_policy", "tie_across"): _("tie"),
    ("tie_policy", "stack_across"): _("the bigger stack finishes higher"),
    ("race_method", "tda"): _("cards, one chip a player at most"),
    ("race_method", "winner_takes_all"): _("the highest card takes all"),
    ("race_method", "round_up_all"): _("everybody rounds up"),
    ("race_rounding", "half_up"): _("rounded to the nearest chip"),
    ("race_rounding", "up"): _("rounded up"),
    ("race_rounding", "down"): _("rounded down"),
    ("race_saved", "extra"): _("comes on top"),
    ("race_saved", "from_race"): _("comes out of the race"),
    ("card_clock", "playing_time"): _("playing time"),
    ("card_clock", "wall_clock"): _("the wall clock"),
    ("card_ladder", "tda"): _("warning, missed hands, missed rounds, out"),
    ("card_ladder", "home"): _("warning, 20 minutes, out"),
    ("second_yellow", "ask"): _("asks whether it becomes red"),
    ("second_yellow", "red"): _("is red"),
    ("after_outage", "run_on"): _("has run on; the time can be given back"),
    ("after_outage", "hold"): _("holds until the director chooses"),
    ("waiting_no_show", "drop"): _("is off the list"),
    ("waiting_no_show", "back"): _("goes to the end of the list"),
    ("stud_balancing", "position"): _("the player in the seat that is empty at the short table"),
    ("stud_balancing", "card"): _("the player with the lowest card"),
    ("balancing", "tda"): _("the next big blind, to the worst seat"),
    ("balancing", "home"): _("the next big blind, to the seat nearest the big blind"),
}


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules that are shown together; the group is open where something in it was set on purpose."""

    slug: str
    label: Any
    names: tuple[str, ...]


RULE_GROUPS: tuple[RuleGroup, ...] = (
    RuleGroup(
        "entries",
        _("Entries and the last hand"),
        (
            "last_hand_grace",
            "last_hand_grace_minutes",
            "close_at_final_table",
            "close_at_places_plus",
            "surrender_reentry",
            "waiting_no_show",
            "waiting_offer_minutes",
        ),
    ),
    RuleGroup(
        "tables",
        _("Tables and seats"),
        (
            "balancing",
            "balance_tolerance",
            "balance_tolerance_many",
            "many_tables",
            "halting",
            "halt_short_by",
            "stud_balancing",
            "seats_kept",
            "last_tables_final_size",
            "final_table_redraw",
            "redraw_at",
        ),
    ),
    RuleGroup("race", _("Chip race"), ("race_method", "race_rounding", "race_saved")),
    RuleGroup(
        "penalties",
        _("Penalties"),
        ("card_ladder", "card_clock", "second_yellow", "yellow_minutes", "disqualified_keeps_place"),
    ),
    RuleGroup(
        "places",
        _("Places and deals"),
        (
            "tie_policy",
            "stack_after_ante",
            "deals_allowed",
            "hand_for_hand_step_seconds",
            "hand_for_hand_cap_steps",
        ),
    ),
    RuleGroup(
        "hand_clock",
        _("Clock on a player"),
        ("hand_clock_seconds", "hand_clock_last_seconds", "time_bank_chips", "time_bank_seconds"),
    ),
    RuleGroup("edition", _("Edition and outages"), ("tda_edition", "after_outage")),
)


def rule_names() -> tuple[str, ...]:
    """Every setting but the preset, in the order of the form."""
    return tuple(field.name for field in fields(RuleSettings) if field.name != "preset")


def preset_field() -> forms.ChoiceField:
    """Which authority's rules hold where nothing else is said."""
    choices = [(value, VALUES["preset", value]) for value in CHOICES["preset"]]
    return forms.ChoiceField(
        label=_("Rules"), choices=choices, help_text=_("It fills every rule below that is left as it is.")
    )


def rule_field(name: str, preset: str) -> forms.Field:
    """The field of one setting. Its empty value stands for the preset's, which is named."""
    usual = getattr(PRESETS[preset], name)
    label, note = LABELS[name], HELP.get(name, "")
    if name in CHOICES or isinstance(usual, bool):
        values = CHOICES.get(name, (True, False))
        choices = [("", format_lazy("{} ({})", _("as the rules say"), said(name, usual)))]
        choices += [(_key(value), said(name, value)) for value in values]
        return forms.ChoiceField(label=label, choices=choices, required=False, help_text=note)
    if name == "redraw_at":
        return WholeListField(label=label, low=2, high=1000, required=False, help_text=note)
    low, high = RANGES[name]
    field = WholeField(label=label, low=low, high=high, required=False, help_text=note)
    field.widget.attrs["placeholder"] = str(usual)
    return field


def said(name: str, value: Any) -> Any:
    """A value of a setting in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return VALUES.get((name, value), str(value))


def _key(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def initial_of(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Initial values of the fields from what a tournament stores."""
    own = {name: value for name, value in rules.items() if name != "preset"}
    initial = {
        PREFIX + name: _key(value) if isinstance(value, bool) else value for name, value in own.items()
    }
    return initial | {PREFIX + "preset": rules.get("preset", "tda")}


def rules_from(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """What to store, from the cleaned fields: the preset and what was set on purpose."""
    rules: dict[str, Any] = {"preset": cleaned[PREFIX + "preset"]}
    for name in rule_names():
        value = cleaned.get(PREFIX + name)
        if value not in (None, "", []):
            is_switch = isinstance(getattr(RuleSettings(), name), bool)
            rules[name] = value == "yes" if is_switch else value
    return rules
