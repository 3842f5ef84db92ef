"""What the form of a tournament says: its groups, hints, units, and which fields show only with others."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

# A text or a lazy one; what Django's stubs take for one differs from place to place.
type Label = Any


@dataclass(frozen=True, slots=True)
class Group:
    """Some fields under a heading. No names: the rules, which name themselves."""

    slug: str
    label: Label
    names: tuple[str, ...] = ()
    note: Label = ""


GROUPS: tuple[Group, ...] = (
    Group(
        "about",
        _("Tournament"),
        (
            "name",
            "starts_on",
            "starts_time",
            "timezone",
            "game",
            "betting",
            "seats_per_table",
            "tables",
            "capacity",
            "currency",
            "note",
        ),
    ),
    Group(
        "entry",
        _("Buy-in and stack"),
        (
            "entry_prize_minor",
            "entry_fee_minor",
            "entry_bounty_minor",
            "entry_staff_minor",
            "stack_chips",
            "denominations",
        ),
        _("What is paid keeps its price when these change."),
    ),
    Group(
        "late",
        _("Late registration and waiting list"),
        ("late_until_level", "late_minutes", "late_through_break", "waiting_until_level"),
    ),
    Group("reentry", _("Re-entry"), ("reentry_offered", "reentry_until_level", "reentry_limit")),
    Group(
        "rebuys",
        _("Rebuys"),
        (
            "rebuy_kind",
            "rebuy_prize_minor",
            "rebuy_fee_minor",
            "rebuy_chips",
            "rebuy_until_level",
            "rebuy_limit",
            "rebuy_threshold_chips",
        ),
    ),
    Group(
        "addon",
        _("Add-on"),
        ("addon_offered", "addon_prize_minor", "addon_fee_minor", "addon_chips", "addon_after_level"),
    ),
    Group(
        "prizes",
        _("Prizes"),
        (
            "prizes_on",
            "guarantee_minor",
            "payout_preset",
            "places_percent",
            "payout_unit_minor",
            "payout_rounding",
            "min_cash_minor",
        ),
        _("They hold until the prizes are locked."),
    ),
    Group("rules", _("Rules")),
)

HELP: dict[str, Label] = {
    "name": _("As it stands on the displays."),
    "timezone": _("Times on screens and paper are those of this zone."),
    "capacity": _("Empty: no limit. Beyond it players join the waiting list."),
    "tables": _("They are open for the seat draw at once; more open by themselves."),
    "note": _("For the staff; players do not see it."),
    "entry_prize_minor": _("It all goes to the players."),
    "entry_fee_minor": _("It goes to the club."),
    "entry_bounty_minor": _("It goes to whoever knocks the player out."),
    "entry_staff_minor": _("It goes to the staff."),
    "denominations": _(
        "Values of the chips in play, such as 25, 100, 500, 1000. They tell which blinds can be paid."
    ),
    "late_until_level": _("Empty: only before the start. To the end of playing of that level."),
    "late_minutes": _("Instead of a level: so many minutes of play. Pauses and breaks do not count."),
    "late_through_break": _("Until the break after that level is over."),
    "waiting_until_level": _("The list has a life of its own. Empty: as long as late registration."),
    "reentry_limit": _("Empty: no limit."),
    "rebuy_limit": _("Empty: no limit."),
    "rebuy_threshold_chips": _("Empty: whatever the stack."),
    "guarantee_minor": _("The house pays what is missing. 0: none."),
    "prizes_on": _("Off for a night without prizes."),
    "places_percent": _("For the presets that follow the number of entries."),
    "payout_unit_minor": _("Every prize is a multiple of this."),
    "min_cash_minor": _("Fewer places are paid when the last would get less. 0: none."),
}

UNITS: dict[str, Label] = {
    "stack_chips": _("chips"),
    "rebuy_chips": _("chips"),
    "rebuy_threshold_chips": _("chips"),
    "addon_chips": _("chips"),
    "late_minutes": _("min"),
    "places_percent": "%",
}

WIDE = frozenset({"name", "note", "denominations"})

REBUYS = "rebuy_kind=broke any"
WHEN: dict[str, str] = {
    "reentry_until_level": "reentry_offered=true",
    "reentry_limit": "reentry_offered=true",
    "rebuy_prize_minor": REBUYS,
    "rebuy_fee_minor": REBUYS,
    "rebuy_chips": REBUYS,
    "rebuy_until_level": REBUYS,
    "rebuy_limit": REBUYS,
    "rebuy_threshold_chips": "rebuy_kind=any",
    "addon_prize_minor": "addon_offered=true",
    "addon_fee_minor": "addon_offered=true",
    "addon_chips": "addon_offered=true",
    "addon_after_level": "addon_offered=true",
}

CHOICE_LABELS: dict[str, list[tuple[str, Label]]] = {
    "payout_rounding": [
        ("floor_first", _("down, the rest to first place")),
        ("largest_remainder", _("by largest remainder")),
    ],
}

PAYOUT_PRESETS: list[tuple[str, Label]] = [
    ("home", _("Home game table")),
    ("club", _("Club table")),
    ("large", _("Large field table")),
    ("curve", _("Smooth curve with nice amounts")),
    ("winner", _("Winner takes all")),
    ("none", _("No prizes by preset")),
]
