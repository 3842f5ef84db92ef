"""What every page of the console gets: the person and his club, the tournament of the page, what he may do."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_info

from club.models import Role
from director.web.access import Staff
from director.web.permissions import may
from tournaments.models import Tournament

THEMES = ("light", "dark")


def console(request: HttpRequest) -> dict[str, Any]:
    """The context of pages for staff; nothing but the theme for anybody else."""
    staff: Staff | None = getattr(request, "staff", None)
    theme = request.COOKIES.get("theme", "")
    shared = {"theme": theme if theme in THEMES else ""}
    if staff is None:
        return shared
    return shared | {
        "shell": shell_of(staff),
        "tournament": tournament_of(getattr(request, "tournament", None)),
        "may": may(staff.role),
    }


def own_names() -> list[tuple[str, str]]:
    """The languages, each by its own name: whoever looks for his own need not read another."""
    return [
        (code, str(get_language_info(code)["name_local"]).capitalize()) for code, _name in settings.LANGUAGES
    ]


def shell_of(staff: Staff) -> dict[str, Any]:
    """Club, person, role and the languages he can choose from."""
    return {
        "club_name": staff.club.name,
        "user_name": str(staff.user),
        "role": staff.role,
        "role_label": Role(staff.role).label,
        "languages": own_names(),
        "clubs": staff.clubs,
    }


def tournament_of(row: Tournament | None) -> dict[str, Any] | None:
    """The tournament as the shell shows it."""
    if row is None:
        return None
    return {
        "id": row.pk,
        "name": row.name,
        "status": row.status,
        "status_label": row.get_status_display(),
        "currency": row.currency,
        "is_running": row.status == "running",
    }
