"""A player's own page: by the code on his seat card, without an account."""

from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page

from display.answers import LANGUAGES, open_page, told, words_for
from display.documents import document, state_response
from display.records import records_json, subject_of
from display.views import common_urls
from tournaments.sources import current_sources
from tournaments.stream_tokens import player_token

# Wrong codes from one address within a minute. Beyond the first number they are told to wait; beyond the second no code
# from there is looked up but those the same browser has opened before. A hall shares one address, so a guesser in it
# must not shut the players out; ten tries a second at 30^10 codes find nothing in a hundred years.
MISSES_ALLOWED = 20
MISSES_BEFORE_SHUT = 600
SEEN_COOKIE = "player-page"
SEEN_S = 3 * 24 * 60 * 60
MINUTE_S = 60
LONGEST_CODE = 32
SIGNER = signing.Signer(salt="display.player")


def cleaned(code: str) -> str:
    """The code as it is stored, however it was typed: "k7q2 9xm3-4r" is "K7Q29XM34R"."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:LONGEST_CODE]


def misses_key(request: HttpRequest) -> str:
    return f"display.misses.{request.META.get('REMOTE_ADDR', '')}"


def misses(request: HttpRequest) -> int:
    """How often this address has guessed wrong within a minute. Right codes are never counted."""
    return int(cache.get(misses_key(request), 0))


def count_miss(request: HttpRequest) -> None:
    """One more wrong code from this address."""
    key = misses_key(request)
    if not cache.add(key, 1, MINUTE_S):
        cache.incr(key)


def was_opened_here(request: HttpRequest, code: str) -> bool:
    """Whether this browser has opened the code's page before."""
    try:
        seen = SIGNER.unsign(request.COOKIES.get(SEEN_COOKIE, ""))
    except signing.BadSignature:
        return False
    return constant_time_compare(seen, code)


def remember(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Know this browser again, whatever others at its address do."""
    response.set_cookie(
        SEEN_COOKIE,
        SIGNER.sign(code),
        max_age=SEEN_S,
        path="/p/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def find(request: HttpRequest, code: str) -> tuple[int, int] | HttpResponseBase:
    """(player, tournament) of the code, or the refusal."""
    wrong, wanted = misses(request), cleaned(code)
    shut = wrong >= MISSES_BEFORE_SHUT and not was_opened_here(request, wanted)
    subject = None if shut else subject_of(wanted)
    if subject is not None:
        return subject
    count_miss(request)
    if wrong < MISSES_ALLOWED:
        return told(request, "display/unknown_code.html", 404, {"code": code})
    answer = told(request, "display/unknown_code.html", 429, {"code": code, "too_many": True})
    answer.headers["Retry-After"] = str(MINUTE_S)
    return answer


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
    context = {"boot": boot, "tournament_name": state["tournament"]["name"]}
    response = render(request, "display/player.html", context)
    remember(request, response, cleaned(code))
    return response


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
