"""A whole night through the table rules: hands, busts, balancing, breaks, the final table, heads-up."""

from dataclasses import replace
from random import Random

import pytest

from tables.rules.balancing import plan_balance
from tables.rules.breaking import BreakAction, plan_break, plan_final_table, propose_break
from tables.rules.button import after_hand, table_positions
from tables.rules.draw import DrawnSeat, draw_seats
from tables.rules.facts import SeatFact, TableFact
from tables.rules.plans import BalanceRules
from tests.tables.rules.seating import table

FINAL, RULES = 9, BalanceRules()


class Night:
    """Tables of nine, one player busting after another."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = Random(seed)
        empty = [table(number, 9, [], break_order=-number) for number in range(1, -(-players // 9) + 1)]
        draw = draw_seats(range(players), empty, self.rng)
        self.tables = {one.number: replace(one, button=draw.buttons[one.number]) for one in empty}
        self.seat(draw.seats)

    def seat(self, seats: tuple[DrawnSeat, ...]) -> None:
        for drawn in seats:
            fact = SeatFact(drawn.seat, drawn.player_key, drawn.table_number)
            self.tables[drawn.table_number] = self.tables[drawn.table_number].with_player(fact, drawn.seat)

    def players(self) -> list[object]:
        return [fact.player_key for one in self.tables.values() for fact in one.occupied]

    def hand(self) -> None:
        """A hand at every table, somebody busts at one of them, and every button moves on."""
        loser = self.rng.choice(self.players())
        for number, one in self.tables.items():
            last = table_positions(one)
            left = one.without(loser) if loser in {fact.player_key for fact in one.occupied} else one
            following = last and after_hand(left.seats, left.taken, last)
            self.tables[number] = (
                replace(left, button=following.button, small_blind=following.small_blind)
                if following
                else left
            )

    def floor(self) -> None:
        """What the rules propose is done at once."""
        room = list(self.tables.values())
        proposal = propose_break(room, final_size=FINAL)
        if proposal.action is BreakAction.FINAL_TABLE and proposal.table:
            plan = plan_final_table(room, proposal.table, self.rng, size=FINAL, redraw=True)
            final = replace(
                self.tables[proposal.table],
                occupied=(),
                button=plan.draw.buttons[proposal.table],
                small_blind=None,
            )
            self.tables = {final.number: final}
            self.seat(plan.draw.seats)
        elif proposal.action is BreakAction.BREAK and proposal.table:
            broken = plan_break(room, proposal.table, RULES, self.rng)
            assert broken.queue == ()
            del self.tables[proposal.table]
            self.seat(broken.seats)
        self.balance()

    def balance(self) -> None:
        plan = plan_balance(list(self.tables.values()), RULES)
        for move in plan.moves:
            fact = self.tables[move.from_table].sitting(move.player_key)
            self.tables[move.from_table] = self.tables[move.from_table].without(move.player_key)
            self.tables[move.to_table] = self.tables[move.to_table].with_player(fact, move.to_seat)


def sizes(night: Night) -> list[int]:
    return [one.size for one in night.tables.values()]


def blinds_stand_right(one: TableFact) -> bool:
    """The big blind is a player, and heads-up the button is the small blind."""
    hand = table_positions(one)
    if hand is None:
        return one.size < 2
    return hand.big_blind in one.taken and (hand.button == hand.small_blind) is (one.size == 2)


@pytest.mark.parametrize(("players", "seed"), [(142, 1), (61, 2), (27, 3), (19, 4), (10, 5)])
def test_a_night_ends_with_one_player_and_is_balanced_after_every_hand(players: int, seed: int) -> None:
    night = Night(players, seed)
    for left in range(players - 1, 0, -1):
        night.hand()
        night.floor()
        assert len(set(night.players())) == len(night.players()) == left
        assert max(sizes(night)) - min(sizes(night)) <= 1
        assert len(sizes(night)) == (1 if left <= FINAL else -(-left // 9))
        assert [blinds_stand_right(one) for one in night.tables.values()] == [True] * len(night.tables)
