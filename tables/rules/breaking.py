"""Breaking tables, the final table and redraws (TDA 10, RP-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from tables.rules.balancing import plan_balance
from tables.rules.button import waits_for_button
from tables.rules.cards import Card
from tables.rules.draw import Draw, DrawnSeat, draw_seats, keep_apart, places_by_table
from tables.rules.facts import Pairs, PlayerKey, SeatFact, TableFact
from tables.rules.final_table import forms_final_table
from tables.rules.plans import BalancePlan, BalanceRules
from tables.rules.two_step import deal_for_order, hand_out, order_by_cards
from tournaments.rules.errors import RuleError


class BreakAction(StrEnum):
    """NONE; BREAK: a table can go; WAIT: it could, but free seats are kept while entries are open; FINAL_TABLE."""

    NONE = "none"
    BREAK = "break"
    WAIT = "wait"
    FINAL_TABLE = "final_table"


@dataclass(frozen=True, slots=True)
class BreakProposal:
    """What to do about the number of tables, with the figures of the reason.

    `table`: the table to break; for the final table, the one that stays. `places_left`: seats the other tables have.
    `rule`: key for tournaments.rules.references.
    """

    action: BreakAction
    table: int | None
    players: int
    tables: int
    places_left: int
    kept_seats: int
    rule: str


def tables_needed(players: int, seats: int) -> int:
    """ceil(players / seats)."""
    return -(-players // seats)


def can_break(players: int, seats: int, tables: int) -> bool:
    """Whether the players fit fewer tables of `seats` than there are."""
    return tables_needed(players, seats) < tables


def propose_break(
    tables: Sequence[TableFact], *, final_size: int, kept_seats: int = 0, final_table: int | None = None
) -> BreakProposal:
    """Whether a table goes now. The final table comes first, then the break order.

    `kept_seats`: while entries are open, places for those offered, those listed and the reserve; 0 once closed.
    `final_table`: the table that is to become it; else the one that breaks last. A table with a fixed player is not
    broken.
    """
    players = sum(table.size for table in tables)
    order = sorted(tables, key=lambda table: table.place_in_break_order)
    if forms_final_table(players, len(tables), final_size):
        stays = final_table if final_table is not None else order[-1].number
        room = final_size - players
        action = BreakAction.WAIT if room < kept_seats else BreakAction.FINAL_TABLE
        return BreakProposal(action, stays, players, len(tables), room, kept_seats, "final_table")
    breakable = [table for table in order if not any(fact.fixed for fact in table.occupied)]
    for table in breakable[:1] if len(tables) > 1 else ():
        room = sum(other.capacity for other in tables if other is not table) - players
        if room >= 0:
            action = BreakAction.WAIT if room < kept_seats else BreakAction.BREAK
            return BreakProposal(action, table.number, players, len(tables), room, kept_seats, "breaking")
    return BreakProposal(BreakAction.NONE, None, players, len(tables), 0, kept_seats, "breaking")


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One card of the stack of seats."""

    table_number: int
    seat: int


@dataclass(frozen=True, slots=True)
class BreakPlan:
    """Where a broken table's players go.

    `seats`: in the order in which seat cards were taken; `seat_cards`: the stack, first card on top; `cards`: what was
    dealt for the order; `queue`: people left without a seat, first in line first; `evening`: balancing moves that are
    still needed then, of others than those just seated; `together`: forbidden pairs brought to one table by the draw.
    The broken table is closed and its button cleared.
    """

    table: int
    seats: tuple[DrawnSeat, ...]
    seat_cards: tuple[SeatCard, ...]
    cards: Mapping[PlayerKey, Card]
    queue: tuple[PlayerKey, ...]
    evening: BalancePlan
    together: int
    rule: str = "breaking"


def plan_break(
    tables: Sequence[TableFact],
    number: int,
    rules: BalanceRules,
    rng: Random,
    *,
    queue: Sequence[PlayerKey] = (),
    dealt: Mapping[PlayerKey, Card] | None = None,
) -> BreakPlan:
    """Break an open table: its players get random seats by the two-step draw, as even as the other tables allow.

    `queue`: people without a seat since an earlier break; they are seated first. `dealt`: real cards typed in; else the
    cards are drawn. When seats are short those lowest in the draw join the end of the queue. Raises RuleError
    `table_closed` for a table that is not open, and the errors of the draw.
    """
    broken = next((table for table in tables if table.number == number), None)
    if broken is None:
        raise RuleError("table_closed", table=number)
    others = [table for table in tables if table is not broken]
    leaving = [fact.player_key for fact in broken.occupied]
    cards = dict(dealt) if dealt is not None else deal_for_order(leaving, rng)
    if set(cards) != set(leaving):
        raise RuleError("cards_do_not_match", players=leaving)
    line = [*queue, *order_by_cards(cards)]
    stack, together = _seat_stack(others, line, rules.pairs, rng)
    drawn = hand_out(stack, line[: len(stack)])
    by_number = {table.number: table for table in others}
    seats = tuple(
        DrawnSeat(
            player, card.table_number, card.seat, waits_for_button(by_number[card.table_number], card.seat)
        )
        for player, card in drawn.items()
    )
    evening = plan_balance(_after(others, seats), replace(rules, fixed_too=False), rng=rng)
    return BreakPlan(number, seats, tuple(stack), cards, tuple(line[len(stack) :]), evening, together)


