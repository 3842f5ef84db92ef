"""Seat draws."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.draw import draw_seats
from tables.rules.facts import pairs_from_groups
from tests.tables.rules.seating import table
from tournaments.rules.errors import RuleError

PLAYERS = [f"P{number}" for number in range(1, 21)]
THREE = [table(number, 9, []) for number in (1, 2, 3)]


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    draws = [draw_seats(PLAYERS, THREE, Random(seed)) for seed in (5, 5, 6)]
    assert draws[0] == draws[1] != draws[2]


def test_every_player_can_come_to_every_seat() -> None:
    drawn = Counter(
        (seat.table_number, seat.seat)
        for seed in range(400)
        for seat in draw_seats(["A", "B"], [table(1, 2, []), table(2, 2, [])], Random(seed)).seats[:1]
    )
    assert {place: 60 < count < 140 for place, count in drawn.items()} == dict.fromkeys(
        [(1, 1), (1, 2), (2, 1), (2, 2)], True
    )


@given(st.integers(0, 27), st.integers(0, 10_000))
def test_seats_are_distinct_within_the_table_and_tables_even(players: int, seed: int) -> None:
    draw = draw_seats(range(players), THREE, Random(seed))
    places = [(drawn.table_number, drawn.seat) for drawn in draw.seats]
    sizes = Counter(number for number, _ in places)
    assert len(set(places)) == players
    assert all(1 <= seat <= 9 for _, seat in places)
    assert max(sizes.values(), default=0) - min(sizes[number] for number in (1, 2, 3)) <= 1


def test_blocked_and_taken_seats_are_left_out() -> None:
    half = table(1, 6, [1, 2], blocked_seats=frozenset({3}))
    drawn = draw_seats(["A", "B", "C"], [half], Random(1)).seats
    assert {seat.seat for seat in drawn} == {4, 5, 6}


def test_more_players_than_seats_are_refused() -> None:
    with pytest.raises(RuleError, match="not_enough_seats") as refusal:
        draw_seats(range(7), [table(1, 6, [])], Random(1))
    assert refusal.value.facts == {"players": 7, "seats": 6}


def test_nobody_is_drawn_twice() -> None:
    with pytest.raises(RuleError, match="player_drawn_twice"):
        draw_seats(["A", "A"], THREE, Random(1))


def test_a_player_fixed_to_a_table_gets_a_random_seat_there() -> None:
    seats = {draw_seats(PLAYERS, THREE, Random(seed), fixed={"P7": 2}).seats[6] for seed in range(60)}
    assert {seat.table_number for seat in seats} == {2}
    assert len({seat.seat for seat in seats}) == 9


def test_more_fixed_players_than_seats_at_their_table_are_refused() -> None:
    with pytest.raises(RuleError, match="fixed_table_full"):
        draw_seats(
            ["A", "B", "C"], [table(1, 2, []), table(2, 9, [])], Random(1), fixed=dict.fromkeys("ABC", 1)
        )


def test_each_table_gets_a_first_button_in_front_of_a_player() -> None:
    draw = draw_seats(PLAYERS, THREE, Random(3))
    taken = {(drawn.table_number, drawn.seat) for drawn in draw.seats}
    assert set(draw.buttons) == {1, 2, 3}
    assert set(draw.buttons.items()) <= taken


def test_a_table_that_has_a_button_keeps_it() -> None:
    assert draw_seats(["A"], [table(1, 9, [1, 2], button=2)], Random(1)).buttons == {}


@pytest.mark.parametrize("seed", range(20))
def test_groups_are_kept_apart(seed: int) -> None:
    groups = [PLAYERS[:3], PLAYERS[3:6], PLAYERS[6:8], [PLAYERS[0], PLAYERS[10]]]
    draw = draw_seats(PLAYERS, THREE, Random(seed), pairs=pairs_from_groups(groups))
    table_of = {drawn.player_key: drawn.table_number for drawn in draw.seats}
    meeting = [
        pair for group in groups for pair in combinations(group, 2) if table_of[pair[0]] == table_of[pair[1]]
    ]
    assert (draw.together, meeting) == (0, [])


def test_a_group_bigger_than_the_number_of_tables_meets_as_little_as_it_can() -> None:
    draw = draw_seats(PLAYERS, THREE, Random(1), pairs=pairs_from_groups([PLAYERS[:4]]))
    assert draw.together == 1
