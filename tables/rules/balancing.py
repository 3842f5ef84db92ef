"""Balancing plans: who moves from which table to which seat, why, and under which rule (TDA 11, home variants)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from random import Random

from tables.rules.board import Board, Place, donor_rank
from tables.rules.button import big_blind_order, table_positions
from tables.rules.facts import PlayerKey, SeatFact, TableFact
from tables.rules.matching import match
from tables.rules.movers import Chosen, Drawn, by_card, by_position, fewest_chips, seat_opened_last
from tables.rules.plans import BalancePlan, BalanceRules, Method, Why
from tables.rules.problem import Candidate, Matching, Problem, Receiver
from tables.rules.receiving import farthest_seat, seats_to_give, worst_seat
from tables.rules.sizes import Size, targets


def plan_balance(
    tables: Sequence[TableFact],
    rules: BalanceRules,
    *,
    rng: Random | None = None,
    cards: Drawn | None = None,
) -> BalancePlan:
    """The fewest moves that bring all tables within the tolerance, nobody twice.

    Donors: the biggest table, ties by break order, then number; receivers: the smallest. `cards` (table → player →
    cards in the order dealt) or `rng` decide where chance must; without either the plan asks.
    """
    wanted = wanted_sizes(tables, rules)
    change = {table.number: wanted[table.number] - table.size for table in tables}
    total = sum(-by for by in change.values() if by < 0)
    if not total:
        return BalancePlan(targets=wanted, together=_board(tables, change, rules).together())
    short_stack = rules.home and len(tables) == 2 and rules.method is Method.BIG_BLIND
    make = _move_short_stacks if short_stack else _MAKERS[rules.method]
    plan = make(Board(tables, change, rules, rng, cards or {}))
    return replace(plan, targets=wanted, unnamed=total - len(plan.moves), after_this_hand=rules.during_hand)


def wanted_sizes(tables: Sequence[TableFact], rules: BalanceRules) -> dict[int, int]:
    """The number of players each table should have, by table number."""
    sizes = [
        Size(
            now=table.size,
            least=sum(1 for fact in table.occupied if not rules.movable(fact)),
            most=table.capacity,
            rank=table.place_in_break_order,
        )
        for table in tables
    ]
    numbers = [table.number for table in tables]
    return dict(zip(numbers, targets(sizes, rules.tolerance), strict=True))


def _board(tables: Sequence[TableFact], change: dict[int, int], rules: BalanceRules) -> Board:
    return Board(tables, change, rules, None, {})


def _plan(board: Board) -> BalancePlan:
    return BalancePlan(moves=tuple(board.moves), together=board.together())


# Blind and mixed games: the next big blind moves, TDA 11 and at home


def _move_big_blinds(board: Board) -> BalancePlan:
    """Choose movers and tables together, then seats one after another, each on the tables as they are by then."""
    donors, receivers = board.donors(), board.receivers()
    asks = tuple(sorted(table.number for table in donors + receivers if _lacks_button(table)))
    problem = _problem(board, *_quotas(board, donors, receivers))
    matching = match(problem)
    _carry_out(board, matching, problem)
    return replace(_plan(board), asks_button=asks, proven=matching.proven)


def _lacks_button(table: TableFact) -> bool:
    return table.size > 1 and table_positions(table) is None


def _quotas(
    board: Board, donors: Sequence[TableFact], receivers: Sequence[TableFact]
) -> tuple[dict[int, int], dict[int, int]]:
    """How many each donor gives and each receiver gets now: tables without a known button wait, in either role."""
    give = {table.number: -board.change[table.number] for table in donors if not _lacks_button(table)}
    get = {
        table.number: min(board.change[table.number], len(seats_to_give(table)))
        for table in receivers
        if not _lacks_button(table)
    }
    total = min(sum(give.values()), sum(get.values()))
    return _cut(give, total), _cut(get, total)


def _cut(quota: Mapping[int, int], total: int) -> dict[int, int]:
    """The first `total` of a quota, in its order."""
    kept: dict[int, int] = {}
    for number, count in quota.items():
        kept[number] = min(count, total - sum(kept.values()))
    return {number: count for number, count in kept.items() if count}


def _problem(board: Board, give: Mapping[int, int], get: Mapping[int, int]) -> Problem:
    candidates = [
        Candidate(fact.player_key, number, fact.moved_count, at)
        for number in give
        for at, fact in enumerate(big_blind_order(board.tables[number]))
        if board.rules.movable(fact)
    ]
    receivers = [Receiver(number, count, _hands(board.tables[number])) for number, count in get.items()]
    named = {candidate.player_key for candidate in candidates}
    pairs = frozenset(pair for pair in board.rules.pairs if not pair.isdisjoint(named))
    table_of = {fact.player_key: number for number in (*give, *get) for fact in board.tables[number].occupied}
    return Problem(tuple(candidates), give, tuple(receivers), table_of, pairs)


def _hands(receiver: TableFact) -> int:
    """Hands until the BB in the worst seat of a receiver; 0 where there are no blinds yet."""
    value = worst_seat(receiver)
    return (value.hands_to_bb or 0) if value else 0


def _carry_out(board: Board, matching: Matching, problem: Problem) -> None:
    """Make the moves: the biggest donor first, of its movers the one who is big blind first."""
    waiting: dict[int, list[Candidate]] = {}
    for candidate in sorted(problem.candidates, key=lambda one: -one.order):
        if candidate.player_key in matching.to_table:
            waiting.setdefault(candidate.table, []).append(candidate)
    queue = [donor_rank(board.tables[number]) for number in waiting]
    heapify(queue)
    while queue:
        number = heappop(queue)[-1]
        mover = waiting[number].pop()
        to_table = matching.to_table[mover.player_key]
        value = worst_seat(board.tables[to_table])
        if value is not None:
            chosen = Chosen(*_with_reason(board, number, mover.player_key))
            board.move(chosen, to_table, Place(value.seat, value.hands_to_bb), _rule(board))
        if waiting[number]:
            heappush(queue, donor_rank(board.tables[number]))


def _rule(board: Board) -> str:
    return "balancing_home" if board.rules.home else "balancing"


def _with_reason(board: Board, number: int, player_key: PlayerKey) -> tuple[SeatFact, Why]:
    """Why this one of his table: who would be big blind before him, and what spoke against them."""
    order = big_blind_order(board.tables[number])
    at = next(at for at, fact in enumerate(order) if fact.player_key == player_key)
    before = [fact for fact in order[:at] if board.rules.movable(fact)]
    if not order[:at]:
        why = Why.NEXT_BIG_BLIND
    elif not before:
        why = Why.NOT_MOVABLE
    elif all(fact.moved_count > order[at].moved_count for fact in before):
        why = Why.MOVED_BEFORE
    else:
        why = Why.KEPT_APART
    return order[at], why


# Stud games: TDA by position, at home by card


def _move_by_position(board: Board) -> BalancePlan:
    """The seat that opened last at the short table is filled from the same seat of the donor (TDA 11)."""

    def choose(donor: TableFact, receiver: TableFact, seat: int) -> Chosen | None:
        return by_position(donor, seat, board.movable(donor), lambda fact: board.conflicts(fact, receiver))

    return _one_by_one(board, choose)


def _move_by_card(board: Board) -> BalancePlan:
    """A card is dealt to each player of the donor; the lowest moves (home)."""

    def choose(donor: TableFact, receiver: TableFact, _seat: int) -> Chosen | None:
        dealt = board.cards.get(donor.number)
        return by_card(board.movable(donor), lambda fact: board.conflicts(fact, receiver), dealt, board.rng)

    return _one_by_one(board, choose)


def _one_by_one(board: Board, choose: Callable[[TableFact, TableFact, int], Chosen | None]) -> BalancePlan:
    """One move after another, from the biggest to the smallest table, until nothing is left or a draw is missing."""
    asks: set[int] = set()
    while (donor := board.next_donor(asks)) and (receiver := board.next_receiver()):
        seat = seat_opened_last(receiver)
        chosen = None if seat is None else choose(donor, receiver, seat)
        if chosen is None or seat is None:
            asks.add(donor.number)
        else:
            board.move(chosen, receiver.number, Place(seat), f"balancing_stud_{board.rules.method}")
    return replace(_plan(board), asks_draw=tuple(sorted(asks)))


# The last two tables at home


def _move_short_stacks(board: Board) -> BalancePlan:
    """The player with the fewest chips moves to the seat farthest from the BB; ties are drawn (home)."""
    while (donors := board.donors()) and (receivers := board.receivers()):
        donor, receiver = donors[0], receivers[0]
        movable = board.movable(donor)
        if any(fact.stack_chips is None for fact in movable):
            return replace(_plan(board), asks_stacks=(donor.number,))
        if _lacks_button(receiver):
            return replace(_plan(board), asks_button=(receiver.number,))
        value = farthest_seat(receiver)
        if value is None:
            break
        conflicts = {fact: board.conflicts(fact, receiver) for fact in movable}
        chosen = fewest_chips(movable, conflicts.__getitem__, board.rng)
        if chosen is None:
            return replace(_plan(board), asks_draw=(donor.number,))
        board.move(chosen, receiver.number, Place(value.seat, value.hands_to_bb), "balancing_last_two")
    return _plan(board)


_MAKERS: Mapping[Method, Callable[[Board], BalancePlan]] = {
    Method.BIG_BLIND: _move_big_blinds,
    Method.POSITION: _move_by_position,
    Method.CARD: _move_by_card,
}
