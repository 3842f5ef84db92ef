"""What comments and docstrings refer to exists: numbered sections of docs/, and no text that is not in the project."""

import re

from tests.architecture.sources import ROOT, lines_with, modules, relative

REFERENCE = re.compile(r"\b(docs/[\w/-]+\.md)(?: (\d+)\b)?")
# Names of texts from outside, followed by the number or the name of a part. Put together, so that none is found here.
ELSEWHERE = re.compile(
    r"\b(?:"
    + "|".join(("RUL" + "ES", "DES" + "IGN", "SAF" + "ETY", "CAS" + "ES", "ALGOR" + "ITHMS"))
    + r")\b"
    r"(?= \d| \"|, \"|: the)"
)


def sections(document: str) -> frozenset[str]:
    """The numbers of a text's sections: headings that begin with one."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return frozenset(re.findall(r"^## (\d+)\. ", text, re.MULTILINE))


def references() -> list[tuple[str, str, str]]:
    """Where a text of docs/ is named, which one, and the section (empty for the whole text)."""
    return [
        (relative(path), match[1], match[2] or "")
        for path in modules(with_tests=True)
        for match in REFERENCE.finditer(path.read_text(encoding="utf-8"))
    ]


def test_every_section_that_code_refers_to_exists() -> None:
    numbered = [(where, document, section) for where, document, section in references() if section]
    assert [
        (where, document) for where, document, _section in numbered if not (ROOT / document).is_file()
    ] == []
    assert [row for row in numbered if row[2] not in sections(row[1])] == []
    assert {document for _where, document, _section in numbered} == {"docs/algorithms.md", "docs/rules.md"}


def test_sections_are_numbered_without_a_gap() -> None:
    counted = {
        document: sorted(map(int, sections(document))) for document in ("docs/algorithms.md", "docs/rules.md")
    }
    assert counted == {document: list(range(1, len(found) + 1)) for document, found in counted.items()}


def test_nothing_refers_to_a_text_that_is_not_here() -> None:
    assert [found for path in modules(with_tests=True) for found in lines_with(ELSEWHERE, path)] == []


def test_every_module_and_setting_that_the_rules_name_exists() -> None:
    for document in ("docs/algorithms.md", "docs/rules.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", text))
        assert [name for name in named if not (ROOT / name).is_file()] == []
