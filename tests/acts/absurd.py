"""Values nobody means: wrong, huge, negative, empty, hostile. For every field of every verb, mixed with real ids."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rest_framework import serializers

SMALL: tuple[Any, ...] = (-1, 0, 1, 2, 7, 100)
NUMBERS: tuple[Any, ...] = (*SMALL, -(2**53), -(2**31), 2**15, 2**31, 2**40, 2**53, "seven", None, True, 1.5)
TEXTS: tuple[Any, ...] = (
    "",
    "   ",
    "Łukasz",
    "O'Neil",
    "=1+1",
    "<script>alert(1)</script>",
    "%(name)s %s {0}",
    "x" * 201,
    "x" * 30_000,
    "\u202eevil\u202c",
    "a\x00b",
    "a\x07b",
    "\ud800",
    "عمر الخيام",
    "'; DROP TABLE club_player; --",
    "1e999999999",
    "12.5",
    "00000000-0000-0000-0000-000000000000",
    5,
    None,
    ["list"],
    {"a": 1},
)


def payload(
    serializer: serializers.Serializer, rng: Random, real: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """One payload: real ids half of the time, some optional fields left out."""
    found = {}
    for name, field in serializer.fields.items():
        if not field.required and rng.random() < 0.4:
            continue
        found[name] = value(name, field, rng, real)
    return found


def value(name: str, field: serializers.Field, rng: Random, real: Mapping[str, Sequence[Any]]) -> Any:
    """A value for one field."""
    if name in real and real[name] and rng.random() < 0.6:
        return rng.choice(real[name])
    if isinstance(field, serializers.ListField):
        return [value(name, field.child, rng, real) for _one in range(rng.choice((0, 1, 2, 3)))]
    if isinstance(field, serializers.Serializer):
        return payload(field, rng, real)
    if isinstance(field, serializers.DictField):
        return {
            rng.choice(real["setting"]): rng.choice((*NUMBERS, *TEXTS))
            for _one in range(rng.choice((0, 1, 3)))
        }
    if isinstance(field, serializers.BooleanField):
        return rng.choice((True, False, "maybe", None))
    if isinstance(field, serializers.IntegerField):
        return rng.choice(NUMBERS)
    return rng.choice(TEXTS)
