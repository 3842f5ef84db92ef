"""Posted forms as the verbs take them. Fields are named as the verb's parameters; three things are more than that.

* `place` "7-3" is table 7, seat 3 (parameters `table_number` and `seat` or `seat_number`).
* Money is typed in major units: `amount` "45,50" is the parameter `amount_minor` 4550.
* A list of rows (`busts`, `counts`) is posted as one ticked field per row with its id, `busts=12`, and fields of that
  row by name, `busts.12.stack_chips=4000`. `busts.every.by_entry_id=9` holds for all rows. Empty ones are left out.
"""

import json
import re
import typing
from collections.abc import Mapping
from typing import Any, get_args, get_origin

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clock.rules.numbers import parse_chips
from director.web.typed_numbers import parse_money
from tournaments.acting import Verb
from tournaments.errors import DirectorError
from tournaments.rules.errors import RuleError

PLACE = re.compile(r"(\d{1,5})\s*[-./ ]\s*(\d{1,2})")
SEAT_NAMES = ("seat", "seat_number")
LONGEST_ID = 80


def fields_of(verb: Verb, posted: QueryDict, currency: str) -> dict[str, str]:
    """The form's fields for `parse_form`: each by its last value, places, money and rows put together."""
    fields = {name: value for name, value in posted.items() if isinstance(value, str)}
    if fields.get("place"):
        fields |= _place(verb, fields["place"])
    for name, parameter in verb.parameters.items():
        typed = fields.get(name.removesuffix("_minor"), "").strip()
        if name.endswith("_minor") and name not in fields and typed:
            fields[name] = _minor(typed, currency)
        if name in fields:
            fields[name] = ungrouped(parameter.annotation, fields[name])
        row = _row_of(parameter.annotation)
        if row is not None and not fields.get(name, "").startswith("["):
            fields[name] = json.dumps(_rows(name, row, posted))
    return fields


def ungrouped(annotation: Any, text: str) -> str:
    """A whole number as people write it (12,500, 12 500, 12.5K) as the verbs read it; everything else as it is."""
    plain = text.strip()
    if int not in (annotation, *get_args(annotation)) or not plain or plain.lstrip("-").isdigit():
        return plain if int in (annotation, *get_args(annotation)) else text
    try:
        return str(parse_chips(plain))
    except RuleError as error:
        raise DirectorError("not_a_number", _("“%(text)s” is no whole number."), text=plain[:40]) from error


def _minor(text: str, currency: str) -> str:
    """An amount as it was typed, in minor units."""
    try:
        return str(parse_money(text, currency))
    except ValueError as error:
        raise DirectorError(
            "not_money", _("“%(text)s” is not an amount. Write 45 or 45.50."), text=text[:30]
        ) from error


def _place(verb: Verb, text: str) -> dict[str, str]:
    """Table and seat of "7-3"."""
    found = PLACE.fullmatch(text.strip())
    if not found:
        raise DirectorError("place_unknown", _("Choose a table and a seat, such as 7-3."))
    seat = next((name for name in SEAT_NAMES if name in verb.parameters), "seat")
    return {"table_number": found[1], seat: found[2]}


def _row_of(annotation: Any) -> Any:
    """The typed dictionary that a list parameter holds, if it holds one."""
    inner = get_args(annotation)[0] if get_origin(annotation) is list else None
    return inner if inner is not None and typing.is_typeddict(inner) else None


def _rows(name: str, row: Any, posted: QueryDict) -> list[dict[str, str]]:
    """The rows of a list, by their ticked ids. A row with another required field left empty is not meant."""
    key, *others = [field for field in row.__annotations__ if field in row.__required_keys__]
    rows = []
    for ident in posted.getlist(name):
        fields = {key: ident} | {
            field: ungrouped(kind, value)
            for field, kind in typing.get_type_hints(row).items()
            if field != key and (value := _field(name, ident, field, posted))
        }
        if all(field in fields for field in others):
            rows.append(fields)
    return rows


def _field(name: str, ident: str, field: str, posted: QueryDict) -> str:
    return posted.get(f"{name}.{ident}.{field}", "") or posted.get(f"{name}.every.{field}", "")


def stamp_from(text: str) -> Mapping[str, str]:
    """The stamp a form carries: JSON of names and states, or nothing."""
    if not text:
        return {}
    try:
        stamp = json.loads(text)
    except (ValueError, RecursionError):
        # No JSON, a number too long to read, or nested too deep.
        stamp = None
    if not isinstance(stamp, dict):
        raise DirectorError("stamp_unknown", _("This page is out of date. Reload it and try again."))
    return {str(name): str(state) for name, state in stamp.items()}


def request_id_from(posted: QueryDict) -> str | None:
    """The id of the intended act, made by the page; without one nothing is recognised as a repetition."""
    ident = posted.get("request_id", "")
    if len(ident) > LONGEST_ID:
        raise DirectorError("request_id_wrong", _("This page is out of date. Reload it and try again."))
    return ident or None
