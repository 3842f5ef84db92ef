"""Who asks: the signed-in person, his club and his role there. Every object is reached through the club."""

import re
import zoneinfo
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from club.models import Club, Membership, User
from tournaments.actors import Actor
from tournaments.models import Tournament

CLUB_KEY = "club_id"
LONGEST_DEVICE = 40

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Staff:
    """The person of a request in the club he works for now."""

    user: User
    club: Club
    role: str
    device: str
    clubs: int = 1

    @property
    def actor(self) -> Actor:
        """The actor of his acts; the role is read again under the lock of each."""
        return Actor(club_id=self.club.pk, user_id=self.user.pk, device=self.device)


class StaffRequest(HttpRequest):
    """A request of a member of staff, as views decorated with `staff` get it.

    `tournament` is that of the address; views without one in their address have none to ask for.
    """

    user: User
    staff: Staff
    tournament: Tournament
    htmx: HtmxDetails


type View[**P] = Callable[Concatenate[StaffRequest, P], HttpResponse]


def device_of(user_agent: str) -> str:
    """Browser and system in two words, such as "Chrome, Android"; the first word of anything else."""
    found = [
        next((label for mark, label in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)
    ]
    text = ", ".join(word for word in found if word)
    return text or re.sub(r"[^\w.-]", " ", user_agent).split(" ")[0][:LONGEST_DEVICE]


def staff[**P](roles: frozenset[str]) -> Callable[[View[P]], Callable[..., HttpResponse]]:
    """Have a view called for members of staff with one of `roles` only; club and tournament are looked up for it.

    A tournament of another club does not exist (404); a page that the role does not include is refused (403). Times
    are shown in the tournament's or club's zone, texts in the person's language.
    """

    def decorate(view: View[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def open_view(request: StaffRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            tournament_id = kwargs.get("tournament_id")
            found = (
                _in_club(request)
                if tournament_id is None
                else _in_tournament(request, int(str(tournament_id)))
            )
            if isinstance(found, HttpResponse):
                return found
            request.staff = found
            with translation.override(language_of(request)), timezone.override(_zone(request)):
                if found.role not in roles:
                    return refuse(request, _("Your role does not include this page. Ask a director."))
                response = view(request, *args, **kwargs)
                response.headers.setdefault("Content-Language", translation.get_language())
                return response

        open_view.roles = roles  # type: ignore[attr-defined]
        return open_view

    return decorate


def _in_tournament(request: StaffRequest, tournament_id: int) -> Staff:
    """The person in the club of a tournament. One that is not of a club of his does not exist for him."""
    rows = Tournament.objects.filter(
        pk=tournament_id,
        revoked_by__isnull=True,
        club__memberships__user_id=request.user.pk,
        club__memberships__active=True,
    )
    row = rows.select_related("club").annotate(staff_role=F("club__memberships__role")).first()
    if row is None:
        raise Http404
    request.tournament = row
    return _staff(request, row.club, row.staff_role)


def _in_club(request: StaffRequest) -> Staff | HttpResponse:
    """The person in the club he chose, or in the only one he works for; with several he is asked."""
    members = memberships(request.user)
    chosen = [member for member in members if member.club_id == request.session.get(CLUB_KEY)]
    if not members:
        return refuse(request, _("You do not belong to a club. Ask its owner to add you."))
    if not chosen and len(members) > 1:
        return redirect("/clubs")
    member = (chosen or members)[0]
    return _staff(request, member.club, member.role, len(members))


def _staff(request: HttpRequest, club: Club, role: str, clubs: int = 1) -> Staff:
    device = device_of(request.headers.get("User-Agent", ""))
    return Staff(request.user, club, role, device, clubs)  # type: ignore[arg-type]


def memberships(user: User) -> list[Membership]:
    """The clubs a person works for, by name."""
    rows = Membership.objects.filter(user_id=user.pk, active=True).select_related("club")
    return list(rows.order_by("club__name", "pk"))


def language_of(request: StaffRequest) -> str:
    """The language a person chose, else the one his browser was given by cookie, else the club's."""
    chosen = request.user.language or request.COOKIES.get("django_language", "")
    for code in (chosen, request.staff.club.language):
        if translation.check_for_language(code):
            return code
    return translation.get_language() or "en"


def _zone(request: StaffRequest) -> zoneinfo.ZoneInfo:
    tournament = getattr(request, "tournament", None)
    return zoneinfo.ZoneInfo(tournament.timezone if tournament else request.staff.club.timezone)


def refuse(request: HttpRequest, text: str, status: int = 403) -> HttpResponse:
    """A page (or the answer to an act) that only says why not."""
    says = {"kind": "bad", "text": text, "note": "", "links": []}
    if request.headers.get("HX-Request") == "true":
        return render(request, "components/says.html", {"says": says}, status=status)
    page = {"nav": "", "title": text, "url": request.path, "version": 0, "events_url": ""}
    return render(request, "console/refused.html", {"says": says, "page": page}, status=status)
