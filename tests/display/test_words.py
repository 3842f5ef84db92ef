"""Every word a script asks for exists, and scripts hold no words of their own."""

import re
from pathlib import Path

from display.words import words_in

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "static" / "display"
ASKED = re.compile(r'\b(say|many)\("([a-z_0-9]+)"')
TEXT = re.compile(r'h\("[^"]*",\s*"[A-Z][a-z]')


def asked() -> set[tuple[str, str]]:
    """(say or many, key) of every script."""
    return {pair for path in SCRIPTS.glob("*.js") for pair in ASKED.findall(path.read_text(encoding="utf-8"))}


def test_every_word_a_script_asks_for_is_there_in_the_form_it_wants() -> None:
    words = words_in("en")
    kinds = {"say": str, "many": dict}
    assert [key for how, key in sorted(asked()) if not isinstance(words.get(key), kinds[how])] == []


def test_scripts_hold_no_words_of_their_own() -> None:
    assert [path.name for path in SCRIPTS.glob("*.js") if TEXT.search(path.read_text(encoding="utf-8"))] == []


def test_a_counting_word_has_every_plural_category_of_the_languages() -> None:
    forms = [value for value in words_in("ro").values() if isinstance(value, dict)]
    assert [sorted(form) for form in forms] == [["few", "one", "other"]] * len(forms)
