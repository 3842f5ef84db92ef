"""Displays in a browser: what the hall sees, with and without the server."""

import gzip
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, expect

from acts.elimination import bust
from acts.hand_for_hand import end_hand_for_hand, start_hand_for_hand
from acts.levels import break_now
from acts.notices import announce, show_notice
from acts.payouts import lock_payouts
from acts.registration import close_registration
from acts.screens import change_screen, revoke_screen
from acts.seating import move_entry
from acts.timing import end_break, go_to_level, pause_clock, resume_clock, schedule_start, set_time_left
from display import hub as hub_module
from tests.browser.hall import (
    PHONE,
    WALL,
    Open,
    now,
    real_ms,
    seconds_left,
    shows,
    started,
)
from tests.building import MINUTE_MS, Night, levels
from tests.display.conftest import show
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

HEADERS_BYTES = 380


def test_the_clock_shows_what_is_left_of_the_level(night: Night, opened: Open) -> None:
    """F14, after four minutes."""
    since_ms = started(night, 4)
    page = opened()
    assert shows(page, 16 * MINUTE_MS, since_ms)
    expect(page.locator(".w-level > div")).to_contain_text("Level 1")


def test_asleep_over_several_levels_the_right_one_is_shown(night: Night, opened: Open) -> None:
    """F53: 65 minutes after the start of 20-minute levels."""
    since_ms = started(night, 65)
    page = opened()
    expect(page.locator(".w-level > div")).to_contain_text("Level 4")
    assert shows(page, 15 * MINUTE_MS, since_ms)


def test_a_jump_lands_at_the_start_of_the_level(night: Night, opened: Open) -> None:
    """F55."""
    started(night, 1)
    page = opened()
    since_ms = now(night)
    night.do(go_to_level, level_index=2)
    expect(page.locator(".w-level > div")).to_contain_text("Level 3")
    assert shows(page, 20 * MINUTE_MS, since_ms)


def test_the_first_level_is_no_new_one_so_the_club_greets_until_the_second(
    night: Night, opened: Open
) -> None:
    started(night, 1)
    page = opened()
    expect(page.locator(".w-top p")).to_have_text(night.club.name)
    now(night)
    night.do(go_to_level, level_index=1)
    expect(page.locator(".w-top p")).to_have_text("New level from the next hand at the signal")


def test_a_pause_says_so_keeps_the_blinds_and_survives_reloads(night: Night, opened: Open) -> None:
    """F15, F56."""
    started(night, 45)
    page = opened()
    now(night)
    night.do(pause_clock)
    expect(page.locator(".w-badge")).to_have_text("Paused")
    expect(page.locator(".w-blinds dd").first).to_have_text("100/200")
    frozen = page.get_by_role("timer").inner_text()
    for _ in range(2):
        page.reload()
    page.wait_for_timeout(1500)
    assert page.get_by_role("timer").inner_text() == frozen
    now(night)
    night.do(resume_clock)
    expect(page.locator(".w-badge")).to_have_count(0)


def test_a_countdown_is_shown_and_its_pause_freezes_it(night: Night, opened: Open) -> None:
    """F47."""
    since_ms = now(night)
    night.do(schedule_start, start_at_ms=since_ms + 30 * MINUTE_MS)
    page = opened()
    expect(page.locator(".w-level > div")).to_contain_text("Starts in")
    assert shows(page, 30 * MINUTE_MS, since_ms)
    now(night)
    night.do(pause_clock)
    expect(page.locator(".w-badge")).to_have_text("Paused")


