"""What answers are made of: serializers that leave out what a role does not see, and pages of lists."""

import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

PAGE = 50
LONGEST_PAGE = 200
LARGEST_KEY = 2**53


class Limited(serializers.Serializer):
    """Shows every field, but those in `limited` only to the roles named there (the role comes with the context).

    Without a role the description of the API is being made: limited fields may be missing, all others are there.
    """

    limited: ClassVar[Mapping[str, frozenset[str]]] = {}

    def get_fields(self) -> dict[str, serializers.Field]:
        """The fields the role sees."""
        fields = super().get_fields()
        role = self.context.get("role")
        for name, field in fields.items():
            field.read_only, field.required = False, name not in self.limited
        return {
            name: field
            for name, field in fields.items()
            if role is None or role in self.limited.get(name, frozenset({role}))
        }


class LimitedRow(Limited, serializers.ModelSerializer):
    """A row of the database, with the same rule."""


class PageQuery(serializers.Serializer):
    """Which part of a list: rows follow each other by a whole number that grows and never changes."""

    limit = serializers.IntegerField(
        min_value=1, max_value=LONGEST_PAGE, default=PAGE, help_text=_("How many rows at most.")
    )
    after = serializers.IntegerField(
        min_value=-LARGEST_KEY,
        max_value=LARGEST_KEY,
        required=False,
        help_text=_("Go on after this row: `next_after` of the page before."),
    )
    newest_first = serializers.BooleanField(default=False, help_text=_("From the end of the list backwards."))


class Page(Limited):
    """Rows of a list; `next_after` is null at its end, else what to ask for next."""

    version = serializers.IntegerField(help_text=_("How many acts the tournament or club has seen."))
    next_after = serializers.IntegerField(allow_null=True)


@functools.cache
def page_shape(row: type[serializers.Serializer]) -> type[Page]:
    """The page of a list of such rows."""
    name = f"{row.__name__.removesuffix('Shape')}Page"
    return type(name, (Page,), {"results": row(many=True), "__doc__": Page.__doc__, "__module__": __name__})


def page_of(rows: QuerySet[Any], key: str, asked: Mapping[str, Any], version: int) -> dict[str, Any]:
    """One page of `rows` in the order of `key`, in one query."""
    newest_first = asked["newest_first"]
    if "after" in asked:
        rows = rows.filter(**{f"{key}__lt" if newest_first else f"{key}__gt": asked["after"]})
    limit = asked["limit"]
    found = list(rows.order_by(f"-{key}" if newest_first else key)[: limit + 1])
    more = len(found) > limit
    return {
        "version": version,
        "next_after": getattr(found[limit - 1], key) if more else None,
        "results": found[:limit],
    }
