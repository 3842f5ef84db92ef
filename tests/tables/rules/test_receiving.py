"""The seat a moved player gets."""

from tables.rules.receiving import SeatState, SeatValue, farthest_seat, values_of_free_seats, worst_seat
from tests.tables.rules.seating import table


def test_a_dead_small_blind_is_never_filled() -> None:
    nine = table(1, 9, [1, 2, 5, 6, 7, 8, 9], button=2, small_blind=3)
    assert values_of_free_seats(nine)[0].state is SeatState.SMALL_BLIND
    assert worst_seat(nine) == SeatValue(4, SeatState.OK, 0, 8)


def test_a_single_big_blind_is_a_worst_seat() -> None:
    nine = table(1, 9, [1, 2, 5, 6, 7], button=1, small_blind=2)
    assert [(value.seat, value.hands_to_bb) for value in values_of_free_seats(nine)] == [
        (3, 0),
        (4, 0),
        (8, 3),
        (9, 3),
    ]


def test_a_seat_between_button_and_small_blind_is_given_only_when_nothing_else_is_free() -> None:
    six = table(1, 6, [1, 3, 4, 5, 6], button=1)
    assert worst_seat(six) == SeatValue(2, SeatState.GAP, None, 4)
    roomier = table(1, 7, [1, 3, 4, 5, 6], button=1)
    assert worst_seat(roomier) == SeatValue(7, SeatState.OK, 3, 3)
    assert farthest_seat(roomier) == SeatValue(7, SeatState.OK, 3, 3)


def test_when_only_the_small_blind_is_free_nobody_can_be_moved_there() -> None:
    six = table(1, 6, [1, 2, 4, 5, 6], button=2, small_blind=3)
    assert (worst_seat(six), farthest_seat(six)) == (None, None)


def test_blocked_seats_are_not_given() -> None:
    nine = table(1, 9, [1, 2, 4, 6, 7], button=1, blocked_seats=frozenset({3}))
    assert worst_seat(nine) == SeatValue(5, SeatState.OK, 1, 1)


def test_a_table_with_one_player_has_no_blinds_and_takes_anybody_anywhere() -> None:
    assert worst_seat(table(1, 4, [2])) == SeatValue(1, SeatState.NO_BLINDS)
