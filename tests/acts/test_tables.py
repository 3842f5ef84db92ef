"""Seats, balancing and breaking through the verbs."""

from collections import Counter

import pytest

from acts.auditing import audit
from acts.balancing import balance, break_table, draw_all_seats, form_final_table, hand_done
from acts.chips import race_off
from acts.elimination import bust
from acts.registration import register_entry
from acts.seating import move_entry, open_table, set_button
from acts.undo import undo
from ledger.selectors import chips_in_play
from tables.models import SeatAssignment, Table
from tables.proposals import floor_of, propose_balance
from tests.building import Night
from tournaments.errors import DirectorError


def sizes(night: Night) -> dict[int, int]:
    rows = SeatAssignment.objects.filter(tournament_id=night.tournament_id, closed_by__isnull=True)
    return dict(Counter(rows.values_list("table__number", flat=True)))


def seat_all(night: Night, *places: tuple[int, int]) -> None:
    for table, seat in places:
        night.enter(f"T{table}S{seat}", table_number=table, seat=seat)


def test_the_next_big_blind_moves_to_the_worst_seat_until_the_tables_are_even(night: Night) -> None:
    night.create(tables=2)
    seat_all(night, *[(1, seat) for seat in range(1, 10)], *[(2, seat) for seat in (1, 2, 4, 6, 7)])
    night.do(set_button, number=1, seat_number=3)
    night.do(set_button, number=2, seat_number=1)
    plan = propose_balance(night.event, floor_of(night.event))
    assert [(move.from_seat, move.to_table, move.to_seat) for move in plan.moves] == [(5, 2, 3), (6, 2, 5)]
    night.do(balance)
    assert sizes(night) == {1: 7, 2: 7}
    with pytest.raises(DirectorError) as refused:
        night.do(balance)
    assert refused.value.code == "balanced"
    assert audit(night.tournament_id) == []


def test_a_shown_plan_that_no_longer_holds_is_a_conflict(night: Night) -> None:
    night.create(tables=2)
    seat_all(night, *[(1, seat) for seat in range(1, 6)], (2, 1), (2, 2))
    plan = propose_balance(night.event, floor_of(night.event))
    shown = [{"entry_id": m.player_key, "to_table": m.to_table, "to_seat": m.to_seat} for m in plan.moves]
    moved = int(str(plan.moves[0].player_key))
    night.do(move_entry, entry_id=moved, table_number=2)
    with pytest.raises(DirectorError) as refused:
        night.do(balance, moves=shown)
    assert refused.value.conflict is True


def test_breaking_a_table_evens_out_the_rest_and_is_undone_as_a_whole(night: Night) -> None:
    night.create(tables=3)
    seat_all(
        night,
        *[(1, seat) for seat in range(1, 7)],
        *[(2, seat) for seat in range(1, 6)],
        *[(3, seat) for seat in range(1, 4)],
    )
    before = sizes(night)
    broken = night.do(break_table, number=3)
    assert sizes(night) == {1: 7, 2: 7}
    third = Table.objects.get(number=3)
    assert (third.status, third.button_seat) == ("closed", None)
    with pytest.raises(DirectorError) as refused:
        night.do(break_table, number=3)
    assert refused.value.code == "table_closed"
    night.do(undo, action_id=broken.action_id)
    assert sizes(night) == before
    assert audit(night.tournament_id) == []


def test_nobody_is_seated_at_a_closed_table_until_it_opens_again(night: Night) -> None:
    night.create(tables=2)
    night.enter("A", "B")
    night.do(break_table, number=2)
    with pytest.raises(DirectorError) as refused:
        night.do(register_entry, player_id=night.player("C"), table_number=2, seat=3)
    assert refused.value.code == "table_closed"
    night.do(open_table, number=2)
    night.enter("C", table_number=2, seat=3)
    assert sizes(night)[2] == 1


def test_a_seat_is_given_once(night: Night) -> None:
    night.create()
    night.enter("A", table_number=1, seat=1)
    with pytest.raises(DirectorError) as refused:
        night.do(register_entry, player_id=night.player("B"), table_number=1, seat=1)
    assert refused.value.code == "seat_holds_one_entry"


def test_the_final_table_takes_everybody_and_may_hold_one_more(night: Night) -> None:
    night.create(tables=2, seats_per_table=8)
    night.enter(*"ABCDEFGHI")
    night.do(form_final_table)
    assert sizes(night) == {1: 9}
    assert Table.objects.get(number=1).seats == 9
    assert audit(night.tournament_id) == []


def test_the_draw_before_the_start_moves_everybody_and_can_be_undone(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCDEFGH")
    before = dict(SeatAssignment.objects.filter(closed_by__isnull=True).values_list("entry_id", "seat"))
    drawn = night.do(draw_all_seats)
    assert sizes(night) == {1: 4, 2: 4}
    night.do(undo, action_id=drawn.action_id)
    after = dict(SeatAssignment.objects.filter(closed_by__isnull=True).values_list("entry_id", "seat"))
    assert after == before


def test_the_button_moves_on_when_the_hand_is_done(night: Night) -> None:
    night.create()
    seat_all(night, (1, 2), (1, 5), (1, 8))
    night.start()
    night.do(set_button, number=1, seat_number=2)
    assert night.do(hand_done, number=1).result["button_seat"] == 5


def test_what_a_race_adds_goes_into_the_chip_ledger(night: Night) -> None:
    night.create(denominations=[5, 25])
    seat_all(night, (1, 1), (1, 2), (1, 3))
    night.start()
    raced = night.do(
        race_off,
        number=1,
        old=5,
        new=25,
        seats=[
            {"seat": 1, "old_chips": 3, "cards": ["Td", "4c", "9s"]},
            {"seat": 2, "old_chips": 4, "cards": ["Kh", "Ks", "2d", "3d"]},
            {"seat": 3, "old_chips": 2, "cards": ["8c", "Qd"]},
        ],
    )
    assert (raced.result["total_change"], chips_in_play(night.tournament_id)) == (5, 30_005)
    night.do(undo, action_id=raced.action_id)
    assert chips_in_play(night.tournament_id) == 30_000
    assert audit(night.tournament_id) == []


def test_one_undo_brings_back_a_whole_hand_of_busts(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCDEFGHIJKL")
    night.start()
    before = sizes(night)
    out = night.do(bust, busts=[{"entry_id": night.entries[name]} for name in "ABCDEFGHIJK"], tie=True)
    night.do(undo, action_id=out.action_id)
    assert sizes(night) == before
    assert audit(night.tournament_id) == []
