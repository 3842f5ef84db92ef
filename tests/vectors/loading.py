"""Read the vectors and compare an answer with what a vector expects."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VECTOR_FILE = Path(__file__).with_name("open.json")
# A vector without a tolerance states whole numbers, names or text: they are equal or they are wrong.
EXACT = 0.0


@dataclass(frozen=True)
class Vector:
    """One question with its right answer; `tolerance` is a number or one number for each key of the answer."""

    id: str
    kind: str
    question: dict[str, Any]
    expected: Any
    tolerance: Any


def load_vectors(path: Path = VECTOR_FILE) -> tuple[Vector, ...]:
    """All vectors of the file in its order."""
    rows = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    return tuple(Vector(r["id"], r["kind"], r["input"], r["expected"], r.get("tol", EXACT)) for r in rows)


def differences(expected: Any, answer: Any, tolerance: Any, path: str = "") -> list[str]:
    """Every place where `answer` is not `expected`; an expected None was not published and is not compared.

    Keys that only the answer has are allowed: a solver may know more than a source printed.
    """
    if expected is None:
        return []
    if isinstance(expected, dict):
        return _dict_differences(expected, answer, tolerance, path)
    if isinstance(expected, list):
        return _list_differences(expected, answer, tolerance, path)
    if _is_number(expected) and _is_number(answer):
        return [] if abs(expected - answer) <= tolerance else [f"{path}: expected {expected}, got {answer}"]
    return [] if expected == answer else [f"{path}: expected {expected!r}, got {answer!r}"]


def _dict_differences(expected: dict[str, Any], answer: Any, tolerance: Any, path: str) -> list[str]:
    if not isinstance(answer, dict):
        return [f"{path}: expected a mapping, got {answer!r}"]
    found: list[str] = []
    for key, value in expected.items():
        below = f"{path}.{key}" if path else key
        if key not in answer:
            found.append(f"{below}: missing in the answer")
            continue
        step = tolerance.get(key, EXACT) if isinstance(tolerance, dict) else tolerance
        found += differences(value, answer[key], step, below)
    return found


def _list_differences(expected: list[Any], answer: Any, tolerance: Any, path: str) -> list[str]:
    if not isinstance(answer, list | tuple) or len(answer) != len(expected):
        return [f"{path}: expected {len(expected)} items, got {answer!r}"]
    pairs = enumerate(zip(expected, answer, strict=True))
    return [
        line for index, (want, got) in pairs for line in differences(want, got, tolerance, f"{path}[{index}]")
    ]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
