"""The settings of a tournament a person can enter: their type, bounds and names, in one table.

Forms, API, templates and the verbs read the same table, so that a bound holds on every path.
"""

import datetime as dt
import functools
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from acts.refusals import refusing, text
from payouts.rules.plan import PRESETS
from tournaments.errors import DirectorError
from tournaments.models import Tournament
from tournaments.models_tournament import Betting, Game, RebuyKind
from tournaments.rules.settings import differences, settings_from

MOST_MINOR = 10**11
MOST_CHIPS = 10**10
CURRENCIES = (
    "EUR", "RON", "USD", "GBP", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "BGN", "MDL", "UAH", "CHF", "CAD", "AUD",
    "XXX",
)  # fmt: skip


@functools.cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; looking them up walks through hundreds of files, so it is done once."""
    return frozenset(zoneinfo.available_timezones())


@dataclass(frozen=True, slots=True)
class Field:
    """One setting: `kind` is int, bool, text, choice, moment, zone or currency; bounds are inclusive."""

    label: str | Promise
    kind: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    optional: bool = False


def _money(label: str | Promise) -> Field:
    return Field(label, "int", 0, MOST_MINOR)


def _chips(label: str | Promise, low: int = 0, *, optional: bool = False) -> Field:
    return Field(label, "int", low, MOST_CHIPS, optional=optional)


def _level(label: str | Promise) -> Field:
    return Field(label, "int", 1, 500, optional=True)


FIELDS: dict[str, Field] = {
    "name": Field(_("Name"), "text", high=200),
    "game": Field(_("Game"), "choice", choices=tuple(Game.values)),
    "betting": Field(_("Betting"), "choice", choices=tuple(Betting.values)),
    "starts_at": Field(_("Start"), "moment"),
    "timezone": Field(_("Time zone"), "zone"),
    "currency": Field(_("Currency"), "currency", choices=CURRENCIES),
    "seats_per_table": Field(_("Seats per table"), "int", 2, 12),
    "capacity": Field(_("Capacity"), "int", 2, 100000, optional=True),
    "entry_prize_minor": _money(_("Buy-in, prize part")),
    "entry_fee_minor": _money(_("Buy-in, fee")),
    "entry_bounty_minor": _money(_("Buy-in, bounty part")),
    "entry_staff_minor": _money(_("Buy-in, staff part")),
    "stack_chips": _chips(_("Starting stack"), 1),
    "rebuy_kind": Field(_("Rebuys"), "choice", choices=tuple(RebuyKind.values)),
    "rebuy_prize_minor": _money(_("Rebuy, prize part")),
    "rebuy_fee_minor": _money(_("Rebuy, fee")),
    "rebuy_chips": _chips(_("Rebuy, chips")),
    "rebuy_limit": Field(_("Rebuys per entry"), "int", 1, 1000, optional=True),
    "rebuy_threshold_chips": _chips(_("Rebuy with at most"), optional=True),
    "rebuy_until_level": _level(_("Rebuys until the end of level")),
    "addon_offered": Field(_("Add-on"), "bool"),
    "addon_prize_minor": _money(_("Add-on, prize part")),
    "addon_fee_minor": _money(_("Add-on, fee")),
    "addon_chips": _chips(_("Add-on, chips")),
    "addon_after_level": _level(_("Add-on in the break after level")),
    "reentry_offered": Field(_("Re-entry"), "bool"),
    "reentry_limit": Field(_("Re-entries per player"), "int", 1, 1000, optional=True),
    "reentry_until_level": _level(_("Re-entry until the end of level")),
    "late_until_level": _level(_("Late registration until the end of level")),
    "late_minutes": Field(_("Late registration, minutes of play"), "int", 1, 6000, optional=True),
    "late_through_break": Field(_("Late registration goes through the break"), "bool"),
    "waiting_until_level": _level(_("Waiting list until the end of level")),
    "guarantee_minor": _money(_("Guarantee")),
    "prizes_on": Field(_("Prizes"), "bool"),
    "payout_preset": Field(_("Payouts"), "choice", choices=PRESETS),
    "places_percent": Field(_("Places paid, percent of entries"), "int", 1, 100),
    "payout_unit_minor": Field(_("Prizes rounded to"), "int", 1, MOST_MINOR),
    "payout_rounding": Field(_("Rounding"), "choice", choices=("floor_first", "largest_remainder")),
    "min_cash_minor": _money(_("Smallest prize")),
    "note": Field(_("Note"), "text", high=4000),
}


def clean(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings named in `values`, checked one by one; the first that does not fit is refused by its label.

    `rules` (a dictionary) and `denominations` (a list of chip values) are checked by rules of their own.
    """
    cleaned: dict[str, Any] = {}
    for name, value in values.items():
        if name == "rules":
            if not isinstance(value, Mapping):
                raise DirectorError("rules_wrong", _("The rules are given by their names."))
            with refusing():
                cleaned[name] = differences(settings_from(value))
        elif name == "denominations":
            cleaned[name] = _denominations(value)
        elif name not in FIELDS:
            raise DirectorError("setting_unknown", _("There is no setting called %(name)s."), name=name)
        else:
            cleaned[name] = _cleaned(name, FIELDS[name], value)
    return cleaned


