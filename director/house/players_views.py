"""Players: the list, one player, exclusions, exports."""

import datetime as dt
from typing import Any

from django import forms
from django.http import Http404, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from acts.players import create_player, edit_player, erase_player, exclude_player, lift_exclusion
from club.models import Player
from director.house.export_csv import csv_response
from director.house.players import (
    ON_A_PAGE,
    alike,
    entries_of,
    everything_about,
    exclusions_of,
    find,
    matching,
)
from director.posting.club_acts import (
    Refused,
    back,
    call,
    done,
    new_request_id,
    pressed,
    said,
    sent,
    status_for,
)
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms, render_page
from director.web.permissions import may_do
from director.web.typed_numbers import whole_number
from tournaments.actors import DESK_STAFF, DIRECTORS, OWNER, OWNER_ONLY

FIELD_OF_REFUSAL = {
    "born_on_wrong": "born_on",
    "email_wrong": "email",
    "player_identity_once_per_club": "name",
}
ASKS = ("player_alike", "player_exists")


@require_safe
@staff(DESK_STAFF)
def players(request: StaffRequest) -> HttpResponse:
    """The players of the club, found as one types."""
    query = request.GET.get("q", "")
    found = find(request.staff.club, query, whole_number(request.GET.get("from", "")) or 0, now_ms())
    context = {
        "q": query,
        "players": found.rows,
        "count": found.count,
        "newer_url": _page_url(request, found.offset - ON_A_PAGE) if found.offset else "",
        "older_url": _page_url(request, found.offset + ON_A_PAGE)
        if found.offset + ON_A_PAGE < found.count
        else "",
    }
    return render_page(
        request, "console/players.html", context, nav="players", title=_("Players"), parts=("rows",)
    )


def _page_url(request: StaffRequest, offset: int) -> str:
    query = request.GET.copy()
    query.pop("part", None)
    query["from"] = str(max(0, offset))
    return f"/players?{query.urlencode()}"


class PlayerForm(forms.Form):
    """What the club knows about a player. Displays show the display name only."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    display_name = forms.CharField(
        label=gettext_lazy("On displays"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("As the player wishes. Empty: first name and the first letter of the last."),
    )
    club_number = forms.CharField(label=gettext_lazy("Club number"), max_length=40, required=False)
    born_on = forms.DateField(
        label=gettext_lazy("Date of birth"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254, required=False)
    phone = forms.CharField(label=gettext_lazy("Telephone"), max_length=40, required=False)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=400, required=False)


class KnownPlayerForm(PlayerForm):
    """A player who is there already: also whether he is moved."""

    fixed_seat = forms.BooleanField(
        label=gettext_lazy("Keeps the seat: is in no balancing plan"), required=False
    )


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DESK_STAFF)
def new_player(request: StaffRequest) -> HttpResponse:
    """Add a player; a likely namesake asks before there are two."""
    form = PlayerForm(request.POST or None, initial={"name": request.GET.get("name", "")[:200]})
    status, namesakes = 0, []
    if form.is_valid():
        another = request.POST.get("another_person") == "1"
        try:
            outcome = call(request, create_player, **form.cleaned_data, another_person=another)
            return done(request, outcome, "/players")
        except Refused as refused:
            if refused.error.code in ASKS:
                namesakes = alike(request.staff.club, form.cleaned_data["name"])
            status = sent(form, FIELD_OF_REFUSAL, refused)
    return _player_page(request, form, None, status, namesakes)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DESK_STAFF)
def player(request: StaffRequest, player_id: int) -> HttpResponse:
    """One player: data, exclusions, tournaments."""
    row = _find(request, player_id)
    initial = {name: getattr(row, name) for name in KnownPlayerForm.base_fields}
    form = KnownPlayerForm(request.POST or None, initial=initial)
    status = 0
    if form.is_valid():
        try:
            shown = whole_number(request.POST.get("stamp", ""))
            outcome = call(request, edit_player, player_id=row.pk, **form.cleaned_data, shown_revision=shown)
            return done(request, outcome, f"/players/{row.pk}")
        except Refused as refused:
            status = sent(form, FIELD_OF_REFUSAL, refused)
    return _player_page(request, form, row, status, [])


def _find(request: StaffRequest, player_id: int) -> Player:
    """A player of the club; anybody else does not exist."""
    row = Player.objects.filter(club=request.staff.club, pk=player_id, revoked_by_id__isnull=True).first()
    if row is None:
        raise Http404
    return row


def _player_page(
    request: StaffRequest, form: PlayerForm, row: Player | None, status: int, namesakes: list[dict[str, Any]]
) -> HttpResponse:
    role = request.staff.role
    knows = may_do(role, "player.exclude")
    context = {
        "form": form,
        "player": {"id": row.pk, "number": row.number, "name": row.name} if row else None,
        "alike": namesakes,
        "exclusions": exclusions_of(row, with_reason=role == OWNER) if row and knows else [],
        "entries": entries_of(row) if row else [],
        "submit_url": f"/players/{row.pk}" if row else "/players/new",
        "stamp": row.revision if row else "",
        "request_id": request.POST.get("request_id") or new_request_id(),
    }
    title = row.name if row else _("New player")
    return render_page(
        request,
        "console/player.html",
        context,
        nav="players",
        title=title,
        status=status or status_for(form),
    )


# Exclusions --------------------------------------------------------------------------------------------------------


@require_POST
@staff(DIRECTORS)
def exclude(request: StaffRequest, player_id: int) -> HttpResponse:
    """Bar a player from new entries, from now on, until the end of a day or until it is lifted."""
    row, target = _find(request, player_id), f"/players/{player_id}"
    try:
        until_ms = end_of_day_ms(request.POST.get("until", ""))
    except ValueError:
        return back(request, _("The day cannot be read. Choose it from the calendar."), target)
    return pressed(
        request,
        exclude_player,
        target,
        player_id=row.pk,
        kind=request.POST.get("kind", ""),
        until_ms=until_ms,
        note=request.POST.get("note", ""),
    )


def end_of_day_ms(text: str) -> int | None:
    """The end of that day in the club's zone (the active one); None for no day."""
    if not text:
        return None
    following = dt.date.fromisoformat(text) + dt.timedelta(days=1)
    return int(timezone.make_aware(dt.datetime.combine(following, dt.time())).timestamp() * 1000)


