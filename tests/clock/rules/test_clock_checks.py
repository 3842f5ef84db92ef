"""What is refused in a structure, and what warns."""

import pytest

from clock.rules.structure import BIG_BLIND_ANTE, BREAK, Level, Structure, break_level, play_level, stud_level
from clock.rules.structure_checks import check_structure, require_sound
from tests.clock.rules.clocks import four_levels, four_levels_and_a_break
from tournaments.rules.errors import RuleError

PLAYED = play_level(20, 100, 200)


def findings(*levels, chips=()):
    return [(p.severity, p.code, p.level_index) for p in check_structure(Structure(levels), chips)]


def test_a_sound_structure_has_no_problems():
    assert check_structure(four_levels_and_a_break(), chips=(100, 500)) == ()
    require_sound(four_levels())


@pytest.mark.parametrize(
    ("level", "code"),
    [
        (play_level(0, 100, 200), "no_duration"),
        (play_level(-5, 100, 200), "no_duration"),
        (Level("play", 1, 100, 200), "too_short"),
        (Level("play", 9_999, 100, 200), "too_short"),
        (Level(BREAK, 9_999), "too_short"),
        (play_level(24 * 60 + 1, 100, 200), "too_long"),
        (play_level(20, 300, 200), "small_blind_above_big"),
        (play_level(20, 300, 0), "small_blind_above_big"),
        (play_level(20, -1, 200), "negative"),
        (play_level(20, 1, 10**12 + 1), "too_large"),
        (Level("play", 1_000, 100, 200, ante=25), "ante_without_kind"),
        (stud_level(20, 25, 150, 100, 200), "bring_in_above_small_bet"),
        (stud_level(20, 25, 50, 300, 200), "small_bet_above_big"),
        (Level(BREAK, 1_000, big_blind=200), "bet_in_break"),
    ],
)
def test_a_level_that_cannot_be_played_is_an_error(level, code):
    assert ("error", code, 1) in findings(PLAYED, level, PLAYED)
    with pytest.raises(RuleError) as refusal:
        require_sound(Structure((PLAYED, level, PLAYED)))
    assert refusal.value.code == "structure_unsound"
    assert code in [problem.code for problem in refusal.value.facts["problems"]]


def test_an_empty_structure_and_one_of_breaks_are_errors():
    assert findings() == [("error", "structure_is_empty", None)]
    assert findings(break_level(10))[0] == ("error", "only_breaks", None)


def test_a_structure_of_more_than_300_levels_is_an_error():
    assert findings(*[PLAYED] * 300) == []
    assert findings(*[PLAYED] * 301) == [("error", "too_many_levels", None)]


def test_falling_blinds_warn():
    assert findings(play_level(20, 200, 400), play_level(20, 100, 400)) == [("warning", "falling_blinds", 1)]
    assert findings(play_level(20, 200, 400), break_level(5), play_level(20, 200, 300)) == [
        ("warning", "falling_blinds", 2)
    ]


def test_levels_of_a_rotation_are_compared_within_their_game():
    levels = (play_level(20, 200, 400, game="holdem"), stud_level(20, 25, 50, 100, 200, game="stud"))
    assert findings(*levels, play_level(20, 300, 600, game="holdem")) == []
    assert findings(*levels, play_level(20, 100, 200, game="holdem"))[0][1] == "falling_blinds"


def test_an_ante_above_the_big_blind_warns():
    assert findings(play_level(20, 100, 200, 300, BIG_BLIND_ANTE)) == [("warning", "ante_above_big_blind", 0)]
    assert findings(play_level(20, 100, 200, 200, BIG_BLIND_ANTE)) == []


def test_a_falling_big_blind_ante_warns_but_a_change_to_antes_of_each_does_not():
    first = play_level(20, 100, 200, 200, BIG_BLIND_ANTE)
    assert findings(first, play_level(20, 200, 400, 100, BIG_BLIND_ANTE)) == [("warning", "falling_ante", 1)]
    assert findings(first, play_level(20, 200, 400)) == [("warning", "falling_ante", 1)]
    assert findings(first, play_level(20, 200, 400, 50)) == []


def test_bets_that_the_chips_in_play_cannot_pay_warn():
    levels = (play_level(20, 25, 50), play_level(20, 30, 60))
    found = check_structure(Structure(levels), chips=(25, 100))
    assert [(p.code, p.level_index, p.facts["field"], p.facts["unit"]) for p in found] == [
        ("unpayable", 1, "small_blind", 25),
        ("unpayable", 1, "big_blind", 25),
    ]


def test_chips_that_left_at_a_break_pay_nothing_after_it():
    levels = (play_level(20, 25, 50), break_level(5, colour_ups=(25,)), play_level(20, 75, 150))
    assert [p.facts["field"] for p in check_structure(Structure(levels), chips=(25, 100))] == [
        "small_blind",
        "big_blind",
    ]
    assert check_structure(Structure((*levels[:2], play_level(20, 100, 200))), chips=(25, 100)) == ()


def test_change_across_the_table_pays_what_two_chips_can():
    assert findings(play_level(20, 15, 30), chips=(10, 25)) == []
    assert findings(play_level(20, 16, 32), chips=(10, 25)) != []


def test_breaks_in_odd_places_warn():
    assert findings(break_level(5), PLAYED, break_level(5), break_level(5)) == [
        ("warning", "begins_with_break", 0),
        ("warning", "ends_with_break", 3),
        ("warning", "break_after_break", 3),
    ]


def test_a_level_without_forced_bets_warns():
    assert findings(play_level(20)) == [("warning", "no_forced_bets", 0)]


def test_errors_come_before_warnings():
    levels = (play_level(20, 200, 400), play_level(20, 100, 200), play_level(0, 200, 400))
    assert [severity for severity, _code, _index in findings(*levels)] == ["error", "warning", "warning"]


def test_the_shortest_level_is_ten_seconds_and_the_longest_a_day():
    shortest, longest = Level("play", 10_000, 100, 200), Level("play", 86_400_000, 100, 200)
    assert [
        problem for problem in check_structure(Structure((shortest, longest))) if problem.severity == "error"
    ] == []
