"""POST /t/<id>/act/<kind>: every act of the console comes through here, whatever page it was asked for on.

The form's fields become the verb's parameters, the verb is called, and the answer tells the page what happened: 200
with a toast and the new version, or a refusal the page puts into the form (409, 422, 403, 404).
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from acts.parameters import parse_form
from director.log.lines import line_of_action
from director.web.access import StaffRequest, staff
from director.web.form_data import fields_of, request_id_from, stamp_from
from director.web.way_back import after_act, after_refusal
from tournaments.acting import CALLABLES, VERBS, Outcome, Verb
from tournaments.actors import EVERYBODY_ON_STAFF
from tournaments.errors import DirectorError, InvariantError, NotAllowed, NotFound
from tournaments.models import DirectorAction

BUSY = gettext_lazy("The database is busy. Nothing was changed; try again.")

log = logging.getLogger("director.acts")


@require_POST
@staff(EVERYBODY_ON_STAFF)
def tournament_act(request: StaffRequest, tournament_id: int, kind: str) -> HttpResponse:
    """An act on one tournament."""
    return answer(request, lambda: carry_out(request, kind, tournament_id))


@require_POST
@staff(EVERYBODY_ON_STAFF)
def club_act(request: StaffRequest, kind: str) -> HttpResponse:
    """An act of the club: players, templates, members."""
    return answer(request, lambda: carry_out(request, kind, None))


def carry_out(request: StaffRequest, kind: str, tournament_id: int | None) -> Outcome:
    """Read the form as the verb's parameters and call the verb."""
    verb = _verb(kind, tournament_id)
    return CALLABLES[kind](
        actor=request.staff.actor,
        tournament_id=tournament_id,
        request_id=request_id_from(request.POST),
        stamp=stamp_from(request.POST.get("stamp", "")),
        reason=request.POST.get("reason", ""),
        **parse_form(verb, fields_of(verb, request.POST, _currency(request))),
    )


def _currency(request: StaffRequest) -> str:
    """The currency of the tournament, or of the club."""
    tournament = getattr(request, "tournament", None)
    return tournament.currency if tournament else request.staff.club.currency


def _verb(kind: str, tournament_id: int | None) -> Verb:
    """The verb of that name which is done where it was asked for; any other does not exist."""
    verb = VERBS.get(kind)
    if verb is None or verb.needs_tournament != (tournament_id is not None):
        raise NotFound("verb_unknown", _("There is no such act here. Reload the page."))
    return verb


def answer(request: StaffRequest, act: Callable[[], Outcome]) -> HttpResponse:
    """Carry the act out and say how it went."""
    try:
        outcome = act()
    except DirectorError as error:
        return _refusal(request, says_of(request, error), status_of(error))
    except InvariantError:
        log.exception("An act of %s was rolled back: %s", request.staff.user.pk, request.path)
        text = _("The books would not balance after this, so nothing was changed. The fault was logged.")
        return _refusal(request, _says(text), 500)
    except OperationalError:
        log.warning("The database did not answer in time: %s", request.path, exc_info=True)
        response = _refusal(request, _says(str(BUSY)), 503)
        # Tells the page's script that the sentence is ours and not some proxy's.
        response.headers["X-Busy"] = "1"
        return response
    return _done(request, outcome)


def status_of(error: DirectorError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, NotAllowed):
        return 403
    return 409 if error.conflict else 422


def _says(text: str, links: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    return {"kind": "bad", "text": text, "note": "", "links": links or []}


def says_of(request: StaffRequest, error: DirectorError) -> dict[str, Any]:
    """The refusal as the page shows it, with a way to what stands in the way."""
    tournament = getattr(request, "tournament", None)
    links = []
    action_id = error.params.get("action_id")
    if action_id and tournament:
        links.append((f"/t/{tournament.pk}/log?act={action_id}#act-{action_id}", _("Show that act")))
    player_id = error.params.get("player_id")
    if error.code in ("player_exists", "player_alike") and tournament:
        links.append((f"/t/{tournament.pk}/desk?player_id={player_id}", _("Take that player")))
    return _says(str(error), links)


def _refusal(request: StaffRequest, says: dict[str, Any], status: int) -> HttpResponse:
    if request.htmx:
        return render(request, "components/says.html", {"says": says}, status=status)
    messages.error(request, says["text"])
    return SeeOther(after_refusal(request))


def _done(request: StaffRequest, outcome: Outcome) -> HttpResponse:
    toast = toast_of(request, outcome)
    if not request.htmx:
        messages.success(request, message_of(toast))
        return SeeOther(after_act(request))
    response = HttpResponse()
    response.headers["HX-Trigger"] = json.dumps(
        {"acted": {"version": outcome.version, "result": outcome.result}, "toast": toast}
    )
    return response


def toast_of(request: StaffRequest, outcome: Outcome) -> dict[str, Any]:
    """What the toast says: the line of the log, and the act to undo if there is a way back."""
    if not outcome.action_id:
        return {"text": _("There was nothing to do"), "note": "", "undo": None, "kind": "good"}
    action = DirectorAction.objects.get(pk=outcome.action_id)
    line = line_of_action(action, _currency(request))
    undo = outcome.action_id if VERBS[action.kind].undo else None
    return {"text": line.text, "note": line.note, "undo": undo, "kind": "good"}


def message_of(toast: dict[str, Any]) -> str:
    """A toast as one line, for pages that are fetched anew."""
    return f"{toast['text']}. {toast['note']}" if toast["note"] else toast["text"]


class SeeOther(HttpResponseRedirect):
    """A redirect after a post: the next page is fetched anew."""

    status_code = 303
