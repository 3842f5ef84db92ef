"""How a screen is reached: the secret link that makes a browser that screen, and the address anybody may be shown.

See docs/decisions/0005-display-links.md for why there are two.
"""

import base64
import re
from typing import Final

from django.core import signing
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from acts.secrecy import fingerprint
from tournaments.models import Screen
from tournaments.sources import current_sources
from tournaments.stream_tokens import link_mark

SIGNER: Final = signing.Signer(salt="display.screen")
VIEW_CODE: Final = re.compile(r"(\d{1,18})-([A-Za-z0-9_-]{22})")
YEAR_S: Final = 365 * 24 * 60 * 60


def view_code(screen: Screen) -> str:
    """The public part of a screen's address: its number and 128 bits only this server can make.

    It shows what the screen shows and cannot pass for the screen. A new link of the screen makes it void.
    """
    mac = salted_hmac("display.view", f"{screen.pk}:{screen.token_hash}", algorithm="sha256").digest()[:16]
    return f"{screen.pk}-{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def screens() -> QuerySet[Screen]:
    """Screens that were not revoked, with the tournament and club they show."""
    return Screen.objects.filter(revoked_by__isnull=True).select_related("tournament__club")


def is_live(screen: Screen) -> bool:
    """Whether the screen's link has not expired."""
    return screen.expires_ms is None or screen.expires_ms > current_sources().now_ms()


def screen_of_secret(token: str) -> Screen | None:
    """The screen whose secret link this is."""
    screen = screens().filter(token_hash=fingerprint(token)).first()
    return screen if screen and is_live(screen) else None


def screen_of_view(code: str) -> Screen | None:
    """The screen whose public address this is."""
    match = VIEW_CODE.fullmatch(code)
    screen = screens().filter(pk=int(match[1])).first() if match else None
    fits = screen is not None and constant_time_compare(view_code(screen), code)
    return screen if screen and fits and is_live(screen) else None


def screen_of_link(link: str) -> Screen | None:
    """The screen behind either kind of link, for reading what it shows."""
    return screen_of_view(link) or screen_of_secret(link)


def was_switched_off(code: str) -> bool:
    """Whether this was the public address of a screen that was revoked since."""
    match = VIEW_CODE.fullmatch(code)
    revoked = Screen.objects.filter(revoked_by__isnull=False)
    screen = revoked.filter(pk=int(match[1])).first() if match else None
    return screen is not None and constant_time_compare(view_code(screen), code)


def cookie_name(screen: Screen, request: HttpRequest) -> str:
    """One cookie for each screen, so that a browser can be several; __Host- wherever a browser accepts it."""
    return f"__Host-screen-{screen.pk}" if request.is_secure() else f"screen-{screen.pk}"


def become(screen: Screen, request: HttpRequest, response: HttpResponse) -> None:
    """Make the browser that screen until the link expires, at most for a year."""
    left_s = YEAR_S
    if screen.expires_ms is not None:
        left_s = min(YEAR_S, (screen.expires_ms - current_sources().now_ms()) // 1000)
    response.set_cookie(
        cookie_name(screen, request),
        SIGNER.sign(f"{screen.pk}:{link_mark(screen)}"),
        max_age=left_s,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def is_screen(screen: Screen, request: HttpRequest) -> bool:
    """Whether this browser was made the screen by its secret link."""
    try:
        content = SIGNER.unsign(request.COOKIES.get(cookie_name(screen, request), ""))
    except signing.BadSignature:
        return False
    return constant_time_compare(content, f"{screen.pk}:{link_mark(screen)}")
