"""A club's list of players, as programs of all kinds write it: text in, rows with what is wrong about each out.

Nothing is guessed in silence. Encodings: UTF-8 (with or without a mark), UTF-16 with a mark, Windows 1257 and 1250.
Separators: comma, semicolon, tab. The first line names the columns, in English, Estonian or Romanian; a list of one
column may begin with the first name.
"""

import csv
import datetime as dt
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LONGEST_BYTES = 1_000_000
MOST_LINES = 5_000
SEPARATORS = ("\t", ";", ",")

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": (
        "name", "full name", "player", "nimi", "täisnimi", "mängija", "nume", "nume complet", "jucător", "jucator",
    ),
    "first_name": ("first name", "firstname", "given name", "eesnimi", "prenume"),
    "last_name": ("last name", "lastname", "surname", "family name", "perekonnanimi", "nume de familie"),
    "display_name": (
        "display name", "shown as", "nickname", "kuvanimi", "hüüdnimi", "nume afișat", "nume afisat", "poreclă",
    ),
    "club_number": (
        "club number", "number", "no", "member", "member number", "id", "klubi number", "number klubis", "liikmenumber",
        "nr", "număr", "numar", "număr de club", "numar de club", "număr de membru",
    ),
    "born_on": (
        "date of birth", "birth date", "birthdate", "birthday", "born", "born on", "dob", "sünniaeg", "sünnikuupäev",
        "data nașterii", "data nasterii", "născut", "nascut",
    ),
    "email": ("email", "e-mail", "mail", "e-post", "epost", "meil", "adresă de e-mail"),
    "phone": ("phone", "telephone", "tel", "mobile", "telefon", "mobiil", "mobil"),
    "note": ("note", "notes", "comment", "remark", "märkus", "märkused", "notă", "nota", "observații", "observatii"),
}  # fmt: skip
COLUMN_OF = {name: column for column, names in COLUMNS.items() for name in names}
LABELS: Mapping[str, str | Promise] = {
    "name": _("name"),
    "first_name": _("first name"),
    "last_name": _("last name"),
    "display_name": _("name on displays"),
    "club_number": _("club number"),
    "born_on": _("date of birth"),
    "email": _("e-mail"),
    "phone": _("telephone"),
    "note": _("note"),
}
# Letters that tell an encoding of one byte: those of the languages it is for.
LETTERS = {
    "cp1257": frozenset("õäöüšžÕÄÖÜŠŽāčēģīķļņūĀČĒĢĪĶĻŅŪąęėįųĄĘĖĮŲ"),
    "cp1250": frozenset("ăâîşţĂÂÎŞŢáéíóöőúüűłńśźżćŁŃŚŹŻĆřěŘĚ"),
}
LETTERS_OF_LANGUAGE = {"et": frozenset("õäöüšžÕÄÖÜŠŽ"), "ro": frozenset("ăâîşţĂÂÎŞŢ")}
COMMA_BELOW = str.maketrans("şţŞŢ", "șțȘȚ")
ENCODING_OF_LANGUAGE = {"ro": "cp1250"}

DATE_YEAR_FIRST = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
DATE_DAY_FIRST = re.compile(r"(\d{1,2})([-./])\s?(\d{1,2})[-./]\s?(\d{4})")


class CannotRead(ValueError):
    """The list as a whole cannot be read; the message says why and what to do."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: `number` in the file from 1, its cells, the fields read, and problems by cell index."""

    number: int
    cells: tuple[str, ...]
    values: dict[str, object] = field(default_factory=dict)
    problems: dict[int, str | Promise] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list that was read. `columns` holds for each cell which field it is, "" for one that is not read."""

    headings: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def ignored(self) -> tuple[str, ...]:
        """Headings of columns that are not read."""
        return tuple(name for name, column in zip(self.headings, self.columns, strict=True) if not column)


def decode(content: bytes, language: str = "en", encoding: str = "") -> str:
    """The text of a file; `encoding` when somebody chose one, else by its mark, else UTF-8, else by its letters."""
    if len(content) > LONGEST_BYTES:
        raise CannotRead(_("The file is too big: one megabyte at most. Split it."))
    if b"\x00" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise CannotRead(_("This is not a text file. Save the list as CSV."))
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return _decoded(content, name)
    if encoding:
        return _decoded(content, encoding)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _decoded(content, one_byte_encoding(content, language))


def _decoded(content: bytes, encoding: str) -> str:
    try:
        text = content.decode(encoding, errors="strict")
    except (UnicodeDecodeError, LookupError) as error:
        raise CannotRead(_("The letters of this file cannot be read. Save it as CSV in UTF-8.")) from error
    # Windows 1250 has only the cedilla forms of what Romanian writes with a comma below.
    return text.translate(COMMA_BELOW) if encoding == "cp1250" else text


def one_byte_encoding(content: bytes, language: str) -> str:
    """Windows 1257 or 1250, whichever gives more letters of the languages it is for; the club's own count most."""
    own = LETTERS_OF_LANGUAGE.get(language, frozenset())
    usual = ENCODING_OF_LANGUAGE.get(language, "cp1257")

    def score(name: str) -> tuple[int, bool]:
        text = content.decode(name, errors="replace")
        letters = [letter for letter in text if ord(letter) > 127]
        return sum(3 * (letter in own) + (letter in LETTERS[name]) for letter in letters), name == usual

    return max(LETTERS, key=score)


