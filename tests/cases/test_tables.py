"""Known faults of seating, balancing, breaking and chip races, and the right answers."""

import time
from collections import Counter
from random import Random
from typing import Any

import pytest

from acts.balancing import balance, break_table
from acts.chips import race_off
from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.registration import register_entry
from acts.seating import open_table, set_button
from acts.undo import undo
from ledger.selectors import chips_in_play
from payouts.selectors import prizes_of, results_of
from tables.models import SeatAssignment, Table
from tables.proposals import floor_of, propose_balance
from tables.rules.balancing import plan_balance
from tables.rules.breaking import plan_break
from tables.rules.plans import BalanceRules
from tests.building import Night
from tests.tables.rules.seating import table
from tournaments.errors import DirectorError

RULES = BalanceRules()


def seat_all(night: Night, *places: tuple[int, int]) -> None:
    for number, seat in places:
        night.enter(f"T{number}S{seat}", table_number=number, seat=seat)


def sizes(night: Night) -> dict[int, int]:
    rows = SeatAssignment.objects.filter(tournament=night.event, closed_by__isnull=True)
    return dict(Counter(rows.values_list("table__number", flat=True)))


def seats(night: Night) -> dict[str, tuple[int, int]]:
    rows = SeatAssignment.objects.filter(tournament=night.event, closed_by__isnull=True)
    found = rows.values_list("entry__player__name", "table__number", "seat")
    return {name: (number, seat) for name, number, seat in found}


def test_f01_the_player_due_for_the_big_blind_moves_to_the_worst_seat(night: Night) -> None:
    night.create(tables=2)
    seat_all(night, *[(1, seat) for seat in range(1, 10)], *[(2, seat) for seat in (1, 2, 4, 6, 7)])
    night.do(set_button, number=1, seat_number=3)
    night.do(set_button, number=2, seat_number=1)
    moves = propose_balance(night.event, floor_of(night.event)).moves
    assert [(m.from_table, m.from_seat, m.to_table, m.to_seat) for m in moves] == [(1, 5, 2, 3), (1, 6, 2, 5)]
    night.do(balance)
    assert sizes(night) == {1: 7, 2: 7}
    assert propose_balance(night.event, floor_of(night.event)).moves == ()


def test_f03_breaking_a_table_evens_out_the_rest(night: Night) -> None:
    night.create(tables=3)
    seat_all(
        night,
        *[(1, seat) for seat in range(1, 7)],
        *[(2, seat) for seat in range(1, 6)],
        *[(3, seat) for seat in range(1, 4)],
    )
    night.do(break_table, number=3)
    assert sizes(night) == {1: 7, 2: 7}
    assert Table.objects.values_list("status", "button_seat").get(number=3) == ("closed", None)
    with pytest.raises(DirectorError) as refused:
        night.do(break_table, number=3)
    assert refused.value.code == "table_closed"


def test_f73_players_of_a_broken_table_get_seats_of_their_own(night: Night) -> None:
    night.create(tables=3)
    seat_all(
        night,
        (1, 2),
        (1, 7),
        *[(2, seat) for seat in range(1, 8)],
        *[(3, seat) for seat in range(1, 8)],
    )
    night.do(break_table, number=1)
    assert sizes(night) == {2: 8, 3: 8}
    assert len(set(seats(night).values())) == 16


def test_f75_nobody_is_sent_to_a_seat_the_table_has_not() -> None:
    room = [table(number, 9, range(1, 9), button=1) for number in range(1, 21)]
    plan = plan_break(room, 20, RULES, Random(75))
    assert [seat for seat in plan.seats if not 1 <= seat.seat <= 9] == []
    assert {(one.table_number, one.seat) for one in plan.seats} == {
        (one.table_number, 9) for one in plan.seats
    }


def test_f76_ten_busts_in_one_hand_are_planned_at_once() -> None:
    room = [table(number, 9, range(1, 10 if number > 10 else 9), button=1) for number in range(1, 21)]
    room = [one.without(f"T{one.number}S4") if one.number <= 10 else one for one in room]
    begun = time.process_time()
    plan = plan_balance(room, RULES)
    assert time.process_time() - begun < 0.5
    after = Counter({one.number: one.size for one in room})
    for move in plan.moves:
        after[move.from_table] -= 1
        after[move.to_table] += 1
    assert max(after.values()) - min(after.values()) <= 1


def test_f77_whoever_waits_for_a_seat_is_seated_first_each_time() -> None:
    queue: tuple[object, ...] = ("E",)
    for seed in range(3):
        room = [table(1, 9, range(1, 9), button=1), table(2, 9, range(1, 4), button=1)]
        plan = plan_break(room, 2, RULES, Random(seed), queue=queue)
        assert [one.player_key for one in plan.seats] == ["E"]
        assert set(plan.queue) == {"T2S1", "T2S2", "T2S3"}


def raced(night: Night, saved: str) -> dict[str, Any]:
    """One player has a single odd 100 and nothing else, another four and the highest card."""
    night.create(rules={"race_saved": saved})
    seat_all(night, (1, 1), (1, 2))
    night.start()
    chips = [
        {"seat": 1, "old_chips": 1, "has_other_chips": False, "cards": ["2c"]},
        {"seat": 2, "old_chips": 4, "cards": ["As", "3d", "4d", "5d"]},
    ]
    return night.do(race_off, number=1, old=100, new=500, seats=chips).result


@pytest.mark.parametrize(
    ("saved", "changes", "total"),
    [
        ("extra", {1: (0, True, 400), 2: (1, False, 100)}, 500),
        ("from_race", {1: (0, True, 400), 2: (0, False, -400)}, 0),
    ],
)
def test_f79_where_the_saving_chip_comes_from_is_a_setting(
    night: Night, saved: str, changes: dict[int, tuple[int, bool, int]], total: int
) -> None:
    result = raced(night, saved)
    assert {row["seat"]: (row["won"], row["saved"], row["change"]) for row in result["rows"]} == changes
    assert (result["total_change"], chips_in_play(night.tournament_id)) == (total, 20_000 + total)


@pytest.mark.parametrize(("rounding", "chips"), [("half_up", 3), ("up", 4), ("down", 3)])
def test_f81_how_an_uneven_race_is_rounded_is_a_setting(night: Night, rounding: str, chips: int) -> None:
    night.create(rules={"race_rounding": rounding})
    seat_all(night, *[(1, seat) for seat in range(1, 5)])
    night.start()
    odd = [{"seat": seat, "old_chips": 4} for seat in range(1, 5)]
    result = night.do(race_off, number=1, old=5, new=25, seats=odd).result
    assert sum(row["won"] for row in result["rows"]) == chips
    assert result["total_change"] == 25 * chips - 80


def test_f86_one_undo_takes_back_a_hand_of_eleven_busts(night: Night) -> None:
    night.create(tables=2, places_percent=100)
    night.enter(*"ABCDEFGHIJKLM")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    sitting, places = seats(night), results_of(night.event, entry_open=False)
    mistake = night.do(bust, busts=[{"entry_id": night.entries[name]} for name in "ABCDEFGHIJK"], tie=True)
    night.do(undo, action_id=mistake.action_id)
    assert seats(night) == sitting
    assert results_of(night.event, entry_open=False).rows == places.rows
    assert prizes_of(night.event).stale is False


def test_f71_a_table_opened_again_has_free_seats_only(night: Night) -> None:
    night.create(tables=2)
    seat_all(night, (2, 1), (1, 1))
    night.do(break_table, number=2)
    night.do(open_table, number=2)
    assert night.do(register_entry, player_id=night.player("C"), table_number=2, seat=1).result["seat"] == 1
