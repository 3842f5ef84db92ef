"""A structure written to a file and read again is the same structure."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.export import harmless, to_csv, to_json, unharmed
from clock.rules.paste import LONGEST_FILE, LONGEST_TEXT, parse_structure
from clock.rules.presets import PRESETS
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, BREAK, NO_ANTE, PLAY, Level, Structure

BETS = st.integers(min_value=0, max_value=10**12)
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=24)
NOTES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["before the dinner break", "=1+1", "'=1", "a;b", 'say "go"', "20 min"]),
).map(lambda text: " ".join(text.replace("\0", "").split())[:120].strip())
WHOLE_MINUTES = st.integers(min_value=1, max_value=120).map(lambda minutes: minutes * 60_000)
DURATIONS = st.one_of(st.integers(min_value=10_000, max_value=86_400_000), WHOLE_MINUTES)


@st.composite
def playing(draw):
    small, big = sorted((draw(BETS), draw(BETS)))
    bring_in, small_bet, big_bet = sorted((draw(BETS), draw(BETS), draw(BETS)))
    ante = draw(BETS)
    return Level(
        PLAY,
        draw(DURATIONS),
        small,
        big,
        ante,
        draw(st.sampled_from((ANTE_EACH, BIG_BLIND_ANTE))) if ante else NO_ANTE,
        bring_in,
        small_bet,
        big_bet,
        game=draw(st.one_of(st.just(""), st.sampled_from(("holdem", "razz")), WORDS)),
        note=draw(NOTES),
        marks=tuple(draw(st.lists(WORDS.filter(lambda word: "colour_up" not in word), max_size=2))),
        hands=draw(st.integers(min_value=0, max_value=999)),
    )


@st.composite
def breaks(draw):
    chips = sorted(draw(st.sets(st.integers(min_value=1, max_value=10**9), max_size=3)))
    marks = tuple(f"colour_up:{chip}" for chip in chips)
    return Level(BREAK, draw(DURATIONS), note=draw(NOTES), marks=marks)


STRUCTURES = st.lists(st.one_of(playing(), breaks()), min_size=1, max_size=8).map(
    lambda levels: Structure(tuple(levels))
)


@given(STRUCTURES)
def test_levels_come_back_from_csv_as_they_were(structure):
    pasted = parse_structure(to_csv(structure))
    assert (pasted.errors, pasted.levels) == ((), structure.levels)


@given(STRUCTURES)
def test_levels_come_back_from_json_as_they_were(structure):
    pasted = parse_structure(to_json(structure, "Friday", 10_000, (25, 100)))
    assert (pasted.errors, pasted.levels) == ((), structure.levels)


@given(st.text(max_size=40))
def test_a_cell_made_harmless_begins_no_formula_and_gives_its_text_back(text):
    assert unharmed(harmless(text)) == text
    assert not harmless(text).lstrip(" ").startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("slug", sorted(PRESETS))
def test_every_preset_survives_a_spreadsheet(slug):
    structure = PRESETS[slug].structure
    assert parse_structure("\ufeff" + to_csv(structure)).structure == structure


def test_the_longest_structure_fits_into_both_files():
    level = Level(
        PLAY, 1_234_567, 10**12, 10**12, 10**12, BIG_BLIND_ANTE, note="n" * 120, game="g" * 24, hands=999
    )
    structure = Structure((level,) * 300)
    assert (len(to_csv(structure)) < LONGEST_TEXT, len(to_json(structure, "", 1, ())) < LONGEST_FILE) == (
        True,
        True,
    )
    assert parse_structure(to_csv(structure)).structure == structure


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [
        ("{", 1, "file_not_read"),
        ('{"format": 2, "levels": []}', 1, "file_not_read"),
        ('{"format": 1, "levels": "many"}', 1, "file_not_read"),
        (json.dumps({"format": 1, "levels": [{}] * 301}), 1, "file_not_read"),
        ('{"format": 1, "levels": [7]}', 1, "level_malformed"),
        ('{"format": 1, "levels": [{"duration_ms": 60000}, {"duration_ms": 1.5}]}', 2, "level_malformed"),
        ('{"format": 1, "levels": [{"duration_ms": 60000, "small_blind": 9}]}', 1, "small_blind_above_big"),
    ],
)
def test_a_file_that_is_no_structure_is_refused_with_its_level(text, number, code):
    (error,) = parse_structure(text).errors
    assert (error.row_number, error.code) == (number, code)


HEADED = "level\tkind\tsb\tbb\tminutes\thands\tnote\n"


def test_a_note_with_the_word_break_makes_no_break():
    pasted = parse_structure("sb,bb,note\n25,50,before the dinner break\n,,dinner break\n")
    assert [(level.kind, level.note) for level in pasted.levels] == [
        ("play", "before the dinner break"), ("break", "dinner break"),
    ]  # fmt: skip


def test_the_column_of_kinds_decides():
    pasted = parse_structure(f"{HEADED}1\tlevel\t25\t50\t20\t8\tno break\n\tvaheaeg\t0\t0\t12:30\t\tpizza\n")
    assert pasted.errors == ()
    assert [(lv.kind, lv.duration_ms, lv.hands, lv.note) for lv in pasted.levels] == [
        ("play", 1_200_000, 8, "no break"), ("break", 750_000, 0, "pizza"),
    ]  # fmt: skip


def test_a_break_row_of_a_spreadsheet_may_hold_zeros():
    pasted = parse_structure("level;sb;bb;ante;min\nBreak;0;0;0;15\n1;25;50;0;20")
    assert [(lv.kind, lv.duration_ms) for lv in pasted.levels] == [("break", 900_000), ("play", 1_200_000)]


@pytest.mark.parametrize(
    ("heading", "cell", "code"),
    [
        ("hands", "many", "hands_not_understood"),
        ("ante kind", "half", "ante_kind_not_known"),
        ("chips out", "x", "not_a_number"),
    ],
)
def test_cells_that_are_not_understood_are_named(heading, cell, code):
    (error,) = parse_structure(f"sb,bb,{heading}\n25,50,{cell}").errors
    assert (error.row_number, error.code) == (2, code)
