"""Who may import whom (the contracts are in pyproject.toml), and what rules may import."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.architecture.sources import ROOT, imports, modules, relative, rule_modules, tree

# Parts of the standard library through which time, chance or the machine would come in by themselves.
IMPURE = frozenset(
    {"asyncio", "io", "logging", "os", "pathlib", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys",
     "tempfile", "threading", "time", "urllib", "uuid"}
)  # fmt: skip
PURE = frozenset(sys.stdlib_module_names) - IMPURE
NOW = frozenset({"now", "utcnow", "today"})


def test_every_import_contract_is_kept() -> None:
    tool = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def allowed_in_rules(path: Path, module: str) -> bool:
    """Standard library without the machine, numpy, the app's own rules and what the kernel's rules share."""
    own = f"{path.relative_to(ROOT).parts[0]}.rules"
    ours = (own, "tournaments.rules")
    return module.partition(".")[0] in PURE | {"numpy"} or any(
        f"{module}.".startswith(f"{name}.") for name in ours
    )


def test_rules_import_the_standard_library_numpy_and_rules_only() -> None:
    wrong = [
        f"{relative(path)}:{line} imports {module}"
        for path in rule_modules()
        for line, module in imports(path)
        if not allowed_in_rules(path, module)
    ]
    assert wrong == []


def reads_clock_or_chance(node: ast.AST) -> bool:
    """True for a call of now() or today(), and for a use of the shared generator instead of a Random given."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in NOW
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id == "random" and node.attr != "Random"
    is_random = isinstance(node, ast.ImportFrom) and node.module == "random"
    return is_random and {alias.name for alias in node.names} != {"Random"}


def test_rules_take_time_and_chance_as_arguments() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in rule_modules()
        for node in ast.walk(tree(path))
        if reads_clock_or_chance(node)
    ]
    assert wrong == []


def test_there_are_rules_to_look_at() -> None:
    apps = {path.relative_to(ROOT).parts[0] for path in rule_modules()}
    assert apps >= {"clock", "tables", "payouts", "tournaments"}


def test_no_module_is_called_after_nothing_in_particular() -> None:
    vague = {"utils", "util", "helpers", "helper", "managers", "manager", "misc", "common"}
    assert [relative(path) for path in modules(with_tests=True) if path.stem in vague] == []
