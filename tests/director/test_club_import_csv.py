"""Lists of players as programs write them."""

import datetime as dt

import pytest

from director.house.import_csv import LONGEST_BYTES, CannotRead, Sheet, decode, parse_date, read


def names(text: str) -> list[object]:
    return [line.values.get("name") for line in read(text).lines]


def problems(sheet: Sheet) -> list[tuple[int, list[int]]]:
    return [(line.number, sorted(line.problems)) for line in sheet.lines if line.problems]


@pytest.mark.parametrize(
    ("encoding", "language", "text"),
    [
        ("utf-8", "en", "Łukasz Õunapuu, Ștefan"),
        ("utf-8-sig", "en", "Žanna Șerban"),
        ("utf-16", "en", "Žanna Șerban"),
        ("cp1257", "et", "Õnne Käär, Žanna Šmit"),
        ("cp1257", "en", "Jānis Bērziņš"),
        ("cp1250", "ro", "Mărioara Călin"),
        ("cp1250", "en", "Mărioara Călin Ionuţ"),
    ],
)
def test_letters_come_through_whatever_the_encoding(encoding: str, language: str, text: str) -> None:
    assert decode(text.encode(encoding), language) == text.translate(str.maketrans("ţ", "ț"))


def test_romanian_letters_of_windows_1250_become_those_that_people_type() -> None:
    assert decode("Ştefan Ţîrlea".encode("cp1250"), "ro") == "Ștefan Țîrlea"


def test_a_chosen_encoding_goes_before_the_guess() -> None:
    assert decode("Õunapuu".encode("cp1257"), "ro", "cp1257") == "Õunapuu"


@pytest.mark.parametrize("content", [b"PK\x03\x04\x00\x00", b"x" * (LONGEST_BYTES + 1), b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_or_too_big_is_refused(content: bytes) -> None:
    with pytest.raises(CannotRead):
        decode(content)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_each_separator_is_found(separator: str) -> None:
    text = (
        separator.join(["Name", "Club number", "E-mail"])
        + "\r\n"
        + separator.join(["Ann Lee", "7", "a@b.ee"])
    )
    (line,) = read(text).lines
    assert line.values == {"name": "Ann Lee", "club_number": "7", "email": "a@b.ee"}


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("NAME", "name"), ("Nimi:", "name"), ("Jucător", "name"), ("Klubi number", "club_number"),
        ("data nașterii", "born_on"), ("Data naşterii", "born_on"),
        ("Sünniaeg", "born_on"), ("Date_of_birth", "born_on"), ("märkused", "note"),
    ],
)  # fmt: skip
def test_headings_are_known_in_three_languages(heading: str, column: str) -> None:
    text = f"{heading}\nx" if column == "name" else f"name,{heading}\nx,y"
    assert column in read(text).columns


def test_first_and_last_names_in_two_columns_are_one_name() -> None:
    assert names("Perekonnanimi;Eesnimi\nTamm;Jaan") == ["Jaan Tamm"]
    assert names("Nume;Prenume\nPopescu;Ion") == ["Ion Popescu"]


def test_columns_nobody_knows_are_named_and_not_read() -> None:
    sheet = read("Name,Shoe size\nAnn,42")
    assert (sheet.ignored, sheet.lines[0].values) == (("Shoe size",), {"name": "Ann"})


def test_a_list_of_one_column_needs_no_heading() -> None:
    assert names("Ann Lee\n\n  Bob   Ray \n") == ["Ann Lee", "Bob Ray"]


@pytest.mark.parametrize("text", ["", "\n\n", "Name;Number\n", "Ann;7\nBob;8", "Name;name\nx;y"])
def test_a_list_that_does_not_say_what_it_holds_is_refused(text: str) -> None:
    with pytest.raises(CannotRead):
        read(text)


def test_bad_rows_are_named_by_line_and_cell() -> None:
    text = "Name,Born\nAnn,1990-02-30\n,1990-01-01\nBob,31.12.1990\nCem,1.2.1990,extra"
    assert problems(read(text)) == [(2, [1]), (3, [0]), (5, [2])]


def test_line_numbers_count_empty_lines_and_lines_inside_quotes() -> None:
    sheet = read('Name,Note\n\n"Ann","two\nlines"\nBob,x')
    assert [line.number for line in sheet.lines] == [3, 5]
    assert sheet.lines[0].values["note"] == "two lines"


def test_separators_inside_quotes_do_not_split() -> None:
    assert names('Name,Note\n"Lee, Ann","a;b"') == ["Lee, Ann"]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1990-12-31", (1990, 12, 31)), ("1990.1.2", (1990, 1, 2)), ("31.12.1990", (1990, 12, 31)),
        ("1. 2. 1990", (1990, 2, 1)), ("31/12/1990", (1990, 12, 31)), ("12/31/1990", (1990, 12, 31)),
        ("3/3/1990", (1990, 3, 3)), ("05-04-1990", (1990, 4, 5)),
    ],
)  # fmt: skip
def test_dates_are_read_as_people_write_them(text: str, date: tuple[int, int, int]) -> None:
    assert parse_date(text) == dt.date(*date)


@pytest.mark.parametrize(
    "text", ["3/4/1990", "1990", "31.12.90", "99.99.1990", "yesterday", "33000", "1990-02-30"]
)
def test_dates_that_could_mean_something_else_are_refused(text: str) -> None:
    with pytest.raises(CannotRead):
        parse_date(text)
