"""Displays as the director controls them: panels in turn, several tournaments, colours, one that sounds and speaks."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from acts.club import edit_club
from acts.notices import announce, show_notice
from acts.registration import join_waiting_list
from acts.screens import change_screen, show_on_all
from acts.theme import add_image, set_theme
from acts.timing import count_hand, edit_structure, next_level
from acts.uploads import Upload
from clock.selectors import load_clock
from tests.browser.hall import PHONE, WALL, Open, now, real_ms, seconds_left, sign_in, started
from tests.building import MINUTE_MS, Night, levels
from tests.club.pictures import small_png
from tests.display.conftest import show
from tests.supervised import wait_until
from tournaments.models import Screen

pytestmark = pytest.mark.django_db(transaction=True)


def change(night: Night, screen: Screen, **params: Any) -> None:
    now(night)
    night.do(change_screen, screen_id=screen.pk, **params)


def with_rules(night: Night, text: str) -> None:
    club = night.club
    names = ("name", "currency", "timezone", "language", "rule_preset", "minimum_age_years")
    edit_club(actor=night.owner, **{name: getattr(club, name) for name in names}, house_rules=text)


def test_panels_take_turns_empty_ones_are_passed_over_and_the_clock_stays_in_sight(
    night: Night, opened: Open
) -> None:
    with_rules(night, "No phones\nat the table")
    started(night, 1)
    page = opened(mode="clock")
    screen = night.club.screens.get()
    change(night, screen, mode="rotation", panels=["moves", "rules", "waiting", "seats"], panel_seconds=5)
    seen = set()
    deadline = time.monotonic() + 14
    while time.monotonic() < deadline:
        seen.add(page.locator(".w-top p").inner_text())
        expect(page.get_by_role("timer")).to_be_visible()
        page.wait_for_timeout(500)
    assert seen - {night.club.name} == {"House rules", "Seats"}


def test_a_few_house_rules_are_set_larger_and_many_fit_the_wall(night: Night, opened: Open) -> None:
    with_rules(night, "No phones at the table.\nOne player to a hand.")
    started(night, 1)
    page = opened(mode="rules")
    box = page.locator(".w-rules")
    expect(box).to_have_class("w-rules is-short")
    few = box.evaluate("box => parseFloat(getComputedStyle(box).fontSize)")
    with_rules(night, "\n".join(f"{number}. No phones at the table." for number in range(1, 13)))
    page.reload()
    expect(box).to_have_class("w-rules")
    assert box.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") < few
    assert box.evaluate("box => box.getBoundingClientRect().bottom < innerHeight")


def test_two_walls_show_the_same_panel_at_the_same_time(page: Page, site: str, night: Night) -> None:
    started(night, 1)
    walls = [page, page.context.new_page()]
    for wall in walls:
        wall.set_viewport_size(WALL)
        shown = show(night)
        change(night, shown.screen, mode="rotation", panels=["seats", "structure"], panel_seconds=5)
        wall.goto(f"{site}/d/{shown.secret}")
    for wall in walls:
        expect(wall.locator(".w--wide")).to_be_visible()
    for _ in range(8):
        lines = [wall.locator(".w-top p").inner_text() for wall in walls]
        # The change itself may fall between the two looks.
        again = [wall.locator(".w-top p").inner_text() for wall in walls]
        assert lines[0] == lines[1] or again[0] == again[1]
        page.wait_for_timeout(900)


def test_the_waiting_list_is_shown_in_large_type_by_display_name(night: Night, opened: Open) -> None:
    started(night, 1)
    for name in ("Dov", "Eve"):
        night.do(join_waiting_list, player_id=night.player(name))
    page = opened(mode="waiting")
    expect(page.locator(".w-waiting tr td:nth-child(2)")).to_have_text(["Dov", "Eve"])
    expect(page.get_by_role("timer")).to_be_visible()


def test_no_line_of_the_house_rules_is_cut_off(night: Night, opened: Open) -> None:
    with_rules(night, "\n".join(f"{number}. {'Show one, show all. ' * 8}" for number in range(1, 40)))
    started(night, 1)
    page = opened(mode="rules")
    expect(page.locator(".w-rules")).to_be_visible()
    for size in (WALL, {"width": 2560, "height": 1080}, {"width": 1080, "height": 1920}):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)
        column = page.locator(".w-main")
        assert column.evaluate("(box) => box.scrollHeight <= box.clientHeight + 1")


def test_seats_are_shown_on_all_displays_for_some_minutes_and_then_their_own_again(
    night: Night, opened: Open
) -> None:
    started(night, 1)
    page = opened(mode="clock")
    night.clock.current_ms = real_ms() - MINUTE_MS + 6000
    night.do(show_on_all, mode="seats", minutes=1)
    expect(page.locator(".w--seats")).to_be_visible()
    expect(page.locator(".w--playing")).to_be_visible()


def test_one_display_shows_two_tournaments_side_by_side_and_each_goes_on_by_itself(
    night: Night, opened: Open
) -> None:
    own = night.tournament_id
    other = night.create(levels(15, 15), tables=1)
    night.enter("Dov", "Eve")
    started(night, 10)
    night.tournament_id = own
    started(night, 1)
    page = opened()
    change(night, night.club.screens.get(), others=[other])
    expect(page.locator(".w-one")).to_have_count(2)
    expect(page.get_by_role("timer").nth(0)).to_have_text(re.compile(r"1[89]:\d\d"))
    expect(page.get_by_role("timer").nth(1)).to_have_text(re.compile(r"04:\d\d"))
    night.tournament_id = other
    now(night)
    night.do(next_level)
    expect(page.locator(".w-one").nth(1)).to_contain_text("Level 2")
    expect(page.locator(".w-one").nth(0)).to_contain_text("Level 1")


def test_several_tournaments_take_turns_where_panels_do(night: Night, opened: Open) -> None:
    other = night.create(levels(15, 15), tables=1)
    name = night.event.name
    night.create(levels(20, 20), tables=1)
    night.enter("Ann", "Bea")
    started(night, 1)
    page = opened()
    change(night, night.club.screens.get(), others=[other], mode="rotation", panel_seconds=5)
    expect(page.locator(".w-one")).to_have_count(0)
    expect(page.locator(".w--before")).to_be_visible()
    expect(page.locator(".w--playing")).to_be_visible()
    assert name


def test_a_display_of_two_tournaments_shows_both_after_a_reload(night: Night, opened: Open) -> None:
    own = night.tournament_id
    other = night.create(levels(15, 15), tables=1)
    night.tournament_id = own
    started(night, 1)
    page = opened()
    change(night, night.club.screens.get(), others=[other])
    expect(page.locator(".w-one")).to_have_count(2)
    page.reload()
    expect(page.locator(".w-one")).to_have_count(2)


def test_the_bets_of_a_level_of_hands_stay_on_one_line_above_the_seats_of_an_upright_screen(
    night: Night, opened: Open
) -> None:
    rows = load_clock(night.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    night.do(edit_structure, levels=rows)
    started(night, 1)
    page = opened(mode="seats")
    page.set_viewport_size({"width": 1080, "height": 1920})
    expect(page.locator(".w-small small")).to_contain_text("Hand 1 of 8")
    line = page.locator(".w-small > div").nth(1)
    # The page is drawn anew for its new shape a moment after it got it.
    height = "line => line.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(line).fontSize)"
    wait_until(lambda: line.evaluate(height), 5, "one line of bets")


def test_a_level_of_hands_counts_hands(night: Night, opened: Open) -> None:
    rows = load_clock(night.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    now(night)
    night.do(edit_structure, levels=rows)
    started(night, 1)
    page = opened()
    expect(page.get_by_role("timer")).to_have_text("1/8")
    now(night)
    night.do(count_hand)
    expect(page.get_by_role("timer")).to_have_text("2/8")
    expect(page.locator(".w-level span")).to_contain_text("Hand 2 of 8, about")
    expect(page.locator(".w-board td").first).to_have_text(re.compile(r"^~\d\d:\d\d$"))
    page.set_viewport_size(PHONE)
    expect(page.locator(".clock-hand")).to_contain_text("Hand 2 of 8")


def test_several_messages_take_turns_and_a_call_has_the_word_alone(night: Night, opened: Open) -> None:
    started(night, 1)
    page = opened()
    for text in ("Dinner at eight", "Car 123 in the way"):
        now(night)
        night.do(show_notice, text=text)
    for text in ("Dinner at eight", "Car 123 in the way"):
        expect(page.locator(".w-note bdi")).to_have_text(text)
    now(night)
    night.do(announce, code="last_hand")
    expect(page.locator(".w-note")).to_have_text("Last hand before the break")


def test_walls_and_the_clock_on_phones_wear_the_colours_and_pictures_of_the_club(
    night: Night, opened: Open
) -> None:
    set_theme(actor=night.owner, colour_main="#7fb2ff", colour_accent="#ff9f6b")
    for kind, shade in (("logo", 1), ("sponsor", 2), ("sponsor", 3)):
        add_image(actor=night.owner, kind=kind, content=Upload(small_png(shade, 60, 20)), name=kind)
    started(night, 1)
    page = opened()
    coloured = page.locator(".w-board .is-break td, .w-foot .is-last dd").first
    expect(coloured).to_have_css("color", "rgb(255, 159, 107)")
    expect(page.locator(".w-logo img")).to_be_visible()
    expect(page.locator(".w-sponsor img:visible")).to_have_count(1)
    own = night.tournament_id
    other = night.create(levels(15, 15), tables=1)
    night.tournament_id = own
    change(night, night.club.screens.get(), others=[other])
    expect(page.locator(".w-one")).to_have_count(2)
    expect(page.locator(".w-logo img")).to_be_visible()
    now(night)
    set_theme(actor=night.owner)
    expect(page.locator("html")).not_to_have_class(re.compile("has-accent"))


FAKE_VOICES = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => LANGUAGES.map((lang) => ({ lang, localService: true })),
  addEventListener: () => {}, cancel: () => {},
  speak: (spoken) => window.said.push([spoken.lang, spoken.text]),
} });
"""


