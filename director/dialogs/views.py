"""GET /t/<id>/form/<name>: a form for the page's dialog, or as a page of its own without a script."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from director.dialogs.registry import FORMS, PICK, Asked, Form
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import render_page
from director.web.permissions import PAGES, may_do
from director.web.way_back import of_form, with_next
from tournaments.actors import EVERYBODY_ON_STAFF


@staff(EVERYBODY_ON_STAFF)
def form(request: StaffRequest, tournament_id: int, name: str) -> HttpResponse:
    """The form of that name for what the address names."""
    found = FORMS.get(name)
    if found is None:
        raise Http404
    if not allowed(found, request.staff.role):
        return refuse(request, _("Your role does not include this. Ask a director."))
    dialog = found.build(Asked(request))
    context = dialog.context | {"heading": dialog.heading, "form_template": dialog.template}
    parts = ("hits",) if dialog.template == PICK else ()
    if request.htmx or request.GET.get("part") in parts:
        return render_page(request, dialog.template, context, nav="", title=dialog.heading, parts=parts)
    return _page(request, context, dialog.heading)


def _page(request: StaffRequest, context: dict[str, Any], heading: str) -> HttpResponse:
    """The form as a page of its own. Its address says where it leads back to, so that every form after it knows."""
    back = of_form(request, request.tournament.pk)
    if back != request.GET.get("next", f"/t/{request.tournament.pk}/"):
        return redirect(with_next(request, back))
    return render_page(request, "console/form_page.html", context | {"back": back}, nav="", title=heading)


def allowed(found: Form, role: str) -> bool:
    """Whether the role may do what the form is for."""
    return may_do(role, found.verb) if found.verb else role in PAGES[found.page]
