"""Undo and redo, act by act: what is in the way is named, what follows from an undo is put right."""

from typing import Any

import pytest

from acts.auditing import audit
from acts.balancing import break_table, form_final_table
from acts.deals import record_deal
from acts.elimination import bust
from acts.payouts import lock_payouts, pay_prize
from acts.players import create_player
from acts.purchases import rebuy
from acts.registration import close_registration, promote, register_entry, unregister_entry
from acts.seating import mark_away, move_entry, open_table, record_count, set_button, swap_entries
from acts.setup import cancel_tournament, edit_tournament
from acts.timing import adjust_clock, edit_structure, go_to_level, pause_clock, resume_clock, schedule_start
from acts.undo import undo, undo_club_act
from acts.upkeep import upkeep
from clock.recording import sweep
from clock.selectors import load_clock
from club.models import Player
from ledger.selectors import balances
from payouts.models import Payment
from tables.models import SeatAssignment, Table
from tests.building import MINUTE_MS, Night, levels
from tournaments.acting import Outcome
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Entry, WaitingListEntry


def take_back(night: Night, done: Outcome) -> Outcome:
    return night.do(undo, action_id=done.action_id)


def in_the_way(night: Night, done: Outcome) -> str:
    """The act that an undo names as standing in its way."""
    with pytest.raises(DirectorError) as refused:
        take_back(night, done)
    assert (refused.value.code, refused.value.conflict) == ("undo_in_the_way", True)
    return str(refused.value.params["kind"])


def refused_code(night: Night, done: Outcome, **params: Any) -> str:
    with pytest.raises(DirectorError) as refused:
        night.do(undo, action_id=done.action_id, **params)
    return refused.value.code


def seat_of(night: Night, name: str) -> tuple[int, int]:
    row = SeatAssignment.objects.get(entry=night.entries[name], closed_by__isnull=True)
    return row.table.number, row.seat


def out(night: Night, *names: str, **params: Any) -> Outcome:
    return night.do(bust, busts=[{"entry_id": night.entries[name]} for name in names], **params)


def left_ms(night: Night) -> int:
    return load_clock(night.tournament_id).state(night.clock.now_ms()).remaining_ms


def test_what_was_undone_is_in_nobodys_way(night: Night) -> None:
    """Money, seat and clock are undone by what counts now, not by what happened in between."""
    night.create()
    player = night.player("A")
    entered = night.do(register_entry, player_id=player)
    for _turn in range(2):
        take_back(night, night.do(unregister_entry, entry_id=entered.result["entry_id"]))
    take_back(night, entered)
    assert (balances(night.tournament_id)["till"], SeatAssignment.objects.filter(closed_by=None).count()) == (
        0,
        0,
    )
    assert audit(night.tournament_id) == []


def test_a_clock_act_that_was_undone_is_in_nobodys_way(night: Night) -> None:
    night.create()
    night.start()
    added = night.do(adjust_clock, delta_ms=5 * MINUTE_MS)
    take_back(night, night.do(pause_clock))
    night.minutes(2)
    take_back(night, added)
    assert left_ms(night) == 18 * MINUTE_MS
    assert in_the_way_after_jump(night) == "clock.go_to_level"


def in_the_way_after_jump(night: Night) -> str:
    paused = night.do(pause_clock)
    night.do(go_to_level, level_index=3)
    return in_the_way(night, paused)


def test_levels_edited_before_the_start_are_brought_back(night: Night) -> None:
    night.create(levels(20, 20))
    first = night.do(edit_structure, levels=levels(20, 30))
    second = night.do(edit_structure, levels=levels(20, 40))
    assert in_the_way(night, first) == "clock.edit_structure"
    take_back(night, second)
    take_back(night, first)
    assert load_clock(night.tournament_id).structure.durations_ms == (20 * MINUTE_MS, 20 * MINUTE_MS)


def test_levels_edited_before_a_countdown_are_brought_back_under_it(night: Night) -> None:
    night.create(levels(20, 20))
    edited = night.do(edit_structure, levels=levels(25, 20))
    night.do(schedule_start, start_at_ms=night.clock.now_ms() + 10 * MINUTE_MS)
    take_back(night, edited)
    night.minutes(11)
    assert left_ms(night) == 19 * MINUTE_MS


@pytest.mark.parametrize("how", ["countdown cut short", "countdown that ran out", "longer countdown undone"])
def test_a_tournament_runs_once_its_clock_has_begun(night: Night, how: str) -> None:
    night.create()
    night.do(schedule_start, start_at_ms=night.clock.now_ms() + 10 * MINUTE_MS)
    if how == "countdown cut short":
        night.do(adjust_clock, delta_ms=-10 * MINUTE_MS)
    elif how == "countdown that ran out":
        night.minutes(10)
        sweep()
    else:
        longer = night.do(adjust_clock, delta_ms=30 * MINUTE_MS)
        night.minutes(15)
        take_back(night, longer)
    assert (night.event.status, load_clock(night.tournament_id).state(night.clock.now_ms()).started) == (
        "running",
        True,
    )


