"""Known faults of clocks, looked for where people would see them: on displays and on the console."""

import re

import pytest
from playwright.sync_api import BrowserContext, Dialog, expect

from acts.elimination import bust
from acts.timing import edit_structure, go_to_level, pause_clock, schedule_start
from clock.rules.zones import local_time
from clock.selectors import load_clock
from tests.browser.hall import PHONE, WALL, Open, now, real_ms, seconds_left, shows, started
from tests.browser.test_clock_time import console, display, page_of, signed_in
from tests.browsing import Past, digits_seen, is_right, with_own_clocks
from tests.building import MINUTE_MS, Night, levels
from tests.display.conftest import show
from tests.supervised import wait_until
from tournaments.models import Tournament

__all__ = ["signed_in"]
pytestmark = pytest.mark.django_db(transaction=True)

SEEN_MS = 2_000
NOTES = """(() => {
  const True = window.OscillatorNode;
  window.notes = [];
  window.OscillatorNode = class extends True {
    start(when) {
      this.note = { inS: when - this.context.currentTime, cancelled: false };
      window.notes.push(this.note);
      super.start(when);
    }
    stop(when) {
      if (when === undefined) this.note.cancelled = true;
      super.stop(when);
    }
  };
})()"""


def test_f06_registration_closes_on_the_display_at_the_end_of_the_level_it_was_promised_for(
    night: Night, opened: Open
) -> None:
    """Levels of 20 minutes, a break after the second: open at 39:55, closed at 40:00."""
    night.create(levels(20, 20, 20, 20, break_after=2), late_until_level=2)
    night.enter("Ann")
    started(night, 40 - 5 / 60)
    page = opened()
    closes = page.get_by_text("Late registration closes in")
    expect(closes).to_be_visible()
    expect(closes).to_be_hidden()
    expect(page.locator("#stage")).to_contain_text("Break")


def test_f07_breaks_have_no_number_on_the_list_of_levels(night: Night, opened: Open) -> None:
    night.create(levels(20, 20, 20, 20, break_after=2))
    night.enter("Ann")
    started(night, 1)
    page = opened(mode="structure")
    numbers = page.locator("#stage table").first.locator("tbody tr td:first-child").all_inner_texts()
    assert [text.strip() for text in numbers] == ["1", "2", "", "3", "4"]


def test_f08_the_last_level_goes_on_and_an_appended_one_begins_now(night: Night, opened: Open) -> None:
    night.create(levels(20, 20, 20, 20))
    night.enter("Ann", "Bea", "Cid", "Dan", "Eva", "Fay")
    started(night, 100)
    page = opened()
    expect(page.locator(".w-badge")).to_have_text("Overtime")
    expect(page.locator(".w-blinds dd").first).to_have_text("200/400")
    assert re.fullmatch(r"\+20:[0-5]\d", page.get_by_role("timer").first.inner_text())
    since_ms = now(night)
    night.do(edit_structure, levels=levels(20, 20, 20, 20, 20))
    expect(page.locator(".w-badge")).to_have_count(0)
    expect(page.locator(".w-level > div")).to_contain_text("Level 5")
    assert shows(page, 20 * MINUTE_MS, since_ms)


def test_f14_the_clock_runs_at_its_pace_with_a_console_and_three_displays_open(
    signed_in: BrowserContext, night: Night
) -> None:
    ends_ms = started(night, 50 / 60) + 19 * MINUTE_MS + 10_000
    with_own_clocks(signed_in)
    pages = [page_of(signed_in, address(night)) for address in (console, display, display, display)]
    opened_ms = real_ms()
    pages[0].wait_for_timeout(10_000)
    for page in pages:
        passed = [left_s for at_ms, left_s in digits_seen(page) if opened_ms < at_ms <= opened_ms + 10_000]
        assert passed[0] - passed[-1] <= 11
        assert passed == sorted(passed, reverse=True)
        # A busy machine paints late; what it paints next is right again.
        wait_until(lambda page=page: is_right(page, ends_ms, real_ms()), 5, "right digits")


def test_f16_a_minute_taken_off_the_last_one_begins_the_next_level_in_full(
    signed_in: BrowserContext, night: Night
) -> None:
    since_ms = started(night, 19.5)
    page = page_of(signed_in, console(night))
    wall = page_of(signed_in, display(night))
    page.bring_to_front()
    page.keyboard.press("-")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 2")
    expect(wall.locator(".w-level > div")).to_contain_text("Level 2")
    left_s = load_clock(night.tournament_id).state(real_ms()).remaining_ms / 1000
    assert 20 * 60 - (real_ms() - since_ms) / 1000 <= left_s <= 20 * 60
    assert abs(seconds_left(wall) - left_s) <= 2


