"""The final table and redraws at set numbers."""

import pytest

from tables.rules.final_table import final_table_size, forms_final_table, redraw_due


@pytest.mark.parametrize(
    ("handed", "size"), [(10, 10), (9, 9), (8, 9), (7, 7), (6, 7), (5, 5), (4, 4), (2, 2), (11, 10)]
)
def test_the_size_follows_the_number_of_seats(handed: int, size: int) -> None:
    assert final_table_size(handed) == size


def test_a_game_that_is_dealt_to_fewer_has_a_smaller_final_table() -> None:
    assert (final_table_size(8, most_seats=8), final_table_size(6, most_seats=6)) == (8, 6)


def test_nine_handed_ten_players_at_two_tables_play_on_and_nine_combine() -> None:
    assert [forms_final_table(players, 2, 9) for players in (10, 9)] == [False, True]


def test_one_table_is_not_made_one_again() -> None:
    assert not forms_final_table(9, 1, 9)


@pytest.mark.parametrize(
    ("players", "done", "due"),
    [
        (28, (), None),
        (27, (), 27),
        (26, (), 27),
        (27, (27,), None),
        (17, (27,), 18),
        (9, (), 9),
        (8, (9,), None),
    ],
)
def test_a_redraw_is_due_once_at_each_set_number(
    players: int, done: tuple[int, ...], due: int | None
) -> None:
    assert redraw_due(players, (27, 18, 9), done) == due
