"""SOLVERS[kind] takes a vector's `input` and returns what `expected` holds.

Each app adds its kinds in a module of its own (`solvers_payouts`, `solvers_tables`, `solvers_clock`), which
exports a dict SOLVERS. Comparisons other than equality within `tol` are in CHECKS of the same modules:
CHECKS[kind](vector, answer) returns the list of differences.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tests.vectors import solvers_clock, solvers_payouts, solvers_tables
from tests.vectors.loading import Vector

Solver = Callable[[dict[str, Any]], Any]
Check = Callable[[Vector, Any], list[str]]

SOLVER_MODULES = (solvers_payouts, solvers_tables, solvers_clock)

# Kinds nobody answers yet, each with the reason. A test holds that this and SOLVERS make up the file.
NOT_YET: tuple[tuple[str, str], ...] = (
    ("league", "leagues and their points are a later chapter of the product"),
)


def _merged(attribute: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for module in SOLVER_MODULES:
        added: Mapping[str, Any] = getattr(module, attribute, {})
        twice = merged.keys() & added.keys()
        assert not twice, f"{module.__name__} answers kinds that are answered already: {sorted(twice)}"
        merged |= added
    return merged


SOLVERS: dict[str, Solver] = _merged("SOLVERS")
CHECKS: dict[str, Check] = _merged("CHECKS")
