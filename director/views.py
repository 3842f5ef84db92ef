"""The pages of one tournament: cockpit and tables."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from director import todo_clock, todo_money, todo_people, todo_tables  # noqa: F401  each registers its items
from director.access import StaffRequest, staff
from director.cockpit import cockpit_context, room_context
from director.pages import LIVE, now_ms, render_page
from director.permissions import PAGES
from director.scene import scene_of
from director.todo import rail_of


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
        room_context(scene),
        nav="floor",
        title=_("Tables"),
        parts=LIVE,
        at_ms=scene.now_ms,
    )
