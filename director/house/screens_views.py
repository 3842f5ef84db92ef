"""The displays of a tournament: making them, their links (shown once), what they show."""

import json
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from acts.screens import LONGEST_PANEL_S, PANELS, SHORTEST_PANEL_S, change_screen, create_screen, renew_screen
from acts.secrecy import Secret, new_token
from director.posting.club_acts import Refused, back, call, new_request_id, pressed, said
from director.web.access import StaffRequest, staff
from director.web.pages import LIVE, now_ms, render_page
from director.web.qr_codes import no_address, qr_code
from director.web.typed_numbers import whole_number
from tournaments.actors import EVERYBODY_ON_STAFF, FLOOR_STAFF
from tournaments.models import Screen, ScreenTournament, Tournament
from tournaments.presence import presence
from tournaments.public_address import public_address

ON = ("1", "true", "on")
BESIDE_OFFERED = 20


@require_http_methods(["GET", "HEAD", "POST"])
@staff(EVERYBODY_ON_STAFF)
def screens(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The displays of the tournament; a new one is answered with its link, which nothing keeps."""
    if request.method != "POST":
        return _page(request)
    token = new_token()
    params = {
        "name": request.POST.get("name", ""),
        "language": request.POST.get("language", ""),
        "sounds": request.POST.get("sounds") in ON,
        "speaks": request.POST.get("speaks") in ON,
    }
    try:
        outcome = call(request, create_screen, **params, token=Secret(token))
    except Refused as refused:
        return said(request, refused, request.path)
    return _linked(request, outcome.result["screen_id"], token, outcome.repeated)


@require_POST
@staff(FLOOR_STAFF)
def arrange(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Which panels take turns on a display, for how long each, and which further tournaments it shows."""
    others = [whole_number(one) or 0 for one in request.POST.getlist("others")]
    return pressed(
        request,
        change_screen,
        f"/t/{tournament_id}/screens",
        screen_id=whole_number(request.POST.get("screen_id", "")) or 0,
        panels=request.POST.getlist("panels"),
        panel_seconds=whole_number(request.POST.get("panel_seconds", "")) or 0,
        others=others,
    )


@require_POST
@staff(FLOOR_STAFF)
def renew(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """A new link for a display; the old one ends."""
    token = new_token()
    screen_id = whole_number(request.POST.get("screen_id", "")) or 0
    try:
        outcome = call(request, renew_screen, screen_id=screen_id, token=Secret(token))
    except Refused as refused:
        return said(request, refused, f"/t/{tournament_id}/screens")
    return _linked(request, screen_id, token, outcome.repeated)


def _linked(request: StaffRequest, screen_id: int, token: str, repeated: bool) -> HttpResponse:
    """The page with the link in it; a form that was sent again has no link to show."""
    if repeated:
        text = _("This was done already, and its link was shown then. “New link” makes another.")
        return back(request, text, f"/t/{request.tournament.pk}/screens")
    return _page(request, {screen_id: f"/d/{token}"})


def _page(request: StaffRequest, links: dict[int, str] | None = None) -> HttpResponse:
    """The page; `links` are paths that are shown once, by screen."""
    at_ms = now_ms()
    codes = {screen: public_address(request, path) for screen, path in (links or {}).items()}
    here = {screen: request.build_absolute_uri(path) for screen, path in (links or {}).items()}
    context = {
        "screens": screen_rows(request.tournament.pk, here, codes, at_ms),
        "no_address": "" if public_address(request, "/") else no_address(),
        "modes": Screen.Mode.choices,
        "languages": settings.LANGUAGES,
        "panel_labels": [(name, Screen.Mode(name).label) for name in PANELS],
        "seconds": (SHORTEST_PANEL_S, LONGEST_PANEL_S),
        "beside": _beside(request),
        "request_id": new_request_id(),
        "club_language": request.staff.club.language,
    }
    # Refreshing after a new link would lose it: that page shows it until it is left.
    parts = () if links else LIVE
    return render_page(
        request, "console/screens.html", context, nav="screens", title=_("Displays"),
        parts=parts, at_ms=at_ms,
    )  # fmt: skip


def _beside(request: StaffRequest) -> list[tuple[int, str]]:
    """Tournaments of the club that are not over, which a display may show as well."""
    rows = Tournament.objects.filter(
        club=request.staff.club, status__in=("planned", "running"), revoked_by__isnull=True
    ).exclude(pk=request.tournament.pk)
    return list(rows.order_by("starts_at", "pk").values_list("pk", "name")[:BESIDE_OFFERED])


def screen_rows(
    tournament_id: int, here: dict[int, str], codes: dict[int, str], at_ms: int
) -> list[dict[str, Any]]:
    """The displays that were not revoked, with the link of one that was just made: for `here`, and for phones."""
    rows = Screen.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    shown = ScreenTournament.objects.filter(revoked_by__isnull=True).order_by("position")
    rows = rows.select_related("presence").prefetch_related(Prefetch("others", shown)).order_by("name", "pk")
    return [_row(row, here.get(row.pk, ""), codes.get(row.pk, ""), at_ms) for row in rows]


def _row(row: Screen, here: str, code: str, at_ms: int) -> dict[str, Any]:
    is_shown = bool(row.shown_mode) and (row.shown_until_ms or 0) > at_ms
    return {
        "speaks": row.speaks,
        "panels": row.panels,
        "panel_seconds": row.panel_seconds,
        "others": [one.tournament_id for one in row.others.all()],
        "shown_label": dict(Screen.Mode.choices).get(row.shown_mode, "") if is_shown else "",
        "shown_until_ms": row.shown_until_ms,
        "screen_id": row.pk,
        "name": row.name,
        "url": code or here,
        "here_url": here,
        "qr": qr_code(code) if code else None,
        "mode": row.mode,
        "language": row.language,
        "sounds": row.sounds,
        "is_over": row.expires_ms is not None and row.expires_ms <= at_ms,
        "expires_ms": row.expires_ms,
        "state": presence(heard_of(row), at_ms),
        "heard_ms": heard_of(row),
        "revision": row.revision,
        "stamp": json.dumps({f"screen:{row.pk}": str(row.revision)}),
    }


def heard_of(row: Screen) -> int:
    """When the display was last heard; 0 for one that was never opened."""
    kept = getattr(row, "presence", None)
    return kept.heard_ms if kept else 0
