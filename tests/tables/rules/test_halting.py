"""Halting a table that is too short."""

import pytest

from tables.rules.halting import Halt, HaltState, blinds_affected, halts
from tests.tables.rules.seating import table

FULLEST = table(3, 9, range(1, 9), button=1)


def test_a_table_three_short_halts_when_the_big_blind_is_due_at_an_empty_seat() -> None:
    short = table(7, 9, [1, 2, 4, 5, 6], button=1)
    assert halts([short, FULLEST], 9) == (Halt(7, 3, 3, HaltState.HALT, at_seat=3, in_hands=0),)


def test_before_that_it_is_said_at_which_seat_and_in_how_many_hands() -> None:
    short = table(7, 9, range(1, 6), button=1)
    assert halts([short, FULLEST], 9) == (Halt(7, 3, 3, HaltState.DUE, at_seat=6, in_hands=3),)


def test_a_small_blind_without_a_player_is_an_affected_blind() -> None:
    assert blinds_affected(table(7, 9, [1, 2, 4, 5, 6], button=2, small_blind=3)) == (3, 0)


def test_two_short_goes_on() -> None:
    assert halts([table(7, 9, range(1, 7), button=1), FULLEST], 9) == ()


@pytest.mark.parametrize(
    ("handed", "halting", "waived", "state"),
    [
        (9, None, (), HaltState.HALT),
        (6, None, (), HaltState.ASK),
        (6, True, (), HaltState.HALT),
        (9, None, (7,), HaltState.WAIVED),
    ],
)
def test_halting_is_on_from_eight_to_ten_handed_a_question_elsewhere_and_can_be_waived(
    handed: int, halting: bool | None, waived: tuple[int, ...], state: HaltState
) -> None:
    short = table(7, 9, [1, 2, 4, 5, 6], button=1)
    assert [found.state for found in halts([short, FULLEST], handed, halting=halting, waived=waived)] == [
        state
    ]


def test_halting_can_be_switched_off() -> None:
    assert halts([table(7, 9, [1, 2, 4], button=1), FULLEST], 9, halting=False) == ()


def test_without_a_button_the_director_is_asked() -> None:
    assert halts([table(7, 9, [1, 2, 4]), FULLEST], 9) == (Halt(7, 3, 5, HaltState.ASK),)


def test_a_table_without_a_free_seat_can_get_nobody_and_does_not_halt() -> None:
    assert halts([table(7, 5, range(1, 6), button=1), FULLEST], 9) == ()


def test_blocked_seats_are_not_seats_a_blind_is_due_at() -> None:
    short = table(7, 9, [1, 2, 4, 5, 6], button=1, blocked_seats=frozenset({3}))
    assert blinds_affected(short) == (7, 3)
