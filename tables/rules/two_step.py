"""The two-step draw for a broken table: seats are shuffled, and a card decides who takes the first one (TDA 10)."""

from collections.abc import Mapping, Sequence
from random import Random

from tables.rules.cards import Card, card_value, shuffled_deck
from tables.rules.facts import PlayerKey
from tournaments.rules.errors import RuleError


def deal_for_order(players: Sequence[PlayerKey], rng: Random) -> dict[PlayerKey, Card]:
    """One card of one deck to each player. Raises RuleError `too_many_for_a_deck` above 52."""
    deck = shuffled_deck(rng)
    if len(players) > len(deck):
        raise RuleError("too_many_for_a_deck", players=len(players))
    return dict(zip(players, deck, strict=False))


def order_by_cards(dealt: Mapping[PlayerKey, Card]) -> tuple[PlayerKey, ...]:
    """Players from the highest card down; suits spades > hearts > diamonds > clubs.

    Raises RuleError `card_twice` when two have the same card (typed wrongly) and `not_a_card`.
    """
    values = {player: card_value(card) for player, card in dealt.items()}
    if len(set(values.values())) < len(values):
        raise RuleError("card_twice", cards=sorted(dealt.values()))
    return tuple(sorted(values, key=lambda player: values[player], reverse=True))


def hand_out[Seat](seat_cards: Sequence[Seat], order: Sequence[PlayerKey]) -> dict[PlayerKey, Seat]:
    """The first in the order takes the first seat card, and so on. Raises RuleError `not_enough_seats`."""
    if len(seat_cards) < len(order):
        raise RuleError("not_enough_seats", players=len(order), seats=len(seat_cards))
    return dict(zip(order, seat_cards, strict=False))
