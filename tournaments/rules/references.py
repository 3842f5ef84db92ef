"""Numbers of rules, by edition: the one place where a rule number is written.

TDA numbers are those of 2024 v1.0. In 2026 v1.1 the numbers 10–20 moved by one and those from 21 on by two; recommended
procedures (RP) kept theirs. A rule whose number is not known for an edition is cited without one.
"""

from collections.abc import Mapping

from tournaments.rules.errors import RuleError

EDITIONS: Mapping[str, str] = {
    "2024": "TDA 2024 v1.0",
    "2026": "TDA 2026 v1.1",
    "home": "Home rules",
}

# None: the authority has the rule, its number is not known here.
TDA_2024: Mapping[str, int | str | None] = {
    "floor_decisions": 1,
    "late_registration": 8,
    "full_stack": 8,
    "surrender": "8-B",
    "breaking": 10,
    "two_step_draw": 10,
    "balancing": 11,
    "balancing_stud_position": 11,
    "halt": 11,
    "new_level": 23,
    "chip_race": 24,
    "rebuy": 27,
    "hand_for_hand": "RP-8",
    "final_table": "RP-9",
    "redraw": None,
    "dead_button": None,
    "heads_up_button": None,
    "discipline": None,
    "same_hand_busts": None,
}

# Rules that the renumbered edition brought: their numbers are those of 2026 v1.1.
NEW_IN_2026: Mapping[str, int] = {"stack_after_ante": 22}

HOME: frozenset[str] = frozenset(
    {
        "floor_decisions",
        "balancing_home",
        "balancing_last_two",
        "balancing_stud_card",
        "chip_race",
        "discipline",
        "same_hand_busts",
        "leaving",
        "redraw",
    }
)

# Decisions of the club or the product, which no authority numbers.
HOUSE: frozenset[str] = frozenset({"kept_apart", "payouts", "waiting_list", "after_outage"})


def reference(key: str, edition: str) -> str:
    """How a rule is cited under an edition ("2024", "2026" or "home"): "TDA 11", "TDA RP-9", "TDA", "Home rules".

    A rule that only another authority or edition has is cited by that one (under "home" the TDA's of 2024); the club's
    own rules are "House". Raises RuleError `rule_unknown` and `edition_unknown`.
    """
    if edition not in EDITIONS:
        raise RuleError("edition_unknown", edition=edition)
    if key in HOUSE:
        return "House"
    if key in HOME and (edition == "home" or key not in TDA_2024):
        return "Home rules"
    if key in NEW_IN_2026:
        return f"TDA {NEW_IN_2026[key]}" + ("" if edition == "2026" else " (2026)")
    if key in TDA_2024:
        return _tda(TDA_2024[key], edition)
    raise RuleError("rule_unknown", key=key, edition=edition)


def authority(edition: str) -> str:
    """The full name of an edition, for printed sheets. Raises RuleError `edition_unknown`."""
    if edition not in EDITIONS:
        raise RuleError("edition_unknown", edition=edition)
    return EDITIONS[edition]


def _tda(number: int | str | None, edition: str) -> str:
    if number is None:
        return "TDA"
    if isinstance(number, int) and edition == "2026":
        number = renumbered(number)
    return f"TDA {number}"


def renumbered(number: int) -> int:
    """The 2026 v1.1 number of a rule of 2024 v1.0."""
    return number + (0 if number < 10 else 1 if number <= 20 else 2)
