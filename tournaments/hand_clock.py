"""The hand clock as it is stored: a notice for each call, which says who has to act, where, and until when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

KIND = "hand_clock"


@dataclass(frozen=True, slots=True)
class HandClock:
    """A player has to act within `seconds`, then `last_seconds` are counted aloud; at `until_ms` the hand is dead.

    `bank_seconds` came from time-bank chips and are among `seconds`.
    """

    id: int
    entry_id: int
    table_number: int
    seat: int
    seconds: int
    last_seconds: int
    bank_seconds: int
    from_ms: int
    until_ms: int


def read_call(notice_id: int, from_ms: int, until_ms: int, facts: Mapping[str, Any]) -> HandClock:
    """A call from its notice."""
    return HandClock(
        id=notice_id,
        entry_id=facts["entry_id"],
        table_number=facts["table"],
        seat=facts["seat"],
        seconds=facts["seconds"],
        last_seconds=facts["last_seconds"],
        bank_seconds=facts["bank_seconds"],
        from_ms=from_ms,
        until_ms=until_ms,
    )
