"""The chips the club owns: sets with values, pieces and colours. New tournaments begin with the first set's values."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from acts.club import ChipKind, remove_chip_set, save_chip_set
from club.models import ChipSet, Club
from director.posting.club_acts import Refused, call, done, new_request_id, pressed
from director.web.access import StaffRequest, staff
from director.web.form_data import ungrouped
from director.web.pages import render_page
from director.web.typed_numbers import whole_number
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError

EMPTY_ROWS = 4
USUAL_ROWS = 6
COLUMNS = ("value", "count", "colour")


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def chips(request: StaffRequest) -> HttpResponse:
    """All sets, each in a form of its own, and an empty one; `chip_set_id` says which set a form is about."""
    if request.method != "POST":
        return _page(request)
    chosen, rows = request.POST.get("chip_set_id", ""), typed_rows(request)
    try:
        outcome = call(
            request,
            save_chip_set,
            name=request.POST.get("name", ""),
            chips=kinds_of(rows),
            chip_set_id=(whole_number(chosen) or 0) if chosen else None,
            shown_revision=whole_number(request.POST.get("stamp", "")),
        )
        return done(request, outcome, "/chips")
    except Refused as refused:
        typed = {"id": chosen, "name": request.POST.get("name", ""), "rows": rows, "error": str(refused)}
        return _page(request, typed, refused.status)


def typed_rows(request: HttpRequest) -> list[dict[str, str]]:
    """The rows of the form in which something is typed."""
    columns = (request.POST.getlist(name) for name in COLUMNS)
    rows = [dict(zip(COLUMNS, cells, strict=True)) for cells in zip(*columns, strict=False)]
    return [row for row in rows if any(cell.strip() for cell in row.values())]


def kinds_of(rows: list[dict[str, str]]) -> list[ChipKind]:
    """The rows as the verb takes them; Refused for what is no number."""
    try:
        return [
            ChipKind(
                value=int(ungrouped(int, row["value"]) or 0),
                count=int(ungrouped(int, row["count"]) or 0),
                colour=row["colour"],
            )
            for row in rows
        ]
    except DirectorError as error:
        raise Refused(error) from error


def _page(request: StaffRequest, typed: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
    """The page; `typed` is what a form that was refused held."""
    stored = [_form(row) for row in own_sets(request.staff.club)]
    blank: dict[str, Any] = {"id": "", "name": "", "stamp": "", "rows": []}
    sets = [_shown(one, typed or {}) for one in (*stored, blank)]
    context = {"sets": sets}
    return render_page(request, "console/chips.html", context, nav="chips", title=_("Chips"), status=status)


def _shown(one: dict[str, Any], typed: dict[str, Any]) -> dict[str, Any]:
    """A form with what was typed into it, and empty rows for further chips."""
    found = one | typed if str(one["id"]) == typed.get("id") else one
    spare = max(EMPTY_ROWS, USUAL_ROWS - len(found["rows"]))
    return found | {"rows": [*found["rows"], *({} for _ in range(spare))], "request_id": new_request_id()}


def own_sets(club: Club) -> list[ChipSet]:
    """The club's sets by name."""
    return list(ChipSet.objects.filter(club=club, revoked_by_id__isnull=True).order_by("name", "pk"))


def _form(row: ChipSet) -> dict[str, Any]:
    return {"id": row.pk, "name": row.name, "stamp": row.revision, "rows": list(row.chips)}


def usual_values(club: Club) -> list[int]:
    """The values a new tournament begins with: those of the club's first set."""
    first = next(iter(own_sets(club)), None)
    return [chip["value"] for chip in first.chips] if first else []


@require_POST
@staff(DIRECTORS)
def remove(request: StaffRequest, chip_set_id: int) -> HttpResponse:
    """Take a set out of the list."""
    if not ChipSet.objects.filter(club=request.staff.club, pk=chip_set_id).exists():
        raise Http404
    return pressed(request, remove_chip_set, "/chips", chip_set_id=chip_set_id)
