"""Sentences for what the pure rules refuse, and checks that several verbs share."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from acts.sentences import FIELD_LABELS, FINDINGS, SENTENCES
from clock.rules.structure_checks import Problem
from club.templatetags.figures import chips
from tournaments.errors import DirectorError
from tournaments.rules.errors import RuleError

# Somebody else was quicker: the act had been done, or the level had ended, when this one came.
OVERTAKEN = frozenset(
    {
        "already_paused",
        "already_running",
        "already_started",
        "clock_is_running",
        "not_on_break",
        "not_scheduled",
    }
)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a RuleError inside the block into a refusal with a sentence in the reader's language."""
    try:
        yield
    except RuleError as error:
        raise refusal_of(error) from error


def refusal_of(error: RuleError) -> DirectorError:
    """The refusal that says what a rule's code means; a code without a sentence is a fault of ours (KeyError)."""
    facts = {name: _shown(name, value) for name, value in error.facts.items() if name != "conflict"}
    if error.code == "structure_unsound":
        facts["what"] = " ".join(told(problem) for problem in error.facts["problems"])  # type: ignore[attr-defined]
    conflict = error.code in OVERTAKEN
    if "level_index" not in error.facts:
        if "field" in facts:
            facts["field"] = FIELD_LABELS.get(str(facts["field"]), facts["field"])
        return DirectorError(error.code, sentence_of(error.code), conflict=conflict, **facts)
    facts |= {"row": int(str(error.facts["level_index"])) + 1, "sentence": worded(error.code, facts)}
    return DirectorError(error.code, _("Row %(row)s: %(sentence)s"), conflict=conflict, **facts)


def sentence_of(code: str) -> str | Promise:
    """What a code of the rules means. Codes of findings are refusals too, where a row of pasted text has one."""
    return SENTENCES[code] if code in SENTENCES else FINDINGS[code]


def worded(code: str, facts: Mapping[str, object]) -> str:
    """The sentence of a code with its facts: numbers grouped, cells by their labels."""
    filled = {name: chips(value) if type(value) is int else value for name, value in facts.items()}
    if "field" in facts:
        filled["field"] = FIELD_LABELS.get(str(facts["field"]), facts["field"])
    return str(sentence_of(code)) % filled


def told(problem: Problem) -> str:
    """A finding about a structure as a sentence, with the row it is about."""
    sentence = worded(problem.code, problem.facts)
    if problem.level_index is None:
        return sentence
    return gettext("Row %(row)s: %(sentence)s") % {"row": problem.level_index + 1, "sentence": sentence}


def _shown(name: str, value: object) -> object:
    """Amounts in minor units as people write them, lists with commas, everything else as it is."""
    if name.endswith("_minor") and isinstance(value, int):
        sign = "-" if value < 0 else ""
        return f"{sign}{abs(value) // 100}.{abs(value) % 100:02d}"
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(item) for item in value)
    return value


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
