"""The dead button."""

from hypothesis import given
from hypothesis import strategies as st

from tables.rules.button import (
    HandPositions,
    after_hand,
    big_blind_order,
    positions,
    table_positions,
    waits_for_button,
)
from tests.tables.rules.seating import table


def test_the_first_hand_has_small_and_big_blind_left_of_the_button() -> None:
    assert positions(9, [1, 4, 6, 9], button=6) == HandPositions(6, 9, 1)


def test_heads_up_the_button_is_the_small_blind() -> None:
    assert positions(9, [2, 6], button=6) == HandPositions(6, 6, 2)


def test_heads_up_a_button_on_an_empty_seat_goes_to_the_next_player() -> None:
    assert positions(9, [2, 6], button=3) == HandPositions(6, 6, 2)


def test_nobody_posts_without_a_button_or_with_one_player() -> None:
    assert (positions(9, [2, 6], None), positions(9, [2], 2), positions(9, [], 2)) == (None, None, None)


def test_hand_done_moves_everything_one_player_on() -> None:
    assert after_hand(6, [1, 2, 3, 5], HandPositions(1, 2, 3)) == HandPositions(2, 3, 5)


def test_a_big_blind_who_busts_leaves_a_dead_small_blind() -> None:
    assert after_hand(6, [1, 2, 4, 5], HandPositions(1, 2, 3)) == HandPositions(2, 3, 4)


def test_a_small_blind_who_busts_leaves_a_dead_button() -> None:
    assert after_hand(6, [1, 3, 4, 5], HandPositions(1, 2, 3)) == HandPositions(2, 3, 4)


def test_both_blinds_busting_leave_a_dead_button_and_a_dead_small_blind() -> None:
    assert after_hand(6, [1, 4, 5, 6], HandPositions(1, 2, 3)) == HandPositions(2, 3, 4)


def test_after_a_dead_small_blind_the_button_stands_on_its_empty_seat() -> None:
    assert after_hand(6, [1, 2, 4, 5], HandPositions(2, 3, 4)) == HandPositions(3, 4, 5)


def test_when_the_third_player_busts_nobody_is_big_blind_twice_running() -> None:
    last = HandPositions(button=1, small_blind=2, big_blind=3)
    assert after_hand(6, [1, 3], last) == HandPositions(3, 3, 1)
    assert after_hand(6, [2, 3], last) == HandPositions(3, 3, 2)
    assert after_hand(6, [1, 2], last) == HandPositions(2, 2, 1)


def test_heads_up_the_blinds_change_hands_every_hand() -> None:
    hand = HandPositions(2, 2, 6)
    assert after_hand(9, [2, 6], hand) == HandPositions(6, 6, 2)


def test_a_third_player_between_small_and_big_blind_becomes_the_big_blind() -> None:
    assert positions(9, [1, 3, 5], button=1, small_blind=1) == HandPositions(5, 1, 3)


def test_a_third_player_behind_the_big_blind_gets_the_button() -> None:
    assert positions(9, [1, 5, 7], button=1, small_blind=1) == HandPositions(7, 1, 5)


def test_a_big_blind_who_busts_before_the_hand_is_replaced_by_the_next_player() -> None:
    nine = table(1, 9, [1, 2, 4, 6], button=1, small_blind=2)
    assert table_positions(nine) == HandPositions(1, 2, 4)
    assert table_positions(nine.without("T1S4")) == HandPositions(1, 2, 6)


def test_the_order_to_the_big_blind_begins_with_the_next_one() -> None:
    nine = table(1, 9, [1, 2, 4, 6], button=1, small_blind=2)
    assert [fact.seat for fact in big_blind_order(nine)] == [4, 6, 1, 2]


def test_without_a_button_there_is_no_order() -> None:
    assert big_blind_order(table(1, 9, [1, 2, 4])) == ()


def test_only_seats_strictly_between_button_and_small_blind_wait() -> None:
    nine = table(1, 9, [1, 4, 6], button=1)
    assert [seat for seat in nine.free_seats if waits_for_button(nine, seat)] == [2, 3]


@given(
    taken=st.sets(st.integers(1, 10), min_size=2, max_size=10),
    button=st.integers(1, 10),
    busts=st.lists(st.sets(st.integers(1, 10), max_size=3), max_size=12),
)
def test_nobody_who_stays_is_big_blind_twice_running_and_nobody_is_passed_over(
    taken: set[int], button: int, busts: list[set[int]]
) -> None:
    hand = positions(10, taken, button)
    for gone in busts:
        assert hand is not None
        left = taken - gone
        following = after_hand(10, left, hand)
        if following is None:
            return
        steps = {seat: (seat - hand.big_blind - 1) % 10 for seat in left}
        assert following.big_blind == min(left, key=steps.__getitem__)
        assert following.big_blind != hand.big_blind
        assert (following.button == following.small_blind) is (len(left) == 2)
        taken, hand = left, following
