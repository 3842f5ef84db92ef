"""Screens that players look at."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from acts.refusals import text as clean_text
from acts.refusals import whole
from acts.secrecy import Secret, checked_token
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError, NotFound
from tournaments.models import Screen
from tournaments.stamps import register_stamp, revision_reader

DAY_MS = 24 * 60 * 60 * 1000
LONGEST_DAYS = 366

register_stamp("screen", revision_reader(Screen))


@director_action("screen.create", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def create_screen(
    act: Act,
    *,
    name: str,
    token: Secret,
    mode: str = "auto",
    language: str = "",
    sounds: bool = False,
    days: int = 30,
) -> dict[str, object]:
    """Make a screen for this tournament. Whoever opens /d/<token> within `days` sees what players may see.

    The token is made by the caller, who shows the link once; only its hash is stored.
    """
    chosen = language or act.club.language
    row = act.create(
        Screen(
            club=act.club,
            tournament=act.event,
            name=clean_text(name, 120, _("The name of the screen")),
            token_hash=checked_token(token),
            mode=_mode(mode),
            language=_language(chosen),
            sounds=sounds,
            expires_ms=act.now_ms + whole(days, 1, LONGEST_DAYS, _("Days")) * DAY_MS,
        )
    )
    act.facts |= {"screen": row.name}
    return {"screen_id": row.pk}


def _mode(mode: str) -> str:
    if mode not in Screen.Mode.values:
        raise DirectorError("mode_unknown", _("Choose what the screen shows from the list."))
    return mode


def _language(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        raise DirectorError("language_unknown", _("Choose a language from the list."))
    return language


def find_screen(act: Act, screen_id: int) -> Screen:
    """A screen of this tournament that was not revoked."""
    row = Screen.objects.filter(tournament=act.event, pk=screen_id, revoked_by__isnull=True).first()
    if row is None:
        raise NotFound("screen_unknown", _("There is no such screen."))
    return row


@director_action("screen.change", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def change_screen(
    act: Act,
    *,
    screen_id: int,
    name: str | None = None,
    mode: str | None = None,
    language: str | None = None,
    sounds: bool | None = None,
) -> dict[str, object]:
    """Change what a screen shows, in which language, and whether it sounds; what is not named stays."""
    row = find_screen(act, screen_id)
    wanted = {
        "name": None if name is None else clean_text(name, 120, _("The name of the screen")),
        "mode": None if mode is None else _mode(mode),
        "language": None if language is None else _language(language),
        "sounds": sounds,
    }
    act.change(row, **{field: value for field, value in wanted.items() if value is not None})
    act.facts |= {"screen": row.name}
    return {"screen_id": row.pk}


@director_action("screen.renew", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def renew_screen(act: Act, *, screen_id: int, token: Secret, days: int = 30) -> dict[str, object]:
    """Give a screen a new link, when the old one was lost or seen by others: the old one shows nothing from now on."""
    row = find_screen(act, screen_id)
    expires_ms = act.now_ms + whole(days, 1, LONGEST_DAYS, _("Days")) * DAY_MS
    act.change(row, token_hash=checked_token(token), expires_ms=expires_ms)
    act.facts |= {"screen": row.name}
    return {"screen_id": row.pk}


@director_action("screen.revoke", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def revoke_screen(act: Act, *, screen_id: int) -> dict[str, object]:
    """Take the screen's link back: it shows nothing from now on."""
    row = find_screen(act, screen_id)
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"screen": row.name}
    return {"screen_id": row.pk}
