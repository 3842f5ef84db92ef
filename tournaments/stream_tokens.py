"""Signed passes for the event stream: what a page may listen to, for how long.

A pass says who asks; whether he still may is looked up again while the stream is open. Passes are written into pages,
never into their addresses.
"""

import time
from dataclasses import dataclass
from typing import Final

from django.core import signing

from tournaments.models import Screen

SALT: Final = "tournaments.stream"
DAY_S: Final = 24 * 60 * 60

SCREEN: Final = "screen"  # the display itself: its own record and the open state
GUEST: Final = "guest"  # anybody shown what a display shows
PLAYER: Final = "player"  # a player's own page: the open state and his own record
STAFF: Final = "staff"  # a page of the console: "version n" only
KINDS: Final = frozenset({SCREEN, GUEST, PLAYER, STAFF})


@dataclass(frozen=True, slots=True)
class StreamPass:
    """`subject_id` is the screen's, the player's or the user's; `tournament_id` is 0 where the screen decides.

    `link` is the mark of the screen's link, so that a new link makes the passes of the old one void.
    """

    kind: str
    subject_id: int
    tournament_id: int
    expires_s: int
    link: str = ""


def link_mark(screen: Screen) -> str:
    """What tells a screen's link from the one it had before, without being it."""
    return screen.token_hash[:24]


def screen_token(screen: Screen, *, guest: bool = False) -> str:
    """For a display's page. It lives three days; a display that is revoked or expired is refused long before."""
    return _signed(GUEST if guest else SCREEN, screen.pk, 0, 3 * DAY_S, link_mark(screen))


def player_token(player_id: int, tournament_id: int) -> str:
    """For the page of a player in one tournament."""
    return _signed(PLAYER, player_id, tournament_id, 2 * DAY_S)


def staff_token(user_id: int, tournament_id: int, *, lives_s: int = DAY_S) -> str:
    """For a console page of one tournament; the stream also asks for the session of that user."""
    return _signed(STAFF, user_id, tournament_id, lives_s)


def _signed(kind: str, subject_id: int, tournament_id: int, lives_s: int, link: str = "") -> str:
    content = [kind, subject_id, tournament_id, int(time.time()) + lives_s, link]
    return signing.dumps(content, salt=SALT, compress=False)


def read_token(token: str) -> StreamPass | None:
    """The pass, or None where it is forged, malformed or over."""
    try:
        content = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    found = StreamPass(*content)
    return found if found.kind in KINDS and found.expires_s > time.time() else None
