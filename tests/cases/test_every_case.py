"""Every known fault has a test or a reason why its place is elsewhere."""

import ast
import re
from pathlib import Path

from tests.cases.not_yet import ELSEWHERE

# The rows of the list of known faults.
CASES = frozenset(
    f"F{number}"
    for number in (
        *(
            1,
            3,
            4,
            5,
            6,
            7,
            8,
            10,
            11,
            14,
            15,
            16,
            18,
            20,
            21,
            23,
            24,
            25,
            27,
            28,
            30,
            32,
            34,
            35,
            36,
            38,
            39,
            41,
        ),
        *(
            43,
            45,
            46,
            47,
            49,
            50,
            51,
            53,
            54,
            55,
            56,
            58,
            61,
            62,
            64,
            65,
            67,
            68,
            69,
            71,
            73,
            75,
            76,
            77,
            79,
            81,
        ),
        *(82, 83, 85, 86, 88, 89, 90, 92, 93, 95, 96, 97, 99, 100, 101, 104),
    )
)
NAMED = re.compile(r"test_f0*(\d+)_")


def cases_with_a_test() -> set[str]:
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = NAMED.match(node.name) if isinstance(node, ast.FunctionDef) else None
            if name:
                found.add(f"F{name[1]}")
    return found


def test_every_case_is_tested_or_has_a_reason() -> None:
    assert cases_with_a_test() | set(ELSEWHERE) == CASES
    assert cases_with_a_test() & set(ELSEWHERE) == set()
