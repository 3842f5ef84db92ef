"""Wishes as text: what a structure is made for, in an address that can be kept, shared and used as a template."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from acts.refusals import refusing
from clock.rules.generator import Generated, Wish, generate
from clock.rules.structure import ANTE_KINDS
from tournaments.errors import NotFound

WISH = "wish:"
# Nothing in a code needs escaping in the query of an address.
SEPARATOR = ";"
# What has to be said, and what is taken where nothing is said.
NEEDED = ("players", "stack_chips", "level_minutes", "target_minutes")
USUAL: dict[str, int] = {
    "reentries": 0,
    "rebuys": 0,
    "rebuy_chips": 0,
    "addons": 0,
    "addon_chips": 0,
    "big_blinds_at_start": 100,
    "big_blinds_at_end": 0,
    "ante_from_level": 1,
    "break_minutes": 10,
    "stud": 0,
}
# The most of each that makes sense; where nothing is named, what twelve digits can say.
MOST = {"players": 100_000, "level_minutes": 240, "target_minutes": 2_880, "break_minutes": 240}
LARGEST = 10**12


def wish_code(values: Mapping[str, Any]) -> str:
    """The code of a template made for a wish; `values` as `wish_of` takes them."""
    said: dict[str, Any] = {name: int(values[name] or 0) for name in (*NEEDED, *USUAL) if name in values}
    chips = "-".join(map(str, values["denominations"]))
    said |= {"ante_kind": values["ante_kind"], "denominations": chips}
    return WISH + SEPARATOR.join(f"{name}={value}" for name, value in said.items())


def wish_values(code: str) -> dict[str, Any]:
    """The values of a code. NotFound `template_unknown` for one that says no wish."""
    said = dict(part.partition("=")[::2] for part in code.removeprefix(WISH).split(SEPARATOR))
    numbers = {name: text for name, text in said.items() if name not in ("ante_kind", "denominations")}
    chips = said.get("denominations", "").split("-")
    known = set(NEEDED) <= set(numbers) <= set(NEEDED) | set(USUAL)
    whole = all(re.fullmatch(r"[0-9]{1,12}", text) for text in (*numbers.values(), *chips))
    sensible = whole and all(int(text) <= MOST.get(name, LARGEST) for name, text in numbers.items())
    if not (known and sensible) or said.get("ante_kind", "none") not in ANTE_KINDS:
        raise NotFound("template_unknown", _("There is no such template."))
    return {
        **USUAL,
        **{name: int(text) for name, text in numbers.items()},
        "ante_kind": said.get("ante_kind", "none"),
        "denominations": sorted({int(chip) for chip in chips} - {0}) or [1],
    }


def wish_of(values: Mapping[str, Any]) -> Wish:
    """The wish of its values; what comes into play beside the first stacks is summed up."""
    stack_chips = values["stack_chips"]
    extra = (
        values["reentries"] * stack_chips
        + values["rebuys"] * values["rebuy_chips"]
        + values["addons"] * values["addon_chips"]
    )
    return Wish(
        players=values["players"],
        stack_chips=stack_chips,
        smallest_chip=min(values["denominations"]),
        level_minutes=values["level_minutes"],
        target_minutes=values["target_minutes"],
        ante_kind=values["ante_kind"],
        extra_chips=extra,
        big_blinds_at_end=values["big_blinds_at_end"] or None,
        big_blinds_at_start=values["big_blinds_at_start"],
        ante_from_level=max(values["ante_from_level"], 1),
        break_minutes=values["break_minutes"] or 10,
        chips=tuple(values["denominations"]),
        stud=bool(values["stud"]),
    )


def made_for(values: Mapping[str, Any]) -> Generated:
    """The structure for a wish; refused in words when there is none."""
    with refusing():
        return generate(wish_of(values))


def wish_content(code: str) -> dict[str, Any]:
    """The wish as a template: the levels, and the settings they were made for."""
    values = wish_values(code)
    stud = {"game": "stud", "betting": "fixed_limit", "seats_per_table": 8} if values["stud"] else {}
    settings = {"stack_chips": values["stack_chips"], "denominations": values["denominations"], **stud}
    return {"settings": settings, "levels": made_for(values).structure.to_rows()}
