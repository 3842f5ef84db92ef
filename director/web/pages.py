"""Rendering pages of the console: the whole page, or the one part of it that a script asks for."""

import time
from collections.abc import Collection
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from director.web.access import StaffRequest
from director.web.streams import events_url
from tournaments.sources import current_sources

LIVE = ("live",)


def now_ms() -> int:
    """The time pages are drawn at: that of the acts."""
    return current_sources().now_ms()


def part_of(request: StaffRequest, parts: Collection[str]) -> str:
    """The part asked for (`?part=`), if the page has it."""
    part = request.GET.get("part", "")
    return part if part in parts else ""


def address(request: StaffRequest) -> str:
    """Path and query of the page itself, without `part`, so that it can be fetched again."""
    query = request.GET.copy()
    query.pop("part", None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def render_page(
    request: StaffRequest,
    template: str,
    context: dict[str, Any],
    *,
    nav: str,
    title: str,
    parts: Collection[str] = (),
    at_ms: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """A page, or its part named by `?part=`; `parts` are those it has. With "live" among them it follows the stream.

    `at_ms` is the moment the facts of the page were worked out for.
    """
    part = part_of(request, parts)
    tournament = getattr(request, "tournament", None)
    page = {
        "nav": nav,
        "title": title,
        "url": address(request),
        "version": tournament.version if tournament else request.staff.club.version,
        "events_url": events_url(request) if "live" in parts and not part else "",
        "server_ms": at_ms if at_ms is not None else time.time_ns() // 1_000_000,
    }
    name = f"{template}#{part}" if part else template
    response = render(request, name, {"page": page, **context}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