def with_voices(page: Page, *languages: str) -> None:
    page.add_init_script(FAKE_VOICES.replace("LANGUAGES", str(list(languages))))


def test_a_display_speaks_its_announcements_once_in_its_language(
    page: Page, night: Night, opened: Open
) -> None:
    with_voices(page, "en-GB", "et-EE")
    started(night, 20 - 12 / 60)
    opened(sounds=True, speaks=True, language="et")
    page.locator(".c-sound").click()
    now(night)
    night.do(announce, code="one_minute")
    page.wait_for_function("() => said.length >= 1", timeout=8000)
    page.wait_for_function("() => said.length >= 2", timeout=20_000)
    page.wait_for_timeout(2500)
    assert page.evaluate("said") == [
        ["et-EE", "Sellel tasemel on jäänud üks minut"],
        ["et-EE", "Tase 2. Blindid 50, 100."],
    ]
    expect(page.locator(".c-mute")).to_be_hidden()


def test_a_display_that_sounds_speaks_only_where_it_is_told_to(
    page: Page, night: Night, opened: Open
) -> None:
    with_voices(page, "en-GB")
    started(night, 1)
    opened(sounds=True)
    page.locator(".c-sound").click()
    now(night)
    night.do(announce, code="deal")
    expect(page.locator(".w-note")).to_have_text("Shuffle up and deal")
    page.wait_for_timeout(2500)
    assert page.evaluate("said") == []


