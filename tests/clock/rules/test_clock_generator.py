"""Structures made from a wish, and templates."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.breaks import break_places
from clock.rules.chips_leave import earliest_removals, usual_chips
from clock.rules.generator import Wish, generate, playable_values
from clock.rules.presets import PRESETS, preset
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, NO_ANTE
from clock.rules.structure_checks import check_structure, errors_of
from clock.rules.windows import check_window
from tests.clock.rules.clocks import minutes
from tournaments.rules.errors import RuleError

CLUB_NIGHT = Wish(27, 10_000, 25, 20, 240)


def playing(structure):
    return [level for level in structure.levels if not level.is_break]


def blinds(structure):
    return [(level.small_blind, level.big_blind) for level in playing(structure)]


def test_a_club_night_ends_in_the_level_that_fills_the_time():
    found = generate(CLUB_NIGHT)
    assert (found.end_big_blind, found.end_level_number) == (13_500, 12)
    assert blinds(found.structure)[:4] == [(100, 200), (150, 300), (200, 400), (300, 600)]
    assert blinds(found.structure)[11] == (8_000, 16_000)
    assert len(playing(found.structure)) == 16


def test_a_start_that_had_to_be_changed_is_named():
    (warning,) = generate(CLUB_NIGHT).warnings
    assert (warning.code, warning.facts) == ("start_not_as_wished", {"wished": 100, "big_blind": 200})


def test_a_large_field_with_a_big_blind_ante_needs_no_warning():
    found = generate(Wish(142, 30_000, 100, 40, 840, BIG_BLIND_ANTE))
    assert found.warnings == ()
    assert found.end_big_blind == 142_000
    assert all(level.ante == level.big_blind for level in playing(found.structure))
    assert (found.end_level_number, blinds(found.structure)[0]) == (21, (200, 400))


def test_too_little_time_warns_of_a_steep_climb():
    (warning,) = generate(Wish(9, 1_500, 5, 15, 120)).warnings
    assert (warning.code, warning.facts) == ("steep", {"percent": 60})


def test_too_much_time_warns_and_says_how_long_levels_would_fill_it():
    (warning,) = generate(Wish(10, 2_000, 10, 10, 180)).warnings
    assert (warning.code, warning.facts) == (
        "shorter_than_target",
        {"levels": 14, "wished": 18, "minutes": 13},
    )


def test_a_smallest_chip_that_makes_stacks_shallow_warns():
    assert "start_too_shallow" in [problem.code for problem in generate(Wish(9, 1_000, 25, 15, 120)).warnings]


def test_antes_of_each_begin_where_wished_and_are_a_tenth_to_an_eighth():
    found = generate(Wish(27, 10_000, 25, 20, 240, ANTE_EACH, ante_from_level=4))
    antes = [(level.ante, level.big_blind) for level in playing(found.structure)]
    assert [ante for ante, _blind in antes[:3]] == [0, 0, 0]
    assert all(8 * ante <= blind <= 10 * ante for ante, blind in antes[3:])


def test_stud_has_ante_bring_in_and_two_bets():
    found = generate(Wish(40, 10_000, 25, 25, 360, stud=True))
    for level in playing(found.structure):
        assert (level.small_blind, level.big_blind, level.big_bet) == (0, 0, 2 * level.small_bet)
        assert 0 < level.ante <= level.bring_in < level.small_bet


def test_breaks_stand_where_chips_can_leave():
    found = generate(CLUB_NIGHT)
    breaks = [index for index, level in enumerate(found.structure.levels) if level.is_break]
    assert [found.structure.levels[index].colour_ups for index in breaks] == [(25,), (100,), (500,), (1_000,)]
    assert [found.structure.numbers[index - 1] for index in breaks] == [3, 6, 9, 12]


@pytest.mark.parametrize(
    ("levels", "points", "places"),
    [(12, [], (4, 8)), (10, [3, 6], (3, 6)), (3, [], ()), (16, [5, 10], (5, 10, 13)), (1, [], ())],
)
def test_breaks_are_three_to_six_levels_apart(levels, points, places):
    assert break_places(levels, points) == places


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Wish(1, 10_000, 25, 20, 240), "players_too_few"),
        (Wish(9, 0, 25, 20, 240), "wish_not_positive"),
        (Wish(9, 10_000, 0, 20, 240), "wish_not_positive"),
        (Wish(9, 10_000, 25, -1, 240), "wish_not_positive"),
        (Wish(9, 10_000, 25, 200, 240), "levels_too_few"),
        (Wish(9, 100, 25, 20, 240), "stack_too_small"),
        (Wish(10**6, 10**9, 25, 20, 240), "too_many_chips"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish, code):
    with pytest.raises(RuleError) as refusal:
        generate(wish)
    assert refusal.value.code == code


def test_playable_small_blinds_are_paid_by_the_smallest_chip():
    assert playable_values(25, 1_000) == (50, 100, 200, 300, 400, 500, 600, 800, 1_000)
    assert playable_values(5, 60, blinds=False) == (5, 10, 15, 20, 25, 30, 40, 50, 60)


wishes = st.builds(
    Wish,
    players=st.integers(2, 2_000),
    stack_chips=st.integers(20, 1_000).map(lambda tens: tens * 100),
    smallest_chip=st.sampled_from([1, 5, 10, 25, 50, 100]),
    level_minutes=st.integers(5, 60),
    target_minutes=st.integers(120, 900),
    ante_kind=st.sampled_from([NO_ANTE, ANTE_EACH, BIG_BLIND_ANTE]),
    spare_levels=st.integers(3, 5),
    stud=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(wishes)
def test_every_structure_made_is_sound_payable_and_strictly_rising(wish):
    found = generate(wish)
    stakes = [level.stake for level in playing(found.structure)]
    assert all(before < after for before, after in pairwise(stakes))
    assert stakes[found.end_level_number - 1] >= min(found.end_big_blind, stakes[-1])
    chips = usual_chips(wish.smallest_chip, stakes[-1])
    assert check_structure(found.structure, chips) == ()


@settings(max_examples=60, deadline=None)
@given(wishes)
def test_breaks_of_a_made_structure_keep_their_distance_and_chips_leave_in_time(wish):
    structure = generate(wish).structure
    after = [structure.numbers[i - 1] for i, level in enumerate(structure.levels) if level.is_break]
    gaps = [b - a for a, b in pairwise([0, *after])]
    assert all(3 <= gap <= 6 for gap in gaps)
    earliest = earliest_removals(structure, usual_chips(wish.smallest_chip, playing(structure)[-1].stake))
    for index, level in enumerate(structure.levels):
        assert all(structure.numbers[index - 1] >= earliest[chip] for chip in level.colour_ups)


def answer_to(wish):
    """ "sound" for a structure without errors, else what is wrong with it, or the code that refuses the wish."""
    try:
        found = generate(wish)
    except RuleError as refusal:
        return refusal.code
    return ", ".join(error.code for error in errors_of(check_structure(found.structure))) or "sound"


@settings(max_examples=80, deadline=None)
@given(
    st.builds(
        Wish,
        players=st.integers(2, 100_000),
        stack_chips=st.integers(1, 10**7),
        smallest_chip=st.integers(1, 2_000),
        level_minutes=st.integers(1, 240),
        target_minutes=st.integers(1, 2_880),
        big_blinds_at_start=st.integers(1, 1_000),
        big_blinds_at_end=st.integers(1, 100),
        stud=st.booleans(),
    )
)
def test_every_wish_is_answered_or_refused_by_a_code(wish):
    assert answer_to(wish) in {
        "sound", "players_too_few", "levels_too_few", "stack_too_small", "too_many_chips", "chip_unplayable",
    }  # fmt: skip


def test_chips_with_which_no_blinds_can_be_paid_are_refused():
    with pytest.raises(RuleError) as refusal:
        generate(Wish(27, 10_000, 7, 20, 240))
    assert (refusal.value.code, refusal.value.facts) == ("chip_unplayable", {"chip": 7})


# Templates --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sorted(PRESETS))
def test_every_template_is_without_errors_and_warnings(slug):
    found = preset(slug)
    assert check_structure(found.structure, found.chips) == ()
    windows = (found.late_registration, found.rebuys, found.addon, found.reentries)
    assert [p for window in windows if window for p in check_window(found.structure, window)] == []


def test_the_published_structure_of_2019_is_as_published():
    found = preset("appt-2019")
    levels = playing(found.structure)
    assert len(levels) == 28
    assert blinds(found.structure)[:6] == [
        (100, 100),
        (100, 100),
        (100, 200),
        (100, 300),
        (200, 400),
        (200, 500),
    ]
    assert blinds(found.structure)[-1] == (40_000, 80_000)
    assert {level.duration_ms for level in levels} == {minutes(40)}
    assert all((level.ante, level.ante_kind) == (level.big_blind, BIG_BLIND_ANTE) for level in levels)
    breaks = [index for index, level in enumerate(found.structure.levels) if level.is_break]
    assert [found.structure.numbers[index - 1] for index in breaks] == [3, 6, 9, 15, 18, 21, 24, 27]
    assert found.stack_chips == 30_000


def test_the_published_club_structure_has_fifteen_levels_of_twenty_minutes():
    found = preset("t1000-club")
    assert len(found.structure) == 15
    assert (blinds(found.structure)[0], blinds(found.structure)[-1]) == ((10, 20), (1_000, 2_000))
    assert {level.duration_ms for level in found.structure.levels} == {minutes(20)}


def test_the_stud_template_has_antes_and_a_bring_in_at_every_level():
    levels = playing(preset("stud").structure)
    assert all(level.ante and level.bring_in and level.big_bet == 2 * level.small_bet for level in levels)
    assert all(not level.big_blind for level in levels)


def test_the_rebuy_template_has_its_addon_in_the_break_after_the_rebuys():
    found = preset("rebuy-addon")
    assert found.structure.levels[found.structure.level_index(found.rebuys.level_number) + 1].is_break
    assert found.addon.level_number == found.rebuys.level_number
