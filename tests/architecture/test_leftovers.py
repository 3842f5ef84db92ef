"""Nothing is left undone in silence: no stubs, no skipped tests, no swallowed errors, no untyped returns."""

import ast
import re

from tests.architecture.sources import lines_with, modules, relative, tree

# Put together, so that this file does not find itself.
WORDS = re.compile("|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X:", "NotImplemented" + "Error")))
SKIPS = re.compile(
    "|".join((r"pytest\.sk" + r"ip\(", r"mark\.sk" + "ip", r"mark\.xf" + "ail", "import" + "orskip"))
)


def test_nothing_is_marked_as_left_to_do() -> None:
    assert [found for path in modules(with_tests=True) for found in lines_with(WORDS, path)] == []


def test_no_test_is_left_out_in_silence() -> None:
    assert [found for path in modules(with_tests=True) for found in lines_with(SKIPS, path)] == []


def swallows(handler: ast.ExceptHandler) -> bool:
    return len(handler.body) == 1 and isinstance(handler.body[0], ast.Pass)


def test_no_error_is_swallowed() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and swallows(node)
    ]
    assert wrong == []


def test_every_function_says_what_it_returns() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is None
    ]
    assert wrong == []