def test_the_start_is_not_taken_back_while_somebody_is_out(night: Night) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    started = DirectorAction.objects.get(kind="clock.start")
    out(night, "A")
    assert in_the_way(night, Outcome(str(started.pk), {}, 0)) == "entry.bust"


def test_an_undo_makes_nobody_sit_beyond_the_capacity(night: Night) -> None:
    night.create(capacity=2)
    night.enter("A", "B")
    left = night.do(unregister_entry, entry_id=night.entries["A"])
    night.enter("C")
    assert refused_code(night, left) == "full"
    night.do(edit_tournament, settings={"capacity": 3})
    take_back(night, left)
    assert Entry.objects.filter(status="active").count() == 3


def test_an_undo_closes_no_table_under_its_players(night: Night) -> None:
    night.create(tables=2)
    night.enter("A", "B", table_number=1)
    night.do(break_table, number=2)
    opened = night.do(open_table, number=2)
    night.do(move_entry, entry_id=night.entries["A"], table_number=2)
    assert in_the_way(night, opened) == "seat.move"


def test_an_undo_takes_no_seat_away_from_under_somebody(night: Night) -> None:
    night.create(tables=2, seats_per_table=8, rules={"preset": "home"})
    night.enter(*"ABCDEFGH")
    formed = night.do(form_final_table)
    free = next(
        seat for seat in range(1, 10) if (1, seat) not in {seat_of(night, name) for name in "ABCDEFGH"}
    )
    if free != 9:
        holder = next((name for name in "ABCDEFGH" if seat_of(night, name) == (1, 9)), "")
        assert holder
        assert in_the_way_of_smaller_table(night, formed, holder) == "seat.move"
    else:
        night.do(move_entry, entry_id=night.entries["A"], table_number=1, seat_number=9)
        assert in_the_way(night, formed) == "seat.move"


def in_the_way_of_smaller_table(night: Night, formed: Outcome, holder: str) -> str:
    taken = {seat_of(night, name) for name in "ABCDEFGH"}
    free = next(seat for seat in range(1, 9) if (1, seat) not in taken)
    night.do(move_entry, entry_id=night.entries[holder], table_number=1, seat_number=free)
    return in_the_way(night, formed)


def test_nothing_is_redone_for_an_entry_that_is_gone(night: Night) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5_000, rebuy_until_level=4)
    night.enter("A", "B")
    bought = night.do(rebuy, entry_id=night.entries["A"])
    taken_back = take_back(night, bought)
    night.do(unregister_entry, entry_id=night.entries["A"])
    assert in_the_way(night, taken_back) == "entry.unregister"
    entered = DirectorAction.objects.get(kind="entry.register", result__entry_id=night.entries["B"])
    second = night.do(rebuy, entry_id=night.entries["B"])
    undone = take_back(night, second)
    night.do(undo, action_id=str(entered.pk))
    assert in_the_way(night, undone) == "undo"


def test_nobody_comes_back_into_a_cancelled_tournament(night: Night) -> None:
    night.create()
    night.enter("A")
    left = night.do(unregister_entry, entry_id=night.entries["A"])
    night.do(cancel_tournament)
    assert in_the_way(night, left) == "tournament.cancel"


def finished(night: Night, **settings: Any) -> list[Outcome]:
    """Three players, all prizes locked, two out."""
    night.create(places_percent=100, **settings)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    return [out(night, "A"), out(night, "B")]


def test_an_earlier_bust_taken_back_opens_a_finished_tournament(night: Night) -> None:
    first, last = finished(night)
    undone = take_back(night, first)
    assert (night.event.status, night.entry("A").status) == ("running", "active")
    take_back(night, undone)
    assert night.entry("A").status == "busted"
    assert (upkeep(), night.event.status) == (1, "finished")
    ended = DirectorAction.objects.filter(kind="tournament.won").get()
    night.do(undo, action_id=str(ended.pk))
    take_back(night, last)
    assert (night.event.status, audit(night.tournament_id)) == ("running", [])


def test_the_last_bust_is_not_redone_once_somebody_else_has_come(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    night.do(close_registration)
    undone = take_back(night, out(night, "A"))
    closed = DirectorAction.objects.get(kind="registration.close")
    night.do(undo, action_id=str(closed.pk))
    night.enter("C")
    assert refused_code(night, undone) == "not_won_yet"


def test_a_bust_is_not_taken_back_once_its_prize_was_paid(night: Night) -> None:
    first, last = finished(night)
    paid = night.do(pay_prize, entry_id=night.entries["A"])
    assert in_the_way(night, first) == "payouts.pay"
    take_back(night, last)  # third place stays third place
    take_back(night, paid)
    take_back(night, first)
    assert (night.event.status, Payment.objects.filter(revoked_by=None).count()) == ("running", 0)


def test_nobody_comes_back_behind_a_deal(night: Night) -> None:
    night.create(places_percent=100)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    first = out(night, "A")
    counts = [{"entry_id": night.entries[name], "stack_chips": 15_000} for name in "BC"]
    night.do(record_count, counts=counts)
    night.do(record_deal, method="even")
    assert in_the_way(night, first) == "payouts.deal"


def test_a_promotion_taken_back_puts_the_player_on_the_list_again(night: Night) -> None:
    night.create(capacity=2)
    night.enter("A", "B", "C")
    night.do(unregister_entry, entry_id=night.entries["A"])
    waiting = WaitingListEntry.objects.get()
    promoted = night.do(promote, waiting_id=waiting.pk)
    take_back(night, promoted)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.entry_id) == ("waiting", None)
    assert night.do(promote, waiting_id=waiting.pk).result["waiting"] is False


