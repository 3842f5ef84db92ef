"""Staff: who works in the club with which role, first and new passwords, keys of the club's programs."""

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from acts.club import (
    LONGEST_TOKEN_DAYS,
    activate_member,
    add_member,
    change_role,
    create_token,
    deactivate_member,
    revoke_token,
    set_member_password,
)
from acts.secrecy import Secret, new_token
from club.models import ApiToken, Club, Membership, Role, User
from director.posting.club_acts import Refused, call, done, new_request_id, pressed, said, sent, status_for
from director.web.access import StaffRequest, staff
from director.web.pages import render_page
from director.web.typed_numbers import WholeField
from tournaments.actors import OWNER_ONLY

FIELD_OF_REFUSAL = {
    "password_weak": "password",
    "password_missing": "password",
    "username_taken": "username",
    "member_already": "username",
    "text_missing": "username",
}
USUAL_TOKEN_DAYS = 365

WHAT_ROLES_MAY = {
    Role.OWNER: gettext_lazy("everything: staff, settings, all money, exports"),
    Role.DIRECTOR: gettext_lazy(
        "run tournaments: make and change them, clock, seats, busts, deals, prizes, refunds"
    ),
    Role.FLOOR: gettext_lazy("clock, seats, busts, chip counts, penalties, waiting list, displays; no money"),
    Role.CASHIER: gettext_lazy(
        "registration, rebuys, add-ons, refunds before the start, paying prizes, receipts"
    ),
    Role.DEALER: gettext_lazy(
        "at the table he deals: hands done, players out and stacks for floor staff to confirm"
    ),
    Role.VIEWER: gettext_lazy("look at what is public"),
}


class MemberForm(forms.Form):
    """Somebody new on the staff: a new user with a first password, or a user who is there already."""

    username = forms.CharField(
        label=gettext_lazy("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    full_name = forms.CharField(label=gettext_lazy("Name"), max_length=150, required=False)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.FLOOR)
    password = forms.CharField(
        label=gettext_lazy("First password"),
        required=False,
        strip=False,
        max_length=4000,
        help_text=gettext_lazy(
            "Pass it on; it can be changed after signing in. Empty for a user who exists."
        ),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class TokenForm(forms.Form):
    """A key with which a program of the club acts for the owner who makes it."""

    token_name = forms.CharField(label=gettext_lazy("What it is for"), max_length=120)
    token_role = forms.ChoiceField(
        label=gettext_lazy("It may what this role may"), choices=Role.choices, initial=Role.VIEWER
    )
    token_days = WholeField(
        label=gettext_lazy("Works for so many days"), low=1, high=LONGEST_TOKEN_DAYS, initial=USUAL_TOKEN_DAYS
    )


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@staff(OWNER_ONLY)
def people(request: StaffRequest) -> HttpResponse:
    """Everybody on the staff, and somebody new."""
    form = MemberForm(request.POST or None)
    status = 0
    if form.is_valid():
        cleaned = form.cleaned_data
        password = Secret(cleaned.pop("password")) if cleaned["password"] else None
        try:
            outcome = call(
                request,
                add_member,
                **{k: v for k, v in cleaned.items() if k != "password"},
                password=password,
            )
            return done(request, outcome, "/staff")
        except Refused as refused:
            status = sent(form, FIELD_OF_REFUSAL, refused)
    return _page(request, form=form, status=status or status_for(form))


def _page(
    request: StaffRequest,
    *,
    form: MemberForm | None = None,
    token_form: TokenForm | None = None,
    made: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "people": members(request.staff.club, request.user),
        "roles": [(value, label, WHAT_ROLES_MAY[Role(value)]) for value, label in Role.choices],
        "form": form or MemberForm(),
        "tokens": tokens(request.staff.club),
        "token_form": token_form or TokenForm(),
        "made": made,
        "request_id": request.POST.get("request_id") if status != 200 else new_request_id(),
    }
    return render_page(request, "console/staff.html", context, nav="staff", title=_("Staff"), status=status)


def members(club: Club, you: User) -> list[dict[str, Any]]:
    """Everybody who works or worked here, those who do first."""
    rows = (
        Membership.objects.filter(club=club)
        .select_related("user")
        .order_by("-active", "user__first_name", "pk")
    )
    return [
        {
            "user_id": row.user_id,
            "name": str(row.user),
            "username": row.user.username,
            "role": row.role,
            "role_label": row.get_role_display(),
            "active": row.active,
            "last_seen_ms": int(row.user.last_login.timestamp() * 1000) if row.user.last_login else None,
            "is_you": row.user_id == you.pk,
        }
        for row in rows
    ]


def tokens(club: Club) -> list[dict[str, Any]]:
    """Keys that were not revoked."""
    rows = ApiToken.objects.filter(club=club, active=True).select_related("user").order_by("name", "pk")
    return [
        {
            "id": row.pk,
            "name": row.name,
            "role_label": row.get_role_display(),
            "user_name": str(row.user),
            "expires_ms": int(row.expires_at.timestamp() * 1000) if row.expires_at else None,
        }
        for row in rows
    ]


def _member(request: StaffRequest, user_id: int) -> Membership:
    row = Membership.objects.filter(club=request.staff.club, user_id=user_id).first()
    if row is None:
        raise Http404
    return row


@require_POST
@staff(OWNER_ONLY)
def change_member(request: StaffRequest, user_id: int) -> HttpResponse:
    """Another role, no access any more, or access again."""
    row = _member(request, user_id)
    role = request.POST.get("role", "")
    try:
        if not role:
            outcome = call(request, deactivate_member, membership_id=row.pk)
        elif not row.active and role == row.role:
            outcome = call(request, activate_member, membership_id=row.pk)
        elif not row.active:
            outcome = call(request, add_member, username=row.user.username, role=role)
        else:
            outcome = call(request, change_role, membership_id=row.pk, role=role)
        return done(request, outcome, "/staff")
    except Refused as refused:
        return said(request, refused, "/staff")


@sensitive_post_parameters("password")
@require_POST
@staff(OWNER_ONLY)
def give_password(request: StaffRequest, user_id: int) -> HttpResponse:
    """A new password for somebody who forgot his."""
    row = _member(request, user_id)
    password = Secret(request.POST.get("password", ""))
    return pressed(request, set_member_password, "/staff", membership_id=row.pk, password=password)


# Keys of the API ---------------------------------------------------------------------------------------------------


@require_POST
@staff(OWNER_ONLY)
def make_token(request: StaffRequest) -> HttpResponse:
    """Make a key and show it, this once: the answer is the page itself, since nothing keeps the key."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, token_form=form, status=422)
    token, cleaned = new_token(), form.cleaned_data
    try:
        outcome = call(
            request,
            create_token,
            name=cleaned["token_name"],
            role=cleaned["token_role"],
            days=cleaned["token_days"],
            token=Secret(token),
        )
    except Refused as refused:
        return _page(request, token_form=form, status=sent(form, {}, refused))
    # A form sent again made no second key, and the first one is nowhere to be read.
    made = {"name": cleaned["token_name"], "token": "" if outcome.repeated else token}
    return _page(request, made=made)


@require_POST
@staff(OWNER_ONLY)
def end_token(request: StaffRequest, token_id: int) -> HttpResponse:
    """Stop a key."""
    return pressed(request, revoke_token, "/staff", api_token_id=token_id)
