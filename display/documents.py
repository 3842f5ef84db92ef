"""The open state as it is handed out by HTTP: at most one is made per tournament, process and second."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from display.editions import edition_of
from display.open_state import build_snapshot
from display.snapshot import FORMAT, encode
from tournaments.sources import current_sources

FRESH_MS = 1000


@dataclass(frozen=True, slots=True)
class Document:
    """A state and when it was made."""

    state: dict[str, Any]
    made_ms: int


_made: dict[int, Document] = {}
_making = threading.Lock()


def document(tournament_id: int) -> dict[str, Any]:
    """The open state: of the newest edition, and not older than a second (its `stage` follows the clock)."""
    edition = edition_of(tournament_id)
    with _making:
        now_ms = current_sources().now_ms()
        found = _made.get(tournament_id)
        if found and found.state["version"] == edition and 0 <= now_ms - found.made_ms < FRESH_MS:
            return found.state
        state = build_snapshot(tournament_id)
        _made[tournament_id] = Document(state, now_ms)
        return state


def state_response(request: HttpRequest, tournament_id: int) -> HttpResponseBase:
    """The document with an ETag of edition and stage; 304 where the reader has it."""
    state = document(tournament_id)
    return conditional(request, state, etag_of([state]))


def states_response(request: HttpRequest, tournament_ids: Iterable[int]) -> HttpResponseBase:
    """The documents of all tournaments of a display, with one ETag."""
    states = [document(one) for one in tournament_ids]
    return conditional(request, {"format": FORMAT, "states": states}, etag_of(states))


def etag_of(states: Iterable[dict[str, Any]]) -> str:
    """The ETag of documents: of which tournaments, at which editions, in which stages."""
    parts = (f"{state['tournament']['id']}-{state['version']}-{state['stage']}" for state in states)
    return f'"{".".join(parts)}"'


def conditional(request: HttpRequest, content: object, etag: str) -> HttpResponseBase:
    """JSON with an ETag; 304 where the reader has it."""
    fresh = HttpResponse(encode(content), content_type="application/json", headers={"ETag": etag})
    answer = get_conditional_response(request, etag=etag, response=fresh) or fresh
    answer.headers["Cache-Control"] = "no-cache, private"
    return answer
