"""The first page, the settings of the club, its templates."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from acts.club import LONGEST_RULES, OLDEST_MINIMUM_AGE, edit_club
from acts.setup import edit_template, remove_template, save_template
from acts.templates import COPY, template_content
from acts.tournament_fields import CURRENCIES
from club.models import RulePreset
from director.house.templates import template_cards
from director.house.theme_views import theme_context
from director.house.tournaments import PAST_ON_A_PAGE, cards, open_tournaments, past_tournaments
from director.posting.club_acts import Refused, back, call, done, new_request_id, pressed, sent, status_for
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms, render_page
from director.web.typed_numbers import WholeField, whole_number, zone_choices
from tournaments.actors import DIRECTORS, EVERYBODY_ON_STAFF, OWNER_ONLY
from tournaments.errors import NotFound
from tournaments.models import Tournament

TEMPLATES_ON_FIRST_PAGE = 5
SOURCES_OFFERED = 50


@require_safe
@staff(EVERYBODY_ON_STAFF)
def home(request: StaffRequest) -> HttpResponse:
    """The tournaments of the club: running, coming, past; and templates to start one from."""
    club, at_ms = request.staff.club, now_ms()
    offset = whole_number(request.GET.get("from", "")) or 0
    now = list(open_tournaments(club.pk)) if offset == 0 else []
    past = list(past_tournaments(club.pk)[offset : offset + PAST_ON_A_PAGE + 1])
    shown = {card.id: card for card in cards([*now, *past[:PAST_ON_A_PAGE]], at_ms)}
    more = offset + PAST_ON_A_PAGE
    context = {
        "running": [shown[row.pk] for row in now if row.status == "running"],
        "planned": [shown[row.pk] for row in now if row.status == "planned"],
        "past": [shown[row.pk] for row in past[:PAST_ON_A_PAGE]],
        "more_url": f"/?from={more}" if len(past) > PAST_ON_A_PAGE else "",
        "templates": template_cards(club)[:TEMPLATES_ON_FIRST_PAGE],
    }
    return render_page(request, "console/home.html", context, nav="home", title=club.name, at_ms=at_ms)


# Settings of the club ----------------------------------------------------------------------------------------------


class ClubForm(forms.Form):
    """What holds for the club, and what new tournaments begin with."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=200)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy("For new displays, and for staff who have chosen none."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"), choices=[(code, code) for code in CURRENCIES]
    )
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
    )
    rule_preset = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=RulePreset.choices,
        help_text=gettext_lazy("New tournaments begin with these; each can differ."),
    )
    minimum_age_years = WholeField(
        label=gettext_lazy("Minimum age"), low=0, high=OLDEST_MINIMUM_AGE, help_text=gettext_lazy("0: none.")
    )
    house_rules = forms.CharField(
        label=gettext_lazy("House rules"),
        max_length=LONGEST_RULES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
    )


CLUB_GROUPS = (
    ("club", gettext_lazy("Club"), ("name", "language")),
    (
        "new",
        gettext_lazy("New tournaments"),
        ("currency", "timezone", "rule_preset", "minimum_age_years"),
    ),
    ("rules", gettext_lazy("House rules"), ("house_rules",)),
)
CLUB_UNITS = {"minimum_age_years": gettext_lazy("years")}


@require_http_methods(["GET", "HEAD", "POST"])
@staff(OWNER_ONLY)
def club(request: StaffRequest) -> HttpResponse:
    """Read and change the settings of the club."""
    row = request.staff.club
    form = ClubForm(request.POST or None, initial={name: getattr(row, name) for name in ClubForm.base_fields})
    status = 0
    if form.is_valid():
        revision = whole_number(request.POST.get("stamp", ""))
        try:
            outcome = call(request, edit_club, **form.cleaned_data, shown_revision=revision)
            return done(request, outcome, "/club")
        except Refused as refused:
            status = sent(form, {}, refused)
    context = {
        "form": form,
        "groups": _club_groups(form),
        "stamp": str(row.revision),
        "theme": theme_context(row),
        "request_id": new_request_id(),
    }
    return render_page(
        request,
        "console/club.html",
        context,
        nav="club",
        title=_("Club"),
        status=status or status_for(form),
    )


def _club_groups(form: ClubForm) -> list[dict[str, Any]]:
    return [
        {
            "slug": slug,
            "name": label,
            "note": "",
            "has_error": form.is_bound and any(name in form.errors for name in names),
            "fields": [
                (form[name], CLUB_UNITS.get(name, ""), name in ("name", "house_rules"), "") for name in names
            ],
        }
        for slug, label, names in CLUB_GROUPS
    ]


# Templates ---------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DIRECTORS)
def templates(request: StaffRequest) -> HttpResponse:
    """All templates, with what they hold; a tournament can be kept as one."""
    if request.method == "POST":
        return _save_template(request)
    rows = Tournament.objects.filter(club=request.staff.club, revoked_by__isnull=True).order_by(
        "-starts_at", "-pk"
    )
    context = {
        "templates": template_cards(request.staff.club),
        "sources": list(rows.values_list("pk", "name")[:SOURCES_OFFERED]),
    }
    return render_page(request, "console/templates.html", context, nav="templates", title=_("Templates"))


def _save_template(request: StaffRequest) -> HttpResponse:
    tournament_id = whole_number(request.POST.get("tournament_id", "")) or 0
    rows = Tournament.objects.filter(club=request.staff.club, revoked_by__isnull=True)
    request.tournament = rows.filter(pk=tournament_id).first()  # type: ignore[assignment]
    name, levels_only = request.POST.get("name", ""), request.POST.get("kept") == "levels"
    return pressed(request, save_template, "/templates", name=name, levels_only=levels_only)


@require_POST
@staff(DIRECTORS)
def change_template(request: StaffRequest, template_id: int) -> HttpResponse:
    """Another name for one of the club's own templates, and the levels of a tournament where one is chosen."""
    chosen, levels = request.POST.get("tournament_id", ""), None
    if chosen:
        try:
            levels = template_content(request.staff.club, f"{COPY}{chosen}")["levels"]
        except NotFound as error:
            return back(request, str(error), "/templates")
    revision = whole_number(request.POST.get("stamp", ""))
    return pressed(
        request,
        edit_template,
        "/templates",
        template_id=template_id,
        name=request.POST.get("name", ""),
        levels=levels,
        shown_revision=revision,
    )


@require_POST
@staff(DIRECTORS)
def delete_template(request: StaffRequest, template_id: int) -> HttpResponse:
    """Take one of the club's own templates out of the list."""
    return pressed(request, remove_template, "/templates", template_id=template_id)
