"""The tables while a plan is being made: each move changes them before the next one is chosen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from tables.rules.button import waits_for_button
from tables.rules.facts import PlayerKey, SeatFact, TableFact, pairs_together, partners_by_player
from tables.rules.movers import Chosen, Drawn
from tables.rules.plans import BalanceRules, Move


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a receiver and the hands until its player is big blind (None: no hand yet, or no blinds)."""

    seat: int
    hands_to_bb: int | None = None


def donor_rank(table: TableFact) -> tuple[int, int, int]:
    """Sort key of donors: the biggest table first, ties by break order, then number."""
    return (-table.size, *table.place_in_break_order)


def _receiver_rank(table: TableFact) -> tuple[int, int]:
    return (table.size, table.number)


class Board:
    """Tables by number, how many players each still has to give (< 0) or get (> 0), and the moves so far."""

    def __init__(
        self,
        tables: Sequence[TableFact],
        change: dict[int, int],
        rules: BalanceRules,
        rng: Random | None,
        cards: Drawn,
    ) -> None:
        self.tables = {table.number: table for table in tables}
        self.change, self.rules, self.rng, self.cards = change, rules, rng, cards
        self.partners = partners_by_player(rules.pairs)
        self.moved: set[PlayerKey] = set()
        self.moves: list[Move] = []

    def donors(self) -> list[TableFact]:
        """Tables that still give: the biggest first, ties by break order, then number."""
        giving = [table for number, table in self.tables.items() if self.change[number] < 0]
        return sorted(giving, key=donor_rank)

    def receivers(self) -> list[TableFact]:
        """Tables that still get: the smallest first, ties by number."""
        getting = [table for number, table in self.tables.items() if self.change[number] > 0]
        return sorted(getting, key=_receiver_rank)

    def next_donor(self, without: Collection[int] = ()) -> TableFact | None:
        """The first of `donors` that is not left out; None when nobody gives any more."""
        giving = (self.tables[at] for at, by in self.change.items() if by < 0 and at not in without)
        return min(giving, key=donor_rank, default=None)

    def next_receiver(self) -> TableFact | None:
        """The first of `receivers`; None when nobody gets any more."""
        getting = (self.tables[at] for at, by in self.change.items() if by > 0)
        return min(getting, key=_receiver_rank, default=None)

    def movable(self, table: TableFact) -> list[SeatFact]:
        """Players of a table who may be named and were not yet in this plan."""
        return [
            fact for fact in table.occupied if self.rules.movable(fact) and fact.player_key not in self.moved
        ]

    def conflicts(self, fact: SeatFact, table: TableFact) -> int:
        """How many people at a table the player must not sit with."""
        partners = self.partners.get(fact.player_key)
        return sum(1 for other in table.occupied if other.player_key in partners) if partners else 0

    def together(self) -> int:
        """Forbidden pairs that sit at one table now."""
        return pairs_together(self.tables.values(), self.rules.pairs)

    def move(self, chosen: Chosen, to_table: int, place: Place, rule: str) -> None:
        """Make a move and note it."""
        fact, receiver = chosen.fact, self.tables[to_table]
        donor = self.tables[fact.table_number]
        self.moves.append(
            Move(
                player_key=fact.player_key,
                from_table=donor.number,
                from_seat=fact.seat,
                to_table=to_table,
                to_seat=place.seat,
                why=chosen.why,
                rule=rule,
                from_size=donor.size,
                to_size=receiver.size,
                hands_to_bb=place.hands_to_bb,
                waits=waits_for_button(receiver, place.seat),
                cards=chosen.cards,
            )
        )
        self.moved.add(fact.player_key)
        self.tables[donor.number] = donor.without(fact.player_key)
        self.tables[to_table] = receiver.with_player(fact, place.seat)
        self.change[donor.number] += 1
        self.change[to_table] -= 1
