#!/usr/bin/env python3
"""Cut the faces of the displays from the project's own: one weight each, the letters of the club's languages first.

Needs fonttools and brotli: run it with `uv run --with fonttools --with brotli bin/cut_display_fonts.py`, or in any
environment that has both. The result is committed; nothing needs this at run time.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "static" / "design" / "fonts"
TARGET = ROOT / "static" / "display" / "fonts"

RARE = {ord(sign) for sign in '`^~{}|\\"$%*<=>@[]_'}
ASCII = {*range(0x20, 0x7F)} - RARE
CORE = ASCII | {ord(letter) for letter in "\u00a0äöüõÄÖÜÕâîÂÎéÉ·–’…€−£"}
# Everything else of Latin-1, and the letters of Latin Extended-A and Romanian commas, are fetched only when used.
NEAR = {ord(letter) for letter in "ăĂșȘțȚšŠžŽ"}
REST = (
    {*range(0xA1, 0x180), *range(0x218, 0x21C), 0x1E9E, *RARE, *(ord(sign) for sign in "—‘“”„")} - CORE - NEAR
)
KEPT = ["tnum", "ccmp", "locl", "mark"]
# Kerning is kept where letters are big.
FACES = (
    ("sofia-sans-extra-condensed", 700, "figures", [*KEPT, "kern"]),
    ("atkinson-hyperlegible-next", 500, "text", KEPT),
)


def cut(source: Path, weight: int, features: list[str], letters: set[int], target: Path) -> None:
    """One file: a fixed weight of a variable font, with these features and letters only."""
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weight})
    options = subset.Options(layout_features=features, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    for name, weight, called, features in FACES:
        latin, extended = (SOURCE / f"{name}-{part}-wght-normal.woff2" for part in ("latin", "latin-ext"))
        cut(latin, weight, features, CORE, TARGET / f"{called}-core.woff2")
        cut(latin, weight, features, REST, TARGET / f"{called}-latin.woff2")
        cut(extended, weight, features, NEAR, TARGET / f"{called}-near.woff2")
        cut(extended, weight, features, REST, TARGET / f"{called}-ext.woff2")
