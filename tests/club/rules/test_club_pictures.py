"""Pictures told by their bytes, and colours by how well they are read."""

from decimal import Decimal

import pytest

from club.rules.contrast import GROUND, contrast, is_colour, is_readable
from club.rules.pictures import Picture, picture_of
from tests.architecture.sources import ROOT
from tests.club.pictures import small_jpeg, small_png, small_webp


@pytest.mark.parametrize(
    ("content", "picture"),
    [
        (small_png(width=4, height=6), Picture("image/png", 4, 6)),
        (small_jpeg(), Picture("image/jpeg", 3, 5)),
        (small_webp("VP8X"), Picture("image/webp", 7, 9)),
        (small_webp("VP8L"), Picture("image/webp", 7, 9)),
        (small_webp("VP8 "), Picture("image/webp", 7, 9)),
    ],
)
def test_a_picture_is_told_by_its_bytes_with_its_size(content: bytes, picture: Picture) -> None:
    assert picture_of(content) == picture


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + b"\0" * 40,
        b"\x89PNG\r\n\x1a\n",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 40,
        b"\xff\xd8\xff\xe0",
        b"\xff\xd8\xff\xe0\0\4\0\0" + b"\0" * 20,
        b"RIFF\0\0\0\0WEBPVP9 " + b"\0" * 30,
        b"RIFF\0\0\0\0WEBPVP8X",
        small_png(width=0),
    ],
)
def test_anything_else_is_no_picture(content: bytes) -> None:
    assert picture_of(content) is None


@pytest.mark.parametrize("cut", range(40))
def test_a_picture_that_was_cut_off_breaks_nothing(cut: int) -> None:
    for whole in (small_png(), small_jpeg(), small_webp("VP8L")):
        assert picture_of(whole[:cut]) in (None, picture_of(whole))


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#ffffff", "#000000", "21.0"), ("#777777", "#ffffff", "4.4"), ("#000000", "#000000", "1.0")],
)
def test_contrast_is_that_of_the_guidelines_rounded_down(one: str, other: str, ratio: str) -> None:
    assert (contrast(one, other), contrast(other, one)) == (Decimal(ratio), Decimal(ratio))


@pytest.mark.parametrize(
    ("colour", "read"), [("#d4af37", True), ("#6dd6a2", True), ("#7a1f1f", False), ("#101714", False)]
)
def test_a_colour_is_taken_where_it_is_read_on_the_dark_ground(colour: str, read: bool) -> None:
    assert is_readable(colour) is read


@pytest.mark.parametrize("text", ["red", "#FFF", "#D4AF37", "#d4af3", "d4af37", "#d4af37;", ""])
def test_only_six_small_digits_after_a_hash_are_a_colour(text: str) -> None:
    assert is_colour(text) is False


def test_the_ground_is_that_of_the_tokens() -> None:
    """oklch(0.195 0.012 165), the lighter of the two that walls are drawn on, is this in sRGB."""
    tokens = (ROOT / "static" / "design" / "tokens.css").read_text(encoding="utf-8")
    walls = tokens.partition('[data-surface="wall"]')[2].partition("}")[0]
    assert ("--surface: oklch(0.195 0.012 165)" in walls, GROUND) == (True, "#101714")
