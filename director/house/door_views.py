"""The door: signing in and out, the language, one's own password, and which of several clubs to work for."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django import forms
from django.conf import settings
from django.contrib.auth import login as sign_in
from django.contrib.auth import logout as sign_out
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from acts.club import set_own_password
from acts.founding import setup_is_open
from acts.secrecy import Secret
from club.models import User
from director.posting.club_acts import Refused, call, done, sent, status_for
from director.web.access import CLUB_KEY, StaffRequest, memberships, staff
from director.web.context import own_names
from director.web.pages import render_page
from tournaments.actors import EVERYBODY_ON_STAFF

SECRET_CODE = {"password_wrong": "old", "password_weak": "new"}


def door_context(request: HttpRequest, title: str) -> dict[str, Any]:
    """What pages before the sign-in need."""
    page = {"nav": "", "title": title, "url": request.get_full_path(), "version": 0, "events_url": ""}
    return {"page": page, "languages": own_names()}


def safe_next(request: HttpRequest, default: str = "/") -> str:
    """The page to go on to: one of this site, or the default."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    fits = target.startswith("/") and url_has_allowed_host_and_scheme(target, {request.get_host()})
    return target if fits else default


# Signing in and out ------------------------------------------------------------------------------------------------


@never_cache
@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Sign in. Too many wrong passwords close the door for a while: django-axes then calls `locked`."""
    if setup_is_open():
        return redirect("/setup")
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    form = AuthenticationForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        sign_in(request, form.get_user())
        return redirect(safe_next(request))
    return _login_page(request, form, status_for(form))


def _login_page(request: HttpRequest, form: AuthenticationForm, status: int, note: str = "") -> HttpResponse:
    context = {"form": form, "next": safe_next(request, ""), "locked_note": note}
    return render(request, "console/login.html", door_context(request, _("Sign in")) | context, status=status)


def locked(
    request: HttpRequest, _answer: HttpResponse | None, credentials: Mapping[str, Any]
) -> HttpResponse:
    """The answer while a user name is closed on a device: how long it stays so. Called by django-axes."""
    minutes = max(1, -(-int(left_of_lock(request, credentials).total_seconds()) // 60))
    note = ngettext(
        "Too many wrong passwords from this device. Try again in %(minutes)s minute; whoever is signed in stays so.",
        "Too many wrong passwords from this device. Try again in %(minutes)s minutes; whoever is signed in stays so.",
        minutes,
    ) % {"minutes": minutes}
    form = AuthenticationForm(request, initial={"username": credentials.get("username", "")})
    return _login_page(request, form, 429, note)


def left_of_lock(request: HttpRequest, credentials: Mapping[str, Any]) -> timedelta:
    """The time until so many of the wrong tries are forgiven that another one is allowed."""
    handler = AxesProxyHandler.get_implementation()
    rows = [row for rows in handler.get_user_attempts(request, dict(credentials)) for row in rows]
    failures = sum(row.failures_since_start for row in rows)
    for row in sorted(rows, key=lambda row: row.attempt_time):
        failures -= row.failures_since_start
        if failures < settings.AXES_FAILURE_LIMIT:
            return row.attempt_time + settings.AXES_COOLOFF_TIME - timezone.now()
    return settings.AXES_COOLOFF_TIME


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Sign out."""
    sign_out(request)
    return redirect("/login")


# Language, club, password ------------------------------------------------------------------------------------------


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of the pages: remembered with the person, and by a cookie before anybody signs in."""
    chosen = request.POST.get("language", "")
    response = redirect(safe_next(request))
    if chosen in dict(settings.LANGUAGES) and translation.check_for_language(chosen):
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=chosen)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=365 * 24 * 60 * 60,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: StaffRequest) -> HttpResponse:
    """Choose the club to work for, when there are several."""
    members = memberships(request.user)
    chosen = next((m for m in members if str(m.club_id) == request.POST.get("club_id")), None)
    if request.method == "POST" and chosen:
        request.session[CLUB_KEY] = chosen.club_id
        return redirect("/")
    if len(members) <= 1:
        return redirect("/")
    rows = [{"id": m.club_id, "name": m.club.name, "role_label": m.get_role_display()} for m in members]
    return render(request, "console/clubs.html", door_context(request, _("Clubs")) | {"clubs": rows})


class PasswordForm(forms.Form):
    """The old password, and the new one twice."""

    old = forms.CharField(
        label=gettext_lazy("Old password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        help_text=gettext_lazy("At least ten characters; three or four words are good."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("New password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_again(self) -> str:
        if self.cleaned_data["again"] != self.cleaned_data.get("new"):
            raise forms.ValidationError(_("This is not the same as the new password."))
        return self.cleaned_data["again"]


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@staff(EVERYBODY_ON_STAFF)
def password(request: StaffRequest) -> HttpResponse:
    """Change one's own password; this session goes on, all others of the person end."""
    form = PasswordForm(request.POST or None)
    status = 0
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            outcome = call(request, set_own_password, old=Secret(cleaned["old"]), new=Secret(cleaned["new"]))
            update_session_auth_hash(request, User.objects.get(pk=request.user.pk))
            return done(request, outcome, "/")
        except Refused as refused:
            status = sent(form, SECRET_CODE, refused)
    return render_page(
        request, "console/password.html", {"form": form}, nav="", title=_("Password"),
        status=status or status_for(form),
    )  # fmt: skip
