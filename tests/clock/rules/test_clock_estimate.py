"""When it will probably end, and how deep the average stack is on the way."""

from fractions import Fraction

from clock.rules.estimate import estimate, live_end
from clock.rules.generator import Wish, generate
from clock.rules.presets import preset
from clock.rules.structure import BIG_BLIND_ANTE, Structure, break_level, play_level
from tests.clock.rules.clocks import minutes

RISING = Structure(
    (
        *(play_level(20, 50, 100), break_level(10), play_level(20, 100, 200)),
        *(play_level(20, 200, 400), play_level(20, 500, 1_000)),
    )
)


def test_it_ends_in_the_level_in_which_all_chips_make_twenty_big_blinds():
    found = estimate(RISING, 4, 8_000)
    assert (found.end_number, found.end_index, found.end_ms, found.reached) == (3, 3, minutes(70), True)
    assert [row.is_after_end for row in found.levels] == [False, False, False, False, True]


def test_with_a_big_blind_ante_thirty_big_blinds_end_it():
    levels = [play_level(20, n * 100, n * 200, n * 200, BIG_BLIND_ANTE) for n in range(1, 6)]
    assert estimate(Structure(tuple(levels)), 4, 18_000).end_number == 3


def test_levels_that_do_not_reach_the_end_say_so():
    found = estimate(RISING, 10, 10**6)
    assert (found.end_number, found.reached) == (4, False)


def test_players_go_from_all_to_one_and_the_average_follows():
    found = estimate(RISING, 27, 8_000)
    assert [row.players for row in found.levels] == [27, 9, 9, 3, 1]
    assert [row.average_chips for row in found.levels][:3] == [296, 888, 888]
    first = found.levels[0]
    assert (first.depth, first.m_ratio) == (Fraction(296, 100), Fraction(296, 150))


def test_a_break_shows_the_depth_of_the_level_after_it():
    assert estimate(RISING, 27, 8_000).levels[1].depth == Fraction(888, 200)


def test_the_generator_and_the_estimate_agree_on_the_level_of_the_end():
    for wish in (Wish(27, 10_000, 25, 20, 240), Wish(142, 30_000, 100, 40, 840, BIG_BLIND_ANTE)):
        made = generate(wish)
        found = estimate(made.structure, wish.players, wish.chips_in_play)
        assert (found.end_number, found.reached) == (made.end_level_number, True)


def test_every_preset_has_an_estimate_in_each_level():
    for slug in ("freezeout-club", "stud", "deep", "appt-2019"):
        structure = preset(slug).structure
        assert len(estimate(structure, 40, 400_000).levels) == len(structure)


# Under way ---------------------------------------------------------------------------------------------------------


def test_the_live_end_counts_from_where_the_clock_stands():
    assert live_end(RISING, 0, minutes(5), 27, 8_000) == (3, minutes(65), True)
    assert live_end(RISING, 3, minutes(5), 4, 8_000) == (3, minutes(15), True)


def test_few_players_with_many_chips_end_sooner_than_the_blinds_say():
    levels = Structure(tuple(play_level(20, n * 100, n * 200) for n in range(1, 30)))
    assert live_end(levels, 4, 0, 2, 10**6) == (7, minutes(60), True)
    assert live_end(levels, 4, 0, 9, 10**6) == (16, minutes(240), True)


def test_the_live_end_knows_overtime_and_the_winner():
    assert live_end(RISING, 4, minutes(25), 2, 8_000) == (4, 0, True)
    assert live_end(RISING, 0, 0, 5, 10**6) == (4, minutes(90), False)
    assert live_end(RISING, 0, 0, 1, 8_000) is None
