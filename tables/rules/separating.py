"""Taking apart people who sit together and may not: one move beyond balancing, only when the director asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tables.rules.board import Board, Place
from tables.rules.button import big_blind_order
from tables.rules.facts import PlayerKey, SeatFact, TableFact
from tables.rules.movers import Chosen
from tables.rules.plans import BalancePlan, BalanceRules, Why
from tables.rules.receiving import SeatValue, worst_seat
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class _Option:
    """One of the two, a table that could take him, its worst seat, and his place in the order to the big blind."""

    fact: SeatFact
    receiver: TableFact
    value: SeatValue
    order: int


def plan_separation(
    tables: Sequence[TableFact], pair: Sequence[PlayerKey], rules: BalanceRules
) -> BalancePlan:
    """One move that takes a pair apart: fewest forbidden pairs, most even sizes, not moved before, first to be BB.

    Raises RuleError `not_together` when they do not share a table, `nobody_can_move` when there is no free seat.
    """
    table = next((one for one in tables if _holds(one, pair)), None)
    if table is None:
        raise RuleError("not_together", players=tuple(pair))
    board = Board(tables, dict.fromkeys((one.number for one in tables), 0), rules, None, {})
    options = list(_options(board, table, pair))
    if not options:
        raise RuleError("nobody_can_move", players=tuple(pair), table=table.number)
    best = min(options, key=lambda option: _badness(board, table, option))
    place = Place(best.value.seat, best.value.hands_to_bb)
    board.move(Chosen(best.fact, Why.KEPT_APART), best.receiver.number, place, "kept_apart")
    return BalancePlan(moves=tuple(board.moves), together=board.together(), after_this_hand=rules.during_hand)


def _holds(table: TableFact, pair: Sequence[PlayerKey]) -> bool:
    return set(pair) <= {fact.player_key for fact in table.occupied}


def _options(board: Board, table: TableFact, pair: Sequence[PlayerKey]) -> Iterator[_Option]:
    order = {fact.player_key: at for at, fact in enumerate(big_blind_order(table))}
    for fact in board.movable(table):
        for receiver in board.tables.values() if fact.player_key in pair else ():
            value = None if receiver is table else worst_seat(receiver)
            if value is not None:
                yield _Option(fact, receiver, value, order.get(fact.player_key, 0))


def _badness(board: Board, table: TableFact, option: _Option) -> tuple[int, ...]:
    conflicts = board.conflicts(option.fact, option.receiver) - board.conflicts(option.fact, table)
    uneven = abs(option.receiver.size + 1 - (table.size - 1))
    return (conflicts, uneven, option.fact.moved_count, option.order, option.receiver.number)
