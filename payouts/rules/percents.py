"""Percentages as exact rationals: 50/29/21 % of 100 is 50/29/21 (F34)."""

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import pairwise

from tournaments.rules.errors import RuleError

Percent = int | str | Decimal | Fraction
HUNDRED = Fraction(100)
# Numbers of more digits than this are no percentages but attacks ("1e999999999").
LONGEST_TEXT = 24


def exact_percent(value: Percent) -> Fraction:
    """The number that was written, exactly; 12.5 is to be given as "12.5" since a binary float cannot hold 12.1.

    Raises RuleError: percent_not_a_number, percent_out_of_range (below 0 or above 100).
    """
    number = _parsed(value)
    if not 0 <= number <= HUNDRED:
        raise RuleError("percent_out_of_range", percent=percent_text(number))
    return number


def exact_percents(values: Iterable[Percent]) -> tuple[Fraction, ...]:
    """Each value by `exact_percent`."""
    return tuple(exact_percent(value) for value in values)


def _parsed(value: Percent) -> Fraction:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    text = str(value).strip()
    if isinstance(value, float | bool) or len(text) > LONGEST_TEXT or "e" in text.lower():
        raise RuleError("percent_not_a_number", text=text[:LONGEST_TEXT])
    try:
        return Fraction(Decimal(text))
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise RuleError("percent_not_a_number", text=text) from error


def check_percents(percents: Sequence[Fraction], pool_minor: int) -> None:
    """Percentages of the places from first down: at least one, none 0, never increasing, together exactly 100.

    Others are refused with what is missing (negative: too much), never stretched (F35). Raises RuleError: no_places,
    percent_zero, percents_increase, percents_not_100 (total, missing as text, missing_minor of this pool).
    """
    if not percents:
        raise RuleError("no_places")
    for place, (higher, lower) in enumerate(pairwise(percents), 2):
        if lower > higher:
            raise RuleError("percents_increase", place=place)
    if percents[-1] <= 0:
        raise RuleError("percent_zero", place=len(percents))
    missing = HUNDRED - sum(percents, Fraction(0))
    if missing:
        facts = {"total": percent_text(HUNDRED - missing), "missing": percent_text(missing)}
        raise RuleError("percents_not_100", **facts, missing_minor=int(pool_minor * missing / 100))


def percent_text(value: Fraction) -> str:
    """A percentage with at most four decimals and no trailing zeros."""
    rounded = round(value * 10_000)
    sign = "-" if rounded < 0 else ""
    whole, part = divmod(abs(rounded), 10_000)
    return f"{sign}{whole}.{part:04d}".rstrip("0").rstrip(".")