def test_a_seat_taken_meanwhile_is_replaced_by_a_free_one(night: Night) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    seat = seat_of(night, "A")
    gone = out(night, "A")
    night.do(move_entry, entry_id=night.entries["B"], table_number=1, seat_number=seat[1])
    take_back(night, gone)
    assert seat_of(night, "B") == seat
    assert seat_of(night, "A") != seat
    assert DirectorAction.objects.get(kind="undo").facts["reseated"] == ["A"]


def test_a_swap_is_taken_back_as_a_whole(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    before = seat_of(night, "A"), seat_of(night, "B")
    swapped = night.do(swap_entries, entry_id=night.entries["A"], other_entry_id=night.entries["B"])
    take_back(night, swapped)
    assert (seat_of(night, "A"), seat_of(night, "B")) == before


def test_any_act_can_be_undone_not_only_the_last(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    first = night.do(mark_away, entry_id=night.entries["A"])
    night.do(set_button, number=1, seat_number=3)
    night.enter("C")
    take_back(night, first)
    assert night.entry("A").away is False


def test_an_act_is_undone_once(night: Night) -> None:
    night.create()
    done = night.do(set_button, number=1, seat_number=3)
    take_back(night, done)
    assert refused_code(night, done) == "undone_already"


def test_time_that_passed_is_not_undone(night: Night) -> None:
    night.create()
    night.start()
    night.minutes(21)
    sweep()
    passed = DirectorAction.objects.get(kind="clock.transition")
    assert refused_code(night, Outcome(str(passed.pk), {}, 0)) == "no_undo"


def test_whoever_may_not_do_an_act_may_not_undo_it(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    locked = night.do(lock_payouts)
    assert refused_code(night, locked, actor=night.staff("floor")) == "not_allowed"
    undone = take_back(night, locked)
    assert refused_code(night, undone, actor=night.staff("floor")) == "not_allowed"


def test_what_the_system_ended_a_director_may_take_back(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    out(night, "A")
    night.minutes(81)
    assert (upkeep(), night.event.status) == (1, "finished")
    ended = DirectorAction.objects.get(kind="tournament.won")
    assert refused_code(night, Outcome(str(ended.pk), {}, 0), actor=night.staff("floor")) == "not_allowed"
    night.do(undo, action_id=str(ended.pk), actor=night.staff("director"))
    assert night.event.status == "running"


def test_an_act_of_the_club_is_undone_there(night: Night) -> None:
    made = create_player(actor=night.owner, name="Ann Lee")
    undo_club_act(actor=night.owner, action_id=made.action_id)
    assert Player.objects.get().revoked_by_id is not None
    night.create()
    with pytest.raises(DirectorError) as refused:
        night.do(undo, action_id=made.action_id)
    assert refused.value.code == "act_unknown"


def test_a_resumed_clock_is_paused_again_where_it_stood(night: Night) -> None:
    night.create()
    night.start()
    night.minutes(8)
    night.do(pause_clock)
    resumed = night.do(resume_clock)
    night.minutes(3)
    take_back(night, resumed)
    clock = load_clock(night.tournament_id)
    assert (clock.running, left_ms(night)) == (False, 12 * MINUTE_MS)


def test_a_table_that_was_made_is_gone_again(night: Night) -> None:
    night.create()
    opened = night.do(open_table)
    take_back(night, opened)
    assert list(Table.objects.filter(revoked_by=None).values_list("number", flat=True)) == [1]
    assert night.do(open_table).result["table"] == 2


def test_a_move_done_again_leads_to_the_same_seat(night: Night) -> None:
    night.create()
    night.enter("A", table_number=1, seat=1)
    moved = night.do(move_entry, entry_id=night.entries["A"], table_number=1, seat_number=5)
    undone = take_back(night, moved)
    assert seat_of(night, "A") == (1, 1)
    again = take_back(night, undone)
    assert seat_of(night, "A") == (1, 5)
    take_back(night, again)
    assert seat_of(night, "A") == (1, 1)


def test_a_pause_is_not_done_again_on_another_clock_than_it_was_done_on(night: Night) -> None:
    night.create()
    night.start()
    added = night.do(adjust_clock, delta_ms=5 * MINUTE_MS)
    unpaused = take_back(night, night.do(pause_clock))
    less = take_back(night, added)
    assert in_the_way(night, unpaused) == "undo"
    take_back(night, less)
    take_back(night, unpaused)
    assert load_clock(night.tournament_id).running is False
