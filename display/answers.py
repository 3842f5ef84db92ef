"""What every answer to a player or a display has in common."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from display.words import words_in

LANGUAGES = [["en", "English"], ["et", "Eesti"], ["ro", "Română"]]

type View = Callable[..., HttpResponseBase]


def open_page(view: View) -> View:
    """A page for everybody: no sign-in, read-only, not stored, and its address is told to nobody."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return login_not_required(require_safe(answer))


def told(
    request: HttpRequest, template: str, status: int, context: dict[str, Any] | None = None
) -> HttpResponse:
    """A friendly page instead of an error."""
    return render(request, template, context or {}, status=status)


def words(language: str | None = None) -> dict[str, Any]:
    """The words of the reader's language, or of a display's."""
    known = {code for code, _title in LANGUAGES}
    wanted = (language or get_language() or "en").split("-")[0]
    return words_in(wanted if wanted in known else "en")


def words_for(state: Mapping[str, Any], language: str | None = None) -> dict[str, Any]:
    """The same without games that this tournament does not play: pages stay small."""
    played = {f"game_{level['game']}" for level in state["clock"]["levels"] if "game" in level}
    found = words(language)
    return {key: text for key, text in found.items() if not key.startswith("game_") or key in played}
