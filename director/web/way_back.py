"""Where a person came from: after an act, and from a form that is a page of its own, the way leads back there."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

FORM_PAGE = re.compile(r"/t/(\d+)/form/")


def after_act(request: HttpRequest) -> str:
    """Where to go when the act of a form is done; never to another site."""
    return next(place for place in _places(request) if _is_ours(request, place))


def after_refusal(request: HttpRequest) -> str:
    """Where a refusal is read: on the page of the form, to be tried again, else where the act would have led."""
    came_from = _referer(request)
    return came_from if FORM_PAGE.match(came_from) else after_act(request)


def _places(request: HttpRequest) -> Iterator[str]:
    yield request.POST.get("next", "")
    came_from = _referer(request)
    yield _next_of(came_from)
    yield from _unless_form(came_from)
    yield "/"


def of_form(request: HttpRequest, tournament_id: int) -> str:
    """Where the page of a form leads back to: the page it was opened from, through whatever forms."""
    came_from = _referer(request)
    places = (
        request.GET.get("next", ""),
        _next_of(came_from),
        "" if FORM_PAGE.match(came_from) else came_from,
        f"/t/{tournament_id}/",
    )
    return next(place for place in places if _is_ours(request, place))


def with_next(request: HttpRequest, place: str) -> str:
    """The address of the page itself, which also says where it leads back to."""
    query = request.GET.copy()
    query["next"] = place
    return f"{request.path}?{urlencode(list(query.items()))}"


def _referer(request: HttpRequest) -> str:
    """Path and query of the page the browser came from."""
    parts = urlsplit(request.headers.get("Referer", ""))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _next_of(place: str) -> str:
    """What the page of a form says in its address about the way back."""
    return parse_qs(urlsplit(place).query).get("next", [""])[0] if FORM_PAGE.match(place) else ""


def _unless_form(place: str) -> Iterator[str]:
    """The page itself; of a form's page, which the act has outdated, the tournament's."""
    form = FORM_PAGE.match(place)
    yield f"/t/{form[1]}/" if form else place


def _is_ours(request: HttpRequest, place: str) -> bool:
    return place.startswith("/") and url_has_allowed_host_and_scheme(place, {request.get_host()})
