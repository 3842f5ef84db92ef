"""Creating a tournament and changing its settings."""

import datetime as dt
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from acts.setup import create_tournament, edit_tournament
from acts.templates import EMPTY, template_content
from director.house.chips_views import usual_values
from director.posting.acts import status_of
from director.posting.club_acts import Refused, call, done, new_request_id, status_for
from director.setup.form import SettingsForm, initial_from, initial_of_tournament
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import now_ms, render_page
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.stamps import stamp_of

USUAL_START = dt.time(19, 0)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def new(request: StaffRequest) -> HttpResponse:
    """Make a tournament from a template, or from nothing; it keeps a copy of its own."""
    code = request.POST.get("template") or request.GET.get("template") or EMPTY
    try:
        content = template_content(request.staff.club, code)
    except DirectorError as error:
        return refuse(request, str(error), status_of(error))
    initial = _initial(request, content["settings"]) | {"name": content.get("name", "")}
    form = SettingsForm(
        data=request.POST or None, initial=initial, preset=request.staff.club.rule_preset, new=True
    )
    status = 0
    if form.is_valid():
        try:
            return _create(request, form, code)
        except Refused as refused:
            form.refuse(refused.error, refused.status)
            status = refused.status
    context = _context(request, form) | {"new": True, "submit_url": f"/new?template={code}", "stamp": ""}
    return render_page(
        request, "console/edit.html", context, nav="home", title=_("New tournament"),
        status=status or status_for(form),
    )  # fmt: skip


def _initial(request: StaffRequest, settings: dict[str, Any]) -> dict[str, Any]:
    """What the form of a new tournament begins with: template, then club, then tonight."""
    club = request.staff.club
    today = timezone.localtime(dt.datetime.fromtimestamp(now_ms() / 1000, dt.UTC))
    start = today if today.time() < USUAL_START else today + dt.timedelta(days=1)
    chips = usual_values(club)
    if chips and not settings.get("denominations"):
        settings = settings | {"denominations": chips}
    usual = {"currency": club.currency, "rules": {"preset": club.rule_preset}, "prizes_on": True}
    return initial_from(DEFAULTS | usual | settings) | {
        "timezone": club.timezone,
        "starts_on": start.date(),
        "starts_time": USUAL_START,
        "tables": 1,
    }


# What a tournament made from nothing begins with, where the form would otherwise show the first choice or nothing.
DEFAULTS: dict[str, Any] = {
    "game": "holdem",
    "betting": "no_limit",
    "seats_per_table": 9,
    "stack_chips": 10_000,
    "payout_preset": "club",
    "places_percent": 15,
    "payout_unit_minor": 100,
    "payout_rounding": "floor_first",
    "denominations": [],
}


def _create(request: StaffRequest, form: SettingsForm, code: str) -> HttpResponse:
    """Make the tournament; the levels come from the template and are changed on a page of their own."""
    settings = form.settings()
    outcome = call(
        request,
        create_tournament,
        name=settings.pop("name"),
        starts_at=settings.pop("starts_at"),
        timezone=settings.pop("timezone"),
        template=code,
        settings=settings,
        tables=form.cleaned_data["tables"] or 0,
    )
    target = "structure" if code == EMPTY else ""
    return done(request, outcome, f"/t/{outcome.result['tournament_id']}/{target}", undone="/")


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def edit(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Change the settings. All of them are sent: the verb finds out what differs, the stamp what others changed."""
    event = request.tournament
    initial = initial_of_tournament(event)
    form = SettingsForm(data=request.POST or None, initial=initial, preset=initial["rule_preset"])
    status = 0
    if form.is_valid():
        try:
            outcome = call(request, edit_tournament, settings=form.settings())
            return done(request, outcome, f"/t/{tournament_id}/edit")
        except Refused as refused:
            form.refuse(refused.error, refused.status)
            status = refused.status
    context = _context(request, form) | {
        "new": False,
        "submit_url": f"/t/{tournament_id}/edit",
        "stamp": json.dumps(stamp_of(tournament_id, "tournament")),
    }
    return render_page(
        request,
        "console/edit.html",
        context,
        nav="edit",
        title=_("Settings"),
        status=status or status_for(form),
    )


def _context(request: HttpRequest, form: SettingsForm) -> dict[str, Any]:
    request_id = request.POST.get("request_id") or new_request_id()
    return {"form": form, "groups": form.groups(), "saved_at_ms": None, "request_id": request_id}