def test_the_next_break_stands_still_during_the_countdown(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    """F49: levels 20, 20, break: 40 minutes before the start and at the start."""
    night.create(levels(20, 20, 20, break_after=2), tables=1)
    night.do(schedule_start, start_at_ms=real_ms() + 10 * MINUTE_MS)
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/d/{show(night).secret}")
    head = page.locator(".head", has_text="Next break")
    expect(head).to_be_visible()
    back = re.findall(r"\d\d:\d\d", head.inner_text())
    assert len(back) == 2


def test_another_tournament_shows_its_own_level(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    """F54: nothing about the clock is kept in the browser."""
    page.set_viewport_size(WALL)
    started(night, 65)
    page.goto(f"{site}/d/{show(night).secret}")
    expect(page.locator(".w-level > div")).to_contain_text("Level 4")
    night.create(tables=1)
    night.enter("Ann")
    started(night, 1)
    page.goto(f"{site}/d/{show(night).secret}")
    expect(page.locator(".w-level > div")).to_contain_text("Level 1")
    assert page.evaluate("Object.keys(localStorage)") == []


def test_a_change_is_on_the_screen_without_a_reload(night: Night, opened: Open) -> None:
    started(night, 1)
    page = opened()
    expect(page.locator(".w-foot dd").first).to_have_text("3/ 3")
    now(night)
    night.do(bust, busts=[{"entry_id": night.entries["Cid"]}])
    expect(page.locator(".w-foot dd").first).to_have_text("2/ 3")


def test_a_move_and_a_notice_are_shown_to_the_hall(night: Night, opened: Open) -> None:
    started(night, 1)
    page = opened()
    now(night)
    night.do(show_notice, text="Dinner at eight <b>sharp</b>")
    expect(page.locator(".w-note")).to_have_text("Dinner at eight <b>sharp</b>")
    seat = night.entry("Ann").seats.get(closed_by__isnull=True)
    night.do(move_entry, entry_id=night.entries["Ann"], table_number=3 - seat.table.number)
    expect(page.locator(".w-moves tbody tr")).to_have_count(1)


def test_what_is_called_out_is_worded_by_each_display_and_ends_with_its_level(
    night: Night, opened: Open
) -> None:
    started(night, 3)
    page = opened()
    now(night)
    night.do(announce, code="last_hand")
    expect(page.locator(".w-note")).to_have_text("Last hand before the break")
    page.wait_for_timeout(50)
    now(night)
    night.do(go_to_level, level_index=1)
    expect(page.locator(".w-level > div")).to_contain_text("Level 2")
    expect(page.locator(".w-note")).to_be_hidden()
    now(night)
    night.do(announce, code="deal")
    expect(page.locator(".w-note")).to_have_text("Shuffle up and deal")


def test_the_last_minute_of_a_level_and_of_a_break_says_so(night: Night, opened: Open) -> None:
    started(night, 18.97)
    page = opened()
    expect(page.locator(".w-badge")).to_have_count(0)
    expect(page.locator(".w-badge")).to_have_text("Last minute")
    now(night)
    night.do(break_now, minutes=5)
    expect(page.locator(".w-back")).to_be_visible()
    expect(page.locator(".w-badge")).to_have_count(0)
    now(night)
    night.do(set_time_left, seconds=50)
    expect(page.locator(".w-badge")).to_have_text("Please take your seats")


def test_that_a_break_was_put_in_is_said_until_that_break_is_over(night: Night, opened: Open) -> None:
    started(night, 3)
    page = opened()
    now(night)
    night.do(break_now, minutes=5)
    expect(page.locator(".w-note")).to_have_text("A break of 5 min was put in")
    now(night)
    night.do(end_break)
    expect(page.locator(".w-level > div")).to_contain_text("Level 2")
    expect(page.locator(".w-note")).to_be_hidden()


def test_a_clock_that_waits_says_when_it_goes_on_and_then_does(night: Night, opened: Open) -> None:
    since_ms = started(night, 8)
    page = opened()
    now(night)
    night.do(pause_clock, for_ms=5_000)
    expect(page.locator(".w-badge")).to_contain_text("Goes on in 0:0")
    frozen = page.get_by_role("timer").inner_text()
    page.wait_for_timeout(1_500)
    assert page.get_by_role("timer").inner_text() == frozen
    expect(page.locator(".w-badge")).to_have_count(0, timeout=6_000)
    expect(page.get_by_role("timer")).not_to_have_text(frozen)
    assert shows(page, 12 * MINUTE_MS, since_ms + 5_000)


def test_the_hall_is_asked_for_minutes_to_move_and_the_newest_move_comes_first(
    night: Night, opened: Open
) -> None:
    started(night, 10)
    for name, minutes_ago in (("Ann", 6), ("Bea", 2), ("Cid", 0)):
        night.clock.current_ms = real_ms() - minutes_ago * MINUTE_MS
        seat = night.entry(name).seats.get(closed_by__isnull=True)
        night.do(move_entry, entry_id=night.entries[name], table_number=3 - seat.table.number)
    shown = [night.entry(name).player.display_name for name in ("Cid", "Bea")]
    page = opened()
    expect(page.locator(".w-moves tbody td:first-child")).to_have_text(shown)


def test_the_winner_is_shown_instead_of_a_clock(night: Night, opened: Open) -> None:
    """F93."""
    Tournament.objects.filter(pk=night.tournament_id).update(late_until_level=None)
    started(night, 1)
    page = opened()
    now(night)
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}, {"entry_id": night.entries["Cid"]}], tie=True)
    expect(page.locator(".w-win")).to_contain_text(night.entry("Ann").player.display_name)
    expect(page.get_by_role("timer")).to_have_count(0)


