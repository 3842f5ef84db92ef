"""How many places are paid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from payouts.rules.percents import Percent, exact_percent
from tournaments.rules.errors import RuleError


# Minimum cash of 1.5 buy-ins, unless the tournament says otherwise.
@dataclass(frozen=True)
class PlacesRow:
    """`places` are paid from `entries_from` to `entries_to` entries; no upper end: None."""

    entries_from: int
    entries_to: int | None
    places: int


@dataclass(frozen=True)
class PlacesCut:
    """`places` of the `wanted` ones are paid; `enough` is False when not even one reaches the minimum."""

    wanted: int
    places: int
    enough: bool


def places_by_percent(entries: int, percent: Percent) -> int:
    """ceil(entries * percent), at least one as soon as there is an entry. "1 in 8" is 12.5 percent.

    Raises RuleError: entries_negative, percent_not_a_number, percent_out_of_range.
    """
    if entries < 0:
        raise RuleError("entries_negative", entries=entries)
    return max(min(1, entries), ceil(entries * exact_percent(percent) / 100))


def places_by_table(entries: int, rows: Sequence[PlacesRow]) -> int:
    """Places of the row the number of entries falls in. Raises RuleError: entries_outside_table."""
    for row in rows:
        if row.entries_from <= entries and (row.entries_to is None or entries <= row.entries_to):
            return row.places
    raise RuleError("entries_outside_table", entries=entries)


def cut_to_min_cash(wanted: int, min_cash_minor: int, last_prize: Callable[[int], int]) -> PlacesCut:
    """The largest number of places, at most `wanted`, whose last prize is at least the minimum cash (F32).

    `last_prize(n)` is the lowest prize, in minor units, when n places are paid under the distribution chosen. When even
    the whole pool for one place is less, one place is paid and `enough` is False.
    """
    for places in range(wanted, 0, -1):
        if last_prize(places) >= min_cash_minor:
            return PlacesCut(wanted, places, enough=True)
    return PlacesCut(wanted, min(1, wanted), enough=wanted == 0)
