"""Every code a rule can refuse with has a sentence that its facts fill."""

import ast
import re
from pathlib import Path

import pytest

from acts.refusals import refusal_of, refusing
from acts.sentences import FINDINGS, SENTENCES
from clock.rules.structure import Structure, play_level
from clock.rules.structure_checks import require_sound
from tournaments.errors import DirectorError
from tournaments.rules.errors import RuleError

ROOT = Path(__file__).parents[2]
PACKAGES = ("clock", "tables", "payouts", "tournaments")
# Faults of a program, not of a person: no form leads there, and a crash is the right answer.
ONLY_PROGRAMS = {
    "big_blinds_not_positive",
    "entry_twice",
    "no_players",
    "no_winner",
    "place_not_positive",
    "places_and_entries_differ",
    "places_overlap",
    "players_negative",
    "prizes_not_in_order",
    "seat_not_positive",
    "seats_negative",
    "too_many_players",
    "too_many_prizes",
    "walk_is_for_three",
}


def raised(name: str) -> dict[str, set[str]]:
    """Codes given to every call of `name` in the rules, with the names of their facts."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package / "rules").glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                    for code in node.args[:2]:
                        if isinstance(code, ast.Constant) and isinstance(code.value, str):
                            found.setdefault(code.value, set()).update(k.arg or "" for k in node.keywords)
    return found


def test_every_code_of_the_rules_has_a_sentence() -> None:
    assert set(raised("RuleError")) - ONLY_PROGRAMS - set(SENTENCES) - set(FINDINGS) == set()


def test_every_finding_about_a_structure_has_a_sentence() -> None:
    assert set(raised("Problem")) - set(FINDINGS) == set()


@pytest.mark.parametrize("code", sorted(raised("RuleError").keys() & SENTENCES.keys()))
def test_a_sentence_names_only_facts_its_rule_gives(code: str) -> None:
    named = set(re.findall(r"%\((\w+)\)", str(SENTENCES[code]))) - {"row", "what"}
    assert named <= raised("RuleError")[code]


def test_an_unsound_structure_names_the_row() -> None:
    with pytest.raises(DirectorError) as refused, refusing():
        require_sound(Structure((play_level(20, 25, 50), play_level(20, 100, 50))))
    assert (
        str(refused.value) == "The structure cannot be used. Row 2: The small blind is above the big blind."
    )


def test_amounts_are_written_with_their_decimals() -> None:
    error = RuleError("amounts_not_pool", total_minor=80_005, missing_minor=-5)
    assert str(refusal_of(error)) == "The amounts add up to 800.05; -0.05 of the pool is left to give."
