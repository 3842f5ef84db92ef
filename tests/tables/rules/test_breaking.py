"""Breaking tables."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.breaking import (
    BreakAction,
    BreakPlan,
    SeatCard,
    plan_break,
    plan_final_table,
    plan_redraw,
    propose_break,
)
from tables.rules.draw import DrawnSeat
from tables.rules.facts import TableFact, pairs_from_groups
from tables.rules.plans import BalanceRules
from tests.tables.rules.seating import rooms, sat, table, table_of
from tournaments.rules.errors import RuleError

RULES = BalanceRules()


def room_of(*sizes: int, seats: int = 9) -> list[TableFact]:
    return [table(number, seats, range(1, size + 1), button=1) for number, size in enumerate(sizes, start=1)]


def sizes_after(room: Iterable[TableFact], plan: BreakPlan) -> dict[int, int]:
    sizes = {one.number: one.size for one in room if one.number != plan.table}
    for drawn in plan.seats:
        sizes[drawn.table_number] += 1
    for move in plan.evening.moves:
        sizes[move.from_table] -= 1
        sizes[move.to_table] += 1
    return sizes


# When


def test_36_players_at_five_tables_of_nine_break_the_first_in_the_order() -> None:
    room = [table(n, 9, range(1, 8 + (n == 1)), break_order=9 - n) for n in range(1, 6)]
    proposal = propose_break(room, final_size=9)
    assert (proposal.action, proposal.table, proposal.places_left, proposal.rule) == (
        BreakAction.BREAK,
        5,
        0,
        "breaking",
    )


def test_one_player_more_than_the_other_tables_hold_keeps_all_tables() -> None:
    assert propose_break(room_of(8, 8, 3), final_size=9).action is BreakAction.NONE


def test_seats_kept_for_entries_make_the_proposal_wait() -> None:
    proposal = propose_break(room_of(6, 6, 4), final_size=9, kept_seats=3)
    assert (proposal.action, proposal.table, proposal.places_left) == (BreakAction.WAIT, 1, 2)


def test_the_final_table_comes_before_the_formula() -> None:
    nine = propose_break(room_of(5, 4, seats=8), final_size=9)
    assert (nine.action, nine.table, nine.rule) == (BreakAction.FINAL_TABLE, 2, "final_table")
    assert propose_break(room_of(5, 5, seats=10), final_size=9).action is BreakAction.BREAK


def test_the_final_table_waits_too_while_entries_are_expected() -> None:
    assert propose_break(room_of(5, 4), final_size=9, kept_seats=1).action is BreakAction.WAIT


def test_the_director_can_name_the_table_that_becomes_the_final_table() -> None:
    assert propose_break(room_of(5, 4), final_size=9, final_table=1).table == 1


def test_a_table_with_a_fixed_player_is_not_proposed() -> None:
    fixed = table_of(1, 9, [sat(1, 1, fixed=True)])
    assert propose_break([fixed, *room_of(6, 6, 6)[1:]], final_size=9).table == 2


def test_blocked_seats_count_as_missing() -> None:
    room = [*room_of(6, 5), table(3, 9, range(1, 6), blocked_seats=frozenset({6, 7, 8}))]
    assert propose_break(room, final_size=9).action is BreakAction.NONE


def test_one_table_is_never_broken() -> None:
    assert propose_break(room_of(3), final_size=9).action is BreakAction.NONE


# How


def test_f3_breaking_a_table_evens_out_the_rest_and_it_cannot_be_broken_again() -> None:
    room = room_of(6, 5, 3)
    plan = plan_break(room, 3, RULES, Random(1))
    assert sizes_after(room, plan) == {1: 7, 2: 7}
    with pytest.raises(RuleError, match="table_closed"):
        plan_break(room[:2], 3, RULES, Random(1))


def test_f3_others_move_too_when_the_broken_table_is_not_enough_to_even_out() -> None:
    room = room_of(9, 5, 1)
    plan = plan_break(room, 3, RULES, Random(1))
    assert sizes_after(room, plan) == {1: 8, 2: 7}
    assert [(move.from_table, move.to_table) for move in plan.evening.moves] == [(1, 2)]
    assert {move.player_key for move in plan.evening.moves}.isdisjoint(
        drawn.player_key for drawn in plan.seats
    )


def test_f73_two_players_of_a_broken_table_get_two_different_seats() -> None:
    room = room_of(2, 7, 7)
    plan = plan_break(room, 1, RULES, Random(1))
    assert sizes_after(room, plan) == {2: 8, 3: 8}
    assert len({(drawn.table_number, drawn.seat) for drawn in plan.seats}) == 2


@pytest.mark.parametrize("seed", range(10))
def test_f75_no_seat_beyond_the_table_is_proposed(seed: int) -> None:
    room = room_of(*[8] * 20)
    plan = plan_break(room, 7, RULES, Random(seed))
    assert {drawn.seat for drawn in plan.seats} == {9}
    assert len({drawn.table_number for drawn in plan.seats}) == 8


def test_f76_twenty_tables_after_ten_busts_are_planned_in_less_than_half_a_second() -> None:
    room = room_of(*[8] * 10, *[7] * 10)
    start = process_time()
    plan = plan_break(room, 20, RULES, Random(1))
    assert process_time() - start < 0.5
    assert set(sizes_after(room, plan).values()) == {7, 8}


def test_f77_who_waits_since_an_earlier_break_is_seated_first_each_time() -> None:
    full = room_of(9, 9, 3)
    first = plan_break(full, 3, RULES, Random(1), queue=("E",))
    assert (first.seats, first.queue[0], len(first.queue)) == ((), "E", 4)
    second = plan_break(full[:2], 2, RULES, Random(2), queue=first.queue)
    assert (second.seats, second.queue[:4], len(second.queue)) == ((), first.queue, 13)
    room = [table(1, 9, range(1, 8)), table(5, 9, [1])]
    third = plan_break(room, 5, RULES, Random(3), queue=second.queue)
    assert [drawn.player_key for drawn in third.seats] == list(first.queue[:2])
    assert third.queue == (*second.queue[2:], "T5S1")


def test_real_cards_decide_who_takes_the_first_seat_card() -> None:
    dealt = {"T3S1": "9h", "T3S2": "9s", "T3S3": "Kd"}
    plan = plan_break(room_of(6, 5, 3), 3, RULES, Random(1), dealt=dealt)
    assert [drawn.player_key for drawn in plan.seats] == ["T3S3", "T3S2", "T3S1"]
    assert [SeatCard(drawn.table_number, drawn.seat) for drawn in plan.seats] == list(plan.seat_cards)


def test_cards_for_other_people_than_those_of_the_table_are_refused() -> None:
    with pytest.raises(RuleError, match="cards_do_not_match"):
        plan_break(room_of(6, 5, 3), 3, RULES, Random(1), dealt={"T3S1": "9h"})


def test_a_seat_between_button_and_small_blind_waits_and_the_blinds_do_not() -> None:
    one = table(1, 6, [1, 3, 4], button=1, small_blind=3)
    seats = plan_break([one, table(2, 6, [1, 2, 3])], 2, RULES, Random(1)).seats
    assert {drawn.seat: drawn.waits for drawn in seats} == {2: True, 5: False, 6: False}
    dead = table(1, 6, [1, 4, 5], button=2, small_blind=3)
    seats = plan_break([dead, table(2, 6, [1, 2, 3])], 2, RULES, Random(1)).seats
    assert {drawn.seat: drawn.waits for drawn in seats} == {2: False, 3: False, 6: False}


def test_people_kept_apart_are_not_drawn_to_one_table() -> None:
    pairs = pairs_from_groups([["T3S1", "T1S1"], ["T3S2", "T2S1"], ["T3S3", "T1S4"]])
    for seed in range(20):
        plan = plan_break(room_of(6, 5, 3), 3, BalanceRules(pairs=pairs), Random(seed))
        where = {drawn.player_key: drawn.table_number for drawn in plan.seats}
        assert (plan.together, where) == (0, {"T3S1": 2, "T3S2": 1, "T3S3": 2})


@given(rooms(most_tables=5), st.integers(0, 1000))
@settings(max_examples=60)
def test_seats_of_a_break_are_distinct_free_and_at_open_tables(room: list[TableFact], seed: int) -> None:
    plan = plan_break(room, room[0].number, RULES, Random(seed))
    places = [(drawn.table_number, drawn.seat) for drawn in plan.seats]
    free = {(one.number, seat) for one in room[1:] for seat in one.free_seats}
    assert len(set(places)) == len(places) == min(room[0].size, len(free))
    assert set(places) <= free
    assert sorted([drawn.player_key for drawn in plan.seats] + list(plan.queue)) == sorted(
        fact.player_key for fact in room[0].occupied
    )


# Final table and redraw


def test_without_a_redraw_those_at_the_final_table_stay_and_the_others_draw() -> None:
    plan = plan_final_table(room_of(5, 4, seats=8), 2, Random(1), size=9, redraw=False)
    assert [drawn.player_key for drawn in plan.draw.seats] == [f"T1S{seat}" for seat in range(1, 6)]
    assert {drawn.seat for drawn in plan.draw.seats} == {5, 6, 7, 8, 9}
    assert (plan.closes, plan.draw.buttons) == ((1,), {})


def test_a_redraw_gives_everybody_a_new_seat_and_the_table_a_new_button() -> None:
    plan = plan_final_table(room_of(5, 4, seats=8), 2, Random(1), size=9, redraw=True)
    assert sorted(drawn.seat for drawn in plan.draw.seats) == list(range(1, 10))
    assert list(plan.draw.buttons) == [2]


def test_a_final_table_that_is_not_open_or_too_small_is_refused() -> None:
    with pytest.raises(RuleError, match="table_closed"):
        plan_final_table(room_of(5, 4), 7, Random(1), size=9, redraw=True)
    with pytest.raises(RuleError, match="not_enough_seats"):
        plan_final_table(room_of(5, 5), 2, Random(1), size=9, redraw=True)


def test_a_redraw_uses_as_few_tables_as_it_needs_and_keeps_those_that_break_last() -> None:
    plan = plan_redraw(room_of(7, 7, 7, 6), Random(1))
    assert plan.closes == (1,)
    assert Counter(drawn.table_number for drawn in plan.draw.seats) == {2: 9, 3: 9, 4: 9}
    assert sorted(plan.draw.buttons) == [2, 3, 4]


def test_a_redraw_keeps_a_fixed_player_at_his_table() -> None:
    fixed = table_of(1, 9, [sat(1, 4, fixed=True), sat(1, 5)])
    plan = plan_redraw([fixed, *room_of(0, 5, 2)[1:]], Random(1))
    assert [drawn.table_number for drawn in plan.draw.seats if drawn.player_key == "T1S4"] == [1]
    assert plan.closes == (2, 3)


def test_the_draw_of_a_break_can_be_repeated_from_its_seed() -> None:
    one, again, other = (plan_break(room_of(6, 5, 3), 3, RULES, Random(seed)).seats for seed in (8, 8, 9))
    assert one == again != other
    assert isinstance(one[0], DrawnSeat)
