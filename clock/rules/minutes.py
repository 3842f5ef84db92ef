"""The length of a level as text: whole minutes, or minutes and seconds, and back without losing a millisecond."""

import re
from decimal import Decimal

from clock.rules.structure import MINUTE_MS

_MINUTES = re.compile(r"(\d{1,4})(?::([0-5]?\d)(?:\.(\d{1,3}))?|[.,](\d{1,3}))?")


def minutes_text(duration_ms: int) -> str:
    """Whole minutes as such, else minutes and seconds: 20, 12:30, 7:07.380."""
    minutes, rest_ms = divmod(duration_ms, MINUTE_MS)
    seconds, milliseconds = divmod(rest_ms, 1000)
    if milliseconds:
        return f"{minutes}:{seconds:02d}.{milliseconds:03d}"
    return f"{minutes}:{seconds:02d}" if seconds else str(minutes)


def parse_minutes(text: str) -> int:
    """Milliseconds of minutes as typed: 20, 12:30, 7.5. ValueError for anything else."""
    found = _MINUTES.fullmatch(text.strip())
    if not found or not text.isascii():
        raise ValueError(text)
    if found[4]:
        return int(Decimal(f"{found[1]}.{found[4]}") * MINUTE_MS)
    return int(found[1]) * MINUTE_MS + int(found[2] or 0) * 1000 + int((found[3] or "").ljust(3, "0"))
