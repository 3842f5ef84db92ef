"""What every act has: a way back or a reason why not, and words that say what it does."""

import ast

from tests.architecture.sources import ROOT, relative, tree
from tournaments.acting import VERBS


def decorated() -> dict[str, str]:
    """Every function with the decorator, as kind → place; read from the text, so that an unimported one counts."""
    found = {}
    for path in sorted([*(ROOT / "acts").rglob("*.py"), *(ROOT / "clock").rglob("*.py")]):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    kind = kind_of(decorator)
                    if kind:
                        found[kind] = f"{relative(path)}:{node.lineno}"
    return found


def kind_of(decorator: ast.expr) -> str | None:
    """The kind that a `director_action("kind", ...)` or `director_action(kind="kind", ...)` names."""
    if not isinstance(decorator, ast.Call) or getattr(decorator.func, "id", "") != "director_action":
        return None
    named = [keyword.value for keyword in decorator.keywords if keyword.arg == "kind"]
    values = [*decorator.args[:1], *named]
    return str(values[0].value) if values and isinstance(values[0], ast.Constant) else None


def test_every_verb_that_is_written_is_registered() -> None:
    assert set(decorated()) == set(VERBS)


def test_every_verb_can_be_undone_or_says_why_not() -> None:
    without = [kind for kind, verb in VERBS.items() if not verb.undo and not str(verb.no_undo_reason).strip()]
    assert without == []


def test_every_verb_says_what_it_does() -> None:
    assert [kind for kind, verb in VERBS.items() if not (verb.body.__doc__ or "").strip()] == []


def test_every_verb_may_be_done_by_somebody() -> None:
    assert [kind for kind, verb in VERBS.items() if not verb.roles] == []
