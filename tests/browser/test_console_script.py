"""The console's script in a browser: what is typed stays, nothing is done twice, and the page says when it is alone."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from acts.timing import edit_structure, go_to_level, pause_clock, resume_clock, set_time_left
from clock.selectors import load_clock
from club.models import Membership
from tables.selectors import seat_of
from tests.browser.hall import sign_in
from tests.building import Night, levels
from tournaments.models import DirectorAction
from tournaments.sources import VirtualSources

pytestmark = pytest.mark.django_db(transaction=True)

type Open = Callable[..., Page]


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    night = Night(clock)
    night.create(levels(20, 20, 20, 20, 20, 20), tables=2)
    night.enter("Ann", "Bea", "Cid", "Dan")
    night.start()
    return night


@pytest.fixture
def opened(page: Page, site: str, night: Night, errors: list[str]) -> Open:
    """Open a page of the tournament, signed in as the owner."""
    sign_in(page.context, site, night)

    def open_page(path: str = "") -> Page:
        page.goto(f"{site}/t/{night.tournament_id}/{path}")
        expect(page.locator("[data-live-text]")).to_have_text("Live")
        return page

    return open_page


def done(kind: str) -> int:
    """How often an act was carried out."""
    return DirectorAction.objects.filter(kind=kind).count()


def label(page: Page) -> str:
    return page.locator(".clock-acts .btn-lead").inner_text()


def test_space_pauses_and_resumes_and_the_page_follows(opened: Open) -> None:
    page = opened()
    page.keyboard.press("Space")
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Resume")
    page.keyboard.press("Space")
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Pause")
    assert (done("clock.pause"), done("clock.resume")) == (1, 1)


def test_in_a_level_of_hands_the_page_counts_hands_as_the_wall_does(opened: Open, night: Night) -> None:
    rows = load_clock(night.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    night.do(edit_structure, levels=rows)
    page = opened()
    expect(page.get_by_role("timer")).to_have_text("1/8")
    page.keyboard.press("h")
    expect(page.get_by_role("timer")).to_have_text("2/8")
    expect(page.locator("[data-clock-gone]")).to_have_attribute("width", "125")


def test_three_presses_of_plus_are_three_minutes(opened: Open) -> None:
    page = opened()
    for _ in range(3):
        page.keyboard.press("+")
    expect(page.locator("#toasts .toast")).to_have_count(3)
    assert done("clock.adjust") == 3


def test_u_takes_back_the_act_of_the_last_toast(opened: Open) -> None:
    page = opened()
    page.keyboard.press("+")
    expect(page.locator("#toasts .toast")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".acts .is-undone")).to_have_count(1)
    assert done("undo") == 1


def test_keys_do_nothing_while_somebody_types(opened: Open) -> None:
    """F20: Ctrl+Z in a text field takes back the text only."""
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("b + m u")
    page.keyboard.press("Control+z")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert (
        DirectorAction.objects.filter(tournament__isnull=False).order_by("sequence").last().kind
        == "clock.start"
    )


def test_a_half_typed_field_keeps_text_focus_and_caret_while_others_act(opened: Open, night: Night) -> None:
    """F20: with the page refreshing around it."""
    page = opened("desk")
    page.locator("#who").fill("Ann L")
    page.locator("#who").evaluate("field => field.setSelectionRange(2, 2)")
    before = page.locator("#live").get_attribute("data-version")
    night.do(pause_clock)
    expect(page.locator("#live")).not_to_have_attribute("data-version", before or "")
    assert page.locator("#who").evaluate(
        "field => [document.activeElement === field, field.value, field.selectionStart]"
    ) == [True, "Ann L", 2]


def test_what_one_does_is_on_the_others_page_within_a_second(opened: Open, night: Night) -> None:
    page = opened()
    before_s = time.monotonic()
    night.do(pause_clock)
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Resume")
    assert time.monotonic() - before_s < 5  # a loaded machine draws late


def test_a_double_click_is_one_act(opened: Open) -> None:
    """F68."""
    page = opened()
    page.locator(".clock-acts .btn-lead").dblclick(delay=40)
    expect(page.locator("#toasts .toast").first).to_be_visible()
    page.wait_for_timeout(800)
    assert (done("clock.pause"), done("clock.resume")) == (1, 0)


def test_the_next_level_twice_by_key_is_two_levels(opened: Open) -> None:
    page = opened()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 3")


def test_a_lost_answer_is_said_and_trying_again_does_it_once(opened: Open) -> None:
    page = opened()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/act/clock.pause", lose_the_answer, times=1)
    page.locator(".clock-acts .btn-lead").click()
    expect(page.locator("#toasts .toast--bad")).to_contain_text("No answer from the server")
    page.evaluate(
        """() => {
          const again = document.querySelector(".clock-acts form");
          again.action = again.action.replace("clock.resume", "clock.pause");
          again.setAttribute("hx-post", again.getAttribute("hx-post").replace("clock.resume", "clock.pause"));
          again.requestSubmit();
        }"""
    )
    page.wait_for_timeout(800)
    assert done("clock.pause") == 1


def test_a_refused_act_leaves_the_page_as_it_is_and_says_why(opened: Open, night: Night) -> None:
    page = opened()
    page.route("**/events*", lambda route: route.abort())
    with page.expect_response("**/act/clock.pause") as answer:
        night.do(pause_clock)
        page.evaluate(
            """() => {
              const form = document.querySelector(".clock-acts form");
              const address = form.getAttribute("hx-post").replace(/clock\\.\\w+/, "clock.pause");
              form.setAttribute("hx-post", address);
              form.requestSubmit();
            }"""
        )
    assert answer.value.status in (409, 422)
    expect(page.locator("#toasts .toast--bad")).to_be_visible()


def test_a_lost_connection_is_said_with_the_time_and_the_clock_goes_on(opened: Open, page: Page) -> None:
    opened()
    face = page.locator("[data-clock-time]")
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-lost]")).to_be_visible(timeout=15_000)
    assert re.search(r"last update\s+\d\d:\d\d:\d\d", page.locator("[data-lost]").inner_text())
    shown = face.inner_text()
    expect(face).not_to_have_text(shown)
    page.context.set_offline(False)
    expect(page.locator("[data-lost]")).to_be_hidden(timeout=30_000)


def test_the_list_of_keys_opens_and_closes(opened: Open) -> None:
    page = opened()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_the_theme_is_kept_for_the_next_page(opened: Open) -> None:
    page = opened()
    page.locator("[data-theme-toggle]").click()
    chosen = page.locator("html").get_attribute("data-theme")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == chosen


def test_resuming_from_another_device_is_followed(opened: Open, night: Night) -> None:
    page = opened()
    night.do(pause_clock)
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Resume")
    night.do(resume_clock)
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Pause")


def test_a_form_opened_as_a_page_leads_back_once_its_act_is_done(opened: Open, night: Night) -> None:
    desk = opened("desk")
    form = f"/t/{night.tournament_id}/form/penalty?entry_id={night.entries['Ann']}"
    desk.evaluate("path => location.assign(path)", form)
    desk.wait_for_url(re.compile("/form/penalty"))
    desk.get_by_role("button", name="Cancel").click()
    desk.wait_for_url(re.compile("/desk$"))
    desk.evaluate("path => location.assign(path)", form)
    desk.wait_for_url(re.compile("/form/penalty"))
    desk.locator("[data-back] button[type=submit]").last.click()
    desk.wait_for_url(re.compile("/desk$"))
    expect(desk.locator(".toast")).to_contain_text("Ann")
    assert done("penalty.give") == 1


def test_places_are_asked_about_only_while_several_are_out_and_a_stack_is_missing(
    opened: Open,
) -> None:
    page = opened("floor/1")
    page.get_by_text("Several out in one hand").click()
    asked, boxes, stacks = (
        page.get_by_label("they share the places"),
        page.locator('[name="busts"]'),
        page.locator(".out-stack input"),
    )
    boxes.nth(0).check()
    expect(asked).to_be_hidden()
    boxes.nth(1).check()
    expect(asked).to_be_visible()
    stacks.nth(1).fill("4000")
    expect(asked).to_be_visible()
    stacks.nth(0).fill("9000")
    expect(asked).to_be_hidden()
    stacks.nth(1).fill("")
    asked.check()
    stacks.nth(1).fill("4000")
    expect(asked).to_be_visible()


@pytest.mark.parametrize(
    ("key", "heading"), [("t", "Time left"), ("g", "Go to level"), ("n", "Break or pause"), ("a", "Announce")]
)
def test_one_key_opens_each_form_of_the_clock_in_the_cockpit_and_on_the_floor(
    opened: Open, key: str, heading: str
) -> None:
    for path in ("", "floor", "floor/1"):
        page = opened(path)
        page.keyboard.press(key)
        expect(page.locator("#form-dialog-name")).to_have_text(heading)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_g_and_a_touch_begin_any_level_and_u_takes_it_back(opened: Open) -> None:
    page = opened()
    page.keyboard.press("g")
    page.locator("#form-dialog .levels button", has_text="Level 4").click()
    expect(page.locator("[data-clock-label]")).to_have_text("Level 4")
    page.keyboard.press("u")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 1")
    assert done("clock.go_to_level") == 1


def test_a_minute_off_the_time_left_is_set_without_the_wrong_button_by_enter(opened: Open) -> None:
    page = opened()
    page.keyboard.press("t")
    page.fill("#form-dialog input[name=minutes]", "7")
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert (done("clock.set_left"), done("clock.adjust")) == (1, 0)


def test_floor_staff_says_why_once_and_enter_chooses_nothing_by_itself(opened: Open, night: Night) -> None:
    Membership.objects.filter(user_id=night.owner.user_id).update(role="floor")
    page = opened("floor")
    page.keyboard.press("t")
    page.fill("#why-steps", "a ruling took long")
    page.keyboard.press("Enter")
    expect(page.locator("#why-left")).to_have_value("a ruling took long")
    page.fill("#form-dialog input[name=minutes]", "9")
    page.locator("#form-dialog").get_by_role("button", name="Set it").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    acts = DirectorAction.objects.filter(kind__startswith="clock.").exclude(kind="clock.start")
    assert list(acts.values_list("kind", "reason")) == [("clock.set_left", "a ruling took long")]


def test_a_break_taken_by_two_touches_is_ended_by_e(opened: Open) -> None:
    page = opened()
    page.keyboard.press("n")
    page.locator("#form-dialog button[name=minutes][value='15']").click()
    expect(page.locator("[data-clock-label]")).to_have_text("Break")
    page.keyboard.press("e")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 2")
    assert (done("clock.break_now"), done("clock.end_break")) == (1, 1)


def test_a_pause_that_ends_by_itself_gives_the_page_its_buttons_back(
    opened: Open, night: Night, clock: VirtualSources
) -> None:
    page = opened()
    night.do(pause_clock, for_ms=4_000)
    expect(page.locator("[data-clock-waits]")).to_contain_text("goes on in 0:0")
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Resume")
    clock.advance(4_100)
    expect(page.locator(".clock-acts .btn-lead")).to_contain_text("Pause", timeout=10_000)
    expect(page.locator("[data-clock-waits]")).to_have_count(0)


def test_a_page_that_runs_into_overtime_offers_one_more_level(opened: Open, night: Night) -> None:
    page = opened()
    night.do(go_to_level, level_index=5)
    night.do(set_time_left, seconds=5)
    expect(page.locator("[data-clock-label]")).to_have_text("Level 6")
    expect(page.locator("[data-clock]")).to_have_attribute("data-clock", "playing")
    expect(page.locator("[data-clock]")).to_have_attribute("data-clock", "over", timeout=10_000)
    page.keyboard.press("p")
    expect(page.locator("[data-clock-label]")).to_have_text("Level 7")


def test_the_clock_called_on_a_player_counts_survives_a_reload_and_stops_by_the_same_key(
    opened: Open, night: Night
) -> None:
    seat = seat_of(night.entries["Ann"])
    assert seat is not None
    path = f"floor/{seat.table.number}?seat={seat.seat}"
    page = opened(path)
    page.keyboard.press("c")
    expect(page.locator("[data-call-left]")).to_have_text(re.compile(r"^(29|30)$"))
    opened(path)
    expect(page.locator("[data-call-left]")).to_have_text(re.compile(r"^2\d$"))
    page.keyboard.press("c")
    expect(page.locator("[data-call]")).to_have_count(0)
    assert (done("hand_clock.call"), done("hand_clock.stop")) == (1, 1)


def test_a_ready_sentence_is_put_into_the_message_where_it_can_be_changed(opened: Open) -> None:
    page = opened()
    page.keyboard.press("a")
    page.get_by_text("Write a message").click()
    page.get_by_role("button", name="Shuffle up and deal.").click()
    expect(page.locator("#notice-text")).to_have_value("Shuffle up and deal.")
    expect(page.locator("#notice-text")).to_be_focused()


def test_the_calls_of_the_clock_are_one_key_each(opened: Open) -> None:
    page = opened()
    for number, key in enumerate("old", start=1):
        page.keyboard.press(key)
        expect(page.locator("#toasts .toast")).to_have_count(number)
    codes = DirectorAction.objects.filter(kind="notice.announce").order_by("sequence")
    assert [row.result["notice_id"] > 0 for row in codes] == [True] * 3