def _cleaned(name: str, field: Field, value: Any) -> Any:
    if value is None or (value == "" and field.kind != "text"):
        if field.optional:
            return None
        raise DirectorError("setting_missing", _("%(what)s is missing."), what=field.label)
    if field.kind == "text":
        return _text(name, field, value)
    if field.kind == "bool":
        return _bool(field, value)
    if field.kind == "int":
        return _int(field, value)
    if field.kind == "moment":
        return _moment(field, value)
    if field.kind == "zone":
        return _zone(field, value)
    if value not in field.choices:
        raise _wrong(field, value)
    return value


def _wrong(field: Field, value: object) -> DirectorError:
    return DirectorError(
        "setting_wrong",
        _("%(what)s cannot be “%(value)s”. Choose one of those offered."),
        what=field.label,
        value=str(value)[:60],
    )


def _text(name: str, field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(field, value)
    if name == "note":
        if len(value) > field.high:
            return text(value, field.high, field.label, required=False)
        return value.strip()
    return text(value, field.high, field.label)


def _bool(field: Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(field, value)
    return value


def _int(field: Field, value: Any) -> int:
    if type(value) is not int or not field.low <= value <= field.high:
        raise DirectorError(
            "out_of_bounds",
            _("%(what)s must be a whole number from %(low)s to %(high)s."),
            what=field.label,
            low=field.low,
            high=field.high,
        )
    return value


def _moment(field: Field, value: Any) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError as error:
        raise _wrong(field, value) from error
    if not isinstance(moment, dt.datetime) or moment.tzinfo is None or not 2000 <= moment.year <= 2200:
        raise _wrong(field, value)
    return moment.astimezone(dt.UTC)


def _zone(field: Field, value: Any) -> str:
    if str(value) not in time_zones():
        raise _wrong(field, value)
    return str(value)


def _denominations(value: Any) -> list[int]:
    values = value if isinstance(value, list | tuple) else [None]
    if not all(type(number) is int and 1 <= number <= MOST_CHIPS for number in values):
        raise DirectorError("denominations", _("Chips must be whole values greater than zero."))
    return sorted(set(values))


def check_together(tournament: Tournament) -> None:
    """Settings that only make sense together; the message names what to fill in."""
    if tournament.rebuy_kind != RebuyKind.NONE and not (
        tournament.rebuy_chips and tournament.rebuy_until_level
    ):
        raise DirectorError("rebuy_incomplete", _("Rebuys need their chips and the level they end with."))
    if tournament.addon_offered and not (tournament.addon_chips and tournament.addon_after_level):
        raise DirectorError(
            "addon_incomplete", _("The add-on needs its chips and the level after which it is sold.")
        )
    if tournament.reentry_offered and not tournament.reentry_until_level:
        raise DirectorError("reentry_incomplete", _("Re-entry needs the level it ends with."))
    if tournament.late_until_level and tournament.late_minutes:
        raise DirectorError(
            "late_twice", _("Late registration ends with a level or after minutes of play, not both.")
        )
