"""Undo: an act like any other, and undone like any other (that is the redo)."""

import uuid

from django.utils.translation import gettext_lazy as _

from acts.entries import live_entries
from acts.undo_checks import check_whole
from club.models import Player
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, VERBS, director_action
from tournaments.actors import CLOCK_ITSELF, DIRECTORS, EVERYBODY_ON_STAFF, FLOOR
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import DirectorAction
from tournaments.undoing import apply_undo, chain_of, refuse_because_of

FLOOR_UNDOES_BUST_MS = 120_000


def _undo(act: Act, action_id: str) -> dict[str, object]:
    original = _original(act, action_id)
    verb = VERBS[
        chain_of(original)[0].kind
    ]  # the act a chain of undo and redo began with: its verb says who may
    # What the system did by itself, nobody's role includes: directors may take it back.
    if act.role not in (DIRECTORS if verb.roles == CLOCK_ITSELF else verb.roles):
        raise NotAllowed("not_allowed", _("Your role does not include undoing this. Ask a director."))
    _refuse_late(act, verb.kind, original)
    if verb.no_undo_reason:
        raise DirectorError("no_undo", _("This act cannot be undone."), why=verb.no_undo_reason)
    if DirectorAction.objects.filter(undoes=original).exists():
        raise DirectorError("undone_already", _("This was undone already."), conflict=True)
    _refuse_erased(original)
    _carry_out(act, original)
    act.facts |= {"undone": original.kind, "number": original.sequence, **_told(original)}
    return {"undone": str(original.pk)}


def _refuse_late(act: Act, kind: str, original: DirectorAction) -> None:
    """Floor staff takes a bust back while it is fresh; later it moves places and prizes (permission matrix)."""
    if act.role == FLOOR and kind == "entry.bust" and act.now_ms - original.at_ms > FLOOR_UNDOES_BUST_MS:
        raise NotAllowed(
            "undo_late", _("A bust older than two minutes is taken back by a director. Ask one.")
        )


def _refuse_erased(original: DirectorAction) -> None:
    """Refuse to bring back the data of a person who was erased since."""
    touched = [delta["pk"] for delta in original.deltas if delta["model"] == "club.player"]
    if not touched:
        return
    ended = Player.objects.filter(pk__in=touched, revoked_by_id__isnull=False).values("revoked_by_id")
    erased = DirectorAction.objects.filter(kind="player.erase", pk__in=ended).first()
    if erased is not None:
        refuse_because_of(erased)


def _carry_out(act: Act, original: DirectorAction) -> None:
    """Undo row by row; then the tournament as a whole must make sense."""
    if act.tournament is None:
        apply_undo(act, original)
        return
    was, live_before = act.event.status, live_entries(act)
    apply_undo(act, original)
    check_whole(act, original, was=was, live_before=live_before)


def _told(original: DirectorAction) -> dict[str, object]:
    """The original's facts under one name, so that the log line can tell the story again.

    `again`: this undoes an undo, so that the story is true once more.
    """
    again = bool(original.undoes_id) and not original.facts.get("again", False)
    return {
        "of": original.facts.get("of", original.facts),
        "root": original.facts.get("root", original.kind),
        "again": again,
    }


def _original(act: Act, action_id: str) -> DirectorAction:
    """The act to undo, of the same tournament (or of the club)."""
    try:
        key = uuid.UUID(str(action_id))
    except ValueError as error:
        raise NotFound("act_unknown", _("There is no such act.")) from error
    rows = DirectorAction.objects.filter(club=act.club, tournament=act.tournament)
    original = rows.filter(pk=key).first()
    if original is None:
        raise NotFound("act_unknown", _("There is no such act."))
    return original


@director_action("undo", roles=EVERYBODY_ON_STAFF, statuses=ANY_STATUS)
def undo(act: Act, *, action_id: str) -> dict[str, object]:
    """Undo an act of the tournament: any act whose rows are untouched since, not only the last."""
    return _undo(act, action_id)


@director_action("club.undo", roles=EVERYBODY_ON_STAFF, tournament=False)
def undo_club_act(act: Act, *, action_id: str) -> dict[str, object]:
    """Undo an act of the club (players, members, templates)."""
    return _undo(act, action_id)
