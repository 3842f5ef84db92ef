"""Printing: the list of sheets, and each sheet as a page that is its own preview, or as PDF."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from director.posting.acts import status_of
from director.printing import deal as printing_deal
from director.printing import money as printing_money
from director.printing import results as printing_results
from director.printing import seats as printing_seats
from director.printing.pdf import NoPdf, how_to_get_it, pdf_is_possible, pdf_of
from director.printing.sheets import A4, LETTER, RECEIPT, SHEETS, NoSuchSheet, PrintJob, SheetKind, head
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import now_ms, render_page
from director.web.permissions import PAGES
from tournaments.actors import EVERYBODY_ON_STAFF
from tournaments.errors import DirectorError
from tournaments.public_address import public_address

# The modules register the sheets.
REGISTERED = (printing_deal, printing_money, printing_results, printing_seats)
PAPERS = {A4: "A4", LETTER: "Letter"}


@require_safe
@staff(EVERYBODY_ON_STAFF)
def sheets(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The sheets there are, for the role."""
    rows = [
        _listed(request, kind) for kind in SHEETS.values() if kind.listed and request.staff.role in kind.roles
    ]
    context = {"sheets": rows, "pdf_note": "" if pdf_is_possible() else how_to_get_it()}
    return render_page(request, "console/print.html", context, nav="print", title=_("Print"))


def _listed(request: StaffRequest, kind: SheetKind) -> dict[str, Any]:
    url = f"/t/{request.tournament.pk}/print/{kind.name}"
    return {
        "name": kind.label,
        "note": kind.note,
        "url": url,
        "pdf_url": f"{url}?format=pdf" if pdf_is_possible() else "",
        "count": "",
    }


@require_safe
@staff(EVERYBODY_ON_STAFF)
def sheet(request: StaffRequest, tournament_id: int, name: str) -> HttpResponse:
    """One sheet: `?format=pdf` for the PDF, `?paper=letter` for the other paper, `?auto=1` to print at once."""
    kind = SHEETS.get(name)
    if kind is None:
        raise Http404
    if request.staff.role not in kind.roles:
        return refuse(request, _("Your role does not include this sheet. Ask a director."))
    try:
        context = kind.build(_job(request))
    except NoSuchSheet as error:
        raise Http404 from error
    except DirectorError as error:
        return refuse(request, str(error), status_of(error))
    paper = context.pop("paper", None) or _paper(request, kind)
    links = _links(request, paper)
    context["sheet"] = head(
        _job(request), kind, paper=paper, auto=request.GET.get("auto") == "1", links=links
    )
    if request.GET.get("format") == "pdf":
        return _pdf(request, kind, context)
    response = render(request, kind.template, context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _job(request: StaffRequest) -> PrintJob:
    return PrintJob(
        event=request.tournament,
        club=request.staff.club,
        user_name=str(request.user),
        full_names=request.staff.role in PAGES["full_names"],
        params={key: value for key, value in request.GET.items() if isinstance(value, str)},
        now_ms=now_ms(),
        address=partial(public_address, request),
    )


def _paper(request: StaffRequest, kind: SheetKind) -> str:
    """The paper asked for, where the sheet fits on more than one."""
    wanted = request.GET.get("paper", "")
    return wanted if kind.paper != RECEIPT and wanted in PAPERS else kind.paper


def _links(request: StaffRequest, paper: str) -> dict[str, Any]:
    """The same sheet as PDF and on other paper, and the way back."""
    query = {key: value for key, value in request.GET.items() if key not in ("format", "auto", "paper")}
    chosen = {} if paper in (A4, RECEIPT) else {"paper": paper}
    papers = [
        (_address(request.path, query | {"paper": value}), label, value == paper)
        for value, label in PAPERS.items()
    ]
    return {
        "pdf_url": _address(request.path, query | chosen | {"format": "pdf"}) if pdf_is_possible() else "",
        "papers": papers if paper != RECEIPT else [],
        "back_url": f"/t/{request.tournament.pk}/print",
    }


def _address(path: str, query: dict[str, Any]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def _pdf(request: StaffRequest, kind: SheetKind, context: dict[str, Any]) -> HttpResponse:
    """The PDF; where it cannot be made, a page that says how to get the libraries."""
    try:
        content = pdf_of(render_to_string(kind.template, context, request=request))
    except NoPdf as error:
        return refuse(request, str(error), 503)
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{kind.name}-{request.tournament.pk}.pdf"'
    response.headers["Cache-Control"] = "no-store"
    return response