@require_POST
@staff(DIRECTORS)
def lift(request: StaffRequest, player_id: int) -> HttpResponse:
    """End an exclusion now."""
    row, target = _find(request, player_id), f"/players/{player_id}"
    wanted = whole_number(request.POST.get("exclusion_id", ""))
    shown = {item["exclusion_id"] for item in exclusions_of(row, with_reason=False)}
    exclusion_id = wanted if wanted in shown else 0
    return pressed(request, lift_exclusion, target, exclusion_id=exclusion_id)


@require_POST
@staff(DIRECTORS)
def erase(request: StaffRequest, player_id: int) -> HttpResponse:
    """Erase a person for good; the page asks for a tick beside what that means."""
    row, target = _find(request, player_id), f"/players/{player_id}"
    if request.POST.get("understood") != "1":
        return back(request, _("Tick that you know it cannot be undone."), target)
    try:
        return done(request, call(request, erase_player, player_id=row.pk), "/players")
    except Refused as refused:
        return said(request, refused, target)


# Exports -----------------------------------------------------------------------------------------------------------

CONTACT = ("born_on", "email", "phone", "note")


@require_safe
@staff(DIRECTORS)
def export_players(request: StaffRequest) -> HttpResponse:
    """All players as CSV; how to reach them is for the owner only."""
    fields = ["number", "name", "display_name", "club_number"]
    headings = [_("No"), _("Name"), _("On displays"), _("Club number")]
    if request.staff.role == OWNER:
        fields += CONTACT
        headings += [_("Date of birth"), _("E-mail"), _("Telephone"), _("Note")]
    rows = matching(request.staff.club, "").order_by("number").values_list(*fields)
    return csv_response("players.csv", headings, rows.iterator())


@require_safe
@staff(OWNER_ONLY)
def export_player(request: StaffRequest, player_id: int) -> HttpResponse:
    """All data about one player, for the player."""
    row = _find(request, player_id)
    response = JsonResponse(everything_about(row), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response.headers["Content-Disposition"] = f'attachment; filename="player-{row.number}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response
