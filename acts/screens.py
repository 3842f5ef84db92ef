"""Screens that players look at: what each shows, in which language, and which of them is heard."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from acts.refusals import text as clean_text
from acts.refusals import whole
from acts.secrecy import Secret, checked_token
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError, NotFound
from tournaments.models import Screen, ScreenTournament, Tournament
from tournaments.stamps import register_stamp, revision_reader

DAY_MS = 24 * 60 * 60 * 1000
MINUTE_MS = 60 * 1000
LONGEST_DAYS = 366
SHORTEST_PANEL_S, LONGEST_PANEL_S = 5, 120
LONGEST_SHOWN_MINUTES = 120
# Beside the display's own tournament: four clocks are what a hall can tell apart.
MOST_OTHERS = 3
PANELS = ("prizes", "seats", "moves", "waiting", "structure", "rules")

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
    speaks: bool = False,
    days: int = 30,
) -> dict[str, object]:
    """Make a screen for this tournament. Whoever opens /d/<token> within `days` sees what players may see.

    The token is made by the caller, who shows the link once; only its hash is stored. A screen that `sounds` silences
    the one that was heard before.
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
            speaks=speaks,
            expires_ms=act.now_ms + whole(days, 1, LONGEST_DAYS, _("Days")) * DAY_MS,
        )
    )
    if sounds:
        _silence_others(act, row)
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


def _panels(panels: Sequence[str]) -> list[str]:
    if len(set(panels)) != len(panels) or not set(panels) <= set(PANELS):
        raise DirectorError("panel_unknown", _("Choose the panels from the list, each once."))
    return list(panels)


def _silence_others(act: Act, chosen: Screen) -> None:
    """One display of a tournament is heard: the others fall silent in the same act, and are back when it is undone."""
    heard = Screen.objects.filter(tournament=act.event, sounds=True, revoked_by__isnull=True)
    silenced = []
    for row in heard.exclude(pk=chosen.pk).order_by("pk"):
        act.change(row, sounds=False)
        silenced.append(row.name)
    if silenced:
        act.facts["silenced"] = silenced


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
    speaks: bool | None = None,
    panels: list[str] | None = None,
    panel_seconds: int | None = None,
    others: list[int] | None = None,
) -> dict[str, object]:
    """Change what a screen shows, in which language, and whether it is heard; what is not named stays.

    `panels` take turns in the mode "rotation", each for `panel_seconds` (none named: all). `others` are further
    tournaments of the club that it shows beside its own. A mode that is chosen ends what all screens were told to show
    for some minutes (screen.show_all). Choosing the one that sounds silences the others.
    """
    row = find_screen(act, screen_id)
    wanted = {
        "name": None if name is None else clean_text(name, 120, _("The name of the screen")),
        "mode": None if mode is None else _mode(mode),
        "shown_mode": None if mode is None else "",
        "language": None if language is None else _language(language),
        "sounds": sounds,
        "speaks": speaks,
        "panels": None if panels is None else _panels(panels),
        "panel_seconds": None if panel_seconds is None else _panel_seconds(panel_seconds),
    }
    act.change(row, **{field: value for field, value in wanted.items() if value is not None})
    if sounds:
        _silence_others(act, row)
    if others is not None:
        _show_others(act, row, others)
    act.facts |= {"screen": row.name}
    return {"screen_id": row.pk}


def _panel_seconds(seconds: int) -> int:
    return whole(seconds, SHORTEST_PANEL_S, LONGEST_PANEL_S, _("Seconds of each panel"))


def _show_others(act: Act, screen: Screen, others: Sequence[int]) -> None:
    """Further tournaments in this order; rows that stay keep their place in the table."""
    if len(others) > MOST_OTHERS:
        raise DirectorError(
            "too_many_tournaments",
            _("A display shows at most %(count)s tournaments. Make another display for the rest."),
            count=MOST_OTHERS + 1,
        )
    rows = Tournament.objects.filter(club=act.club, pk__in=others, revoked_by__isnull=True)
    known = set(rows.exclude(pk=act.event.pk).values_list("pk", flat=True))
    if set(others) != known or len(known) != len(others):
        raise NotFound("tournament_unknown", _("There is no such tournament in this club."))
    shown = {one.tournament_id: one for one in screen.others.filter(revoked_by__isnull=True)}
    for gone in shown.keys() - known:
        act.change(shown[gone], revoked_by_id=act.id)
    for position, tournament_id in enumerate(others):
        if tournament_id in shown:
            act.change(shown[tournament_id], position=position)
        else:
            act.create(ScreenTournament(screen=screen, tournament_id=tournament_id, position=position))


@director_action("screen.show_all", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def show_on_all(act: Act, *, mode: str, minutes: int = 5) -> dict[str, object]:
    """Show the same on all displays of this tournament for some minutes; then each goes back to what it showed.

    An empty `mode` ends that at once.
    """
    until_ms = act.now_ms + whole(minutes, 1, LONGEST_SHOWN_MINUTES, _("Minutes")) * MINUTE_MS
    rows = list(Screen.objects.filter(tournament=act.event, revoked_by__isnull=True).order_by("pk"))
    if not rows:
        raise DirectorError("no_screens", _("There is no display yet. Make one first."))
    for row in rows:
        act.change(row, shown_mode=_mode(mode) if mode else "", shown_until_ms=until_ms if mode else None)
    act.facts |= {"mode": mode, "minutes": minutes, "count": len(rows)}
    return {"screen_ids": [row.pk for row in rows]}


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