def _seat_stack(
    others: Sequence[TableFact], line: Sequence[PlayerKey], pairs: Pairs, rng: Random
) -> tuple[list[SeatCard], int]:
    """Seat cards for as many of the line as there are seats, shuffled, and the pairs they still bring together."""
    count = min(len(line), sum(len(table.free_seats) for table in others))
    places = places_by_table(count, others, rng)
    stack = [
        (table.number, seat)
        for table in others
        for seat in rng.sample(table.free_seats, places[table.number])
    ]
    rng.shuffle(stack)
    drawn = dict(zip(line, stack, strict=False))
    together = keep_apart(drawn, others, pairs, rng, movable=line[:count])
    return [SeatCard(*drawn[player]) for player in line[:count]], together


def _after(others: Sequence[TableFact], seats: Sequence[DrawnSeat]) -> list[TableFact]:
    """The other tables with the newcomers, who are not moved again in the same plan."""
    result = {table.number: table for table in others}
    for drawn in seats:
        newcomer = SeatFact(drawn.seat, drawn.player_key, drawn.table_number, fixed=True)
        result[drawn.table_number] = result[drawn.table_number].with_player(newcomer, drawn.seat)
    return list(result.values())


@dataclass(frozen=True, slots=True)
class RedrawPlan:
    """New seats for everybody who moves, buttons of the tables drawn anew, and the tables that close."""

    draw: Draw
    closes: tuple[int, ...]
    rule: str = "redraw"


def plan_final_table(
    tables: Sequence[TableFact],
    stays: int,
    rng: Random,
    *,
    size: int,
    redraw: bool,
    pairs: Pairs = frozenset(),
) -> RedrawPlan:
    """Everybody to one table, which may get one seat more than the others.

    `redraw`: all seats and the button are drawn anew; else those at the table stay, the others get random free seats
    and the button is where it is. `size`: seats of the final table. Raises RuleError `table_closed` and
    `not_enough_seats`.
    """
    staying = next((table for table in tables if table.number == stays), None)
    if staying is None:
        raise RuleError("table_closed", table=stays)
    final = replace(staying, seats=max(size, staying.seats))
    if redraw:
        final = _emptied(final)
    sitting = {fact.player_key for fact in final.occupied}
    movers = [
        fact.player_key for table in tables for fact in table.occupied if fact.player_key not in sitting
    ]
    closes = tuple(table.number for table in tables if table is not staying)
    return RedrawPlan(draw_seats(movers, [final], rng, pairs=pairs), closes, "final_table")


def _emptied(table: TableFact) -> TableFact:
    return replace(table, occupied=(), button=None, small_blind=None, opened_seats=())


def plan_redraw(
    tables: Sequence[TableFact], rng: Random, *, pairs: Pairs = frozenset(), fixed_too: bool = False
) -> RedrawPlan:
    """New seats and buttons for everybody, at as few tables as they need; those that break last stay.

    Players fixed to a table keep it (another seat there); a table with one of them stays open unless `fixed_too`.
    """
    order = sorted(tables, key=lambda table: table.place_in_break_order, reverse=True)
    bound = {
        fact.player_key: table.number
        for table in tables
        for fact in table.occupied
        if fact.fixed and not fixed_too
    }
    kept: list[TableFact] = []
    players = sum(table.size for table in tables)
    for table in sorted(order, key=lambda table: table.number not in bound.values()):
        if table.number in bound.values() or sum(one.capacity for one in kept) < players:
            kept.append(table)
    movers = [fact.player_key for table in tables for fact in table.occupied]
    closes = tuple(sorted({table.number for table in tables} - {table.number for table in kept}))
    draw = draw_seats(movers, [_emptied(table) for table in kept], rng, pairs=pairs, fixed=bound)
    return RedrawPlan(draw, closes)
