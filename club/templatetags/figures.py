"""Numbers as people read them: money in the reader's locale, whole chips, clock times.

Templates get integers (minor units, chips, milliseconds) and format them here, so that no view and no model knows
about separators. Amounts are never rounded: what is shown can be typed again.
"""

import datetime as dt

from django import template
from django.utils import formats, timezone
from django.utils.translation import get_language, gettext

register = template.Library()

NO_BREAK = "\u00a0"
MINUS = "\u2212"
MINOR_DIGITS = {"JPY": 0, "ISK": 0, "KRW": 0, "CLP": 0, "VND": 0, "HUF": 2, "KWD": 3, "BHD": 3, "TND": 3}
SYMBOLS = {
    "EUR": "€",
    "USD": "$",
    "GBP": "£",
    "JPY": "¥",
    "RON": "lei",
    "PLN": "zł",
    "CZK": "Kč",
    "HUF": "Ft",
    "UAH": "₴",
    "SEK": "kr",
    "NOK": "kr",
    "DKK": "kr",
}
SIGN_IN_FRONT = frozenset("€$£¥")
SYMBOL_FIRST = frozenset({"en", "ga", "mt", "nl"})


def minor_digits(currency: str) -> int:
    """How many decimal digits the currency has (ISO 4217)."""
    return MINOR_DIGITS.get(currency, 2)


def grouped(number: int) -> str:
    """A whole number with the reader's group separator and a real minus sign."""
    separator = formats.get_format("THOUSAND_SEPARATOR").replace(" ", NO_BREAK)
    return (MINUS if number < 0 else "") + f"{abs(number):,}".replace(",", separator)


def decimal_text(amount_minor: int, digits: int) -> str:
    """The absolute amount with its decimals, in the reader's locale, without going through a float."""
    whole, rest = divmod(abs(amount_minor), 10**digits)
    if not digits:
        return grouped(whole)
    return f"{grouped(whole)}{formats.get_format('DECIMAL_SEPARATOR')}{rest:0{digits}d}"


def with_symbol(number: str, currency: str) -> str:
    """Puts the currency where readers of the language expect it."""
    symbol = SYMBOLS.get(currency, currency)
    in_front = symbol in SIGN_IN_FRONT and (get_language() or "en").split("-")[0] in SYMBOL_FIRST
    return f"{symbol}{number}" if in_front else f"{number}{NO_BREAK}{symbol}"


@register.filter
def money(amount_minor: int | None, currency: str) -> str:
    """Minor units as money: 1846000, EUR → €18,460.00 (en) or 18 460,00 € (et)."""
    if amount_minor is None:
        return ""
    text = with_symbol(decimal_text(amount_minor, minor_digits(currency)), currency)
    return (MINUS if amount_minor < 0 else "") + text


@register.filter
def money_short(amount_minor: int | None, currency: str) -> str:
    """Like money, without decimals where they are all zero: €20,000."""
    if amount_minor is None:
        return ""
    unit = 10 ** minor_digits(currency)
    if amount_minor % unit:
        return money(amount_minor, currency)
    text = with_symbol(grouped(abs(amount_minor) // unit), currency)
    return (MINUS if amount_minor < 0 else "") + text


@register.filter
def amount(amount_minor: int | None, currency: str) -> str:
    """Minor units as they are typed into a field: 15000, EUR → 150.00, always with a point and no groups."""
    if amount_minor is None:
        return ""
    digits = minor_digits(currency)
    whole, rest = divmod(abs(amount_minor), 10**digits)
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"


@register.filter
def chips(number: int | None) -> str:
    """Whole chips, grouped: 4,260,000. Never shortened, so never wrong."""
    return "" if number is None else grouped(number)


@register.filter
def clock(duration_ms: int | None) -> str:
    """A duration as a clock shows it: 14:12, 1:04:12, −0:30. Rounded up, so that 0:00 means over."""
    if duration_ms is None:
        return ""
    seconds = -(-abs(duration_ms) // 1000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    return (MINUS if duration_ms < 0 else "") + text


@register.filter
def clock_face(duration_ms: int | None) -> str:
    """The big digits of the clock: minutes have two digits at least, so that nothing jumps: 09:53, 1:04:12."""
    text = clock(duration_ms).lstrip(MINUS)
    return text.zfill(5) if text else ""


@register.filter
def minutes(duration_ms: int | None) -> str:
    """A length of play: 20 min; with seconds only where there are some."""
    if duration_ms is None:
        return ""
    if duration_ms % 60_000:
        return clock(duration_ms)
    return gettext("%(count)s min") % {"count": duration_ms // 60_000}


def local_time(at_ms: int) -> dt.datetime:
    """The moment in the time zone that is active for this answer."""
    moment = dt.datetime.fromtimestamp(at_ms // 1000, tz=dt.UTC)
    return timezone.localtime(moment)


@register.filter
def at(at_ms: int | None) -> str:
    """The time of day, 21:25."""
    return "" if at_ms is None else f"{local_time(at_ms):%H:%M}"


@register.filter
def about_at(at_ms: int | None) -> str:
    """A time of day that is only reckoned, since hands lie before it: ~21:25."""
    return "" if at_ms is None else f"~{at(at_ms)}"


@register.filter
def at_s(at_ms: int | None) -> str:
    """The time of day with seconds, 21:25:07."""
    return "" if at_ms is None else f"{local_time(at_ms):%H:%M:%S}"


@register.filter
def on(at_ms: int | None) -> str:
    """The date, as the reader's locale writes it."""
    return "" if at_ms is None else formats.date_format(local_time(at_ms), "DATE_FORMAT")


@register.filter
def on_at(at_ms: int | None) -> str:
    """Date and time of day together."""
    return "" if at_ms is None else f"{on(at_ms)}, {at(at_ms)}"


@register.filter
def stake(level: object) -> str:
    """The blinds of a level as they are called: 500 / 1,000. A stud level: its small and big bet."""
    first, second = stakes_of(level)
    return f"{grouped(first)}{NO_BREAK}/{NO_BREAK}{grouped(second)}"


def stakes_of(level: object) -> tuple[int, int]:
    """Blinds where there are some, else the bets (stud)."""
    read = level.get if isinstance(level, dict) else lambda name: getattr(level, name, None)
    if read("big_blind"):
        return read("small_blind") or 0, read("big_blind") or 0
    return read("small_bet") or 0, read("big_bet") or 0
