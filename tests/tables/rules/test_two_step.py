"""The two-step draw."""

from random import Random

import pytest

from tables.rules.cards import card_value
from tables.rules.two_step import deal_for_order, hand_out, order_by_cards
from tournaments.rules.errors import RuleError


def test_suits_break_equal_ranks_spades_first() -> None:
    assert order_by_cards({"A": "9c", "B": "9s", "C": "9d", "D": "9h", "E": "8s"}) == (
        "B",
        "D",
        "C",
        "A",
        "E",
    )


def test_a_ten_may_be_typed_in_both_ways() -> None:
    assert card_value("10d") == card_value("Td") == card_value("tD")


@pytest.mark.parametrize("card", ["", "9", "1s", "11h", "Xs", "9x"])
def test_what_is_no_card_is_refused(card: str) -> None:
    with pytest.raises(RuleError, match="not_a_card"):
        order_by_cards({"A": card})


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(RuleError, match="card_twice"):
        order_by_cards({"A": "9s", "B": "9s"})


def test_fewer_seats_than_players_are_refused() -> None:
    with pytest.raises(RuleError, match="not_enough_seats"):
        hand_out(["T1S1"], ["A", "B"])


def test_the_screen_deals_distinct_cards_from_a_seed() -> None:
    players = [f"P{number}" for number in range(9)]
    dealt = deal_for_order(players, Random(4))
    assert dealt == deal_for_order(players, Random(4))
    assert len(set(dealt.values())) == 9
    with pytest.raises(RuleError, match="too_many_for_a_deck"):
        deal_for_order(range(53), Random(4))
