#!/usr/bin/env python3
"""Compile every message catalogue that is newer than its .mo file. Needs no GNU gettext."""

import os
import sys
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def is_stale(source: Path, compiled: Path) -> bool:
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def compile_messages(folder: Path = LOCALE) -> int:
    """Compile what is stale below the folder and return how many catalogues that were.

    Each .mo appears whole, by a rename: another process may be reading the old one.
    """
    count = 0
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if is_stale(source, compiled):
            aside = compiled.with_name(f".{compiled.name}.{os.getpid()}")
            polib.pofile(str(source)).save_as_mofile(str(aside))
            aside.replace(compiled)
            count += 1
    return count


if __name__ == "__main__":
    print(f"{compile_messages()} catalogue(s) compiled", file=sys.stderr)
