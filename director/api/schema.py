"""The description of the API (OpenAPI), made from the views and the verbs themselves."""

import re
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type, get_doc
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from acts.parameters import serializer_of
from acts.secrecy import LONGEST as LONGEST_SECRET
from acts.tournament_fields import FIELDS, Field
from clock.rules.structure import ANTE_KINDS, CHIP_FIELDS, LEVEL_KINDS
from director.api.acts import KEY_HEADER, ActView, OutcomeShape, offered
from director.api.errors import ErrorShape
from tournaments.acting import Verb

REFUSALS = {
    400: _("The request cannot be read, or its Idempotency-Key is missing."),
    401: _("No valid token or session."),
    403: _("The role does not include this."),
    404: _("There is no such thing in this club."),
    409: _("Somebody else's change stands in the way: read the new state and decide again."),
    413: _("The body is too large."),
    422: _("The act is refused; `code` and `message` say why and what to do."),
    429: _("Too many requests; wait as long as Retry-After says."),
    503: _("The database is busy. Nothing was changed."),
}
CITED_PAGE = re.compile(r"\s*\(docs/[^)]*\)")
OF_READS = (400, 401, 403, 404, 409, 429, 503)
OF_ACTS = tuple(REFUSALS)


class Schema(AutoSchema):
    """One operation of the API, described from what its view says of itself."""

    def get_operation_id(self) -> str:
        """The verb's kind, or the read's path, as one word."""
        view = self.view
        if isinstance(view, ActView):
            return f"act_{view.kind.replace('.', '_')}"
        words = [part for part in self.path.removeprefix("/api/v1/").split("/") if not part.startswith("{")]
        one = "_one" if self.path.endswith("}") else ""
        return f"read_{'_'.join(words).replace('-', '_')}{one}"

    view: Any

    def get_description(self) -> str:  # type: ignore[override]
        """What the view says of itself: for an act, what its verb says."""
        return get_doc(type(self.view))

    def get_serializer_name(self, serializer: Any, direction: Literal["request", "response"]) -> str:
        """The name of a shape without the word."""
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Shape")

    def get_tags(self) -> list[str]:
        """What the operation is about."""
        return [self.view.tag]

    def get_summary(self) -> str:
        """The first sentence of the docstring, without the page of ours that it cites."""
        cited = CITED_PAGE.sub("", self.get_description())
        return cited.partition(". ")[0].partition("\n")[0].rstrip(".")

    def get_override_parameters(self) -> list[Any]:
        """The key of a write, the query of a list."""
        if isinstance(self.view, ActView):
            return [
                OpenApiParameter(
                    KEY_HEADER,
                    {"type": "string", "pattern": "^[\\x21-\\x7e]{1,80}$"},
                    OpenApiParameter.HEADER,
                    required=True,
                    description=_("A fresh one for each intended act; the same one when it is sent again."),
                )
            ]
        query = getattr(self.view, "query", None)
        return [query] if query else []

    def get_request_serializer(self) -> Any:
        """The body of an act."""
        return self.view.body if isinstance(self.view, ActView) else None

    def get_response_serializers(self) -> Any:
        """The answer and the refusals."""
        is_act = isinstance(self.view, ActView)
        answer = OutcomeShape if is_act else self.view.shape
        refusals = {
            code: OpenApiResponse(ErrorShape, description=str(REFUSALS[code]))
            for code in (OF_ACTS if is_act else OF_READS)
        }
        return {200: OpenApiResponse(answer), **refusals}


class TokenScheme(OpenApiAuthenticationExtension):
    """How a program signs in, for the description."""

    target_class = "director.api.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}


class SecretSchema(OpenApiSerializerFieldExtension):
    """A password or token on its way in."""

    target_class = "acts.secrecy.SecretField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """A text nobody reads back."""
        return {"type": "string", "format": "password", "maxLength": LONGEST_SECRET, "writeOnly": True}


class PlainSchema(OpenApiSerializerFieldExtension):
    """A value of a free dictionary."""

    target_class = "acts.parameters.PlainField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Any value."""
        return {}


def describe_acts(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say what a serializer does not: unknown fields are refused, defaults, and what free dictionaries hold."""
    schemas = result["components"]["schemas"]
    for kind, verb in offered().items():
        name = serializer_of(kind).__name__
        schemas[f"{name.removesuffix('Parameters')}Act"]["additionalProperties"] = False
        if name in schemas:
            schemas[name]["additionalProperties"] = False
            _describe_defaults(schemas[name]["properties"], verb)
    for name in ("TournamentCreateParameters", "TournamentEditParameters"):
        schemas[name]["properties"]["settings"] |= {
            "additionalProperties": False,
            "properties": settings_schema(),
        }
    for name in ("TournamentCreateParameters", "ClockEditStructureParameters"):
        schemas[name]["properties"]["levels"]["items"] = level_schema()
    return result


def _describe_defaults(properties: dict[str, Any], verb: Verb) -> None:
    """The value a parameter has when it is left out."""
    for name, parameter in verb.parameters.items():
        if isinstance(parameter.default, str | int) and "$ref" not in properties[name]:
            properties[name]["default"] = parameter.default


def settings_schema() -> dict[str, Any]:
    """Every setting with its type and bounds."""
    own = {name: setting_schema(field) for name, field in FIELDS.items()}
    chips = {"type": "array", "items": {"type": "integer", "minimum": 1}}
    return own | {"rules": {"type": "object"}, "denominations": chips}


def setting_schema(field: Field) -> dict[str, Any]:
    """One setting."""
    kinds: dict[str, dict[str, Any]] = {
        "int": {"type": "integer", "minimum": field.low, "maximum": field.high},
        "bool": build_basic_type(OpenApiTypes.BOOL) or {},
        "moment": build_basic_type(OpenApiTypes.DATETIME) or {},
        "text": {"type": "string", "maxLength": field.high},
        "zone": {"type": "string"},
    }
    found = kinds.get(field.kind, {"type": "string", "enum": list(field.choices)})
    return found | {"description": str(field.label)} | ({"nullable": True} if field.optional else {})


def level_schema() -> dict[str, Any]:
    """A level or break as a plain row."""
    chips = {name: {"type": "integer", "minimum": 0} for name in CHIP_FIELDS}
    return {
        "type": "object",
        "required": ["kind", "duration_ms"],
        "additionalProperties": False,
        "properties": {
            "kind": {"type": "string", "enum": sorted(LEVEL_KINDS)},
            "duration_ms": {"type": "integer", "minimum": 1},
            **chips,
            "ante_kind": {"type": "string", "enum": sorted(ANTE_KINDS)},
            "game": {"type": "string"},
            "note": {"type": "string"},
            "marks": {"type": "array", "items": {"type": "string"}},
        },
    }
