"""How rules are cited."""

import pytest

from tables.rules.plans import Method
from tournaments.rules.errors import RuleError
from tournaments.rules.references import HOME, HOUSE, TDA_2024, authority, reference, renumbered


@pytest.mark.parametrize(
    ("key", "in_2024", "in_2026"),
    [
        ("floor_decisions", "TDA 1", "TDA 1"),
        ("late_registration", "TDA 8", "TDA 8"),
        ("surrender", "TDA 8-B", "TDA 8-B"),
        ("breaking", "TDA 10", "TDA 11"),
        ("balancing", "TDA 11", "TDA 12"),
        ("new_level", "TDA 23", "TDA 25"),
        ("chip_race", "TDA 24", "TDA 26"),
        ("rebuy", "TDA 27", "TDA 29"),
        ("hand_for_hand", "TDA RP-8", "TDA RP-8"),
        ("final_table", "TDA RP-9", "TDA RP-9"),
        ("dead_button", "TDA", "TDA"),
    ],
)
def test_a_rule_is_cited_by_the_number_it_has_in_the_edition(key: str, in_2024: str, in_2026: str) -> None:
    assert (reference(key, "2024"), reference(key, "2026")) == (in_2024, in_2026)


def test_ten_to_twenty_moved_by_one_and_later_ones_by_two() -> None:
    assert [renumbered(number) for number in (1, 9, 10, 20, 21, 71)] == [1, 9, 11, 21, 23, 73]


def test_a_rule_that_came_in_2026_is_cited_by_that_edition_everywhere() -> None:
    cited = [reference("stack_after_ante", edition) for edition in ("2026", "2024", "home")]
    assert cited == ["TDA 22", "TDA 22 (2026)", "TDA 22 (2026)"]


def test_at_home_the_home_rules_are_cited_and_the_tda_where_they_are_silent() -> None:
    assert (reference("balancing_home", "home"), reference("chip_race", "home")) == (
        "Home rules",
        "Home rules",
    )
    assert reference("dead_button", "home") == "TDA"
    assert reference("balancing_stud_card", "2024") == "Home rules"


def test_what_the_club_decides_is_cited_as_its_own() -> None:
    assert {reference("kept_apart", edition) for edition in ("2024", "2026", "home")} == {"House"}


def test_unknown_rules_and_editions_are_refused() -> None:
    with pytest.raises(RuleError, match="rule_unknown"):
        reference("no_such_rule", "home")
    for refuse in (lambda: reference("balancing", "2019"), lambda: authority("2019")):
        with pytest.raises(RuleError, match="edition_unknown"):
            refuse()


def test_sheets_name_the_edition_in_full() -> None:
    assert [authority(edition) for edition in ("2024", "2026", "home")] == [
        "TDA 2024 v1.0",
        "TDA 2026 v1.1",
        "Home rules",
    ]


def test_every_rule_a_plan_can_cite_is_in_the_table() -> None:
    cited = {"balancing", "balancing_home", "balancing_last_two", "kept_apart", "halt", "breaking", "redraw"}
    cited |= {f"balancing_stud_{method}" for method in Method if method is not Method.BIG_BLIND} | {
        "final_table"
    }
    assert cited <= set(TDA_2024) | HOME | HOUSE
