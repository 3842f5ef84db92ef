"""When a chip can leave play."""

import pytest

from tables.rules.colour_up import by_level, due_at, needed_smallest, removable_after
from tests.vectors.loading import Vector, load_vectors

LEVELS = [(25, 50), (50, 100), (75, 150), (100, 200), (200, 400), (500, 1000)]
CHIPS = (5, 25, 100, 500, 1000, 5000)
PUBLISHED = [one for one in load_vectors() if one.kind == "blind_structure" and one.expected["color_up"]]


@pytest.mark.parametrize("vector", PUBLISHED, ids=lambda vector: vector.id)
def test_published_structures_can_lose_each_chip_where_the_source_says(vector: Vector) -> None:
    said = vector.expected["color_up"]
    earliest = {
        chip: after["earliest_possible_after"] if isinstance(after, dict) else after
        for chip, after in said.items()
    } | vector.expected.get("earliest_by_rule", {})
    found = removable_after(
        vector.question["levels"], [chip for chip in CHIPS if chip >= min(map(int, said))]
    )
    assert {chip: (found[int(chip)] or 0) + 1 for chip in said} == earliest


def test_a_chip_leaves_after_the_last_level_that_needs_it_and_never_if_that_is_the_last() -> None:
    assert removable_after(LEVELS, [25, 100, 500, 1000]) == {25: 2, 100: 4, 500: None}


def test_a_chip_no_level_needs_can_leave_before_the_start() -> None:
    assert removable_after([(100, 200)], [25, 100]) == {25: -1}


def test_antes_and_bring_ins_count() -> None:
    assert removable_after([(100, 200, 25), (200, 400, 0)], [25, 100]) == {25: 0}


def test_what_is_due_when_a_level_is_over_and_what_late_stacks_are_made_of() -> None:
    assert [due_at(LEVELS, [25, 100, 500], level) for level in (1, 2, 4)] == [(), (25,), (25, 100)]
    assert [needed_smallest(LEVELS, [25, 100, 500], level) for level in (0, 2, 3, 5)] == [25, 25, 100, 500]


def test_the_structure_sheet_names_the_chips_by_level() -> None:
    assert by_level({25: 2, 50: 2, 100: 4, 5: -1, 500: None}) == {2: (25, 50), 4: (100,)}
