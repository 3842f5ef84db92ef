"""Numbers as people type them: money in major units ("45", "45,50", "1 234.50") and chips ("10 000", "10K").

Amounts are converted exactly, without a float: what cannot be meant is refused, never rounded.
"""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from acts.tournament_fields import time_zones
from clock.rules.numbers import parse_chips
from club.templatetags.figures import amount, minor_digits
from tournaments.rules.errors import RuleError

SPACES = " \u00a0\u2009\u202f"
GROUPS = re.compile(rf"[0-9]{{1,3}}(?:([{SPACES}.,'’])[0-9]{{3}})(?:\1[0-9]{{3}})*")
DECIMALS = re.compile(r"[.,]([0-9]+)$")


def zone_choices() -> list[tuple[str, str]]:
    """Every time zone, as a form offers it."""
    return [(name, name.replace("_", " ")) for name in sorted(time_zones())]


def whole_number(text: str) -> int | None:
    """A plain whole number of an address or a hidden field; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def parse_money(text: str, currency: str) -> int:
    """Minor units of an amount in major units. ValueError with `not_money`, `too_many_decimals` or `ambiguous`.

    With both separators the last one is the decimal one. A comma or point before exactly three digits groups thousands
    if that is what it does in the reader's language (1,234 is 1234 in English); elsewhere it could be a slip of the
    decimals, and is refused.
    """
    digits = minor_digits(currency)
    text = text.strip(SPACES)
    found = DECIMALS.search(text)
    grouped = GROUPS.fullmatch(text)
    signs = re.findall(r"[.,]", text)
    if grouped and digits != 3 and len(signs) == 1 and signs[0] != formats.get_format("THOUSAND_SEPARATOR"):
        raise ValueError("ambiguous")
    if found and not (grouped and digits != 3):
        whole, decimals = text[: found.start()], found[1]
        separator = found[0][0]
    else:
        whole, decimals, separator = text, "", ""
    if not _is_whole(whole, separator):
        raise ValueError("not_money")
    if len(decimals) > digits:
        raise ValueError("too_many_decimals")
    return int(re.sub(r"\D", "", whole)) * 10**digits + int(decimals.ljust(digits, "0") or "0")


def _is_whole(text: str, decimal_separator: str) -> bool:
    """Digits, plain or in groups of three by another sign than the decimal one."""
    found = GROUPS.fullmatch(text)
    return bool(re.fullmatch(r"[0-9]+", text) or (found and found[1] != decimal_separator))


class TypedField(forms.Field):
    """A field whose text becomes something else than text; empty text is None."""

    longest = 30
    inputmode = ""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "off", "maxlength": str(self.longest)}
        if self.inputmode:
            attrs["inputmode"] = self.inputmode
        super().__init__(widget=forms.TextInput(attrs=attrs), **options)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip(SPACES)
        if len(text) > self.longest:
            raise ValidationError(_("This is too long."))
        return self.read(text) if text else None

    def read(self, text: str) -> Any:
        """The value of a text that is not empty; ValidationError when it has none."""
        return text


class MoneyField(TypedField):
    """An amount in major units of `currency`, as minor units. The form sets the currency before it cleans."""

    currency = "EUR"
    inputmode = "decimal"

    def __init__(self, *, low: int = 0, high: int, **options: Any) -> None:
        self.low, self.high = low, high
        super().__init__(**options)

    def read(self, text: str) -> int:
        try:
            found = parse_money(text, self.currency)
        except ValueError as error:
            raise ValidationError(self._message(str(error))) from error
        if not self.low <= found <= self.high:
            raise ValidationError(
                _("Enter an amount from %(low)s to %(high)s."),
                params={"low": amount(self.low, self.currency), "high": amount(self.high, self.currency)},
            )
        return found

    def _message(self, code: str) -> Any:
        if code == "too_many_decimals":
            return _("This currency has no such small part. Enter at most two decimals, such as 45.50.")
        if code == "ambiguous":
            return _(
                "This could be read in two ways. Write thousands without a sign, and cents with two digits."
            )
        return _("Enter an amount such as 45 or 45.50.")

    def prepare_value(self, value: Any) -> Any:
        return amount(value, self.currency) if isinstance(value, int) else value


class WholeField(TypedField):
    """Whole chips, or another whole number: 10000, "10 000", "10K"; within bounds."""

    inputmode = "numeric"

    def __init__(self, *, low: int = 0, high: int, **options: Any) -> None:
        self.low, self.high = low, high
        super().__init__(**options)

    def read(self, text: str) -> int:
        try:
            number = parse_chips(text)
        except RuleError as error:
            raise ValidationError(_("Enter a whole number, such as 10000.")) from error
        if not self.low <= number <= self.high:
            raise ValidationError(
                _("Enter a whole number from %(low)s to %(high)s."),
                params={"low": self.low, "high": self.high},
            )
        return number


class WholeListField(TypedField):
    """Several whole numbers with commas, semicolons or spaces between them; none is an empty list."""

    longest = 400

    def __init__(self, *, low: int = 1, high: int, **options: Any) -> None:
        self.low, self.high = low, high
        super().__init__(**options)

    def to_python(self, value: Any) -> list[int]:
        return super().to_python(value) or []

    def read(self, text: str) -> list[int]:
        words = [word for word in re.split(rf"[{SPACES},;]+", text) if word]
        try:
            numbers = [parse_chips(word) for word in words]
        except RuleError as error:
            raise ValidationError(
                _("Enter whole numbers with commas between them, such as 25, 100, 500.")
            ) from error
        if not all(self.low <= number <= self.high for number in numbers):
            raise ValidationError(
                _("Enter whole numbers from %(low)s to %(high)s."),
                params={"low": self.low, "high": self.high},
            )
        return sorted(set(numbers))

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
