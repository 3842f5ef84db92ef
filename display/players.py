"""A player's own page: by the code on his seat card, without an account."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page

from display.answers import LANGUAGES, open_page, told, words_for
from display.documents import document, state_response
from display.records import records_json, subject_of
from display.views import common_urls
from tournaments.sources import current_sources
from tournaments.stream_tokens import player_token

MISSES_ALLOWED = 20
MINUTE_S = 60
LONGEST_CODE = 32


def cleaned(code: str) -> str:
    """The code as it is stored, however it was typed: "k7q2 9xm3-4r" is "K7Q29XM34R"."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:LONGEST_CODE]


def misses_key(request: HttpRequest) -> str:
    return f"display.misses.{request.META.get('REMOTE_ADDR', '')}"


def too_many(request: HttpRequest) -> bool:
    """Whether this address has guessed wrong too often within a minute. Right codes are never counted."""
    return cache.get(misses_key(request), 0) >= MISSES_ALLOWED


def count_miss(request: HttpRequest) -> None:
    """One more wrong code from this address."""
    key = misses_key(request)
    if not cache.add(key, 1, MINUTE_S):
        cache.incr(key)


def find(request: HttpRequest, code: str) -> tuple[int, int] | HttpResponseBase:
    """(player, tournament) of the code, or the refusal."""
    if too_many(request):
        answer = told(request, "display/unknown_code.html", 429, {"code": code, "too_many": True})
        answer.headers["Retry-After"] = str(MINUTE_S)
        return answer
    subject = subject_of(cleaned(code))
    if subject is None:
        count_miss(request)
        return told(request, "display/unknown_code.html", 404, {"code": code})
    return subject


@open_page
def ask(request: HttpRequest) -> HttpResponseBase:
    """Where a player types his code."""
    code = cleaned(request.GET.get("code", ""))
    if code:
        return HttpResponseRedirect(reverse("player", args=[code]))
    return render(request, "display/ask_code.html")


@open_page
@gzip_page
def player(request: HttpRequest, code: str) -> HttpResponseBase:
    """Seat, moves, place and prize of one player, with the clock."""
    found = find(request, code)
    if isinstance(found, HttpResponseBase):
        return found
    player_id, tournament_id = found
    state = document(tournament_id)
    language = (get_language() or "en").split("-")[0]
    boot = {
        "server_ms": current_sources().now_ms(),
        "state": state,
        "me": records_json(tournament_id, [player_id]).get(player_id),
        "guest": True,
        "screen": {"mode": "auto", "language": language, "sound": False},
        "words": words_for(state),
        "languages": LANGUAGES,
        "urls": common_urls()
        | {
            "events": f"/events?k={player_token(player_id, tournament_id)}",
            "state": reverse("player_state", args=[cleaned(code)]),
            "me": reverse("player_record", args=[cleaned(code)]),
            "seats": "",
            "qr": "",
        },
    }
    return render(
        request, "display/player.html", {"boot": boot, "tournament_name": state["tournament"]["name"]}
    )


@open_page
def player_state(request: HttpRequest, code: str) -> HttpResponseBase:
    """The open state of the player's tournament, where no stream can be had."""
    found = find(request, code)
    return found if isinstance(found, HttpResponseBase) else state_response(request, found[1])


@open_page
def player_record(request: HttpRequest, code: str) -> HttpResponseBase:
    """The player's own record alone."""
    found = find(request, code)
    if isinstance(found, HttpResponseBase):
        return found
    player_id, tournament_id = found
    return JsonResponse({"me": records_json(tournament_id, [player_id]).get(player_id)})
