"""The pages of one tournament: cockpit and tables."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from director.cockpit.cockpit import calls, cockpit_context, room_context
from director.cockpit.floor import floor_context, table_scene
from director.scene.clock_parts import clock_part
from director.scene.scene import scene_of
from director.todo.items import rail_of
from director.web.access import StaffRequest, staff
from director.web.pages import LIVE, now_ms, render_page
from director.web.permissions import PAGES


@staff(PAGES["cockpit"])
def cockpit(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The cockpit: clock, tables, figures, last acts and what is to do."""
    scene = scene_of(request.tournament, now_ms())
    rail = rail_of(scene, request.staff.role)
    context = cockpit_context(scene, rail, request.staff.role)
    if request.staff.role not in PAGES["money"]:
        context["money"] = None
    title = request.tournament.name
    return render_page(
        request, "console/cockpit.html", context, nav="cockpit", title=title, parts=LIVE, at_ms=scene.now_ms
    )


@staff(PAGES["floor"])
def tables(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The room on a phone: every table, one touch from its own page."""
    scene = scene_of(request.tournament, now_ms())
    return render_page(
        request,
        "console/floor.html",
        room_context(scene)
        | {"clock": clock_part(scene.clock, scene.now_ms), "calls": calls(scene, request.staff.role)},
        nav="floor",
        title=_("Tables"),
        parts=LIVE,
        at_ms=scene.now_ms,
    )


@staff(PAGES["floor"])
def table(request: StaffRequest, tournament_id: int, number: int) -> HttpResponse:
    """The page of one table, for a phone."""
    at_ms = now_ms()
    scene = table_scene(request.tournament, number, at_ms)
    if scene is None:
        raise Http404
    seat = request.GET.get("seat", "")
    chosen = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None
    full_names = request.staff.role in PAGES["full_names"]
    return render_page(
        request,
        "console/floor_table.html",
        floor_context(scene, chosen, full_names=full_names, user_id=request.staff.actor.user_id),
        nav="floor",
        title=_("Table %(number)s") % {"number": number},
        parts=LIVE,
        at_ms=at_ms,
    )
