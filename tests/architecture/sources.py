"""The project's own files, as the architecture tests look at them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    "acts", "bin", "clock", "club", "config", "director", "display", "ledger", "payouts", "tables", "tournaments",
)  # fmt: skip


@dataclass(frozen=True)
class Function:
    """One function of the project and how many lines it takes, its decorators not counted."""

    where: str
    name: str
    lines: int


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def modules(with_tests: bool = False) -> tuple[Path, ...]:
    """Every Python file of the project except migrations; tests when asked for."""
    packages = (*PACKAGES, "tests") if with_tests else PACKAGES
    found = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    return tuple(sorted(path for path in [*found, ROOT / "manage.py"] if "migrations" not in path.parts))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def functions() -> tuple[Function, ...]:
    """Every function and method of the project outside the tests."""
    return tuple(
        Function(
            f"{relative(path)}:{node.lineno}", node.name, (node.end_lineno or node.lineno) - node.lineno + 1
        )
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@cache
def templates() -> tuple[Path, ...]:
    return tuple(sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file()))


def rule_modules() -> tuple[Path, ...]:
    """The pure part: every module below a rules folder."""
    return tuple(path for path in modules() if "rules" in path.relative_to(ROOT).parts[:-1])


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, with the line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def line_count(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def lines_with(pattern: re.Pattern[str], path: Path, ignored: re.Pattern[str] | None = None) -> list[str]:
    """Where a pattern is found in a file, tags over several lines included, without what `ignored` matches."""
    text = path.read_text(encoding="utf-8")
    if ignored:
        text = ignored.sub(lambda match: "\n" * match[0].count("\n"), text)
    return [
        f"{relative(path)}:{text.count(chr(10), 0, match.start()) + 1}" for match in pattern.finditer(text)
    ]
