"""GET /t/<id>/form/<name>: a form for the page's dialog, or as a page of its own without a script."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from director.dialogs.registry import FORMS, PICK, Asked, Form
from director.web.access import StaffRequest, refuse, staff
from director.web.pages import render_page
from director.web.permissions import PAGES, may_do
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
    whole = not request.htmx and request.GET.get("part") not in parts
    template = "console/form_page.html" if whole else dialog.template
    return render_page(request, template, context, nav="", title=dialog.heading, parts=() if whole else parts)


def allowed(found: Form, role: str) -> bool:
    """Whether the role may do what the form is for."""
    return may_do(role, found.verb) if found.verb else role in PAGES[found.page]
