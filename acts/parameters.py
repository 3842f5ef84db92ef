"""What a verb may be given from outside: one serializer per verb, made from its signature.

Console and API read the same one, so that a type or a bound holds on both. Unknown fields are refused, never ignored:
nobody sets a club, a role or a price by adding a field to a request.
"""

import datetime as dt
import functools
import inspect
import json
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, Union, get_args, get_origin

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from acts.secrecy import Secret, SecretField
from acts.uploads import Upload, UploadField
from tournaments.acting import VERBS, Verb
from tournaments.errors import DirectorError

LONGEST_TEXT = 20_000
LONGEST_LIST = 5000
LARGEST_INT = 2**53
DEEPEST = 8

SIMPLE: dict[type, type[serializers.Field]] = {
    bool: serializers.BooleanField,
    dt.date: serializers.DateField,
    dt.datetime: serializers.DateTimeField,
    Secret: SecretField,
    Upload: UploadField,
}


class PlainField(serializers.Field):
    """A value in a free dictionary: text, whole numbers, true, false, nothing, and lists and dictionaries of them.

    What a database cannot keep as JSON (a NUL, half a surrogate pair, an infinite number) is refused here, and so are
    fractions: money and chips are whole.
    """

    default_error_messages = {
        "plain": _("Only text, whole numbers, true, false, null, and lists and objects of them are taken."),
        "too_much": _("This is too long or nested too deep."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_null": True, **options})

    def to_internal_value(self, data: Any) -> Any:
        """The value itself, if all of it is plain."""
        self._check(data, DEEPEST)
        return data

    def to_representation(self, value: Any) -> Any:
        """The value itself."""
        return value

    def _check(self, data: Any, deep: int) -> None:
        if isinstance(data, str):
            self._check_text(data)
        elif isinstance(data, list | dict):
            if not deep or len(data) > LONGEST_LIST:
                self.fail("too_much")
            for part in (*data, *data.values()) if isinstance(data, dict) else data:
                self._check(part, deep - 1)
        elif not (data is None or isinstance(data, bool) or is_whole(data)):
            self.fail("plain")

    def _check_text(self, text: str) -> None:
        if len(text) > LONGEST_TEXT:
            self.fail("too_much")
        if not is_writable(text):
            self.fail("plain")


def is_whole(value: Any) -> bool:
    """Whether it is a whole number that JSON carries exactly."""
    return type(value) is int and -LARGEST_INT <= value <= LARGEST_INT


def is_writable(text: str) -> bool:
    """Whether both databases can keep the text: no NUL, no half of a surrogate pair."""
    return not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text)


class RowSerializer(serializers.Serializer):
    """One row of a list: unknown fields are refused as in the parameters themselves."""

    def to_internal_value(self, data: Any) -> Any:
        """The row's fields, typed."""
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            raise serializers.ValidationError({unknown[0][:60]: [_("There is no such field.")]})
        return super().to_internal_value(data)


def field_for(annotation: Any, **options: Any) -> serializers.Field:
    """The serializer field of an annotation: int, str, bool, dates, lists, typed dictionaries, or None of them."""
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [kind for kind in get_args(annotation) if kind is not type(None)]
        return field_for(inner[0], **options, allow_null=True)
    if annotation is int:
        return serializers.IntegerField(min_value=-LARGEST_INT, max_value=LARGEST_INT, **options)
    if annotation is str:
        return serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, **options)
    if annotation in SIMPLE:
        return SIMPLE[annotation](**options)
    if get_origin(annotation) is list:
        return serializers.ListField(
            child=field_for(get_args(annotation)[0]), max_length=LONGEST_LIST, **options
        )
    if typing.is_typeddict(annotation):
        return _nested(annotation)(**options)
    return serializers.DictField(child=PlainField(), **options)


@functools.cache
def _nested(annotation: Any) -> type[serializers.Serializer]:
    fields = {
        name: field_for(kind, required=name in annotation.__required_keys__)
        for name, kind in typing.get_type_hints(annotation).items()
    }
    return type(f"{annotation.__name__}Item", (RowSerializer,), {**fields, "__doc__": annotation.__doc__})


@functools.cache
def serializer_of(kind: str) -> type[serializers.Serializer]:
    """The serializer class of a verb's parameters."""
    verb = VERBS[kind]
    name = "".join(part.title() for part in kind.replace("_", ".").split(".")) + "Parameters"
    fields = {parameter.name: _field(parameter) for parameter in verb.parameters.values()}
    return type(name, (serializers.Serializer,), fields)


def _field(parameter: inspect.Parameter) -> serializers.Field:
    required = parameter.default is inspect.Parameter.empty
    return field_for(parameter.annotation, required=required)


def parse(verb: Verb, data: Mapping[str, Any]) -> dict[str, Any]:
    """Typed parameters of a JSON body. What does not fit is refused with the name of the field."""
    unknown = sorted(set(data) - set(verb.parameters))
    if unknown:
        raise DirectorError("field_unknown", _("There is no field “%(field)s” here."), field=unknown[0][:60])
    serializer = serializer_of(verb.kind)(data=dict(data))
    if not serializer.is_valid():
        name, problem = first_problem(serializer.errors)
        raise DirectorError("field_wrong", _("%(field)s: %(problem)s"), field=name, problem=problem)
    return dict(serializer.validated_data)


def parse_form(verb: Verb, data: Mapping[str, str]) -> dict[str, Any]:
    """Typed parameters of a posted form: empty optional fields are left out, lists and dictionaries come as JSON."""
    values: dict[str, Any] = {}
    for name, parameter in verb.parameters.items():
        if name not in data:
            continue
        text = data[name]
        if text == "" and parameter.default is not inspect.Parameter.empty:
            continue
        values[name] = _from_json(name, text) if _is_structured(parameter.annotation) else text
    return parse(verb, values)


def _is_structured(annotation: Any) -> bool:
    kinds = [kind for kind in get_args(annotation) or (annotation,) if kind is not type(None)]
    candidates = [annotation, *kinds]
    return any(get_origin(kind) in (list, dict) or kind in (list, dict) for kind in candidates)


def _from_json(name: str, text: str) -> Any:
    try:
        return load_json(text)
    except ValueError as error:
        raise DirectorError("field_wrong", _("%(field)s cannot be read."), field=name) from error


def load_json(text: str) -> Any:
    """A JSON document of which everything can be stored and shown again; ValueError for any other.

    NaN and Infinity are no JSON, and text that is no text (half a surrogate pair, a NUL) would break the answer itself.
    """
    try:
        document = json.loads(text, parse_constant=_no_number)
        if not all(is_writable(part) for part in _texts(document)):
            raise ValueError("unwritable text")
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return document


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a document, names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(part)


def first_problem(errors: Any, name: str = "") -> tuple[str, str]:
    """The first problem of a serializer, with the path of its field."""
    if isinstance(errors, Mapping):
        key, inner = next(iter((key, inner) for key, inner in errors.items() if inner))
        return first_problem(inner, f"{name}.{key}" if name else str(key))
    if isinstance(errors, list):
        return first_problem(next(error for error in errors if error), name)
    return name, str(errors)
