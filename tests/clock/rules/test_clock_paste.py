"""Levels from pasted text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.paste import parse_structure
from clock.rules.structure import BIG_BLIND_ANTE, Structure, break_level, play_level, stud_level
from tests.clock.rules.clocks import minutes
from tournaments.rules.errors import RuleError


def levels(text, **settings):
    pasted = parse_structure(text, **settings)
    assert pasted.errors == ()
    return list(pasted.levels)


def errors(text):
    return [(error.row_number, error.code) for error in parse_structure(text).errors]


def test_blinds_breaks_and_lengths_as_people_write_them():
    assert levels("25/50\n50/100 30 min\nbreak 10\n15 min\n75/150\n100/200 ante 25") == [
        play_level(20, 25, 50),
        play_level(30, 50, 100),
        break_level(10),
        play_level(15, 75, 150),
        play_level(15, 100, 200, 25),
    ]


@pytest.mark.parametrize(
    ("row", "level"),
    [
        ("25/50", play_level(20, 25, 50)),
        ("  25 / 50  ", play_level(20, 25, 50)),
        ("25-50", play_level(20, 25, 50)),
        ("Blinds: 25/50", play_level(20, 25, 50)),
        ("Level 1: 25/50", play_level(20, 25, 50)),
        ("L1 25/50", play_level(20, 25, 50)),
        ("1. 25/50", play_level(20, 25, 50)),
        ("1) 25/50", play_level(20, 25, 50)),
        ("1 25/50", play_level(20, 25, 50)),
        ("Tase 1: 25/50", play_level(20, 25, 50)),
        ("- 25/50", play_level(20, 25, 50)),
        ("SB 25 BB 50", play_level(20, 25, 50)),
        ("25/50 20'", play_level(20, 25, 50)),
        ("25/50 15mins", play_level(15, 25, 50)),
        ("25/50 1h 30min", play_level(90, 25, 50)),
        ("25/50 1 h", play_level(60, 25, 50)),
        ("1,000/2,000", play_level(20, 1_000, 2_000)),
        ("1 000/2 000", play_level(20, 1_000, 2_000)),
        ("1.000/2.000", play_level(20, 1_000, 2_000)),
        ("1K/2K", play_level(20, 1_000, 2_000)),
        ("1.5k / 3k", play_level(20, 1_500, 3_000)),
        ("100/200/25", play_level(20, 100, 200, 25)),
        ("100/200 (25)", play_level(20, 100, 200, 25)),
        ("100/200 ante: 25", play_level(20, 100, 200, 25)),
        ("100/200 BBA", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("BBA 100 / 200", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("1 000/2 000 BBA", play_level(20, 1_000, 2_000, 2_000, BIG_BLIND_ANTE)),
        ("200 bb ante 100/200", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200 bba 200", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200, 200 BB ante", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200 big blind ante 200 30 min", play_level(30, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200/200", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200 (ante 200 bb)", play_level(20, 100, 200, 200, BIG_BLIND_ANTE)),
        ("100/200/199", play_level(20, 100, 200, 199)),
        ("25/50 end of late registration", play_level(20, 25, 50, note="end of late registration")),
        ("ante 25 bring-in 50 100/200", stud_level(20, 25, 50, 100, 200)),
        ("100/200 ante 25 bring in 50", stud_level(20, 25, 50, 100, 200)),
        ("break", break_level(10)),
        ("BREAK 15", break_level(15)),
        ("15 min break", break_level(15)),
        ("Break: 1h", break_level(60)),
        ("paus 5", break_level(5)),
        ("Vaheaeg 15", break_level(15)),
        ("pauză 5 min", break_level(5)),
        ("перерыв 5", break_level(5)),
        ("Dinner break 45", break_level(45, "Dinner break")),
    ],
)
def test_a_row_is_understood(row, level):
    assert levels(row) == [level]


def test_antes_of_which_nothing_is_said_go_by_the_setting():
    assert levels("100/200/200", ante_kind=BIG_BLIND_ANTE) == [play_level(20, 100, 200, 200, BIG_BLIND_ANTE)]


def test_numbered_rows_are_understood_even_after_a_bad_one():
    pasted = parse_structure("1 25/50\n2 50/oops\n3 75/150")
    assert pasted.levels == (play_level(20, 25, 50), play_level(20, 75, 150))
    assert [error.row_number for error in pasted.errors] == [2]


def test_cells_with_a_header_come_in_any_order():
    text = "Level\tBB\tSB\tAnte\tMin\tNote\n1\t50\t25\t\t20\t\nBreak\t\t\t\t10\t\n2\t1,000\t500\t100\t1h\tlast rebuy"
    assert levels(text) == [
        play_level(20, 25, 50),
        break_level(10),
        play_level(60, 500, 1_000, 100, note="last rebuy"),
    ]


def test_cells_of_stud_have_bets():
    assert levels("ante,bring-in,small bet,big bet,minutes\n25,50,100,200,25") == [
        stud_level(25, 25, 50, 100, 200)
    ]


def test_cells_of_a_big_blind_ante_column():
    assert levels("sb;bb;bba\n100;200;200") == [play_level(20, 100, 200, 200, BIG_BLIND_ANTE)]


@pytest.mark.parametrize(
    "text",
    ["25,50,5,15\n50,100,10,15", "1;25;50;5;15\n2;50;100;10;15", "25\t50\t5\t15 min\n50\t100\t10\t15'"],
)
def test_cells_without_a_header_are_blinds_ante_and_minutes(text):
    assert levels(text) == [play_level(15, 25, 50, 5), play_level(15, 50, 100, 10)]


def test_quoted_cells_keep_their_commas():
    assert levels('"1,000","2,000",0,20') == [play_level(20, 1_000, 2_000)]


def test_empty_rows_and_comments_are_passed_over():
    assert levels("\n# night structure\n25/50\n;;;\n\n") == [play_level(20, 25, 50)]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("hello", "row_not_understood"),
        ("25/50 and 99", "row_not_understood"),
        ("50/25", "small_blind_above_big"),
        ("25/50 0 min", "no_duration"),
        ("0 min", "no_duration"),
        ("25/50 9999 min", "too_long"),
        ("-25/50", "negative_number"),
        ("25/-50", "negative_number"),
        ("1.5/3", "not_whole_chips"),
        ("1,500K/3,000K", "ambiguous_number"),
        ("99999999999999/999999999999999", "too_large"),
        ("break 10 20", "break_not_understood"),
        ("break 99999", "break_not_understood"),
        ("25,abc", "not_a_number"),
        ("1,2,3,4,5,6", "columns_not_understood"),
        ("25,50,5,soon", "duration_not_understood"),
        ("<script>alert(1)</script>", "row_not_understood"),
        ("=1+1", "row_not_understood"),
        ("٢٥/٥٠", "not_a_number"),
        ("9" * 301, "row_too_long"),
    ],
)
def test_a_row_that_is_not_understood_is_named(row, code):
    assert errors(f"25/50\n{row}") == [(2, code)]


def test_a_column_nobody_knows_is_named():
    (error,) = parse_structure("sb,bb,colour").errors
    assert (error.code, error.facts) == ("column_not_known", {"column": "colour"})


def test_an_endless_text_is_one_error():
    assert errors("25/50\n" * 20_000) == [(1, "text_too_long")]


def test_a_structure_is_made_only_when_every_row_was_understood():
    assert parse_structure("25/50").structure == Structure((play_level(20, 25, 50),))
    with pytest.raises(RuleError) as refusal:
        _ = parse_structure("25/50\n?").structure
    assert refusal.value.code == "rows_not_understood"


def test_a_level_keeps_its_own_length_when_one_is_set_for_all():
    assert [level.duration_ms for level in levels("10 min\n25/50 15 min\n50/100")] == [
        minutes(15),
        minutes(10),
    ]


@given(st.text(alphabet=st.sampled_from("0123456789/.,;\t kKmM'\"-breakintSBante\n():#%=<"), max_size=200))
def test_no_text_makes_the_parser_fail(text):
    pasted = parse_structure(text)
    assert all(level.duration_ms > 0 for level in pasted.levels)


def test_more_levels_than_can_be_stored_are_refused_as_one():
    assert len(parse_structure("25/50\n" * 300).levels) == 300
    pasted = parse_structure("25/50\n" * 301)
    assert ([error.code for error in pasted.errors], pasted.levels) == (["too_many_levels"], ())
