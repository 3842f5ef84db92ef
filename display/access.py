"""Who may listen to a stream, looked up in the database: when it opens, and again while it is open."""

from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from club.models import Membership
from display.screen_record import ScreenRecord, others_of, record_of
from tournaments.models import Screen, Tournament
from tournaments.sources import current_sources
from tournaments.stream_tokens import GUEST, PLAYER, SCREEN, STAFF, StreamPass, link_mark


@dataclass(frozen=True, slots=True)
class Grant:
    """What a stream may carry: the tournament, for a display its further ones and its own record."""

    tournament_id: int
    others: tuple[int, ...] = ()
    record: ScreenRecord | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A pass and the session it was shown with; equal claims get equal answers. `by_link`: he knows a link, no more."""

    held: StreamPass
    session_key: str = ""
    by_link: bool = False


def answer(claim: Claim) -> Grant | None:
    """What the claim is granted now; None: nothing."""
    return answers([claim])[claim]


def answers(claims: Collection[Claim]) -> dict[Claim, Grant | None]:
    """What each claim is granted now, with two queries for all screens together."""
    now_ms = current_sources().now_ms()
    screens = live_screens([claim.held.subject_id for claim in claims if claim.held.kind in {SCREEN, GUEST}])
    others = others_of(screens) if screens else {}
    found: dict[Claim, Grant | None] = {}
    for claim in claims:
        held = claim.held
        if held.expires_s * 1000 <= now_ms:
            found[claim] = None
        elif held.kind in {SCREEN, GUEST}:
            further = others.get(held.subject_id, ())
            found[claim] = screen_grant(screens.get(held.subject_id), held, now_ms, further)
        elif held.kind == PLAYER:
            found[claim] = Grant(held.tournament_id)
        else:
            found[claim] = Grant(held.tournament_id) if held.kind == STAFF and staff_may(claim) else None
    return found


def live_screens(screen_ids: Collection[int]) -> dict[int, Screen]:
    """Screens that were not revoked."""
    if not screen_ids:
        return {}
    return {row.pk: row for row in Screen.objects.filter(pk__in=set(screen_ids), revoked_by__isnull=True)}


def screen_grant(
    screen: Screen | None, held: StreamPass, now_ms: int, others: tuple[int, ...]
) -> Grant | None:
    """A screen's tournaments and record, while the link that the pass is of is the screen's own and not over."""
    if screen is None or held.link != link_mark(screen):
        return None
    if screen.expires_ms is not None and screen.expires_ms <= now_ms:
        return None
    return Grant(screen.tournament_id, others, record_of(screen, guest=held.kind == GUEST))


def staff_may(claim: Claim) -> bool:
    """Whether the session is still that user's and he still works for the tournament's club."""
    user = session_user(claim.session_key)
    if user is None or user.pk != claim.held.subject_id:
        return False
    club = Tournament.objects.filter(pk=claim.held.tournament_id).values("club")
    return Membership.objects.filter(user=user, club__in=club, active=True).exists()


def session_user(session_key: str) -> Any:
    """The user signed in under a session key; None for nobody (signed out, password changed, account closed)."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user if user.is_authenticated else None