def test_ten_minutes_after_the_end_every_layout_shows_the_winner(night: Night, opened: Open) -> None:
    """F93: no timer that ran out."""
    Tournament.objects.filter(pk=night.tournament_id).update(late_until_level=None)
    started(night, 30)
    night.clock.current_ms = real_ms() - 10 * MINUTE_MS
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}, {"entry_id": night.entries["Cid"]}], tie=True)
    page = opened()
    for size in SIZES[:4]:
        page.set_viewport_size(size)
        expect(page.locator(".w-win, .champion")).to_contain_text(night.entry("Ann").player.display_name)
        expect(page.get_by_role("timer")).to_have_count(0)


def test_a_phone_says_that_it_is_the_bubble_and_then_what_the_winner_has_won(
    night: Night, opened: Open
) -> None:
    night.create(levels(20, 20), tables=2, payout_preset="winner")
    night.enter("Ann", "Bea", "Cid", "Dan")
    started(night, 1)
    night.do(close_registration)
    night.do(lock_payouts)
    page = opened(PHONE)
    expect(page.get_by_text("from the money")).to_have_count(0)
    now(night)
    night.do(start_hand_for_hand)
    body = page.locator(".player-body")
    expect(body).to_contain_text("3 places from the money")
    expect(body).to_contain_text("Hand 1: please wait for the deal")
    now(night)
    night.do(end_hand_for_hand)
    for name in ("Dan", "Cid"):
        night.do(bust, busts=[{"entry_id": night.entries[name]}])
    expect(body).to_contain_text("One place from the money")
    expect(body).to_contain_text("Place 2 wins nothing")
    expect(body.locator(".is-break td")).to_have_text(["Place 1", "€400"])
    now(night)
    night.do(bust, busts=[{"entry_id": night.entries["Bea"]}])
    expect(page.locator(".champion")).to_have_text(night.entry("Ann").player.display_name)
    expect(page.locator(".clock-blinds")).to_contain_text("€400")


def end_streams() -> None:
    """Cut every open stream, as a dead network does."""
    running = hub_module._hub
    assert running is not None
    for client in list(running.clients.values()):
        running.loop.call_soon_threadsafe(client.close, "gone")


def test_without_the_server_it_counts_on_says_so_and_catches_up_without_a_reload(
    night: Night, opened: Open
) -> None:
    """X13 and a server restart: the page is never loaded again."""
    started(night, 1)
    page = opened()
    page.evaluate("window.sameDocument = true")
    page.context.set_offline(True)
    end_streams()
    lost = page.get_by_role("alert")
    expect(lost).to_have_text(re.compile(r"Connection lost, last update \d\d:\d\d:\d\d"))
    before = seconds_left(page)
    page.wait_for_timeout(2000)
    assert 1 <= before - seconds_left(page) <= 3
    now(night)
    night.do(bust, busts=[{"entry_id": night.entries["Cid"]}])
    page.context.set_offline(False)
    expect(lost).to_be_hidden(timeout=8000)
    expect(page.locator(".w-foot dd").first).to_have_text("2/ 3")
    assert page.evaluate("window.sameDocument") is True


