"""How acts are told: a sentence per kind, registered by the modules named tellers_*.

Facts hold plain values only, and those of an older act may lack some: a sentence then has a dash, never a wrong value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

type Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and what is worth a second look (the seat, the place, the time left)."""

    text: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text}. {self.note}" if self.note else self.text


# Set among the facts for readers who are told no amounts: "nothing to pay" would be wrong then.
NO_AMOUNTS = "no_amounts"

type Teller = Callable[[Facts, str], Line]
type Noter = Callable[[Facts, str], str]

TELLERS: dict[str, Teller] = {}


def tells(*kinds: str) -> Callable[[Teller], Teller]:
    """Let a function `(facts, currency) -> Line` tell acts of these kinds."""

    def register(teller: Teller) -> Teller:
        for kind in kinds:
            TELLERS[kind] = teller
        return teller

    return register


def simply(kind: str, sentence: str | Promise, note: Noter | None = None) -> None:
    """Tell acts of a kind by one translated sentence that names facts, such as "%(player)s is back"."""

    def teller(facts: Facts, currency: str) -> Line:
        return Line(fill(sentence, facts), note(facts, currency) if note else "")

    TELLERS[kind] = teller


class _Known(dict[str, Any]):
    """Facts in which a missing one is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def fill(sentence: str | Promise, facts: Facts) -> str:
    """The sentence with its facts; `players` are one or several names."""
    return str(sentence) % _Known({**facts, "players": names(facts)})


def names(facts: Facts) -> str:
    """The players an act is about, with commas."""
    players = facts.get("players")
    return ", ".join(map(str, players)) if players else str(facts.get("player", "–"))


def seat_note(facts: Facts, _currency: str = "") -> str:
    """ "Table 5, seat 7" when the facts have a seat."""
    if not facts.get("table"):
        return ""
    if not facts.get("seat"):
        return _("Table %(table)s") % {"table": facts["table"]}
    return _("Table %(table)s, seat %(seat)s") % {"table": facts["table"], "seat": facts["seat"]}
