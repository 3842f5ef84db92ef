"""SOLVERS[kind] takes a vector's `input` and returns what `expected` holds.

Each app adds its kinds in a module of its own (`solvers_payouts`, `solvers_tables`, `solvers_clock`), which
exports a dict SOLVERS. Comparisons other than equality within `tol` are in CHECKS of the same modules:
CHECKS[kind](vector, answer) returns the list of differences.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tests.vectors.loading import Vector

Solver = Callable[[dict[str, Any]], Any]
Check = Callable[[Vector, Any], list[str]]

SOLVER_MODULES = ("solvers_payouts", "solvers_tables", "solvers_clock")

# Kinds nobody answers yet, each with the reason. A test holds that this and SOLVERS make up the file.
NOT_YET: tuple[tuple[str, str], ...] = (
    ("league", "leagues and their points are a later chapter of the product"),
)


def _solver_modules() -> list[ModuleType]:
    names = (f"tests.vectors.{name}" for name in SOLVER_MODULES)
    return [import_module(name) for name in names if find_spec(name) is not None]


def _merged(attribute: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for module in _solver_modules():
        added: Mapping[str, Any] = getattr(module, attribute, {})
        twice = merged.keys() & added.keys()
        assert not twice, f"{module.__name__} answers kinds that are answered already: {sorted(twice)}"
        merged |= added
    return merged


SOLVERS: dict[str, Solver] = _merged("SOLVERS")
CHECKS: dict[str, Check] = _merged("CHECKS")
