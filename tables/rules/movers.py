"""Who is moved where the order to the big blind does not decide: stud games and the last two tables at home."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tables.rules.button import clockwise, clockwise_from
from tables.rules.cards import Card, rank_value, shuffled_deck
from tables.rules.facts import PlayerKey, SeatFact, TableFact
from tables.rules.plans import Why
from tournaments.rules.errors import RuleError

type Drawn = Mapping[int, Mapping[PlayerKey, Sequence[Card]]]
type Conflicts = Callable[[SeatFact], int]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The player to move, why he, and the cards that decided."""

    fact: SeatFact
    why: Why
    cards: tuple[Card, ...] = ()


def seat_opened_last(table: TableFact) -> int | None:
    """The free seat that became empty last; the lowest free one if none is known to have been left."""
    free = table.free_seats
    left = [seat for seat in table.opened_seats if seat in free]
    return left[-1] if left else next(iter(free), None)


def by_position(donor: TableFact, seat: int, movable: Sequence[SeatFact], conflicts: Conflicts) -> Chosen:
    """Stud, TDA: the player in the same seat number or, if it is empty, the next one clockwise.

    People kept apart and people moved before come later, as in every plan.
    """
    order = [fact for fact in clockwise_from(donor, seat) if fact in movable]
    fact = min(
        order, key=lambda one: (conflicts(one), one.moved_count, clockwise(donor.seats, seat, one.seat))
    )
    return Chosen(fact, Why.SAME_SEAT if fact.seat == seat else Why.NEXT_SEAT)


def by_card(
    movable: Sequence[SeatFact],
    conflicts: Conflicts,
    dealt: Mapping[PlayerKey, Sequence[Card]] | None,
    rng: Random | None,
) -> Chosen | None:
    """Stud, home: a card is dealt to each player, the lowest moves, equal ranks get another card; None: no cards yet.

    Only those are dealt in who would sit with the fewest people they are kept from, and moved the fewest times.
    """
    best = min((conflicts(fact), fact.moved_count) for fact in movable)
    players = [fact for fact in movable if (conflicts(fact), fact.moved_count) == best]
    hands = dealt if dealt is not None else _dealt(players, rng)
    return None if hands is None else _lowest(players, hands)


def _dealt(players: Sequence[SeatFact], rng: Random | None) -> dict[PlayerKey, tuple[Card, ...]] | None:
    """Cards for everybody from one deck, with enough of them to break any tie."""
    if rng is None:
        return None
    deck = shuffled_deck(rng)
    each = len(deck) // len(players)
    return {fact.player_key: tuple(deck[at :: len(players)][:each]) for at, fact in enumerate(players)}


def _lowest(players: Sequence[SeatFact], hands: Mapping[PlayerKey, Sequence[Card]]) -> Chosen:
    """The lowest by rank, card after card among those still equal. Raises RuleError `another_card_needed`."""
    left, seen = list(players), 0
    while len(left) > 1 or not seen:
        if any(len(hands.get(fact.player_key, ())) <= seen for fact in left):
            raise RuleError("another_card_needed", seats=[fact.seat for fact in left], cards=seen + 1)
        lowest = min(rank_value(hands[fact.player_key][seen]) for fact in left)
        left = [fact for fact in left if rank_value(hands[fact.player_key][seen]) == lowest]
        seen += 1
    return Chosen(left[0], Why.LOWEST_CARD, tuple(hands[left[0].player_key][:seen]))


def fewest_chips(movable: Sequence[SeatFact], conflicts: Conflicts, rng: Random | None) -> Chosen | None:
    """Home, last two tables: the player with the fewest chips, ties by draw; None: the draw has not been made.

    Every stack must be known.
    """
    best = min((conflicts(fact), fact.stack_chips or 0) for fact in movable)
    tied = [fact for fact in movable if (conflicts(fact), fact.stack_chips or 0) == best]
    if len(tied) > 1 and rng is None:
        return None
    return Chosen(tied[0] if rng is None else rng.choice(tied), Why.FEWEST_CHIPS)
