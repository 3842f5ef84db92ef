"""The clock's acts where people look for them: in the cockpit, on the floor's phone, and in their dialogs."""

import html
import json
import re
from collections.abc import Callable

import pytest

from acts.hand_clock import call_clock, use_time_bank
from acts.levels import edit_level
from acts.notices import show_notice
from acts.timing import edit_structure, next_break, pause_clock, schedule_start
from clock.selectors import load_clock
from club.models import Player
from director.dialogs.play import MOST_MESSAGES
from tests.building import MINUTE_MS, Night, levels
from tests.director.browsing_console import Browser


@pytest.fixture
def running(night: Night) -> Night:
    night.create(levels(20, 20, 20, 20, break_after=2), rules={"time_bank_chips": 2})
    for seat, name in enumerate(("Ann", "Bob", "Cem"), start=1):
        night.enter(name, table_number=1, seat=seat)
    night.start()
    night.minutes(8)
    return night


def offered(page: str) -> set[str]:
    """The acts and forms of the clock that a page offers."""
    acts = re.findall(r'action="/t/\d+/act/((?:clock|notice|hand_clock|time_bank)\.\w+)"', page)
    forms = re.findall(r'href="/t/\d+/form/(\w+)', page)
    return set(acts) | {f"form {name}" for name in forms}


def keys_of(page: str) -> set[str]:
    return {key for keys in re.findall(r'data-key="([^"]+)"', page) for key in keys.split()}


CLOCK_FORMS = {"form time_left", "form level", "form break", "form announce"}


def test_the_cockpit_offers_every_turn_of_the_clock_with_its_key(running: Night, owner: Browser) -> None:
    page = owner.text("")
    assert offered(page) >= CLOCK_FORMS | {"clock.pause", "clock.adjust", "notice.announce"}
    assert keys_of(page) >= {"Space", "+", "-", "t", "g", "n", "a", "o", "l", "d"}


def test_the_floor_offers_the_clock_on_its_phone_too(running: Night, owner: Browser) -> None:
    for where in ("floor", "floor/1"):
        page = owner.text(where)
        assert offered(page) >= CLOCK_FORMS | {"clock.pause", "clock.adjust"}, where
        assert keys_of(page) >= {"Space", "+", "-", "t", "g", "n", "a"}, where


def test_a_clock_that_stands_can_go_on_in_a_minute(running: Night, owner: Browser) -> None:
    running.do(pause_clock)
    page = owner.text("")
    assert ('name="in_ms" value="60000"' in page, "i" in keys_of(page), "PAUSED" in page) == (
        True,
        True,
        True,
    )
    owner.done("clock.resume", in_ms=60_000)
    page = owner.text("")
    assert ("goes on in" in page, "PAUSED" in page, 'name="in_ms"' in page) == (True, False, False)


def test_in_a_break_e_ends_it(running: Night, owner: Browser) -> None:
    running.do(next_break)
    for where in ("", "floor", "floor/1"):
        page = owner.text(where)
        assert ("clock.end_break" in offered(page), "e" in keys_of(page)) == (True, True), where


