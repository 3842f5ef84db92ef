"""The description of the API as tests hold answers against it."""

from functools import cache
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator


@cache
def document() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def component(name: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


def resolved(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: references inside the document, `nullable` as a type of its own."""
    if isinstance(schema, list):
        return [resolved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return resolved(component(schema["$ref"].rpartition("/")[2]))
    found = {name: resolved(part) for name, part in schema.items() if name != "nullable"}
    return {"anyOf": [found, {"type": "null"}]} if schema.get("nullable") else found


def strict(schema: Any) -> Any:
    """The schema with no room for fields it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(part) for name, part in schema.items()}
    if "properties" in found and "additionalProperties" not in found:
        found["additionalProperties"] = False
    return found
