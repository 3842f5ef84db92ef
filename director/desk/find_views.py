"""One field on every page: players, tables, receipts and entry numbers."""

import re
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.translation import gettext as _

from director.desk.entry_search import Found, search_entries
from director.desk.labels import bought_text
from director.desk.receipts import receipt_url
from director.web.access import StaffRequest, staff
from director.web.pages import render_page
from director.web.permissions import PAGES
from tables.models import Table
from tournaments.models import Purchase

LONGEST = 100
NUMBER = re.compile(r"\D*(\d{1,9})")


@dataclass(frozen=True, slots=True)
class FindHit:
    """Something that was found, and where it is."""

    url: str
    title: str
    note: str
    icon: str


@staff(PAGES["find"])
def find(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """What fits the letters: players of this tournament first, then a table, then a receipt with that number."""
    q = request.GET.get("q", "").strip()[:LONGEST]
    context = {"q": q, "hits": hits(request, q) if q else []}
    template = "console/find_hits.html" if request.GET.get("part") == "hits" else "console/find.html"
    return render_page(request, template, context, nav="", title=_("Found"))


def hits(request: StaffRequest, q: str) -> list[FindHit]:
    """All that was found, in three queries."""
    found = [_person(request, one) for one in search_entries(request.tournament, q)]
    number = NUMBER.fullmatch(q)
    return found + (_numbered(request, int(number[1])) if number else [])


def _person(request: StaffRequest, one: Found) -> FindHit:
    base = f"/t/{request.tournament.pk}"
    if one.table is not None:
        url = f"{base}/floor/{one.table}?seat={one.seat}"
    elif request.staff.role in PAGES["desk"]:
        url = f"{base}/desk?player_id={one.player_id}"
    else:
        url = f"{base}/form/entry?entry_id={one.entry_id}"
    where = one.place or one.status_label
    return FindHit(
        url, one.name, _("entry %(number)s, %(where)s") % {"number": one.number, "where": where}, "person"
    )


def _numbered(request: StaffRequest, number: int) -> list[FindHit]:
    """The table and the receipt with that number."""
    event = request.tournament
    tables = Table.objects.filter(tournament=event, number=number, revoked_by__isnull=True)
    found = [
        FindHit(
            f"/t/{event.pk}/floor/{number}",
            _("Table %(number)s") % {"number": number},
            table.get_status_display(),
            "table",
        )
        for table in tables
    ]
    if request.staff.role in PAGES["money"]:
        rows = Purchase.objects.filter(
            entry__tournament=event, receipt_number=number, revoked_by__isnull=True
        )
        found += [
            FindHit(
                receipt_url(event.pk, row.pk),
                _("Receipt %(number)s") % {"number": number},
                f"{row.entry.player.name}, {bought_text(row)}",
                "log",
            )
            for row in rows.select_related("entry__player")
        ]
    return found