def test_f43_a_device_that_was_away_does_not_overwrite_the_running_clock(
    signed_in: BrowserContext, night: Night
) -> None:
    """It comes back with the button of a clock that was not started."""
    page = signed_in.new_page()
    page.goto(console(night))
    page.route(re.compile("/events|part=live"), lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")
    started(night, 3)
    with page.expect_response(re.compile("/act/clock.start")) as answer:
        page.locator(".clock-acts .btn-lead").click()
    assert answer.value.status in (409, 422)
    assert load_clock(night.tournament_id).anchor.kind == "start"
    assert abs(load_clock(night.tournament_id).state(real_ms()).remaining_ms - 17 * MINUTE_MS) <= 30_000


@pytest.mark.parametrize("steady", [False, True], ids=["the machine slept", "the tab was frozen"])
def test_f45_a_display_that_slept_through_the_countdown_wakes_in_level_one(
    signed_in: BrowserContext, night: Night, steady: bool
) -> None:
    night.create(levels(25, 25))
    night.enter("Ann")
    night.clock.current_ms = real_ms() - 31 * MINUTE_MS
    begins_ms = night.clock.current_ms + 30 * MINUTE_MS
    night.do(schedule_start, start_at_ms=begins_ms)
    night.clock.current_ms = real_ms()
    past = Past(signed_in, display(night), 31 * MINUTE_MS)
    expect(past.page.locator(".w-level > div")).to_contain_text("Starts in")
    woke_ms = past.sleep_until_now(steady=steady)
    expect(past.page.locator(".w-level > div")).to_contain_text("Level 1")
    past.page.wait_for_timeout(400)
    assert is_right(past.page, begins_ms + 25 * MINUTE_MS, woke_ms + 250)


def test_f45_a_display_that_wakes_sounds_nothing_that_was_due_while_it_slept(
    signed_in: BrowserContext, night: Night
) -> None:
    """The end of level 1 was planned for half a minute after it fell asleep."""
    signed_in.add_init_script(NOTES)
    started(night, 65 + 19.5)
    past = Past(signed_in, f"/d/{show(night, sounds=True).secret}", 65 * MINUTE_MS)
    page = past.page
    page.locator(".c-sound").click()
    page.wait_for_function("() => notes.some((one) => one.inS > 5)")
    before = page.evaluate("() => notes.length")
    past.sleep_until_now(steady=False)
    page.wait_for_timeout(2_000)
    notes = page.evaluate("() => notes")
    assert [one for one in notes[:before] if one["inS"] > 5 and not one["cancelled"]] == []
    assert [one for one in notes[before:] if one["inS"] < 2] == []


def test_f47_a_pause_of_the_countdown_is_in_the_hall_within_two_seconds(night: Night, opened: Open) -> None:
    night.do(schedule_start, start_at_ms=now(night) + 30 * MINUTE_MS)
    page = opened()
    now(night)
    night.do(pause_clock)
    expect(page.locator(".w-badge")).to_have_text("Paused", timeout=SEEN_MS)
    frozen = page.get_by_role("timer").first.inner_text()
    page.wait_for_timeout(2_500)
    assert page.get_by_role("timer").first.inner_text() == frozen


def test_f49_the_next_break_is_forty_minutes_away_before_the_start_and_at_it(
    night: Night, opened: Open
) -> None:
    """Levels 20, 20, break. A clock that runs tells the time of day that follows, one that stands the distance."""
    night.create(levels(20, 20, 20, break_after=2))
    night.enter("Ann")
    start_ms = now(night) + 6_000
    night.do(schedule_start, start_at_ms=start_ms)
    begins = local_time(start_ms + 40 * MINUTE_MS, night.event.timezone).strftime("%H:%M")
    page = opened(mode="clock")
    told = page.locator(".w-board .is-break td").first
    expect(page.locator(".w-level > div").first).to_contain_text("Starts in")
    assert told.inner_text() == begins
    expect(page.locator(".w-level > div").first).to_contain_text("Level 1")
    assert told.inner_text() == begins
    night.clock.current_ms = max(now(night), start_ms)  # the display may be a millisecond ahead
    night.do(go_to_level, level_index=0)
    night.do(pause_clock)
    expect(told).to_have_text("+40′")


def test_f50_levels_typed_and_not_saved_are_asked_about_before_they_are_lost(
    signed_in: BrowserContext, night: Night
) -> None:
    asked: list[str] = []
    page = signed_in.new_page()
    page.goto(f"/t/{night.tournament_id}/structure")

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", answer)
    page.locator("input[name*=big_blind]").first.fill("175")
    page.evaluate("location.assign('/')")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    assert page.url.endswith("/structure")
    expect(page.locator("input[name*=big_blind]").first).to_have_value("175")


@pytest.mark.parametrize("size", [WALL, {"width": 1080, "height": 1920}, PHONE])
def test_f93_ten_minutes_after_the_end_the_winner_is_shown_and_no_clock(
    night: Night, opened: Open, size: dict[str, int]
) -> None:
    Tournament.objects.filter(pk=night.tournament_id).update(late_until_level=None)
    started(night, 30)
    night.clock.current_ms = real_ms() - 10 * MINUTE_MS
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}, {"entry_id": night.entries["Cid"]}], tie=True)
    page = opened(size)
    expect(page.locator("#stage")).to_contain_text(night.entry("Ann").player.display_name)
    expect(page.get_by_role("timer")).to_have_count(0)
    assert "00:00" not in page.locator("#stage").inner_text()


def test_f100_blinds_are_shown_to_the_last_chip(night: Night, opened: Open) -> None:
    rows = levels(20, 20)
    rows[0] |= {"small_blind": 15_250, "big_blind": 30_500}
    rows[1] |= {"small_blind": 20_000, "big_blind": 40_000}
    night.create(rows)
    night.enter("Ann")
    started(night, 1)
    expect(opened().locator(".w-blinds dd").first).to_have_text("15,250/30,500")
