"""Chip counts as text: exact, or abbreviated without losing a chip (15,250 or 15.25K, never 15.3K: F100)."""

import re

from tournaments.rules.errors import RuleError

ABBREVIATED_FROM = 10_000
LONGEST_NUMBER = 40
_UNITS = ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K"))
_FACTORS = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000, "": 1}
_SPACES = " \u00a0\u2009\u202f"
_GROUPED = re.compile(rf"[1-9]\d{{0,2}}(?:([,.'’{_SPACES}])\d{{3}})(?:\1\d{{3}})*")
_SUFFIXED = re.compile(r"(\d+)(?:[.,](\d+))?\s?([kmb])", re.IGNORECASE)


def exact(chips: int, group: str = ",") -> str:
    """All digits, in groups of three: 15250 is 15,250."""
    return f"{chips:,}".replace(",", group)


def abbreviated(chips: int, *, decimals: int = 2, group: str = ",", point: str = ".") -> str:
    """With K, M or B if that loses nothing and needs at most `decimals` decimals, from ABBREVIATED_FROM on; else exact.

    15250 is 15.25K, 15255 stays 15,255.
    """
    size = abs(chips)
    for factor, unit in _UNITS:
        if size < max(factor, ABBREVIATED_FROM):
            continue
        whole, rest = divmod(size, factor)
        fraction = f"{rest:0{len(str(factor)) - 1}d}".rstrip("0")
        if len(fraction) <= decimals:
            sign = "-" if chips < 0 else ""
            return f"{sign}{exact(whole, group)}{point if fraction else ''}{fraction}{unit}"
    return exact(chips, group)


def parse_chips(text: str) -> int:
    """Whole chips from text: 15250, "15,250", "15 250", "15.250", "15.25K", "1,5M".

    Errors with `text`: `not_a_number`; `not_whole_chips` (1.5, or 1.2345K); `ambiguous_number` (1,500K is 1.5 million
    to some and 1,500 to others).
    """
    text = text.strip()
    if len(text) > LONGEST_NUMBER:
        raise RuleError("not_a_number", text=text[:LONGEST_NUMBER])
    if re.fullmatch(r"[0-9]+", text):
        return int(text)
    if _GROUPED.fullmatch(text):
        return int(re.sub(r"\D", "", text))
    match = _SUFFIXED.fullmatch(text)
    if match and match[0].isascii():
        return _suffixed(text, match[1], match[2] or "", match[3].lower())
    if re.fullmatch(r"[0-9]+[.,][0-9]+", text):
        raise RuleError("not_whole_chips", text=text)
    raise RuleError("not_a_number", text=text)


def _suffixed(text: str, whole: str, decimals: str, unit: str) -> int:
    if len(decimals) == 3 and 0 < int(whole) < 1_000:
        raise RuleError("ambiguous_number", text=text)
    scale = int("1" + "0" * len(decimals))
    chips, rest = divmod(int(whole + decimals) * _FACTORS[unit], scale)
    if rest:
        raise RuleError("not_whole_chips", text=text)
    return chips