def read(text: str) -> Sheet:
    """The list in a text. CannotRead when it is empty, has too many lines, or does not say what its columns are."""
    lines = _csv_lines(text.replace("\x00", "").lstrip("\ufeff"))
    if not lines:
        raise CannotRead(_("The list is empty."))
    first = lines[0]
    columns = tuple(COLUMN_OF.get(_heading(cell), "") for cell in first.cells)
    if not {"name", "last_name", "first_name"} & set(columns):
        return _headless(lines)
    _check_columns(columns)
    headings = first.cells
    rows = tuple(_line(line, columns) for line in lines[1:])
    if not rows:
        raise CannotRead(_("The list has a heading but no players."))
    return Sheet(headings, columns, rows)


def _heading(cell: str) -> str:
    """A heading as it is compared; older Romanian lists write ş and ţ with a cedilla."""
    plain = cell.lower().replace("_", " ").replace("ş", "ș").replace("ţ", "ț")
    return " ".join(plain.split()).strip(" .:*")


def _check_columns(columns: Sequence[str]) -> None:
    named = [column for column in columns if column]
    twice = next((column for column in named if named.count(column) > 1), None)
    if twice:
        raise CannotRead(_("Two columns are called the same. Rename one of them."))


def _headless(lines: Sequence[Line]) -> Sheet:
    """A list without headings can only be one of names."""
    if any(len(line.cells) > 1 for line in lines):
        raise CannotRead(
            _(
                "The first line must name the columns, such as: Name; Club number; Date of birth; E-mail; Telephone."
            )
        )
    return Sheet((str(LABELS["name"]),), ("name",), tuple(_line(line, ("name",)) for line in lines))


def _csv_lines(text: str) -> list[Line]:
    """Every line that is not empty, with its number."""
    separator = separator_of(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    lines: list[Line] = []
    before = 0
    try:
        for cells in reader:
            clean = tuple(" ".join(cell.split()) for cell in cells)
            if any(clean):
                lines.append(Line(before + 1, clean))
            before = reader.line_num
            if len(lines) > MOST_LINES:
                raise CannotRead(_("The list is too long: 5000 lines at most. Split it."))
    except csv.Error as error:
        raise CannotRead(
            _("The list cannot be read from this line on: a quotation mark is not closed.")
        ) from error
    return lines


def separator_of(text: str) -> str:
    """The separator that splits the first line into the most cells."""
    first = next((line for line in text.splitlines() if line.strip()), "")

    def cells(separator: str) -> int:
        return len(next(csv.reader([first], delimiter=separator), []))

    return max(SEPARATORS, key=cells)


def _line(line: Line, columns: Sequence[str]) -> Line:
    """The fields of a line, and what is wrong with its cells."""
    values: dict[str, object] = {}
    problems: dict[int, str | Promise] = {}
    for index, column in enumerate(columns):
        cell = line.cells[index] if index < len(line.cells) else ""
        if column == "born_on" and cell:
            try:
                values[column] = parse_date(cell)
            except CannotRead as error:
                problems[index] = error.message
        elif column and cell:
            values[column] = cell
    if any(line.cells[len(columns) :]):
        problems[len(columns)] = _("This line has more cells than there are headings.")
    _join_names(values)
    if "name" not in values:
        problems.setdefault(_name_index(columns), _("The name is missing."))
    return Line(line.number, line.cells, values, problems)


def _join_names(values: dict[str, object]) -> None:
    """First and last name in two columns are one name. Beside a first name, "name" is the last one (nume, prenume)."""
    parts = [str(values.pop(part)) for part in ("first_name", "last_name", "name") if part in values]
    if parts:
        values["name"] = " ".join(parts)


def _name_index(columns: Sequence[str]) -> int:
    return next(
        index for index, column in enumerate(columns) if column in ("name", "first_name", "last_name")
    )


def parse_date(text: str) -> dt.date:
    """A date as 1990-12-31, 31.12.1990, 31/12/1990 or 12/31/1990; one that could be read in two ways is refused."""
    unclear = CannotRead(_("This date cannot be read. Write it as 1990-12-31."))
    found = DATE_YEAR_FIRST.fullmatch(text.strip())
    if found:
        return _date(int(found[1]), int(found[2]), int(found[3]), unclear)
    found = DATE_DAY_FIRST.fullmatch(text.strip().rstrip("."))
    if not found:
        raise unclear
    day, month = int(found[1]), int(found[3])
    if found[2] == "/" and day != month:
        if day <= 12 and month <= 12:
            raise CannotRead(_("Day and month could be either way round. Write the date as 1990-12-31."))
        if month > 12:
            day, month = month, day
    return _date(int(found[4]), month, day, unclear)


def _date(year: int, month: int, day: int, unclear: CannotRead) -> dt.date:
    try:
        return dt.date(year, month, day)
    except ValueError as error:
        raise unclear from error