def test_the_last_minute_is_red_and_words_are_not_colour_alone(night: Night, opened: Open) -> None:
    started(night, 19.5)
    page = opened()
    expect(page.locator(".w-clock")).to_have_class(re.compile("is-last-minute"))


def test_the_level_changes_by_itself_at_zero(night: Night, opened: Open) -> None:
    started(night, 20 - 8 / 60)
    page = opened()
    expect(page.locator(".w-level > div")).to_contain_text("Level 1")
    expect(page.locator(".w-level > div")).to_contain_text("Level 2")
    expect(page.locator(".w-blinds dd").first).to_have_text("50/100")
    assert seconds_left(page) > 18 * 60


def test_sound_asks_for_one_tap_and_only_where_it_was_chosen(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    """F46: one sound source, the one that was chosen."""
    started(night, 1)
    silent, loud = show(night, sounds=False), show(night, sounds=True)
    page.goto(f"{site}/d/{silent.secret}")
    button = page.locator(".c-sound")
    expect(button).to_be_hidden()
    page.goto(f"{site}/d/{loud.secret}")
    expect(button).to_have_text("Tap for sound")
    button.click()
    expect(button).to_have_text("Sound is on")
    now(night)
    night.do(change_screen, screen_id=loud.screen.pk, sounds=False)
    expect(button).to_be_hidden()


def test_the_window_tapped_last_is_the_one_that_sounds(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    started(night, 1)
    link = f"{site}/d/{show(night, sounds=True).secret}"
    page.goto(link)
    page.locator(".c-sound").click()
    second = page.context.new_page()
    second.goto(link)
    second.locator(".c-sound").click()
    expect(second.locator(".c-sound")).to_have_text("Sound is on")
    expect(page.locator(".c-sound")).to_have_text("Tap for sound")


def test_full_screen_has_a_way_in_and_out(night: Night, opened: Open) -> None:
    """F23."""
    started(night, 1)
    page = opened()
    page.mouse.move(300, 300)
    button = page.locator(".c-btn", has_text="Full screen")
    button.click()
    expect(page.locator(".c-btn", has_text="Leave full screen")).to_be_visible()
    expect(page.locator(".c-bar")).to_be_hidden()
    page.mouse.move(320, 320)
    page.locator(".c-btn", has_text="Leave full screen").click()
    expect(button).to_be_visible()


def test_the_screen_is_kept_awake_and_asked_again_on_return(night: Night, opened: Open) -> None:
    """F95: a wake lock where there is one, a muted video elsewhere; both end when the page is hidden."""
    started(night, 1)
    page = opened()
    expect(page.locator("html")).to_have_attribute("data-awake", re.compile("lock|video"))
    page.evaluate(
        "delete document.documentElement.dataset.awake; document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(page.locator("html")).to_have_attribute("data-awake", re.compile("lock|video"))


def test_a_revoked_display_says_so(night: Night, opened: Open) -> None:
    started(night, 1)
    page = opened()
    screen = night.club.screens.get()
    now(night)
    night.do(revoke_screen, screen_id=screen.pk)
    expect(page.get_by_role("alert")).to_have_text("This display was switched off by the director")


@pytest.mark.parametrize("language", ["en", "et", "ro"])
def test_a_screen_speaks_the_language_chosen_for_it(night: Night, opened: Open, language: str) -> None:
    started(night, 1)
    page = opened(language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)


SIZES = (
    WALL,
    {"width": 2560, "height": 1080},
    {"width": 1080, "height": 1920},
    PHONE,
    {"width": 844, "height": 390},
)
CUT_OFF = """[...document.querySelectorAll("#stage *")].filter((one) => {
  const clipped = getComputedStyle(one.parentElement).overflowX !== "visible";
  return one.getBoundingClientRect().right > innerWidth + 1 && !clipped;
}).map((one) => one.outerHTML.slice(0, 80))"""


def test_nothing_is_cut_off_at_the_sides_whatever_is_shown(night: Night, opened: Open) -> None:
    night.enter(
        "Rõõmsameelne Õnneseen-Äärepealne", "李雷", "O'Neil", "=1+1", "<script>alert(1)</script>", "x" * 60
    )
    Tournament.objects.filter(pk=night.tournament_id).update(name="Sügise põhiturniir " * 6)
    started(night, 1)
    page = opened()
    screen = night.club.screens.get()
    found = []
    for mode in ("clock", "seats", "prizes", "structure", "auto"):
        now(night)
        night.do(change_screen, screen_id=screen.pk, mode=mode)
        page.wait_for_timeout(400)
        for size in SIZES:
            page.set_viewport_size(size)
            page.wait_for_timeout(120)
            found += page.evaluate(CUT_OFF)
    assert found == []


def weight(address: str) -> int:
    """Bytes of an answer as a server sends it: text compressed, fonts as they are, and its headers."""
    path = urlsplit(address).path
    if not path.startswith("/static/"):
        return HEADERS_BYTES
    content = Path(finders.find(path.removeprefix("/static/")) or "").read_bytes()
    packed = content if path.endswith((".woff2", ".webm", ".mp4")) else gzip.compress(content)
    return len(packed) + HEADERS_BYTES


@pytest.mark.parametrize("language", ["en", "et", "ro"])
def test_a_display_is_light_on_the_wire(night: Night, opened: Open, page: Page, language: str) -> None:
    """At most 60 kB in every language, nothing from elsewhere."""
    started(night, 1)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    addresses: list[str] = []
    session.on("Network.requestWillBeSent", lambda event: addresses.append(event["request"]["url"]))
    opened(language=language)
    page.wait_for_timeout(1500)
    # A loaded machine asks for the time as well: a few hundred bytes that are not the display's weight.
    fetched = {
        address for address in addresses if not address.startswith("data:") and "/d/time" not in address
    }
    document = len(gzip.compress(page.request.get(page.url).body()))
    assert [address for address in fetched if not address.startswith("http://127.0.0.1")] == []
    assert document + sum(weight(address) for address in fetched) <= 60_000


def test_a_player_sees_his_seat_and_then_his_move(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    started(night, 1)
    seat = night.entry("Ann").seats.get()
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/p/{night.entry('Ann').code}")
    figures = page.locator(".ticket dd")
    expect(figures.nth(0)).to_have_text(str(seat.table.number))
    expect(figures.nth(1)).to_have_text(str(seat.seat))
    now(night)
    to = night.do(move_entry, entry_id=night.entries["Ann"], table_number=3 - seat.table.number).result
    expect(page.locator(".notice--call b")).to_have_text(
        f"You move to table {to['table']}, seat {to['seat']}."
    )
    expect(figures.nth(0)).to_have_text(str(to["table"]))


def test_a_player_who_is_out_sees_his_place(page: Page, site: str, night: Night, errors: list[str]) -> None:
    started(night, 1)
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/p/{night.entry('Cid').code}")
    now(night)
    night.do(bust, busts=[{"entry_id": night.entries["Cid"]}])
    expect(page.locator(".ticket dd").first).to_have_text("3")


def test_a_wrong_code_leads_to_the_form(page: Page, site: str, night: Night, errors: list[str]) -> None:
    page.goto(f"{site}/p/WRONGCODE")
    expect(page.get_by_role("heading")).to_have_text("This code is not known here")
    page.get_by_label("Code").fill(night.entry("Ann").code.lower())
    page.get_by_role("button").click()
    expect(page.locator(".ticket")).to_be_visible()
