"""The clock called on a player, and time-bank chips (docs/rules.md 11)."""

import pytest

from acts.dealers import deal_at
from acts.elimination import bust
from acts.hand_clock import call_clock, stop_clock, use_time_bank
from acts.notices import end_notice
from acts.registration import register_entry
from acts.undo import undo
from tables.selectors import seat_of
from tests.building import Night
from tournaments.errors import DirectorError, NotFound
from tournaments.hand_clock import KIND, HandClock, read_call
from tournaments.models import Notice


@pytest.fixture
def table(night: Night) -> Night:
    night.create(rules={"time_bank_chips": 2, "hand_clock_seconds": 20})
    night.enter("Ann", "Bob", "Cem")
    night.start()
    return night


def calls(night: Night) -> tuple[HandClock, ...]:
    """The hand clocks that run."""
    rows = Notice.objects.filter(kind=KIND, until_ms__gt=night.clock.now_ms(), revoked_by__isnull=True)
    return tuple(read_call(row.pk, row.from_ms, row.until_ms or 0, row.facts) for row in rows)


def seconds_left(night: Night) -> list[int]:
    return [(call.until_ms - night.clock.now_ms()) // 1000 for call in calls(night)]


def test_a_called_clock_runs_its_seconds_and_the_last_ones_and_is_over(table: Night) -> None:
    table.do(call_clock, entry_id=table.entries["Ann"])
    held = seat_of(table.entries["Ann"])
    (call,) = calls(table)
    assert (call.entry_id, call.table_number, call.seat) == (
        table.entries["Ann"],
        1,
        held.seat if held else None,
    )
    assert (call.seconds, call.last_seconds, seconds_left(table)) == (20, 5, [25])
    table.clock.advance(24_999)
    assert len(calls(table)) == 1
    table.clock.advance(1)
    assert calls(table) == ()


def test_it_is_stopped_when_the_player_acts_and_undo_lets_it_run_on(table: Night) -> None:
    table.do(call_clock, entry_id=table.entries["Ann"])
    table.clock.advance(10_000)
    stopped = table.do(stop_clock, number=1)
    assert calls(table) == ()
    table.do(undo, action_id=stopped.action_id)
    assert seconds_left(table) == [15]


def test_a_clock_called_on_who_went_out_holds_up_nobody_else(table: Night) -> None:
    table.do(call_clock, entry_id=table.entries["Ann"])
    table.do(bust, busts=[{"entry_id": table.entries["Ann"]}])
    with pytest.raises(NotFound):
        table.do(stop_clock, number=1)
    table.do(call_clock, entry_id=table.entries["Bob"])
    table.do(stop_clock, number=1)


def test_a_call_in_error_is_undone(table: Night) -> None:
    called = table.do(call_clock, entry_id=table.entries["Ann"])
    table.do(undo, action_id=called.action_id)
    assert calls(table) == ()


def test_one_clock_runs_at_a_table_at_a_time(table: Night) -> None:
    table.do(call_clock, entry_id=table.entries["Ann"])
    with pytest.raises(DirectorError, match="Stop it first"):
        table.do(call_clock, entry_id=table.entries["Bob"])
    table.do(stop_clock, number=1)
    table.do(call_clock, entry_id=table.entries["Bob"])
    assert [call.entry_id for call in calls(table)] == [table.entries["Bob"]]


def test_a_clock_that_does_not_run_cannot_be_stopped(table: Night) -> None:
    with pytest.raises(DirectorError, match="No clock runs"):
        table.do(stop_clock, number=1)


def test_a_time_bank_chip_makes_the_player_s_own_clock_longer(table: Night) -> None:
    table.do(call_clock, entry_id=table.entries["Ann"])
    used = table.do(use_time_bank, entry_id=table.entries["Ann"])
    assert (seconds_left(table), table.entry("Ann").time_banks_used) == ([55], 1)
    assert (calls(table)[0].seconds, calls(table)[0].bank_seconds) == (50, 30)
    table.do(use_time_bank, entry_id=table.entries["Bob"])
    assert seconds_left(table) == [55]
    table.do(undo, action_id=used.action_id)
    assert (seconds_left(table), table.entry("Ann").time_banks_used) == ([25], 0)


def test_nobody_uses_more_chips_than_he_has(table: Night) -> None:
    for _chip in range(2):
        table.do(use_time_bank, entry_id=table.entries["Ann"])
    with pytest.raises(DirectorError, match="Ann has no time-bank chip left"):
        table.do(use_time_bank, entry_id=table.entries["Ann"])


def test_without_time_banks_in_the_rules_there_are_none(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    with pytest.raises(DirectorError, match="no time-bank chip"):
        night.do(use_time_bank, entry_id=night.entries["Ann"])


def test_the_clock_is_called_on_people_with_a_seat_only(table: Night) -> None:
    unpaid = table.do(register_entry, player_id=table.player("Dan"), paid=False)
    with pytest.raises(DirectorError):
        table.do(call_clock, entry_id=unpaid.result["entry_id"])


def test_a_dealer_calls_the_clock_at_his_own_table_only(table: Night) -> None:
    dealer = table.staff("dealer")
    with pytest.raises(DirectorError, match="do not deal"):
        table.do(call_clock, actor=dealer, entry_id=table.entries["Ann"])
    table.do(deal_at, actor=dealer, number=1)
    table.do(call_clock, actor=dealer, entry_id=table.entries["Ann"])
    assert len(calls(table)) == 1


def test_a_hand_clock_is_no_message_to_be_taken_away(table: Night) -> None:
    called = table.do(call_clock, entry_id=table.entries["Ann"])
    with pytest.raises(DirectorError, match="no such message"):
        table.do(end_notice, notice_id=called.result["notice_id"])
