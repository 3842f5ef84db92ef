"""The description of the API as a document for programs and as a page for people; both are made from the views."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from director.api.base import ApiView
from director.web.access import StaffRequest, staff
from director.web.pages import render_page
from tournaments.actors import EVERYBODY_ON_STAFF


@lru_cache(maxsize=8)
def described(language: str) -> dict[str, Any]:
    """The OpenAPI document in a language; it is the same as long as the program runs."""
    with translation.override(language):
        document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


class SchemaRead(ApiView):
    """The OpenAPI document, as JSON or (Accept: application/vnd.oai.openapi) as YAML."""

    roles = EVERYBODY_ON_STAFF
    http_method_names = ["get", "head"]
    renderer_classes = [OpenApiJsonRenderer2, OpenApiYamlRenderer]
    schema = None

    def get(self, request: Request, **address: Any) -> Response:
        """The document."""
        return Response(described(translation.get_language() or "en"))


class Nothing(ApiView):
    """Every other address."""

    roles = EVERYBODY_ON_STAFF
    schema = None

    def find_caller(self, request: Request) -> None:
        """There is nothing here, whoever asks."""
        raise Http404


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an operation, for people."""

    name: str
    kind: str
    required: bool
    note: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation, for people."""

    ident: str
    method: str
    path: str
    tag: str
    summary: str
    text: str
    parameters: tuple[Parameter, ...]


@staff(EVERYBODY_ON_STAFF)
def pages(request: StaffRequest) -> HttpResponse:
    """Every operation on one page, by what it is about."""
    document = described(translation.get_language() or "en")
    found = sorted(operations(document), key=lambda one: (one.tag, one.path, one.method))
    tags = [(tag, list(group)) for tag, group in groupby(found, key=lambda one: one.tag)]
    return render_page(request, "api/docs.html", {"tags": tags}, nav="", title="API")


def operations(document: dict[str, Any]) -> list[Operation]:
    """The operations of a document."""
    return [
        _operation(document, path, method, found)
        for path, methods in document["paths"].items()
        for method, found in methods.items()
    ]


def _operation(document: dict[str, Any], path: str, method: str, found: dict[str, Any]) -> Operation:
    summary = found["summary"]
    text = found.get("description", "").removeprefix(summary).lstrip(". \n")
    asked = [
        Parameter(one["name"], kind_of(one["schema"]), one.get("required", False), one.get("description", ""))
        for one in found.get("parameters", [])
        if one["in"] != "header"  # the same of every act; the page says it once
    ]
    return Operation(
        ident=found["operationId"],
        method=method.upper(),
        path=path,
        tag=found["tags"][0],
        summary=summary,
        text=text,
        parameters=(*asked, *_body(document, found)),
    )


def _body(document: dict[str, Any], found: dict[str, Any]) -> list[Parameter]:
    """The parameters in the body of an act."""
    content = found.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return []
    params = resolved(document, resolved(document, content["schema"])["properties"].get("params", {}))
    required = params.get("required", [])
    return [
        Parameter(f"params.{name}", kind_of(one), name in required, one.get("description", ""))
        for name, one in params.get("properties", {}).items()
    ]


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema a reference stands for."""
    for part in schema.get("allOf", [schema])[:1]:
        if "$ref" in part:
            name = part["$ref"].rpartition("/")[2]
            found: dict[str, Any] = document["components"]["schemas"][name]
            return found
    return schema


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a value in a word or two."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kind = str(schema.get("format") or schema.get("type", ""))
    if kind == "array":
        return f"[{kind_of(schema['items'])}]"
    return kind
