"""Tables as the rules see them."""

import pytest

from tables.rules.facts import SeatFact, pairs_from_groups, pairs_together
from tests.tables.rules.seating import sat, table, table_of
from tournaments.rules.errors import RuleError


def test_free_seats_are_those_neither_taken_nor_blocked() -> None:
    assert table(1, 6, [1, 4], blocked_seats=frozenset({5})).free_seats == (2, 3, 6)


def test_capacity_counts_people_in_seats_that_are_blocked_for_others() -> None:
    assert table(1, 6, [1, 4], blocked_seats=frozenset({4, 5})).capacity == 5


def test_the_seat_of_somebody_who_left_is_the_one_that_opened_last() -> None:
    left = table(1, 6, [1, 4, 6], opened_seats=(2,)).without("T1S4")
    assert (left.opened_seats, left.free_seats) == ((2, 4), (2, 3, 4, 5))


def test_a_seat_that_is_taken_again_is_no_longer_open() -> None:
    arrived = table(1, 6, [1], opened_seats=(2, 4)).with_player(sat(9, 3), 2)
    assert arrived.opened_seats == (4,)
    assert arrived.at(2) == SeatFact(2, "T9S3", 1)


@pytest.mark.parametrize("seat", [1, 5, 7])
def test_nobody_is_put_on_a_taken_a_blocked_or_a_missing_seat(seat: int) -> None:
    with pytest.raises(RuleError, match="seat_not_free"):
        table(1, 6, [1], blocked_seats=frozenset({5})).with_player(sat(9, 3), seat)


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ([sat(1, 7)], "seat_out_of_range"),
        ([sat(1, 2), sat(2, 2)], "seat_taken_twice"),
        ([sat(1, 2), SeatFact(3, "T1S2", 1)], "player_seated_twice"),
    ],
)
def test_a_table_that_cannot_exist_is_refused(people: list, code: str) -> None:
    with pytest.raises(RuleError, match=code):
        table_of(1, 6, people)


def test_a_button_beyond_the_seats_is_refused() -> None:
    with pytest.raises(RuleError, match="seat_out_of_range"):
        table(1, 6, [1, 2], button=7)


def test_somebody_who_is_not_at_the_table_cannot_leave_it() -> None:
    with pytest.raises(RuleError, match="not_at_table"):
        table(1, 6, [1]).without("T1S2")


def test_a_group_of_three_is_three_pairs() -> None:
    assert pairs_from_groups([["a", "b", "c"], ["d"]]) == {
        frozenset("ab"),
        frozenset("ac"),
        frozenset("bc"),
    }


def test_a_pair_counts_once_when_both_sit_at_one_table_and_never_without_a_seat() -> None:
    pairs = pairs_from_groups([["T1S1", "T1S2"], ["T1S1", "T2S1"], ["T1S1", "away"], ["away", "too"]])
    assert pairs_together([table(1, 6, [1, 2]), table(2, 6, [1])], pairs) == 1
