"""Acts asked for by whole pages (settings, players, staff): a form is posted, the verb called, the page shown again.

A form that was refused comes back as typed with the reason at the field; one that was carried out is answered by a
redirect, so that reloading the next page repeats nothing, and with a message that offers the way back.
"""

import logging
import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.db import OperationalError
from django.http import HttpResponse

from director.posting.acts import BUSY, SeeOther, message_of, status_of, toast_of
from director.web.access import StaffRequest
from director.web.form_data import request_id_from, stamp_from
from tournaments.acting import Deed, Outcome
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction

UNDO = "undo"
BUSY_STATUS = 503

log = logging.getLogger("director.acts")


class Refused(Exception):
    """The verb refused; `status` is that of the answer."""

    def __init__(self, error: DirectorError, status: int = 0) -> None:
        super().__init__(str(error))
        self.error = error
        self.status = status or status_of(error)


def new_request_id() -> str:
    """The id of the act that a form is shown for. A form sent twice is the same act."""
    return str(uuid.uuid4())


def call(request: StaffRequest, verb: Deed, **params: Any) -> Outcome:
    """Call a verb for a posted form, with the form's request id and stamp; Refused with the sentence to show."""
    tournament = getattr(request, "tournament", None) if verb.verb.needs_tournament else None
    try:
        return verb(
            actor=request.staff.actor,
            tournament_id=tournament.pk if tournament else None,
            request_id=request_id_from(request.POST),
            stamp=stamp_from(request.POST.get("stamp", "")) if tournament else None,
            reason=request.POST.get("reason", ""),
            **params,
        )
    except DirectorError as error:
        raise Refused(error) from error
    except OperationalError as error:
        log.warning("The database did not answer in time: %s", request.path, exc_info=True)
        raise Refused(DirectorError("busy", BUSY), BUSY_STATUS) from error


def done(request: StaffRequest, outcome: Outcome, target: str, *, undone: str = "") -> HttpResponse:
    """On to `target`, with a message that says what was done and offers to undo it.

    `undone` is the page after an undo, where `target` itself would be gone with it.
    """
    toast = toast_of(request, outcome)
    messages.success(request, message_of(toast), extra_tags=_way_back(toast["undo"], undone))
    return SeeOther(target)


def _way_back(action_id: str | None, undone: str) -> str:
    """The tag of a message whose act can be undone: where the undo is posted to, which act, which page follows."""
    if action_id is None:
        return ""
    tournament_id = DirectorAction.objects.values_list("tournament_id", flat=True).get(pk=action_id)
    place = f"/t/{tournament_id}/act/undo" if tournament_id else "/act/club.undo"
    return f"{UNDO}:{place}:{action_id}:{undone}"


def pressed(request: StaffRequest, verb: Deed, target: str, /, **params: Any) -> HttpResponse:
    """The act of a form that is a single button: on to `target`, with what was done or the reason why not."""
    try:
        return done(request, call(request, verb, **params), target)
    except Refused as refused:
        return said(request, refused, target)


def said(request: StaffRequest, refused: Refused, target: str) -> HttpResponse:
    """Back to `target`, with the reason why not."""
    return back(request, str(refused), target)


def back(request: StaffRequest, text: str, target: str) -> HttpResponse:
    """Back to `target`, with a sentence about what cannot be done as it was asked."""
    messages.error(request, text)
    return SeeOther(target)


def sent(form: forms.Form, verb_fields: dict[str, str], refused: Refused) -> int:
    """Put a refusal on the form, at the field it is about where `verb_fields` (code → field) names one."""
    form.add_error(verb_fields.get(refused.error.code), str(refused))
    return refused.status


def status_for(form: forms.Form) -> int:
    """The status of a page with its form: 422 when something typed does not fit."""
    return 422 if form.is_bound and form.errors else 200
