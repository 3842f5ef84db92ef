"""The open state of tournaments made through the verbs."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acts.elimination import bust
from acts.notices import announce, show_notice
from acts.seating import move_entry
from acts.timing import pause_clock
from display.open_state import build_snapshot, seats_by_name
from display.snapshot import NOTICES_SHOWN, encode
from tests.building import START_MS, Night, levels
from tests.display import states
from tests.display.clock_vectors import PATH, written

pytestmark = pytest.mark.django_db


def state_of(night: Night) -> dict:
    return build_snapshot(night.tournament_id)


def test_the_clock_is_told_by_levels_and_anchor_so_that_a_reader_can_go_on_alone(night: Night) -> None:
    night.create(levels(20, 20, break_after=1))
    night.enter("Ann", "Bea")
    night.start()
    night.minutes(3)
    clock = state_of(night)["clock"]
    assert clock["anchor"] == {
        "sequence": 1,
        "kind": "start",
        "at_ms": START_MS,
        "level_index": 0,
        "elapsed_ms": 0,
        "running": True,
        "hands": 0,
    }
    assert clock["levels"] == [
        {"kind": "play", "duration_ms": 1_200_000, "level_number": 1, "small_blind": 25, "big_blind": 50},
        {"kind": "break", "duration_ms": 600_000},
        {"kind": "play", "duration_ms": 1_200_000, "level_number": 2, "small_blind": 50, "big_blind": 100},
    ]


def test_a_pause_in_a_level_is_no_break_and_keeps_the_blinds(night: Night) -> None:
    """F15."""
    night.create(levels(20, 20, 20))
    night.enter("Ann", "Bea")
    night.start()
    night.minutes(45)
    night.do(pause_clock)
    state = state_of(night)
    anchor = state["clock"]["anchor"]
    assert (anchor["running"], anchor["level_index"], state["stage"]) == (False, 2, "playing")


def test_the_field_counts_entries_and_the_average_is_of_chips_in_play(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bea", "Cid")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Cid"]}])
    assert state_of(night)["field"] == {
        "players_left": 2,
        "entries": 3,
        "tables": 1,
        "chips_in_play": 30_000,
        "average_stack_chips": 15_000,
        "waiting": 0,
    }


def test_a_window_is_a_point_of_the_structure_and_closes_registration_at_the_end_of_playing(
    night: Night,
) -> None:
    """F6."""
    night.create(levels(20, 20, 20, 20, break_after=2), late_until_level=2)
    windows = {window["kind"]: window for window in state_of(night)["windows"]}
    assert windows["late"] == {"kind": "late", "closes_level_index": 2}


def test_through_the_break_the_window_closes_when_play_begins_again(night: Night) -> None:
    night.create(levels(20, 20, 20, 20, break_after=2), late_until_level=2, late_through_break=True)
    windows = {window["kind"]: window for window in state_of(night)["windows"]}
    assert windows["late"] == {"kind": "late", "closes_level_index": 3}


def test_a_night_without_prizes_shows_no_money_and_no_bubble(night: Night) -> None:
    """F24."""
    night.create(prizes_on=False, late_until_level=None)
    night.enter("Ann", "Bea", "Cid", "Dan")
    night.start()
    state = state_of(night)
    assert state["money"] == {
        "shown": False,
        "pool_minor": 0,
        "guarantee_minor": 0,
        "places_paid": 0,
        "locked": False,
        "prizes": [],
    }
    assert state["stage"] == "playing"


def test_a_move_is_shown_with_where_from_and_where_to_by_display_name(night: Night) -> None:
    night.create(tables=2)
    night.enter("Ann", "Bea")
    before = seats_by_name(night.tournament_id)[0]
    target = 2 if before["table"] == 1 else 1
    night.minutes(1)
    night.do(move_entry, entry_id=night.entries["Ann"], table_number=target, seat_number=7)
    assert state_of(night)["moves"] == [
        {
            "name": before["name"],
            "from_table": before["table"],
            "from_seat": before["seat"],
            "to_table": target,
            "to_seat": 7,
            "at_ms": START_MS + 60_000,
        }
    ]


def test_a_message_that_stays_is_not_pushed_out_by_calls_that_are_over(night: Night) -> None:
    night.create()
    night.do(show_notice, text="The bar is open", minutes=None)
    for _call in range(NOTICES_SHOWN):
        night.do(announce, code="deal")
        night.minutes(2)
    assert [notice["text"] for notice in state_of(night)["notices"]] == ["The bar is open"]


def test_the_winner_is_named_once_the_tournament_is_over(night: Night) -> None:
    """F93: a finished tournament shows the winner, not a clock at zero."""
    night.create(late_until_level=None)
    night.enter("Ann", "Bea")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}])
    state = state_of(night)
    assert (state["stage"], state["status"], state["winners"]) == (
        "winner",
        "finished",
        [state["results"][0]["name"]],
    )
    assert state["results"][0]["place_from"] == 1


def test_only_display_names_are_in_the_open_state(night: Night) -> None:
    night.create(tables=2, late_until_level=None)
    night.enter("Ann Verylongfamilyname", "Bea Otherfamilyname")
    night.start()
    night.do(move_entry, entry_id=night.entries["Ann Verylongfamilyname"])
    night.do(bust, busts=[{"entry_id": night.entries["Bea Otherfamilyname"]}])
    text = json.dumps(state_of(night))
    assert ("Verylongfamilyname" in text, "Otherfamilyname" in text) == (False, False)


def queries(night: Night) -> int:
    state_of(night)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        state_of(night)
    return len(caught)


def test_the_state_of_a_bigger_field_takes_the_same_number_of_queries(night: Night) -> None:
    night.create(tables=3)
    night.enter("Ann", "Bea", "Cid")
    night.start()
    few = queries(night)
    night.enter(*(f"Player {number}" for number in range(12)))
    assert (queries(night), few <= 24) == (few, True)


def test_a_state_stays_small_on_the_wire() -> None:
    assert len(encode(states.break_time(states.START_MS))) < 6_000


def test_the_worked_examples_of_the_clock_are_those_of_the_rules() -> None:
    """Written anew by `python -m tests.display.clock_vectors`."""
    assert PATH.read_text(encoding="utf-8") == written()
