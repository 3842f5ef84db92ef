"""Money and log: what happened to every cent, and what everybody did."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from director.log.pages import Filters, log_context
from director.money.books import money_context
from director.web.access import StaffRequest, staff
from director.web.pages import LIVE, now_ms, render_page
from director.web.permissions import PAGES
from tournaments.models import DirectorAction

LONGEST_WORDS = 100


@staff(PAGES["money"])
def money(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The money of the tournament, line by line."""
    at_ms = now_ms()
    context = money_context(request.tournament, at_ms)
    return render_page(
        request, "console/money.html", context, nav="money", title=_("Money"), parts=LIVE, at_ms=at_ms
    )


@staff(PAGES["log"])
def log(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The log; a cashier sees his own acts."""
    own_of = None if request.staff.role in PAGES["whole_log"] else request.staff.user.pk
    context = log_context(request.tournament, request.staff.role, _filters(request), own_of)
    return render_page(
        request, "console/log.html", context, nav="log", title=_("Log"), parts=LIVE, at_ms=now_ms()
    )


def _filters(request: StaffRequest) -> Filters:
    asked = request.GET
    before = _whole(asked.get("before", ""))
    shown = _sequence_of(request, asked.get("act", ""))
    who = asked.get("who", "")
    return Filters(
        q=asked.get("q", "").strip()[:LONGEST_WORDS],
        kind=asked.get("kind", ""),
        who=who if who == "none" or _whole(who) is not None else "",
        before=before if shown is None else shown + 1,
    )


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _sequence_of(request: StaffRequest, ident: str) -> int | None:
    """The number of the act that a link names, so that its page can be shown."""
    if len(ident) != len("00000000-0000-0000-0000-000000000000"):
        return None
    rows = DirectorAction.objects.filter(tournament=request.tournament)
    return rows.filter(pk=ident).values_list("sequence", flat=True).first() if _is_uuid(ident) else None


def _is_uuid(ident: str) -> bool:
    letters = ident.replace("-", "")
    return len(letters) == 32 and all(letter in "0123456789abcdef" for letter in letters)
