"""Rules are cited in the reader's language."""

import pytest
from django.utils import translation

from director.scene.citing import cited


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["House", "TDA 11"]), ("et", ["klubi reegel", "TDA 11"])]
)
def test_a_number_stays_and_words_are_translated(language: str, words: list[str]) -> None:
    with translation.override(language):
        assert [cited("kept_apart", "2024"), cited("balancing", "2024")] == words
