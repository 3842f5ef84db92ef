"""Displays: the page, the open state, seats, words, and the time."""

import io
from collections.abc import Callable
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.gzip import gzip_page

from display.answers import LANGUAGES, open_page, told, words, words_for
from display.documents import document
from display.editions import edition_of
from display.links import (
    become,
    is_screen,
    screen_of_link,
    screen_of_secret,
    screen_of_view,
    view_code,
)
from display.open_state import seats_by_name, waiting_by_name
from display.screen_record import others_of, record_json, record_of
from tournaments.models import Screen, Tournament
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
    others = others_of([found.pk]).get(found.pk, ())
    boot = {
        "server_ms": current_sources().now_ms(),
        "state": state,
        "others": [document(one) for one in others],
        "guest": guest,
        "screen": record_json(record_of(found, guest=guest)) | {"language": language},
        "words": words_for(state, language),
        "languages": LANGUAGES,
        "urls": urls_of(request, found, guest=guest, several=bool(others)),
    }
    with override(language):
        return render(
            request, "display/screen.html", {"boot": boot, "tournament_name": found.tournament.name}
        )


def urls_of(request: HttpRequest, found: Screen, *, guest: bool, several: bool) -> dict[str, Any]:
    """Where the page finds everything. The stream's pass is in the page, not in its address."""
    link = view_code(found)
    return common_urls() | {
        "events": f"/events?k={screen_token(found, guest=guest)}",
        "state": reverse("display_states" if several else "display_state", args=[link]),
        "seats": reverse("display_seats", args=[link]),
        "waiting": reverse("display_waiting", args=[link]),
        "rules": reverse("display_rules", args=[link]),
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


type Read = Callable[[int], Any]


def listed(request: HttpRequest, link: str, name: str, read: Read) -> HttpResponseBase:
    """A list of one of the display's tournaments (`t`; its own where none is named), with the edition it is of."""
    found = screen_of_link(link)
    if found is None:
        return JsonResponse({"error": "unknown or expired display"}, status=404)
    shown = (found.tournament_id, *others_of([found.pk]).get(found.pk, ()))
    wanted = request.GET.get("t", str(found.tournament_id))
    chosen = next((one for one in shown if str(one) == wanted), None)
    if chosen is None:
        return JsonResponse({"error": "this display does not show that tournament"}, status=404)
    return JsonResponse({"version": edition_of(chosen), name: read(chosen)})


@open_page
def seats(request: HttpRequest, link: str) -> HttpResponseBase:
    """Who sits where, by display name."""
    return listed(request, link, "seats", seats_by_name)


@open_page
def waiting(request: HttpRequest, link: str) -> HttpResponseBase:
    """Who waits for a seat, in order, by display name."""
    return listed(request, link, "waiting", waiting_by_name)


@open_page
def rules(request: HttpRequest, link: str) -> HttpResponseBase:
    """The house rules as the club wrote them."""
    return listed(request, link, "rules", house_rules)


def house_rules(tournament_id: int) -> str:
    """The text of the club that runs the tournament."""
    return str(Tournament.objects.values_list("club__house_rules", flat=True).get(pk=tournament_id))


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
    # The address holds what the code says, so a browser may keep it.
    headers = {"Cache-Control": "private, max-age=3600"}
    return HttpResponse(image.getvalue(), content_type="image/svg+xml", headers=headers)


@open_page
def words_of(request: HttpRequest, language: str) -> HttpResponseBase:
    """The words of displays in one of the project's languages."""
    if language not in {code for code, _title in LANGUAGES}:
        return JsonResponse({"error": "unknown language"}, status=404)
    return JsonResponse(words(language), headers={"Cache-Control": "public, max-age=300"})


@open_page
def time(request: HttpRequest) -> HttpResponseBase:
    """The server's time, for estimating how far a display's own clock is off."""
    headers = {"Access-Control-Allow-Origin": "*"}  # for readers on other sites, like the document itself
    return JsonResponse({"server_ms": current_sources().now_ms()}, headers=headers)


@open_page
def no_link(request: HttpRequest) -> HttpResponseBase:
    """The address without a link."""
    return told(request, "display/unknown_screen.html", 404)
