"""Refusals as answers: {"code", "message", "params"} with the status that fits."""

import json
import logging
from typing import Any

from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from acts.parameters import first_problem
from director.posting.acts import status_of
from tournaments.errors import DirectorError, InvariantError
from tournaments.recording import canonical

log = logging.getLogger("director.api")


class ErrorShape(serializers.Serializer):
    """A refusal: `code` is for programs, `message` for people, `params` are the values the message names."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField()


def answer_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error of a view; None for a bug, which Django logs and answers with 500."""
    if isinstance(error, DirectorError):
        return _answer(status_of(error), error.code, str(error), dict(error.params))
    if isinstance(error, InvariantError):
        log.error("An act was rolled back: %s", context["request"].path, exc_info=error)
        text = _("The books would not balance after this, so nothing was changed. The fault was logged.")
        return _answer(500, "books", text, {})
    if isinstance(error, OperationalError):
        log.warning("The database did not answer in time: %s", context["request"].path, exc_info=error)
        return _answer(503, "busy", _("The database is busy. Nothing was changed; try again."), {})
    return _of_framework(error, context)


def _of_framework(error: Exception, context: dict[str, Any]) -> Response | None:
    """What the framework refuses: no sign-in, wrong method, a body that cannot be read, too many requests."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        field, problem = first_problem(error.detail)
        text = _("%(field)s: %(problem)s") % {"field": field, "problem": problem}
        found = _answer(400, "field_wrong", text, {"field": field, "problem": problem})
    elif isinstance(error, Http404):
        found = _answer(404, "not_found", _("There is nothing here."), {})
    else:
        code = error.get_codes() if isinstance(error, APIException) else "not_allowed"
        found = _answer(response.status_code, str(code), str(response.data["detail"]), {})
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response.headers:
            found.headers[name] = response.headers[name]
    return found


def _answer(status: int, code: str, message: object, params: dict[str, Any]) -> Response:
    plain = json.loads(canonical(params))
    return Response({"code": code, "message": str(message), "params": plain}, status=status)
