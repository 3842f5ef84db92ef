"""Playing cards where cards decide: seats, races, ties. Written as "9h", "Td", "10d", "As"."""

from random import Random

from tournaments.rules.errors import RuleError

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest first: spades > hearts > diamonds > clubs

type Card = str


def card_value(card: Card) -> tuple[int, int]:
    """(rank 0 … 12, suit 0 … 3), so that the greater value is the higher card. Raises RuleError `not_a_card`."""
    rank, suit = card[:-1].upper().replace("10", "T"), card[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise RuleError("not_a_card", card=card)
    return RANKS.index(rank), SUITS.index(suit)


def rank_value(card: Card) -> int:
    """The rank alone, 0 (two) … 12 (ace), where suits do not count."""
    return card_value(card)[0]


def shuffled_deck(rng: Random, decks: int = 1) -> list[Card]:
    """52 cards for each deck in a random order."""
    deck = [rank + suit for rank in RANKS for suit in SUITS] * decks
    rng.shuffle(deck)
    return deck
