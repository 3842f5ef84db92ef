"""Known faults of registration, waiting lists, rebuys and re-entries, and the right answers."""

from typing import Any

import pytest

from acts.balancing import break_table, draw_all_seats
from acts.elimination import bust, leave
from acts.payouts import lock_payouts, pay_prize
from acts.purchases import add_on, rebuy
from acts.registration import (
    close_registration,
    offer_place,
    pay_entry,
    promote,
    register_entry,
    register_newcomer,
    unregister_entry,
)
from acts.seating import open_table
from acts.timing import pause_clock, resume_clock
from acts.upkeep import upkeep
from ledger.selectors import balances, chips_in_play, lines
from payouts.selectors import results_of
from tables.models import SeatAssignment
from tables.selectors import free_seats
from tests.building import Night, levels
from tests.refusing import refused
from tournaments.models import Entry, Purchase, WaitingListEntry
from tournaments.selectors import field_of, standing_of

REBUYS: dict[str, Any] = {
    "rebuy_kind": "broke",
    "rebuy_chips": 10_000,
    "rebuy_prize_minor": 5_000,
    "rebuy_until_level": 2,
    "rebuy_limit": 1,
}
REENTRY: dict[str, Any] = {"reentry_offered": True, "reentry_until_level": 2}


def out(night: Night, *names: str, **params: Any) -> None:
    night.do(bust, busts=[{"entry_id": night.entries[name]} for name in names], **params)


def statuses(night: Night) -> list[tuple[str, str]]:
    rows = WaitingListEntry.objects.filter(tournament=night.event, revoked_by=None).order_by("number")
    return list(rows.values_list("player__name", "status"))


def test_f04_a_closed_table_takes_nobody_until_it_is_open_again(night: Night) -> None:
    night.create(tables=2)
    night.enter("A", "B")
    night.do(break_table, number=2)
    late = {"player_id": night.player("C"), "table_number": 2, "seat": 3}
    assert refused(night.do, register_entry, **late) == "table_closed"
    night.do(open_table, number=2)
    assert night.do(register_entry, **late).result["seat"] == 3


