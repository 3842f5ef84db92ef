"""Reading bodies: JSON of bounded size and depth."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from acts.parameters import load_json

MOST_BYTES = 2 * 1024 * 1024


class BodyTooLarge(APIException):
    """More than anybody has to send (2,000 players of a list fit)."""

    status_code = 413
    default_detail = _("The body is too large.")
    default_code = "too_large"


class BoundedJson(BaseParser):
    """A JSON document in UTF-8, at most MOST_BYTES long; NaN and Infinity are no JSON."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The document; ParseError says that it cannot be read, BodyTooLarge that it was not."""
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise BodyTooLarge
        try:
            return load_json(body.decode("utf-8"))
        except ValueError as error:
            raise ParseError(_("The body is no JSON document in UTF-8.")) from error
