"""The hand clock: a player has so long to act, then the last seconds are counted; time-bank chips buy more (TDA 29)."""

from django.utils.translation import gettext_lazy as _

from acts.dealers import DEALING, require_own_table
from acts.entries import find_active, find_table
from acts.windows import rule_settings
from tables.models import SeatAssignment
from tables.selectors import seat_of
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.errors import DirectorError, NotFound
from tournaments.hand_clock import KIND
from tournaments.models import Entry, Notice

SECOND_MS = 1_000
RUNNING = frozenset({"running"})


@director_action("hand_clock.call", roles=DEALING, statuses=RUNNING)
def call_clock(act: Act, *, entry_id: int) -> dict[str, object]:
    """Call the clock on a player: it shows on every page of the table until it is stopped or over."""
    entry, held = _seated(act, entry_id)
    number = held.table.number
    if _running_at(act, number):
        raise DirectorError(
            "hand_clock_runs",
            _("A clock runs at table %(table)s already. Stop it first."),
            conflict=True,
            table=number,
        )
    settings = rule_settings(act.event)
    seconds, last = settings.hand_clock_seconds, settings.hand_clock_last_seconds
    facts = {
        "entry_id": entry.pk,
        "table": number,
        "seat": held.seat,
        "seconds": seconds,
        "last_seconds": last,
        "bank_seconds": 0,
    }
    until_ms = act.now_ms + (seconds + last) * SECOND_MS
    row = act.create(
        Notice(tournament=act.event, kind=KIND, facts=facts, from_ms=act.now_ms, until_ms=until_ms)
    )
    act.facts |= {
        "player": entry.player.name,
        "table": number,
        "seat": held.seat,
        "seconds": seconds + last,
    }
    return {"notice_id": row.pk, "until_ms": until_ms}


def _seated(act: Act, entry_id: int) -> tuple[Entry, SeatAssignment]:
    """A player in play with a seat, at a table where the actor may say so."""
    entry = find_active(act, entry_id)
    held = seat_of(entry.pk)
    if held is None:
        raise DirectorError("no_seat", _("%(player)s has no seat."), player=entry.player.name)
    require_own_table(act, held.table)
    return entry, held


def _running_at(act: Act, table_number: int) -> Notice | None:
    """The hand clock that runs on somebody who sits at a table; who is out or was moved has nothing left to decide."""
    seated = SeatAssignment.objects.filter(
        tournament=act.event, table__number=table_number, closed_by__isnull=True
    )
    here = set(seated.values_list("entry_id", flat=True))
    rows = Notice.objects.filter(
        tournament=act.event, kind=KIND, until_ms__gt=act.now_ms, revoked_by__isnull=True
    )
    calls = (row for row in rows.order_by("-pk") if row.facts["table"] == table_number)
    return next((row for row in calls if row.facts["entry_id"] in here), None)


@director_action("hand_clock.stop", roles=DEALING)
def stop_clock(act: Act, *, number: int) -> dict[str, object]:
    """The player at that table has acted: the hand clock stops."""
    table = find_table(act, number)
    require_own_table(act, table)
    row = _running_at(act, number)
    if row is None:
        raise NotFound("hand_clock_stands", _("No clock runs at table %(table)s."), table=number)
    left_ms = (row.until_ms or act.now_ms) - act.now_ms
    act.change(row, until_ms=act.now_ms)
    act.facts |= {"table": number, "seat": row.facts["seat"], "left_ms": left_ms}
    return {"notice_id": row.pk, "left_ms": left_ms}


@director_action("time_bank.use", roles=DEALING, statuses=RUNNING)
def use_time_bank(act: Act, *, entry_id: int) -> dict[str, object]:
    """A player gives up a time-bank chip. If the clock was called on him, it runs so many seconds longer."""
    entry, held = _seated(act, entry_id)
    settings = rule_settings(act.event)
    left = settings.time_bank_chips - entry.time_banks_used
    if left <= 0:
        raise DirectorError(
            "no_time_bank", _("%(player)s has no time-bank chip left."), player=entry.player.name
        )
    row = _running_at(act, held.table.number)
    if row is not None and row.facts["entry_id"] == entry.pk:
        more = settings.time_bank_seconds
        kept = {name: row.facts[name] + more for name in ("seconds", "bank_seconds")}
        until_ms = (row.until_ms or act.now_ms) + more * SECOND_MS
        act.change(row, facts=row.facts | kept, until_ms=until_ms)
    act.change(entry, time_banks_used=entry.time_banks_used + 1)
    act.facts |= {"player": entry.player.name, "left": left - 1, "seconds": settings.time_bank_seconds}
    return {"entry_id": entry.pk, "time_banks_left": left - 1}
