"""The desk: find or add a player, take the money, seat him, print; rebuys, waiting list, refunds beside it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clock.selectors import load_clock
from club.models import Player
from director.desk.desk import (
    SHOWS,
    entry_rows,
    find_state,
    open_windows,
    receipts_context,
    room_of,
    unpaid_rows,
    waiting_rows,
)
from director.desk.hits import hits_of
from director.desk.receipts import done_context
from director.desk.till import till_of_name, till_of_player
from director.scene.scene import counts_of
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms, part_of, render_page
from director.web.permissions import PAGES
from director.web.typed_numbers import whole_number
from tables.selectors import free_seats
from tournaments.models import Tournament

PARTS = ("live", "hits", "till", "done")
LONGEST_NAME = 200
EVERYBODY = 100_000


@staff(PAGES["desk"])
def desk(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The desk, or the part of it that is asked for; a part costs only what it shows."""
    at_ms = now_ms()
    part = part_of(request, PARTS)
    q = request.GET.get("q", "").strip()[:LONGEST_NAME]
    context: dict[str, Any] = {"q": q}
    if part in ("", "hits"):
        context["hits"] = hits_of(request.tournament, q)
    if part in ("", "till"):
        context["till"] = _till(request, at_ms)
    if part in ("", "done"):
        context["done"] = _done(request)
    if part in ("", "live"):
        context |= lists(request.tournament, _show(request), at_ms, everybody="whole" in request.GET)
    return render_page(
        request, "console/desk.html", context, nav="desk", title=_("Desk"), parts=PARTS, at_ms=at_ms
    )


def _show(request: StaffRequest) -> str:
    show = request.GET.get("show", "in")
    return show if show in SHOWS else "in"


def _till(request: StaffRequest, at_ms: int) -> dict[str, Any] | None:
    """The till for the player or the new name in the address."""
    ident, name = request.GET.get("player_id", ""), request.GET.get("name", "").strip()[:LONGEST_NAME]
    if ident:
        return till_of_player(request.tournament, find_player(request, ident), at_ms)
    return till_of_name(request.tournament, name, at_ms) if name else None


def find_player(request: StaffRequest, ident: str) -> Player:
    """A player of the club; one of another club does not exist."""
    rows = Player.objects.filter(club=request.staff.club, revoked_by_id__isnull=True)
    player = (
        rows.filter(pk=int(ident)).first()
        if ident.isascii() and ident.isdigit() and len(ident) < 16
        else None
    )
    if player is None:
        raise Http404
    return player


def _done(request: StaffRequest) -> dict[str, Any] | None:
    ident = request.GET.get("entry_id", "")
    entry_id = whole_number(ident)
    return None if entry_id is None else done_context(request.tournament, entry_id)


def lists(event: Tournament, show: str, at_ms: int, *, everybody: bool) -> dict[str, Any]:
    """The desk's lists, in a fixed number of queries."""
    clock = load_clock(event.pk)
    opened = open_windows(event, clock, at_ms)
    waiting = waiting_rows(event)
    counts = counts_of(event.pk)
    live = counts.playing + counts.unpaid
    total = {"in": live, "out": counts.entries - counts.playing, "all": counts.entries + counts.unpaid}[show]
    rows = entry_rows(event, opened, show, EVERYBODY) if everybody else entry_rows(event, opened, show)
    more = total > len(rows)
    return {
        "find_state": find_state(event, clock, at_ms),
        "closed": not opened.first_entry,
        "unpaid": unpaid_rows(event),
        "waiting": waiting,
        "room": room_of(event, counts, len(free_seats(event.pk)), waiting, at_ms),
        "entries": rows,
        "show": show,
        "entries_total": total,
        "more_url": f"/t/{event.pk}/desk?show={show}&whole=1" if more else "",
        **receipts_context(event),
    }
