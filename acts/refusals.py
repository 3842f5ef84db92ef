"""Sentences for what the pure rules refuse, and checks that several verbs share."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import DirectorError
from tournaments.rules.errors import RuleError

MESSAGES: dict[str, str | Promise] = {
    "setting_unknown": _("There is no setting called %(name)s."),
    "setting_wrong": _("The setting %(name)s cannot have the value “%(value)s”."),
    "structure_empty": _("A structure needs at least one level."),
    "only_breaks": _("A structure needs at least one level that is not a break."),
    "level_malformed": _("Level row %(level_index)s: the field %(field)s cannot be read."),
    "no_such_level": _("There is no level %(level_number)s; the structure has %(levels)s."),
}


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a RuleError inside the block into a refusal with a sentence in the reader's language."""
    try:
        yield
    except RuleError as error:
        message = MESSAGES.get(error.code) or _("This is not possible (%(rule)s).")
        facts = {name: value for name, value in error.facts.items() if name != "conflict"}
        raise DirectorError(error.code, message, rule=error.code, **facts) from error


def whole(value: int, low: int, high: int, what: str | Promise) -> int:
    """The value when it is within bounds; otherwise a refusal that names field and bounds."""
    if not low <= value <= high:
        raise DirectorError(
            "out_of_bounds",
            _("%(what)s must be from %(low)s to %(high)s."),
            what=what,
            low=low,
            high=high,
        )
    return value


def text(value: str, longest: int, what: str | Promise, *, required: bool = True) -> str:
    """The text with single spaces and without control characters; refused when empty or too long."""
    cleaned = " ".join(
        "".join(letter for letter in value if letter.isprintable() or letter.isspace()).split()
    )
    if required and not cleaned:
        raise DirectorError("text_missing", _("%(what)s is missing."), what=what)
    if len(cleaned) > longest:
        raise DirectorError(
            "text_too_long",
            _("%(what)s is too long: %(longest)s characters at most."),
            what=what,
            longest=longest,
        )
    return cleaned
