"""Displays: the page, the open state, seats, words, and the time."""

import io
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.gzip import gzip_page

from display.answers import LANGUAGES, open_page, told, words, words_for
from display.documents import document, state_response
from display.editions import edition_of
from display.links import (
    become,
    is_screen,
    screen_of_link,
    screen_of_secret,
    screen_of_view,
    view_code,
    was_switched_off,
)
from display.open_state import seats_by_name
from tournaments.models import Screen
from tournaments.public_address import public_address
from tournaments.sources import current_sources
from tournaments.stream_tokens import screen_token


@open_page
@gzip_page
def screen(request: HttpRequest, link: str) -> HttpResponseBase:
    """A display. Its secret link makes the browser that screen and leaves the address bar again at once."""
    found = screen_of_view(link)
    if found is not None:
        return screen_page(request, found)
    found = screen_of_secret(link)
    if found is None:
        return told(request, "display/unknown_screen.html", 404)
    response = HttpResponseRedirect(reverse("display", args=[view_code(found)]))
    response.status_code = 303
    become(found, request, response)
    return response


def screen_page(request: HttpRequest, found: Screen) -> HttpResponse:
    """The page of a screen, or of a guest who is shown the same."""
    guest = not is_screen(found, request)
    language = (get_language() or "en").split("-")[0] if guest else found.language
    state = document(found.tournament_id)
    boot = {
        "server_ms": current_sources().now_ms(),
        "state": state,
        "guest": guest,
        "screen": {
            "mode": "auto" if guest else found.mode,
            "language": language,
            "sound": found.sounds and not guest,
        },
        "words": words_for(state, language),
        "languages": LANGUAGES,
        "urls": urls_of(request, found, guest=guest),
    }
    with override(language):
        return render(
            request, "display/screen.html", {"boot": boot, "tournament_name": found.tournament.name}
        )


def urls_of(request: HttpRequest, found: Screen, *, guest: bool) -> dict[str, Any]:
    """Where the page finds everything. The stream's pass is in the page, not in its address."""
    link = view_code(found)
    return common_urls() | {
        "events": f"/events?k={screen_token(found.pk, guest=guest)}",
        "state": reverse("display_state", args=[link]),
        "seats": reverse("display_seats", args=[link]),
        # A phone cannot open an address that means the machine itself.
        "qr": reverse("display_qr", args=[link]) if public_address(request, "/") else "",
    }


def common_urls() -> dict[str, Any]:
    """Addresses that every page of players needs."""
    return {
        "time": reverse("display_time"),
        "words": reverse("display_words", args=["__"]),
        "awake": {"webm": static("display/awake.webm"), "mp4": static("display/awake.mp4")},
    }


@open_page
def state(request: HttpRequest, link: str) -> HttpResponseBase:
    """The open state behind a display, with an ETag."""
    found = screen_of_link(link)
    if found is None:
        if was_switched_off(link):
            return JsonResponse({"error": "display switched off"}, status=410)
        return JsonResponse({"error": "unknown or expired display"}, status=404)
    return state_response(request, found.tournament_id)


@open_page
def seats(request: HttpRequest, link: str) -> HttpResponseBase:
    """Who sits where, by display name."""
    found = screen_of_link(link)
    if found is None:
        return JsonResponse({"error": "unknown or expired display"}, status=404)
    edition = edition_of(found.tournament_id)
    return JsonResponse({"version": edition, "seats": seats_by_name(found.tournament_id)})


@open_page
def qr(request: HttpRequest, link: str) -> HttpResponseBase:
    """The public address of a display, for phones to scan."""
    found = screen_of_link(link)
    if found is None:
        return told(request, "display/unknown_screen.html", 404)
    address = public_address(request, reverse("display", args=[view_code(found)]))
    if not address:
        return HttpResponse(status=404)
    image = io.BytesIO()
    segno.make(address, error="m", micro=False).save(image, kind="svg", border=2, scale=4, xmldecl=False)
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


@open_page
def words_of(request: HttpRequest, language: str) -> HttpResponseBase:
    """The words of displays in one of the project's languages."""
    if language not in {code for code, _title in LANGUAGES}:
        return JsonResponse({"error": "unknown language"}, status=404)
    return JsonResponse(words(language), headers={"Cache-Control": "public, max-age=300"})


@open_page
def time(request: HttpRequest) -> HttpResponseBase:
    """The server's time, for estimating how far a display's own clock is off."""
    return JsonResponse({"server_ms": current_sources().now_ms()})


@open_page
def no_link(request: HttpRequest) -> HttpResponseBase:
    """The address without a link."""
    return told(request, "display/unknown_screen.html", 404)
