"""What other sites and programs read behind a display's link: the document, its flat form, and who may read them where.

Nothing in them is secret (it is on the wall), so pages of other sites may read them too: see docs/decisions/0016.
"""

import functools
import hashlib
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from display.answers import open_page
from display.documents import conditional, document, state_response, states_response
from display.links import screen_of_link, was_switched_off
from display.screen_record import others_of
from display.simple import simple_state
from display.snapshot import encode
from tournaments.models import Screen
from tournaments.sources import current_sources

type Answer = Callable[[HttpRequest, Screen], HttpResponseBase]

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Expose-Headers": "ETag",
    "Access-Control-Max-Age": "86400",
}


def readable_everywhere(answer: Answer) -> Callable[..., HttpResponseBase]:
    """An answer about the display behind a link, which scripts of any site may read; 410 once it was switched off."""

    @open_page
    def read(request: HttpRequest, link: str) -> HttpResponseBase:
        found = screen_of_link(link)
        if found is not None:
            return answer(request, found)
        if was_switched_off(link):
            return JsonResponse({"error": "display switched off"}, status=410)
        return JsonResponse({"error": "unknown or expired display"}, status=404)

    @functools.wraps(answer)
    def ask(request: HttpRequest, link: str) -> HttpResponseBase:
        # A browser asks first whether the other site may send If-None-Match.
        response = HttpResponse(status=204) if request.method == "OPTIONS" else read(request, link)
        for name, value in CORS.items():
            response.headers[name] = value
        return response

    return login_not_required(ask)


@readable_everywhere
def state(request: HttpRequest, found: Screen) -> HttpResponseBase:
    """The open state behind a display, with an ETag."""
    return state_response(request, found.tournament_id)


@readable_everywhere
def states(request: HttpRequest, found: Screen) -> HttpResponseBase:
    """The open states of all tournaments that the display shows."""
    return states_response(request, (found.tournament_id, *others_of([found.pk]).get(found.pk, ())))


@readable_everywhere
def simple(request: HttpRequest, found: Screen) -> HttpResponseBase:
    """The same in a few flat fields, with the seconds left at this moment."""
    content: dict[str, Any] = simple_state(document(found.tournament_id), current_sources().now_ms())
    etag = hashlib.sha256(encode(content)).hexdigest()[:32]
    return conditional(request, content, f'"{etag}"')