def test_what_is_stale_is_not_spoken(page: Page, night: Night, opened: Open) -> None:
    with_voices(page, "en-GB")
    started(night, 1)
    now(night)
    night.do(announce, code="deal")
    opened(sounds=True, speaks=True)
    page.wait_for_timeout(5000)
    page.locator(".c-sound").click()
    page.wait_for_timeout(2500)
    assert page.evaluate("said") == []


def test_a_browser_without_a_voice_for_the_language_says_so(page: Page, night: Night, opened: Open) -> None:
    with_voices(page, "en-GB")
    started(night, 1)
    opened(sounds=True, speaks=True, language="ro")
    expect(page.locator(".c-mute")).to_have_text(
        "Acest browser nu are voce pentru această limbă: anunțurile nu sunt citite."
    )
    expect(page.locator(".c-mute")).to_be_hidden()
    page.locator(".c-sound").click()
    expect(page.locator(".c-mute")).to_be_visible()
    expect(page.locator(".c-mute")).to_be_hidden(timeout=8_000)


def test_choosing_another_display_silences_the_one_that_sounded(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    """F46: one sound source, whichever windows are open."""
    started(night, 20 - 20 / 60)
    first, second = show(night, sounds=True), show(night)
    other = page.context.new_page()
    page.goto(f"{site}/d/{first.secret}")
    other.goto(f"{site}/d/{second.secret}")
    page.locator(".c-sound").click()
    change(night, second.screen, sounds=True)
    expect(page.locator(".c-sound")).to_be_hidden()
    expect(other.locator(".c-sound")).to_have_text("Tap for sound")


def test_full_screen_by_a_key_a_double_click_and_out_by_escape(night: Night, opened: Open) -> None:
    """F23."""
    started(night, 1)
    page = opened()
    full = "() => document.fullscreenElement !== null"
    page.keyboard.press("f")
    page.wait_for_function(full)
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.fullscreenElement === null")
    page.mouse.dblclick(600, 500)
    page.wait_for_function(full)
    page.keyboard.press("F")
    page.wait_for_function("() => document.fullscreenElement === null")


LOCKS = """
window.asked = 0;
window.shown = "visible";
Object.defineProperty(document, "visibilityState", { get: () => window.shown });
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (kind) => { window.asked += 1; return (window.held = await request(kind)); };
window.turn = async (state) => {
  window.shown = state;
  if (state === "hidden") await window.held.release();
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def test_the_screen_lock_that_a_hidden_page_loses_is_asked_for_again_when_it_is_shown(
    page: Page, night: Night, opened: Open
) -> None:
    """F95."""
    page.add_init_script(LOCKS)
    started(night, 1)
    opened()
    expect(page.locator("html")).to_have_attribute("data-awake", re.compile("lock|video"))
    if page.locator("html").get_attribute("data-awake") != "lock":
        pytest.fail("this browser gives no wake lock on a loopback address")
    page.evaluate("turn('hidden')")
    assert page.evaluate("[asked, held.released]") == [1, True]
    page.evaluate("turn('visible')")
    page.wait_for_function("() => asked === 2 && !held.released")


def signed_in(page: Page, site: str, night: Night) -> Page:
    """The cockpit as the owner sees it."""
    sign_in(page.context, site, night)
    console = page.context.new_page()
    console.goto(f"{site}/t/{night.tournament_id}/")
    expect(console.get_by_role("timer")).to_be_visible()
    return console


def test_nothing_is_asked_for_while_nothing_changes_and_four_clocks_show_the_same(
    page: Page, site: str, night: Night, errors: list[str]
) -> None:
    """F14, F51: three displays and the console, sixty seconds."""
    started(night, 0)
    console = signed_in(page, site, night)
    set_theme(actor=night.owner, colour_accent="#ff9f6b")
    add_image(actor=night.owner, kind="logo", content=Upload(small_png()))
    walls = [page, page.context.new_page(), page.context.new_page()]
    asked: list[str] = []
    for wall, size, mode in zip(
        walls, (WALL, {"width": 1080, "height": 1920}, WALL), ("auto", "auto", "rotation"), strict=True
    ):
        shown = show(night)
        change(night, shown.screen, mode=mode, panel_seconds=5)
        wall.set_viewport_size(size)
        wall.goto(f"{site}/d/{shown.secret}")
        expect(wall.get_by_role("timer")).to_be_visible()
    page.wait_for_timeout(4000)
    for wall in walls:
        wall.on("request", lambda request: asked.append(request.url))
    clocks = [*walls, console]
    before_ms, before = real_ms(), [seconds_left(one) for one in clocks]
    page.wait_for_timeout(60_000)
    passed = (real_ms() - before_ms) / 1000
    after = [seconds_left(one) for one in clocks]
    assert [abs(was - is_now - passed) <= 1 for was, is_now in zip(before, after, strict=True)] == [True] * 4
    assert max(after) - min(after) <= 1
    # A loaded machine lets a page doubt its clock: then it asks the time, and nothing else.
    assert [url for url in asked if "/d/time" not in url] == []
