"""Forms of the dialog: what each needs to be shown, and who may open it. GET /t/<id>/form/<name>."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404

from clock.selectors import ClockFacts, load_clock
from director.desk.desk import entry_stamp
from director.web.access import StaffRequest
from director.web.pages import now_ms
from tables.models import SeatAssignment, Table
from tables.selectors import seat_of
from tournaments.models import Entry, Tournament

PICK = "console/forms/pick.html"


@dataclass(frozen=True, slots=True)
class Dialog:
    """A form to be shown: its template, its heading, what the template reads."""

    template: str
    heading: str
    context: dict[str, Any] = field(default_factory=dict)


class Asked:
    """One request for a form, with what its address names looked up in the tournament (else 404)."""

    def __init__(self, request: StaffRequest) -> None:
        self.request = request
        self.event: Tournament = request.tournament
        self.role = request.staff.role
        self.at_ms = now_ms()
        self._clock: ClockFacts | None = None

    @property
    def clock(self) -> ClockFacts:
        """The clock, read once."""
        if self._clock is None:
            self._clock = load_clock(self.event.pk)
        return self._clock

    def number(self, name: str) -> int | None:
        """A whole number of the address, None when it is not there."""
        text = self.request.GET.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

    def has(self, name: str) -> bool:
        """Whether the address names it."""
        return self.number(name) is not None

    def entry(self) -> Entry:
        """The entry named."""
        rows = Entry.objects.filter(tournament=self.event, revoked_by__isnull=True)
        return found_or_404(rows.select_related("player").filter(pk=self.number("entry_id") or 0).first())

    def table(self) -> Table:
        """The table named by its number."""
        number = self.number("table") or self.number("number") or 0
        rows = Table.objects.filter(tournament=self.event, revoked_by__isnull=True)
        return found_or_404(rows.filter(number=number).first())


def found_or_404[T](found: T | None) -> T:
    """What was found; a page that does not exist otherwise."""
    if found is None:
        raise Http404
    return found


type Build = Callable[[Asked], Dialog]


@dataclass(frozen=True, slots=True)
class Form:
    """A form by name: the verb (or page) whose roles may open it, and how it is built."""

    verb: str
    page: str
    build: Build


FORMS: dict[str, Form] = {}


def shows(name: str, verb: str = "", page: str = "") -> Callable[[Build], Build]:
    """Let a function build the form of that name, for the roles of an act or of a page."""

    def register(build: Build) -> Build:
        FORMS[name] = Form(verb, page, build)
        return build

    return register


def entry_facts(entry: Entry) -> dict[str, Any]:
    """An entry with its seat, as forms name it."""
    held = seat_of(entry.pk)
    return {
        "entry_id": entry.pk,
        "player_id": entry.player_id,
        "number": entry.number,
        "name": entry.player.name,
        "player_number": entry.player.number,
        "status": entry.status,
        "status_label": entry.get_status_display(),
        "turn": entry.turn,
        "table": held.table.number if held else None,
        "seat": held.seat if held else None,
        "stack_chips": entry.stack_chips,
        "registered_ms": entry.registered_ms,
        "away": entry.away,
        "stamp": entry_stamp(entry.pk, entry.revision),
    }


def people_at(table: Table) -> list[SeatAssignment]:
    """Everybody at a table, by seat."""
    rows = SeatAssignment.objects.filter(table=table, closed_by__isnull=True)
    return list(rows.select_related("entry__player").order_by("seat"))


def seated_people(tournament_id: int) -> list[SeatAssignment]:
    """Everybody with a seat, by table and seat."""
    rows = SeatAssignment.objects.filter(table__tournament=tournament_id, closed_by__isnull=True)
    return list(rows.select_related("entry__player").order_by("table__number", "seat"))
