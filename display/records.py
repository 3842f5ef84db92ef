"""What one player sees of himself: seat, place, prize, number on the waiting list. By display name only."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from clock.event_windows import entries_may_come
from clock.selectors import load_clock
from display.snapshot import as_json
from payouts.selectors import Result, results_of
from tables.models import SeatAssignment
from tournaments.models import Entry, Tournament, WaitingListEntry
from tournaments.reading import read_snapshot
from tournaments.sources import current_sources

OUT = frozenset({"busted", "left", "disqualified"})
IN_LINE = ("waiting", "offered")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody finished. Provisional while others can still enter. `amount_minor` is the prize."""

    place_from: int
    place_to: int
    amount_minor: int
    label: str
    provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A seat, since when, and the one held before it by a move."""

    table: int
    seat: int
    since_ms: int
    from_table: int | None = None
    from_seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A place in the waiting list: its number, how many wait in front, and until when an offer holds."""

    number: int
    ahead: int
    offer_until_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """`status`: "seated", "registered" (no seat yet), "waiting", "offered", "out", "cancelled"."""

    name: str
    status: str
    seat: Seat | None = None
    place: Place | None = None
    line: Line | None = None


def subject_of(code: str) -> tuple[int, int] | None:
    """(player, tournament) of a code of an entry or a place in the waiting list; those of an erased person are void."""
    for model in (Entry, WaitingListEntry):
        found = model.objects.filter(code=code, revoked_by__isnull=True)
        found = found.filter(player__revoked_by_id__isnull=True)
        pair = found.values_list("player_id", "tournament_id").first()
        if pair:
            return pair
    return None


def records_json(tournament_id: int, player_ids: Collection[int]) -> dict[int, Any]:
    """The records as plain JSON data, by player."""
    return {key: as_json(record) for key, record in records(tournament_id, player_ids).items()}


def records(tournament_id: int, player_ids: Collection[int]) -> dict[int, Record]:
    """What each of these players sees of himself, in a fixed number of queries."""
    with read_snapshot():
        event = Tournament.objects.get(pk=tournament_id)
        entries = newest_entries(tournament_id, player_ids)
        lines = lines_of(tournament_id, player_ids)
        seats = seats_of([entry.pk for entry in entries.values()])
        places = places_of(event) if any(entry.status in OUT for entry in entries.values()) else {}
    found: dict[int, Record] = {}
    for player_id in player_ids:
        entry, line = entries.get(player_id), lines.get(player_id)
        if line and (entry is None or entry.status != "active"):
            found[player_id] = line
        elif entry:
            found[player_id] = record_of(entry, seats.get(entry.pk), places.get(player_id))
    return found


def newest_entries(tournament_id: int, player_ids: Collection[int]) -> dict[int, Entry]:
    """The newest entry of each player: after a re-entry the first code leads to it too."""
    rows = Entry.objects.filter(
        tournament_id=tournament_id, player_id__in=player_ids, revoked_by__isnull=True
    )
    return {row.player_id: row for row in rows.select_related("player").order_by("turn", "number")}


def record_of(entry: Entry, seat: Seat | None, place: Place | None) -> Record:
    """The record of somebody who has an entry."""
    name = entry.player.display_name
    if entry.status in OUT:
        return Record(name=name, status="out", place=place)
    if entry.status == "cancelled":
        return Record(name=name, status="cancelled")
    return Record(name=name, status="seated" if seat else "registered", seat=seat)


def seats_of(entry_ids: Collection[int]) -> dict[int, Seat]:
    """The seats these entries hold, with the one the same act took away."""
    held = SeatAssignment.objects.filter(entry_id__in=entry_ids, closed_by__isnull=True)
    rows = list(held.values_list("entry_id", "opened_by_id", "table__number", "seat", "opened_ms"))
    closed = SeatAssignment.objects.filter(entry_id__in=entry_ids, closed_by_id__in={row[1] for row in rows})
    left = {
        (entry_id, act): (table, seat)
        for entry_id, act, table, seat in closed.values_list(
            "entry_id", "closed_by_id", "table__number", "seat"
        )
    }
    found = {}
    for entry_id, act, table, seat, since_ms in rows:
        before = left.get((entry_id, act), (None, None))
        found[entry_id] = Seat(
            table=table, seat=seat, since_ms=since_ms, from_table=before[0], from_seat=before[1]
        )
    return found


def lines_of(tournament_id: int, player_ids: Collection[int]) -> dict[int, Record]:
    """The records of those who wait; an offer goes to one person, so it counts as standing in front."""
    rows = WaitingListEntry.objects.filter(
        tournament_id=tournament_id, status__in=IN_LINE, revoked_by__isnull=True
    ).order_by("number")
    wanted, found = set(player_ids), {}
    for ahead, row in enumerate(rows.select_related("player")):
        if row.player_id in wanted:
            line = Line(number=row.number, ahead=ahead, offer_until_ms=row.offer_until_ms)
            found[row.player_id] = Record(name=row.player.display_name, status=row.status, line=line)
    return found


def places_of(event: Tournament) -> dict[int, Place]:
    """Places and prizes of those who are out."""
    open_still = entries_may_come(event, load_clock(event.pk), current_sources().now_ms())
    rows = results_of(event, entry_open=open_still).rows
    return {row.player_id: place_of(row, provisional=open_still) for row in rows if row.place_from}


def place_of(row: Result, *, provisional: bool) -> Place:
    """One place; a prize is shown only once the place is certain."""
    return Place(
        place_from=row.place_from or 0,
        place_to=row.place_to or 0,
        amount_minor=0 if provisional else row.prize_minor,
        label="" if provisional else row.label,
        provisional=provisional,
    )