def test_a_level_of_hands_shows_its_hand_and_is_counted_by_a_tap_anywhere(
    running: Night, owner: Browser
) -> None:
    rows = load_clock(running.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    running.do(edit_structure, levels=rows)
    owner.done("clock.hand")
    for where in ("", "floor", "floor/1"):
        page = owner.text(where)
        assert ("hand 2 of 8" in page, "clock.hand" in offered(page), "h" in keys_of(page)) == (True,) * 3, (
            where
        )


def test_in_a_level_of_hands_the_hand_stands_in_the_digits_place_and_times_after_it_are_about(
    running: Night, owner: Browser
) -> None:
    rows = load_clock(running.tournament_id).structure.to_rows()
    rows[1]["hands"] = 8
    running.do(edit_structure, levels=rows)
    times = r"<tr[^>]*><td>(~?)\d\d:\d\d</td>"
    assert re.findall(times, owner.text("")) == ["", "~", "~", "~"]
    owner.done("clock.go_to_level", level_index=1)
    owner.done("clock.hand")
    for where in ("", "floor", "floor/1"):
        assert re.findall(r"data-clock-time[^>]*>([^<]*)<", owner.text(where)) == ["2/8"], where
    page = owner.text("")
    assert re.search(r"ends ~\d\d:\d\d", page)
    assert (re.findall(times, page), 'data-clock-gone width="125"' in page) == (["~", "~", "~"], True)


def test_a_level_of_hands_offers_no_minutes_and_is_listed_by_its_hands(
    running: Night, owner: Browser
) -> None:
    timed = owner.text("")
    assert ("t" in keys_of(timed), "o" in keys_of(timed), "8 hands" in owner.text("form/level")) == (
        True,
        True,
        False,
    )
    rows = load_clock(running.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    running.do(edit_structure, levels=rows)
    page = owner.text("")
    assert len(re.findall(r'data-key="[-+]" disabled', page)) == 2
    assert ("t" in keys_of(page), "o" in keys_of(page), "t" in keys_of(owner.text("floor"))) == (False,) * 3
    assert "8 hands" in owner.text("form/level")


def test_in_overtime_a_level_is_one_touch_away(running: Night, owner: Browser) -> None:
    running.minutes(120)
    for where in ("", "floor", "floor/1"):
        page = owner.text(where)
        assert ("overtime</span>" in page, "clock.add_level" in offered(page), "p" in keys_of(page)) == (
            True,
        ) * 3, where
    owner.done("clock.add_level")
    assert "overtime</span>" not in owner.text("floor/1")


def test_before_the_start_it_is_set_in_a_dialog_that_knows_the_zone(night: Night, owner: Browser) -> None:
    night.create()
    assert ("form start" in offered(owner.text("")), "s" in keys_of(owner.text(""))) == (True, True)
    form = owner.text("form/start")
    assert ("Europe/Tallinn" in form, form.count('name="in_minutes"'), 'name="at_local"' in form) == (
        True,
        4,
        True,
    )
    owner.done("clock.schedule", at_local="23:30")
    assert "The start is set to" in owner.text("form/start")
    night.do(schedule_start, in_minutes=10)
    assert load_clock(night.tournament_id).state(night.clock.now_ms()).remaining_ms == 10 * MINUTE_MS


def test_the_list_of_levels_marks_the_present_one(running: Night, owner: Browser) -> None:
    form = owner.text("form/level")
    assert form.count('name="level_index"') == 5
    assert re.findall(r'value="(\d)" aria-current="true"', form) == ["0"]
    owner.done("clock.go_to_level", level_index=3)
    assert re.findall(r'value="(\d)" aria-current="true"', owner.text("form/level")) == ["3"]


def test_the_break_dialog_says_what_is_left_out(running: Night, owner: Browser) -> None:
    form = owner.text("form/break")
    assert ("1 level before it is left out" in form, "A break now" in form, "A pause that ends" in form) == (
        True,
    ) * 3
    owner.done("clock.break_now", minutes=15)
    form = owner.text("form/break")
    assert ("clock.end_break" in form, "A break now" in form) == (True, False)


def test_time_for_every_level_is_offered_with_the_end_it_leads_to(running: Night, owner: Browser) -> None:
    """Four levels from 19:00 with a break of ten minutes end at 20:30; five minutes more for three of them at 20:45."""
    form = owner.text("form/stretch")
    assert ("3 levels are still to come" in form, "the last one ends at 20:30" in form) == (True, True)
    assert re.findall(r'value="(-?\d+)".*?ends (\d\d:\d\d)', form) == [
        ("-10", "20:00"),
        ("-5", "20:15"),
        ("-2", "20:24"),
        ("2", "20:36"),
        ("5", "20:45"),
        ("10", "21:00"),
    ]


def test_the_running_level_is_edited_with_its_own_values(running: Night, owner: Browser) -> None:
    form = owner.text("form/edit_level")
    fields = dict(re.findall(r'name="(\w+)"[^>]* value="([^"]*)"', form))
    assert {name: fields[name] for name in ("minutes", "small_blind", "big_blind", "ante")} == {
        "minutes": "20",
        "small_blind": "25",
        "big_blind": "50",
        "ante": "0",
    }
    assert "8:00 of it are played" in form
    owner.done("clock.edit_level", level_index=0, minutes="30", big_blind="1,000", small_blind="500")
    level = load_clock(running.tournament_id).structure.levels[0]
    assert (level.duration_ms, level.big_blind) == (30 * MINUTE_MS, 1_000)


def test_a_coming_level_is_edited_where_it_is_listed(running: Night, owner: Browser) -> None:
    assert "form/edit_level?level_index=1" in owner.text("")
    form = owner.text("form/edit_level", level_index=1)
    assert ('name="level_index" value="1"' in form, "are played" in form) == (True, False)


def test_a_break_is_edited_by_its_length_alone(running: Night, owner: Browser) -> None:
    running.do(next_break)
    form = owner.text("form/edit_level")
    assert ('name="big_blind"' in form, 'name="minutes"' in form) == (False, True)
    running.do(edit_level, minutes=25)
    assert load_clock(running.tournament_id).structure.levels[2].duration_ms == 25 * MINUTE_MS


def test_calls_are_one_tap_and_can_be_taken_away(running: Night, owner: Browser) -> None:
    assert owner.text("form/announce").count('name="code"') == 5
    assert owner.done("notice.announce", code="last_hand")["toast"]["text"] == "Announced: Last hand"
    form = owner.text("form/announce")
    assert ("notice.end" in form, "Last hand" in form) == (True, True)


def test_the_ready_sentences_of_a_message_are_offered(running: Night, owner: Browser) -> None:
    form = html.unescape(owner.text("form/notice"))
    for text in (
        "Late registration closes with this level.",
        "Shuffle up and deal.",
        "Last hand before the break.",
    ):
        assert f'data-fill="notice-text">{text}</button>' in form


def test_a_message_that_stays_can_be_taken_away_however_many_came_and_went(
    running: Night, owner: Browser
) -> None:
    running.do(show_notice, text="The bar is open", minutes=None)
    for number in range(MOST_MESSAGES):
        running.do(show_notice, text=f"Food is ready {number}", minutes=1)
        running.minutes(1)
    form = owner.text("form/notice")
    assert ("The bar is open" in form, "Food is ready" in form) == (True, False)


def test_floor_staff_is_asked_why_and_a_director_is_not(
    running: Night, owner: Browser, browse: Callable[[str], Browser]
) -> None:
    floor = browse("floor")
    for name in ("time_left", "level", "break"):
        assert 'name="reason"' not in owner.text(f"form/{name}"), name
        assert 'name="reason"' in floor.text(f"form/{name}"), name
    refused = floor.act("clock.set_left", minutes=5)
    assert refused.status_code == 422
    floor.done("clock.set_left", minutes=5, reason="A ruling took long")


def test_a_called_clock_shows_on_the_table_s_page_and_in_the_cockpit(running: Night, owner: Browser) -> None:
    sheet = owner.text("floor/1", seat=1)
    assert ("hand_clock.call" in offered(sheet), "c" in keys_of(sheet), "2 time banks" in sheet) == (
        True,
    ) * 3
    called = running.do(call_clock, entry_id=running.entries["Ann"])
    for where in ("", "floor", "floor/1"):
        page = owner.text(where)
        assert f'data-call-until="{called.result["until_ms"]}"' in page, where
        assert "hand_clock.stop" in offered(page), where
    assert "time_bank.use" in offered(owner.text("floor/1"))
    running.clock.advance(30_000)
    assert "data-call-until" not in owner.text("floor/1")


def test_whose_clock_was_called_is_told_as_each_role_may_read_names(
    running: Night, owner: Browser, browse: Callable[[str], Browser]
) -> None:
    Player.objects.filter(name="Ann").update(display_name="Shark")
    running.do(call_clock, entry_id=running.entries["Ann"])
    viewer = browse("viewer")
    for where in ("", "floor", "floor/1"):
        told = [page.text(where).split("data-call-until")[1].split("</svg>")[0] for page in (owner, viewer)]
        assert [("Ann" in text, "Shark" in text) for text in told] == [(True, False), (False, True)], where
        assert "hand_clock.stop" not in viewer.text(where)


def test_a_seat_shows_the_time_banks_left_and_offers_none_when_they_are_gone(
    running: Night, owner: Browser
) -> None:
    running.do(use_time_bank, entry_id=running.entries["Ann"])
    assert "1 time bank" in owner.text("floor/1", seat=1)
    running.do(use_time_bank, entry_id=running.entries["Ann"])
    sheet = owner.text("floor/1", seat=1)
    assert ("0 time banks" in sheet, "time_bank.use" in offered(sheet)) == (True, False)


def test_the_list_of_keys_names_all_of_them(running: Night, owner: Browser) -> None:
    listed = set(re.findall(r"<kbd>([A-Z])</kbd>", owner.text("").split('id="keys"')[1]))
    assert listed >= set("STGNEIHPOLDACXBRMU")


def test_the_schedule_of_the_page_s_own_clock_carries_a_wait(running: Night, owner: Browser) -> None:
    owner.done("clock.pause", for_ms=5 * MINUTE_MS)
    schedule = json.loads(
        owner.text("").split('id="clock-schedule" type="application/json">')[1].split("<")[0]
    )
    now = running.clock.now_ms()
    assert (schedule["anchor"]["kind"], schedule["anchor"]["at_ms"] - now) == ("wait", 5 * MINUTE_MS)
