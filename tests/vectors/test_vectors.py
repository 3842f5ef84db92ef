"""Numbers with right answers: every vector of open.json whose kind is built."""

import pytest

from tests.vectors.adapters import CHECKS, NOT_YET, SOLVERS
from tests.vectors.loading import Vector, differences, load_vectors

VECTORS = load_vectors()
KINDS_NOT_YET = {kind for kind, _reason in NOT_YET}
KINDS_IN_FILE = {vector.kind for vector in VECTORS}
BUILT = [vector for vector in VECTORS if vector.kind in SOLVERS]


@pytest.mark.parametrize("vector", BUILT, ids=lambda vector: vector.id)
def test_the_answer_to_a_vector_is_the_expected_one(vector: Vector) -> None:
    answer = SOLVERS[vector.kind](vector.question)
    check = CHECKS.get(vector.kind)
    found = check(vector, answer) if check else differences(vector.expected, answer, vector.tolerance)
    assert found == []


def test_every_kind_in_the_file_is_answered_or_listed_as_not_yet() -> None:
    assert set(SOLVERS) | KINDS_NOT_YET == KINDS_IN_FILE
    assert set(SOLVERS) & KINDS_NOT_YET == set()


def test_every_vector_of_the_file_has_its_own_id() -> None:
    assert len({vector.id for vector in VECTORS}) == len(VECTORS) == 151


def test_every_kind_that_is_not_yet_built_says_why() -> None:
    assert [kind for kind, reason in NOT_YET if not reason] == []