def test_f05_no_path_leads_past_the_end_of_late_registration(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    unpaid = night.do(register_entry, player_id=night.player("C"), paid=False).result["entry_id"]
    night.start()
    night.do(close_registration)
    late = night.player("Late")
    assert refused(night.do, register_entry, player_id=late) == "registration_closed"
    assert refused(night.do, register_entry, player_id=late, table_number=1, seat=7) == "registration_closed"
    assert refused(night.do, register_entry, player_id=late, paid=False) == "registration_closed"
    assert refused(night.do, register_newcomer, name="Newcomer") == "registration_closed"
    assert refused(night.do, pay_entry, entry_id=unpaid) == "registration_closed"
    assert Entry.objects.filter(status="active").count() == 2


def test_f05_the_waiting_list_has_a_life_of_its_own(night: Night) -> None:
    night.create(capacity=3, late_until_level=1, waiting_until_level=2)
    night.enter("A", "B", "X", "C", "D")
    night.start()
    first, second = WaitingListEntry.objects.order_by("number").values_list("pk", flat=True)
    night.minutes(20)
    out(night, "A")
    assert refused(night.do, register_entry, player_id=night.player("E")) == "registration_closed"
    assert night.do(promote, waiting_id=first).result["waiting"] is False
    night.minutes(20)
    out(night, "B")
    assert refused(night.do, promote, waiting_id=second) == "waiting_list_over"


@pytest.mark.parametrize(("through_break", "closes"), [(False, 40), (True, 50)])
def test_f06_late_registration_closes_at_the_end_of_playing_of_its_level(
    night: Night, through_break: bool, closes: int
) -> None:
    night.create(levels(20, 20, 20, 20, break_after=2), late_until_level=2, late_through_break=through_break)
    night.enter("A")
    night.start()
    night.minutes(closes)
    night.clock.advance(-1)
    night.enter("just in time")
    night.clock.advance(1)
    assert refused(night.enter, "too late") == "registration_closed"


def test_f18_seats_left_are_free_seats_of_open_tables(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCDEFGHIJKL")
    night.start()
    out(night, *"ABCD", tie=True)
    night.do(break_table, number=2)
    assert [table.number for table, _seat in free_seats(night.tournament_id)] == [1]


def test_f28_a_reentry_is_an_entry_and_no_new_player(night: Night) -> None:
    night.create(**REENTRY)
    night.enter("A", "B", "C", "D")
    night.start()
    out(night, "A")
    night.enter("A")
    field = field_of(night.tournament_id)
    in_play = chips_in_play(night.tournament_id)
    assert (field.players, field.entries, in_play, in_play // field.playing) == (4, 5, 50_000, 12_500)
    assert len(standing_of(night.event, entry_open=True).ranking) == 4


def test_f30_nobody_has_won_while_reentry_is_open(night: Night) -> None:
    night.create(late_until_level=1, **REENTRY)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(25)
    out(night, "A", "B", in_time=False, tie=True)
    assert (night.event.status, upkeep()) == ("running", 0)
    night.minutes(15)
    assert (upkeep(), night.event.status) == (1, "finished")


def test_f30_nobody_has_won_while_somebody_listed_may_take_the_free_place(night: Night) -> None:
    night.create(capacity=2, late_until_level=1, waiting_until_level=2)
    night.enter("A", "B", "listed")
    night.start()
    night.minutes(25)
    out(night, "A", in_time=False)
    assert (night.event.status, upkeep()) == ("running", 0)
    night.minutes(15)
    assert (upkeep(), night.event.status) == (1, "finished")


def test_f30_closing_registration_does_not_take_the_last_rebuy(night: Night) -> None:
    night.create(**REBUYS)
    night.enter("A", "B")
    night.start()
    night.do(close_registration)
    out(night, "A")
    assert night.event.status == "running"
    assert night.do(rebuy, entry_id=night.entries["A"]).result["number"] == 1


def test_f61_a_freed_place_goes_to_one_player(night: Night) -> None:
    night.create(capacity=9)
    night.enter(*"123456789", "A", "B")
    night.do(unregister_entry, entry_id=night.entries["1"])
    first, second = WaitingListEntry.objects.order_by("number").values_list("pk", flat=True)
    night.do(promote, waiting_id=first)
    assert refused(night.do, promote, waiting_id=first) == "not_waiting"
    assert refused(night.do, promote, waiting_id=second) == "no_free_place"
    assert statuses(night) == [("A", "promoted"), ("B", "waiting")]


def test_f62_capacity_is_checked_when_the_form_is_sent(night: Night) -> None:
    night.create(capacity=2)
    forms = [night.player("A1"), night.player("A2")]  # A's form was opened while two places were free
    night.enter("B")
    answers = [night.do(register_entry, player_id=player).result for player in forms]
    assert [answer["waiting"] for answer in answers] == [False, True]
    assert answers[1]["waiting_number"] == 1
    assert Entry.objects.filter(status="active").count() == 2


def test_f64_somebody_promoted_who_cancels_is_off_the_list(night: Night) -> None:
    night.create(capacity=2)
    night.enter("1", "2", "A", "B")
    first, second = WaitingListEntry.objects.order_by("number").values_list("pk", flat=True)
    night.do(unregister_entry, entry_id=night.entries["1"])
    promoted = night.do(promote, waiting_id=first).result["entry_id"]
    night.do(unregister_entry, entry_id=promoted)
    assert night.do(offer_place).result["waiting_id"] == second
    assert refused(night.do, offer_place) == "nobody_waits"
    assert statuses(night) == [("A", "promoted"), ("B", "offered")]


def test_f65_the_first_in_the_list_goes_first(night: Night) -> None:
    night.create(capacity=2)
    night.enter("1", "2", "A")
    night.minutes(5)
    night.enter("B")
    night.do(unregister_entry, entry_id=night.entries["1"])
    first, second = WaitingListEntry.objects.order_by("number").values_list("pk", flat=True)
    assert refused(night.do, promote, waiting_id=second) == "not_his_turn"
    assert night.do(promote, waiting_id=first).result["waiting"] is False


def test_f67_whoever_promotes_is_told_that_the_player_plays_elsewhere(night: Night) -> None:
    listed = night.create(capacity=2)
    night.enter("1", "2", "A")
    night.do(unregister_entry, entry_id=night.entries["1"])
    waiting = WaitingListEntry.objects.get().pk
    night.create()
    night.enter("A")
    night.tournament_id = listed
    promoted = night.do(promote, waiting_id=waiting).result
    assert promoted["elsewhere"] == ["Test tournament"]
    assert Entry.objects.filter(tournament=listed, player=night.player("A"), status="active").count() == 1


def test_f68_a_form_sent_twice_makes_one_entry_and_one_payment(night: Night) -> None:
    night.create()
    player = night.player("A")
    first, second = (night.do(register_entry, player_id=player, request_id="one-click") for _ in range(2))
    assert (first.result, second.repeated) == (second.result, True)
    assert (
        refused(night.do, register_entry, player_id=player, request_id="Enter pressed again")
        == "already_entered"
    )
    assert (Entry.objects.count(), Purchase.objects.count()) == (1, 1)


def test_f69_a_rebuy_pressed_twice_is_sold_once(night: Night) -> None:
    night.create(**REBUYS)
    night.enter("A", "B")
    night.start()
    night.do(rebuy, entry_id=night.entries["A"])
    assert refused(night.do, rebuy, entry_id=night.entries["A"]) == "rebuy_limit"
    assert balances(night.tournament_id)["prize_pool"] == -25_000


def test_f71_a_fixed_seat_is_given_once(night: Night) -> None:
    night.create()
    night.enter("A", table_number=1, seat=1)
    second = {"player_id": night.player("B"), "table_number": 1, "seat": 1}
    assert refused(night.do, register_entry, **second) == "seat_holds_one_entry"
    assert SeatAssignment.objects.count() == 1


def test_f88_players_who_withdrew_are_not_ranked_and_their_refund_is_listed(night: Night) -> None:
    night.create(entry_fee_minor=1_000)
    night.enter(*"ABCDEF")
    for name in "ABC":
        night.do(unregister_entry, entry_id=night.entries[name])
    night.start()
    results = results_of(night.event, entry_open=True)
    assert [row.name for row in results.rows] == ["D", "E", "F"]
    assert Purchase.objects.filter(status="refunded").count() == 3
    assert {line.code: line.amount for line in lines(night.tournament_id)} == {
        "entry.chips": 30_000,
        "entry.fee": 3_000,
        "entry.prize": 30_000,
    }


def test_f89_whoever_has_not_paid_is_in_no_draw(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCDEFGH")
    unpaid = night.do(register_entry, player_id=night.player("unpaid"), paid=False).result["entry_id"]
    night.do(draw_all_seats)
    sitting = SeatAssignment.objects.filter(closed_by=None).values_list("entry_id", flat=True)
    assert (len(sitting), unpaid in sitting) == (8, False)


@pytest.mark.parametrize("state", ["in a level", "paused", "on a break"])
def test_f90_a_window_is_open_in_every_state_of_the_clock(night: Night, state: str) -> None:
    night.create(levels(20, 20, 20, 20, break_after=1), late_until_level=3, **REBUYS)
    night.enter("A", "B")
    night.start()
    night.minutes(25 if state == "on a break" else 5)
    if state == "paused":
        night.do(pause_clock)
    night.enter("late")
    assert night.do(rebuy, entry_id=night.entries["A"]).result["number"] == 1


def test_f96_minutes_of_play_do_not_count_in_a_pause(night: Night) -> None:
    night.create(late_until_level=None, late_minutes=30)
    night.enter("A")
    night.start()
    night.minutes(20)
    night.do(pause_clock)
    night.minutes(10)
    night.do(resume_clock)
    night.minutes(10)
    night.clock.advance(-1)
    night.enter("just in time")
    night.clock.advance(1)
    assert refused(night.enter, "too late") == "registration_closed"


def test_f97_whoever_was_refunded_is_not_let_in_by_an_old_entry(night: Night) -> None:
    night.create()
    night.enter("A")
    night.do(unregister_entry, entry_id=night.entries["A"])
    assert refused(night.do, pay_entry, entry_id=night.entries["A"]) == "not_unpaid"


def test_f99_a_member_is_registered_once(night: Night) -> None:
    night.create()
    night.enter("A")
    assert refused(night.enter, "A") == "already_entered"
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(("in_time", "answer"), [(False, "rebuys_over"), (True, "")])
def test_f101_who_busts_in_a_hand_dealt_after_the_close_has_no_rebuy(
    night: Night, in_time: bool, answer: str
) -> None:
    night.create(**REBUYS)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(41)
    out(night, "A", in_time=in_time)
    night.minutes(4.9)
    if answer:
        assert refused(night.do, rebuy, entry_id=night.entries["A"]) == answer
    else:
        assert night.do(rebuy, entry_id=night.entries["A"]).result["number"] == 1
    night.minutes(1)
    out(night, "B", in_time=False)
    assert refused(night.do, rebuy, entry_id=night.entries["B"]) == "rebuys_over"


def test_f101_the_last_bust_of_a_rebuy_night_ends_it_at_once(night: Night) -> None:
    night.create(**REBUYS)
    night.enter("A", "B")
    night.start()
    night.minutes(81)
    assert night.do(bust, busts=[{"entry_id": night.entries["A"]}]).result["finished"] is True


def test_f101_an_addon_is_not_sold_to_somebody_who_is_out(night: Night) -> None:
    addon = {"addon_offered": True, "addon_chips": 5_000, "addon_prize_minor": 5_000, "addon_after_level": 2}
    night.create(levels(20, 20, 20, break_after=2), **addon)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(39)
    out(night, "A", in_time=False)
    night.minutes(2)
    assert refused(night.do, add_on, entry_id=night.entries["A"]) == "entry_not_active"
    assert night.do(add_on, entry_id=night.entries["B"]).result["amount_minor"] == 5_000


def test_f104_whoever_leaves_twice_takes_both_stacks_with_him(night: Night) -> None:
    night.create(**REENTRY)
    night.enter("A", "B", "C")
    night.start()
    for stack in (4_000, 3_000):
        night.do(leave, entry_id=night.entries["A"], stack_chips=stack)
        if stack == 4_000:
            night.enter("A")
    found = balances(night.tournament_id)
    assert (found["chips_removed"], found["in_play"], found["prize_pool"]) == (7_000, 33_000, -40_000)


def test_f104_the_parts_of_a_prize_add_up(night: Night) -> None:
    night.create(payout_preset="winner")
    night.enter("A", "B")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    out(night, "A", in_time=False)
    for amount in (5_000, 6_000):
        night.do(pay_prize, entry_id=night.entries["B"], amount_minor=amount)
    winner = results_of(night.event, entry_open=False).rows[0]
    assert (winner.prize_minor, winner.paid_minor, winner.owed_minor) == (20_000, 11_000, 9_000)
