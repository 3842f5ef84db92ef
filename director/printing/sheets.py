"""The printed sheets of a tournament: which there are, who may print them, what stands at their head.

Each sheet has a builder `(job) -> context of its template`, registered by the modules printing_*. The page of a sheet
is its own preview; the same page goes through WeasyPrint for the PDF.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from club.models import Club
from tournaments.models import Tournament

A4, LETTER, RECEIPT = "a4", "letter", "receipt"


class NoSuchSheet(LookupError):
    """What the sheet was asked about (a purchase, a table) does not exist in this tournament."""


@dataclass(frozen=True, slots=True)
class PrintJob:
    """One sheet asked for: of which tournament, by whom, with which parameters.

    `full_names` is whether the person may see them; displays and dealers know display names only. `address` makes an
    address of this site complete, for codes that phones read; "" where no phone could open it.
    """

    event: Tournament
    club: Club
    user_name: str
    full_names: bool
    params: Mapping[str, str]
    now_ms: int
    address: Callable[[str], str]

    def number(self, name: str) -> int | None:
        """A parameter that is a whole number; None when it is not given. NoSuchSheet when it is something else."""
        text = self.params.get(name, "")
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise NoSuchSheet(name)
        return int(text)


type Builder = Callable[[PrintJob], dict[str, Any]]
type Counter = Callable[[PrintJob], str]


@dataclass(frozen=True, slots=True)
class SheetKind:
    """One kind of sheet. `listed`: it needs nothing but the tournament, so the list of sheets offers it."""

    name: str
    label: str | Promise
    note: str | Promise
    template: str
    roles: frozenset[str]
    build: Builder
    paper: str = A4
    listed: bool = True


SHEETS: dict[str, SheetKind] = {}


def sheet(
    name: str,
    label: str | Promise,
    note: str | Promise,
    *,
    roles: frozenset[str],
    paper: str = A4,
    listed: bool = True,
) -> Callable[[Builder], Builder]:
    """Register a builder as the sheet `name`; its template is print/<name>.html."""

    def register(build: Builder) -> Builder:
        SHEETS[name] = SheetKind(name, label, note, f"print/{name}.html", roles, build, paper, listed)
        return build

    return register


def shown_name(job: PrintJob, name: str, display_name: str) -> str:
    """The name on a sheet for the staff: the full one where the person may see it."""
    return name if job.full_names else display_name


def head(job: PrintJob, kind: SheetKind, *, paper: str, auto: bool, links: dict[str, Any]) -> dict[str, Any]:
    """What every sheet says about itself."""
    return {
        "title": str(kind.label),
        "club_name": job.club.name,
        "tournament_name": job.event.name,
        "date_ms": int(job.event.starts_at.timestamp() * 1000),
        "printed_ms": job.now_ms,
        "paper": paper,
        "auto": auto,
        "base_url": "",
        **links,
    }
