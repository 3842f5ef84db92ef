"""/setup: owner and club on a fresh installation, with the one-time code that the terminal printed."""

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from acts.founding import found_club, setup_is_open
from acts.tournament_fields import CURRENCIES
from club.models import RulePreset, User
from director.house.door_views import door_context
from director.web.typed_numbers import zone_choices
from tournaments.errors import DirectorError

BACKEND = "django.contrib.auth.backends.ModelBackend"
FIELD_OF_REFUSAL = {"setup_code_wrong": "code", "password_weak": "password"}


class SetupForm(forms.Form):
    """The owner, the club, and the code that proves that whoever fills this in started the server."""

    code = forms.CharField(
        label=gettext_lazy("Code from the terminal"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    full_name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=4000,
        strip=False,
        help_text=gettext_lazy("At least ten characters; three or four words are good."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    club_name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=200)
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"), choices=[(code, code) for code in CURRENCIES]
    )
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    rule_preset = forms.ChoiceField(label=gettext_lazy("Rules"), choices=RulePreset.choices)

    def clean_username(self) -> str:
        name = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("Somebody has this user name. Choose another."))
        return name


@never_cache
@login_not_required
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Make the first owner, once; afterwards this page leads to the sign-in."""
    if not setup_is_open():
        return redirect("/login")
    initial = {
        "currency": "EUR",
        "timezone": "Europe/Tallinn",
        "language": get_language(),
        "rule_preset": "tda",
    }
    form = SetupForm(request.POST or None, initial=initial)
    if form.is_valid() and _found(request, form):
        return redirect("/")
    status = 422 if form.is_bound else 200
    return render(
        request, "console/setup.html", door_context(request, _("Welcome")) | {"form": form}, status=status
    )


def _found(request: HttpRequest, form: SetupForm) -> bool:
    """Found the club and sign its owner in; a refusal is put on the form."""
    try:
        outcome = found_club(**form.cleaned_data)
    except DirectorError as error:
        form.add_error(FIELD_OF_REFUSAL.get(error.code), str(error))
        return False
    with transaction.atomic():
        login(request, User.objects.get(pk=outcome.result["user_id"]), backend=BACKEND)
    return True
