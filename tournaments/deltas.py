"""What an act changed, row by row: enough to undo it, and to name the act that stands in an undo's way."""

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.db import models

type Delta = dict[str, Any]


def label_of(model: type[models.Model] | models.Model) -> str:
    """The stable name of a model in deltas: "tournaments.entry"."""
    return model._meta.label_lower


def plain(value: object) -> Any:
    """A field value as JSON holds it: dates as ISO text, UUIDs as text, everything else as it is."""
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def typed(field: "models.Field[Any, Any]", value: object) -> Any:
    """The inverse of `plain` for one field."""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return None if value is None else target.to_python(value)


def created(obj: models.Model) -> Delta:
    """The row was made by the act; undoing revokes it."""
    return {"do": "create", "model": label_of(obj), "pk": plain(obj.pk)}


def changed(obj: models.Model, before: Mapping[str, object], after: Mapping[str, object]) -> Delta:
    """Fields of the row went from `before` to `after`; undoing restores them if they are still as left."""
    fields = {name: [plain(before[name]), plain(after[name])] for name in after}
    return {"do": "change", "model": label_of(obj), "pk": plain(obj.pk), "fields": fields}


def fact(kind: str, obj: models.Model) -> Delta:
    """An appended row of a kind with an undo of its own (transfer, seat_open, seat_close, anchor)."""
    return {"do": kind, "model": label_of(obj), "pk": plain(obj.pk)}


def model_of(delta: Delta) -> type[models.Model]:
    """The model class a delta speaks of."""
    return apps.get_model(delta["model"])


def field_named(model: type[models.Model], name: str) -> models.Field:
    """The concrete field with that name or column name ("revoked_by_id" is the field revoked_by)."""
    for field in model._meta.concrete_fields:
        if name in (field.name, field.attname):
            return field
    raise LookupError(f"{model._meta.label} has no field {name}")


def touches(deltas: Iterable[Delta], model: str, pk: object) -> bool:
    """Whether any of the deltas speaks of that row."""
    return any(delta["model"] == model and delta["pk"] == plain(pk) for delta in deltas)
