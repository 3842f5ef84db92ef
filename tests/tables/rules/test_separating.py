"""Taking apart people who sit together."""

import pytest

from tables.rules.facts import pairs_from_groups
from tables.rules.plans import BalanceRules, Why
from tables.rules.separating import plan_separation
from tests.tables.rules.seating import sat, table, table_of
from tournaments.rules.errors import RuleError

PAIR = ("T1S2", "T1S5")
RULES = BalanceRules(pairs=pairs_from_groups([PAIR]))


def test_one_of_the_two_moves_the_one_who_is_big_blind_first() -> None:
    room = [table(1, 9, [1, 2, 3, 5, 6], button=2), table(2, 9, [1, 2, 3, 4], button=1)]
    plan = plan_separation(room, PAIR, RULES)
    assert [(m.player_key, m.to_table, m.to_seat, m.why, m.rule) for m in plan.moves] == [
        ("T1S5", 2, 5, Why.KEPT_APART, "kept_apart")
    ]
    assert plan.together == 0


def test_the_move_goes_where_it_leaves_sizes_most_even() -> None:
    room = [
        table(1, 9, [1, 2, 3, 5, 6], button=2),
        table(2, 9, range(1, 6), button=1),
        table(3, 9, range(1, 5), button=1),
    ]
    assert [move.to_table for move in plan_separation(room, PAIR, RULES).moves] == [3]


def test_people_who_do_not_share_a_table_cannot_be_taken_apart() -> None:
    with pytest.raises(RuleError, match="not_together"):
        plan_separation([table(1, 9, [1, 2]), table(2, 9, [5])], ("T1S2", "T2S5"), RULES)


def test_without_a_free_seat_or_with_both_fixed_nobody_can_move() -> None:
    fixed = table_of(1, 9, [sat(1, 2, fixed=True), sat(1, 5, fixed=True)], 2)
    for room in (
        [table(1, 9, [2, 5], button=2), table(2, 2, [1, 2], button=1)],
        [fixed, table(2, 9, [1], button=1)],
    ):
        with pytest.raises(RuleError, match="nobody_can_move"):
            plan_separation(room, PAIR, RULES)
