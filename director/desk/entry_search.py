"""Finding entries of a tournament: by letters of the name without accents, by entry number, or by table and seat."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from director.desk.desk import with_seat
from director.desk.player_search import fold
from tournaments.models import Entry, Tournament
from tournaments.models_entries import EntryStatus

MOST_FOUND = 8
IN_PLAY = ("active",)
EVERYBODY = ("active", "registered", "busted", "left", "disqualified")
PLACE = re.compile(r"(\d{1,5})[\s./·-]+(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that was found."""

    entry_id: int
    player_id: int
    number: int
    name: str
    status: str
    table: int | None
    seat: int | None

    @property
    def status_label(self) -> str:
        """What became of it, in words."""
        return str(EntryStatus(self.status).label)

    @property
    def place(self) -> str:
        """Where the player sits, in words; "" without a seat."""
        if self.table is None:
            return ""
        return _("table %(table)s, seat %(seat)s") % {"table": self.table, "seat": self.seat}

    @property
    def badge(self) -> dict[str, str]:
        """A word about those who are not in play."""
        return {} if self.status == "active" else {"kind": "", "icon": "", "text": self.status_label}


def search_entries(
    event: Tournament, text: str, statuses: Collection[str] = EVERYBODY, most: int = MOST_FOUND
) -> list[Found]:
    """Entries that fit, in one query: those at the table and seat named, those with the number, then by name."""
    ranked = sorted(_ranked(_all(event, statuses), text), key=lambda pair: (pair[0], pair[1].number))
    return [found for _rank, found in ranked[:most]]


def _all(event: Tournament, statuses: Collection[str]) -> Iterator[Found]:
    rows = Entry.objects.filter(tournament=event, revoked_by__isnull=True, status__in=statuses)
    columns = ("pk", "player_id", "number", "player__name", "status", "now_table", "now_seat")
    return (Found(*row) for row in with_seat(rows).values_list(*columns))


def _ranked(entries: Iterator[Found], text: str) -> Iterator[tuple[int, Found]]:
    place = PLACE.fullmatch(text.strip())
    words = fold(text).split()
    for one in entries:
        if place:
            if (one.table, one.seat) == (int(place[1]), int(place[2])):
                yield 0, one
        elif words:
            rank = _rank(one, words)
            if rank is not None:
                yield rank, one


def _rank(one: Found, words: list[str]) -> int | None:
    """0: the entry's number; 1: the words begin words of the name; 2: they are inside; None: no."""
    if words == [str(one.number)]:
        return 0
    spaced = f" {fold(one.name)}"
    if all(f" {word}" in spaced for word in words):
        return 1
    return 2 if all(word in spaced for word in words) else None
