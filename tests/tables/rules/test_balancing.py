"""Balancing plans."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.balancing import plan_balance, wanted_sizes
from tables.rules.button import big_blind_order
from tables.rules.facts import TableFact, pairs_from_groups, pairs_together
from tables.rules.plans import BalancePlan, BalanceRules, Method, Move, Why
from tables.rules.sizes import fewest_moves
from tests.tables.rules.seating import rooms, sat, table, table_of
from tournaments.rules.errors import RuleError

TDA = BalanceRules()
HOME = BalanceRules(home=True)


def seats_moved(plan: BalancePlan) -> list[tuple[int, int, int, int]]:
    return [(move.from_table, move.from_seat, move.to_table, move.to_seat) for move in plan.moves]


def after(room: list[TableFact], moves: tuple[Move, ...]) -> list[TableFact]:
    tables = {one.number: one for one in room}
    for move in moves:
        fact = tables[move.from_table].sitting(move.player_key)
        tables[move.from_table] = tables[move.from_table].without(move.player_key)
        tables[move.to_table] = tables[move.to_table].with_player(fact, move.to_seat)
    return list(tables.values())


def full_and_five() -> list[TableFact]:
    return [table(1, 9, range(1, 10), button=3), table(2, 9, [1, 2, 4, 6, 7], button=1)]


# F1


def test_f1_the_players_due_for_the_big_blind_move_to_the_worst_seats() -> None:
    room = full_and_five()
    plan = plan_balance(room, TDA)
    assert seats_moved(plan) == [(1, 5, 2, 3), (1, 6, 2, 5)]
    assert plan_balance(after(room, plan.moves), TDA).moves == ()


def test_f1_planning_again_after_the_first_move_gives_the_second() -> None:
    room = full_and_five()
    first = plan_balance(room, TDA).moves[:1]
    assert seats_moved(plan_balance(after(room, first), TDA)) == [(1, 6, 2, 5)]


def test_a_move_says_why_under_which_rule_and_when_the_big_blind_comes() -> None:
    assert plan_balance(full_and_five(), TDA).moves[1] == Move(
        player_key="T1S6",
        from_table=1,
        from_seat=6,
        to_table=2,
        to_seat=5,
        why=Why.NEXT_BIG_BLIND,
        rule="balancing",
        from_size=8,
        to_size=6,
        hands_to_bb=2,
    )


# Which table gives


def test_the_biggest_table_gives_first_then_the_one_that_breaks_first() -> None:
    room = [
        table(1, 9, range(1, 9), button=1, break_order=3),
        table(2, 9, range(1, 9), button=1, break_order=1),
        table(3, 9, range(1, 10), button=1, break_order=2),
        table(4, 9, range(1, 6), button=1, break_order=4),
    ]
    assert [move.from_table for move in plan_balance(room, TDA).moves] == [3, 2]


def test_a_difference_within_the_tolerance_moves_nobody() -> None:
    room = [table(1, 9, range(1, 10), button=1), table(2, 9, range(1, 8), button=1)]
    assert plan_balance(room, BalanceRules(tolerance=2)).balanced
    assert len(plan_balance(room, TDA).moves) == 1


# Who does not move


def test_a_player_moved_before_is_moved_again_last() -> None:
    people = [sat(1, seat, moved_count=1 if seat in (5, 6) else 0) for seat in range(1, 10)]
    plan = plan_balance([table_of(1, 9, people, button=3), table(2, 9, range(1, 8), button=1)], TDA)
    assert [(move.from_seat, move.why) for move in plan.moves] == [(7, Why.MOVED_BEFORE)]


def test_a_fixed_player_stays_unless_the_director_says_so() -> None:
    people = [sat(1, seat, fixed=seat == 5) for seat in range(1, 10)]
    room = [table_of(1, 9, people, button=3), table(2, 9, range(1, 8), button=1)]
    assert [(m.from_seat, m.why) for m in plan_balance(room, TDA).moves] == [(6, Why.NOT_MOVABLE)]
    told = BalanceRules(fixed_too=True)
    assert [(m.from_seat, m.why) for m in plan_balance(room, told).moves] == [(5, Why.NEXT_BIG_BLIND)]


def test_a_table_of_fixed_players_gives_nobody_and_another_gives_instead() -> None:
    people = [sat(1, seat, fixed=True) for seat in range(1, 10)]
    room = [
        table_of(1, 9, people, button=3),
        table(2, 9, range(1, 9), button=1),
        table(3, 9, [1, 2, 3, 4], button=1),
    ]
    assert [move.from_table for move in plan_balance(room, TDA).moves] == [2, 2]


def test_people_who_may_not_sit_together_are_not_brought_together() -> None:
    apart = BalanceRules(pairs=pairs_from_groups([["T1S5", "T2S1"]]))
    plan = plan_balance(full_and_five(), apart)
    assert [(move.from_seat, move.why) for move in plan.moves] == [(6, Why.KEPT_APART), (7, Why.KEPT_APART)]
    assert plan.together == 0


def test_when_nothing_else_is_possible_the_plan_counts_the_pairs_it_brings_together() -> None:
    everybody = [[f"T1S{seat}", "T2S1"] for seat in range(1, 10)]
    plan = plan_balance(full_and_five(), BalanceRules(pairs=pairs_from_groups(everybody)))
    assert (len(plan.moves), plan.together, plan.proven) == (2, 2, True)


# What must be known


def test_without_a_button_the_plan_asks_for_it_and_names_nobody() -> None:
    room = [table(1, 9, range(1, 10)), table(2, 9, [1, 2, 4, 6, 7], button=1)]
    plan = plan_balance(room, TDA)
    assert (plan.moves, plan.asks_button, plan.unnamed, plan.balanced) == ((), (1,), 2, False)


def test_the_receivers_button_is_asked_for_too() -> None:
    room = [table(1, 9, range(1, 10), button=3), table(2, 9, [1, 2, 4, 6, 7])]
    assert plan_balance(room, TDA).asks_button == (2,)


def test_a_missing_button_stops_only_the_moves_that_need_it() -> None:
    room = [
        table(1, 9, range(1, 10)),
        table(2, 9, range(1, 10), button=1),
        table(3, 9, range(1, 8), button=1),
        table(4, 9, range(1, 8), button=1),
    ]
    plan = plan_balance(room, TDA)
    assert (seats_moved(plan), plan.asks_button, plan.unnamed) == ([(2, 3, 3, 8)], (1,), 1)


def test_a_plan_made_during_a_hand_says_so() -> None:
    assert plan_balance(full_and_five(), BalanceRules(during_hand=True)).after_this_hand


# Home


def test_home_names_the_same_player_and_seat_under_its_own_rule() -> None:
    third = table(3, 9, range(1, 8), button=1)
    plan = plan_balance([*full_and_five(), third], HOME)
    assert seats_moved(plan) == [(1, 5, 2, 3), (1, 6, 2, 5)]
    assert {move.rule for move in plan.moves} == {"balancing_home"}


def last_two(stacks: dict[int, int | None]) -> list[TableFact]:
    people = [sat(1, seat, stack_chips=stacks.get(seat, 9000)) for seat in range(1, 8)]
    return [table_of(1, 9, people, button=3), table(2, 9, [1, 2, 4, 6, 7], button=1)]


def test_home_at_the_last_two_tables_the_fewest_chips_move_farthest_from_the_big_blind() -> None:
    plan = plan_balance(last_two({2: 500, 6: 400}), HOME)
    assert seats_moved(plan) == [(1, 6, 2, 9)]
    assert (plan.moves[0].why, plan.moves[0].rule) == (Why.FEWEST_CHIPS, "balancing_last_two")


def test_home_a_tie_for_the_fewest_chips_is_drawn_and_asked_for_without_a_draw() -> None:
    room = last_two({2: 400, 6: 400})
    assert plan_balance(room, HOME).asks_draw == (1,)
    drawn = {plan_balance(room, HOME, rng=Random(seed)).moves[0].from_seat for seed in range(20)}
    assert drawn == {2, 6}


def test_home_the_last_two_tables_need_every_stack_and_the_receivers_button() -> None:
    assert plan_balance(last_two({3: None}), HOME).asks_stacks == (1,)
    blind = [last_two({2: 1})[0], table(2, 9, [1, 2, 4, 6, 7])]
    assert plan_balance(blind, HOME).asks_button == (2,)


# Stud


def stud_room(opened: tuple[int, ...] = (8, 3)) -> list[TableFact]:
    return [table(1, 8, [1, 2, 4, 5, 6, 7, 8]), table(2, 8, [1, 2, 4, 5, 6], opened_seats=opened)]


def test_stud_the_seat_that_opened_last_is_filled_from_the_same_or_the_next_seat() -> None:
    by_position = BalanceRules(method=Method.POSITION)
    next_seat = plan_balance(stud_room(), by_position).moves[0]
    assert (next_seat.from_seat, next_seat.to_seat, next_seat.why) == (4, 3, Why.NEXT_SEAT)
    same_seat = plan_balance(stud_room((3, 8)), by_position).moves[0]
    assert (same_seat.from_seat, same_seat.to_seat, same_seat.why) == (8, 8, Why.SAME_SEAT)


def test_stud_needs_no_button() -> None:
    assert plan_balance(stud_room(), BalanceRules(method=Method.POSITION)).asks_button == ()


def test_stud_at_home_the_lowest_card_moves_and_equal_ranks_get_another() -> None:
    by_card = BalanceRules(method=Method.CARD, home=True)
    cards = {f"T1S{seat}": ("Kd",) for seat in (1, 2, 4, 5)} | {
        "T1S6": ("2s", "9c"),
        "T1S7": ("2c", "4d"),
        "T1S8": ("3c",),
    }
    plan = plan_balance(stud_room(), by_card, cards={1: cards})
    assert [(m.player_key, m.why, m.cards, m.rule) for m in plan.moves] == [
        ("T1S7", Why.LOWEST_CARD, ("2c", "4d"), "balancing_stud_card")
    ]


def test_stud_at_home_asks_for_cards_and_for_another_one_on_a_tie() -> None:
    by_card = BalanceRules(method=Method.CARD, home=True)
    assert plan_balance(stud_room(), by_card).asks_draw == (1,)
    tied = {f"T1S{seat}": ("2d",) for seat in range(1, 9)}
    with pytest.raises(RuleError, match="another_card_needed"):
        plan_balance(stud_room(), by_card, cards={1: tied})


def test_stud_at_home_the_deck_decides_from_a_seed() -> None:
    by_card = BalanceRules(method=Method.CARD, home=True)
    one, again = (plan_balance(stud_room(), by_card, rng=Random(7)) for _ in range(2))
    assert (one, len(one.moves)) == (again, 1)


# Any room


@given(rooms(), st.sampled_from([1, 2]))
def test_a_plan_reaches_its_sizes_by_the_fewest_moves_and_moves_nobody_twice(
    room: list[TableFact], tolerance: int
) -> None:
    rules = BalanceRules(tolerance=tolerance)
    plan = plan_balance(room, rules)
    sizes = {one.number: one.size for one in after(room, plan.moves)}
    assert sizes == wanted_sizes(room, rules) == plan.targets
    assert len({move.player_key for move in plan.moves}) == len(plan.moves)
    if not any(fact.fixed for one in room for fact in one.occupied):
        assert len(plan.moves) == fewest_moves([one.size for one in room], tolerance)
        assert max(sizes.values()) - min(sizes.values()) <= tolerance


@given(rooms())
def test_no_plan_names_a_fixed_player_or_fills_a_small_blind(room: list[TableFact]) -> None:
    fixed = {fact.player_key for one in room for fact in one.occupied if fact.fixed}
    plan = plan_balance(room, TDA)
    assert fixed.isdisjoint(move.player_key for move in plan.moves)
    assert {move.hands_to_bb for move in plan.moves if not move.waits} <= set(range(10))


@given(
    rooms(),
    st.lists(
        st.tuples(st.integers(1, 6), st.integers(1, 9), st.integers(1, 6), st.integers(1, 9)), max_size=8
    ),
)
def test_pairs_change_who_moves_but_never_how_many(
    room: list[TableFact], seats: list[tuple[int, ...]]
) -> None:
    groups = [[f"T{a}S{b}", f"T{c}S{d}"] for a, b, c, d in seats]
    pairs = pairs_from_groups(groups)
    plan, free = plan_balance(room, BalanceRules(pairs=pairs)), plan_balance(room, TDA)
    assert (len(plan.moves), plan.unnamed) == (len(free.moves), free.unnamed)
    assert plan.together == pairs_together(after(room, plan.moves), pairs)
    assert plan.together <= pairs_together(after(room, free.moves), pairs)


@given(rooms(fewest=3))
def test_the_mover_is_the_first_in_the_order_to_the_big_blind_when_nothing_speaks_against_it(
    room: list[TableFact],
) -> None:
    plain = [
        table_of(one.number, 9, [sat(one.number, f.seat) for f in one.occupied], one.button) for one in room
    ]
    tables = {one.number: one for one in plain}
    for move in plan_balance(plain, TDA).moves:
        assert big_blind_order(tables[move.from_table])[0].player_key == move.player_key
        tables = {one.number: one for one in after(list(tables.values()), (move,))}


def test_a_plan_for_1100_tables_takes_less_than_half_a_second() -> None:
    rng = Random(1)
    room = []
    for number in range(1, 1101):
        taken = rng.sample(range(1, 10), rng.randint(4, 9))
        room.append(table(number, 9, taken, button=rng.choice(taken)))
    names = [fact.player_key for one in room for fact in one.occupied]
    pairs = pairs_from_groups([rng.sample(names, 2) for _ in range(300)])
    plan = plan_balance(room, BalanceRules(pairs=pairs))
    assert len(plan.moves) == fewest_moves([one.size for one in room])
