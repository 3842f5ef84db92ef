"""The editor of levels in a browser: findings while it is typed, tools over chosen levels, files."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clock.rules.export import to_csv
from clock.rules.presets import preset
from clock.selectors import load_clock
from tests.browser.hall import sign_in
from tests.building import Night, levels
from tournaments.models import Tournament
from tournaments.sources import VirtualSources

pytestmark = pytest.mark.django_db(transaction=True)

type Open = Callable[..., Page]


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    night = Night(clock)
    night.create(
        levels(20, 20, 20, 20, break_after=2), late_until_level=2, addon_offered=True, addon_chips=5000,
        addon_after_level=2, denominations=[25, 100, 500],
    )  # fmt: skip
    return night


@pytest.fixture
def opened(page: Page, site: str, night: Night, errors: list[str]) -> Open:
    """Open a page of the tournament as the owner."""
    sign_in(page.context, site, night)

    def open_page(path: str = "structure") -> Page:
        page.goto(f"{site}/t/{night.tournament_id}/{path}")
        return page

    return open_page


def values(page: Page, name: str) -> list[str]:
    """One column of the table."""
    return [field.input_value() for field in page.locator(f"[data-rows] [name={name}]").all()]


def choose(page: Page, first: int, last: int) -> None:
    ticks = page.locator("[data-rows] [data-choose]")
    ticks.nth(first).check()
    ticks.nth(last).click(modifiers=["Shift"])


def save(page: Page) -> None:
    page.get_by_role("button", name="Save the structure").click()
    expect(page.locator("#toasts .toast").first).to_be_visible()


def test_what_is_wrong_stands_beside_the_level_while_it_is_typed(opened: Open) -> None:
    page = opened()
    small = page.locator("[data-rows] [name=small_blind]").nth(1)
    small.fill("9999")
    row = page.locator("[data-row]").nth(1)
    expect(row.locator(".error")).to_have_text("The small blind is above the big blind.")
    expect(page.locator("[data-status]")).to_have_text(re.compile("1 to correct"))
    small.fill("50")
    expect(row.locator(".error")).to_have_count(0)
    expect(page.locator("[data-totals]")).to_contain_text("1:20:00 of play")


def test_a_row_can_be_deleted_without_scrolling_to_its_end_on_a_small_laptop(opened: Open) -> None:
    page = opened()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("[data-shows=games]").check()
    page.locator("[data-shows=bets]").check()
    table = page.locator(".table-wide").first
    assert table.evaluate("box => box.scrollWidth > box.clientWidth && box.scrollLeft === 0")
    delete = page.locator("[data-rows] [data-row-delete]").first
    assert delete.evaluate("button => button.getBoundingClientRect().right <= innerWidth")
    rows = page.locator("[data-rows] [data-row]").count()
    delete.click()
    expect(page.locator("[data-rows] [data-row]")).to_have_count(rows - 1)


def test_levels_chosen_with_shift_are_multiplied_and_saved(opened: Open, night: Night) -> None:
    page = opened()
    before = values(page, "big_blind")
    choose(page, 3, 4)
    expect(page.locator("[data-chosen-count]")).to_have_text("Chosen: 2")
    page.get_by_role("button", name="Multiply…").click()
    page.locator("#factor").fill("0")
    page.get_by_role("button", name="Multiply", exact=True).click()
    expect(page.locator("#tool-multiply .error")).to_have_text("Multiply by a number greater than zero.")
    page.locator("#factor").fill("2")
    page.get_by_role("button", name="Multiply", exact=True).click()
    expect(page.locator("#tool-multiply")).not_to_be_visible()
    expect(page.locator("[data-chosen-count]")).to_have_text("Chosen: 2")
    after = values(page, "big_blind")
    assert (after[:3], [int(text) for text in after[3:]]) == (
        before[:3],
        [2 * int(text) for text in before[3:]],
    )
    save(page)
    stored = [
        level.big_blind for level in load_clock(night.tournament_id).structure.levels if level.big_blind
    ]
    assert stored == [int(text) for text in after if text]


def test_a_rotation_shows_its_columns_and_counts_hands(opened: Open, night: Night) -> None:
    page = opened()
    page.locator("[data-choose-all]").check()
    page.get_by_role("button", name="Rotation…").click()
    page.locator("#rotation").select_option("hose")
    page.locator("#rotation-hands").fill("8")
    page.get_by_role("button", name="Set the games").click()
    expect(page.locator("[data-rows] [name=game]").nth(1)).to_be_visible()
    save(page)
    found = load_clock(night.tournament_id).structure.levels
    assert [(level.game, level.hands) for level in found if not level.is_break] == [
        ("holdem", 8), ("omaha_hilo", 8), ("stud", 8), ("stud_hilo", 8),
    ]  # fmt: skip


def test_a_file_takes_the_place_of_the_levels(opened: Open, night: Night, tmp_path: Path) -> None:
    file = tmp_path / "club.csv"
    structure = preset("freezeout-turbo").structure
    file.write_text(to_csv(structure))
    page = opened()
    page.get_by_role("button", name="Paste or file…").click()
    page.locator("[data-file]").set_input_files(file)
    expect(page.locator("#paste-text")).to_have_value(re.compile("small blind"))
    page.locator("[data-replace]").check()
    page.get_by_role("button", name="Add these levels").click()
    expect(page.locator("[data-row]")).to_have_count(len(structure))
    # The window of a level goes by its number, the add-on is sold in the next break.
    expect(page.locator("[data-rows] [name=late_until_level]").nth(1)).to_be_checked()
    expect(page.locator("[data-row].is-break [name=addon_after_level]").first).to_be_checked()
    save(page)
    assert load_clock(night.tournament_id).structure == structure
    event = Tournament.objects.get(pk=night.tournament_id)
    assert (event.late_until_level, event.addon_after_level) == (2, 5)


def test_a_window_is_ticked_at_one_level_and_saved_with_the_levels(opened: Open, night: Night) -> None:
    page = opened()
    closes = page.locator("[data-rows] [name=late_until_level]")
    closes.nth(3).check()
    expect(closes.nth(1)).not_to_be_checked()
    save(page)
    event = Tournament.objects.get(pk=night.tournament_id)
    assert (event.late_until_level, event.addon_after_level) == (3, 2)


def test_chosen_levels_are_moved_to_a_place_and_their_window_goes_along(opened: Open, night: Night) -> None:
    page = opened()
    page.locator("[data-rows] [data-choose]").nth(1).check()
    page.get_by_role("button", name="Copy or move…").click()
    page.locator("#place").select_option(label="before level 1")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator("[data-rows] [name=level_id]").first).to_have_value("1")
    save(page)
    assert Tournament.objects.get(pk=night.tournament_id).late_until_level == 1


def test_why_a_tool_without_a_dialog_was_not_used_stands_beside_the_save_button(
    opened: Open, night: Night
) -> None:
    night.enter("A", "B")
    night.start()
    page = opened()
    page.locator("[data-rows] [data-choose]").first.check()
    page.locator("[data-tool-now=delete]").click()
    expect(page.locator("[data-status]")).to_have_text(re.compile("being played cannot be deleted"))
    expect(page.locator("[data-row]")).to_have_count(5)


def test_a_wish_is_changed_compared_and_taken_into_the_editor(opened: Open, night: Night) -> None:
    page = opened("structure/generate")
    expect(page.locator(".generator-end")).to_contain_text("It will probably end in level 12")
    page.locator("#id_players").fill("1")
    expect(page.locator("#made .notice--bad")).to_contain_text("Players: Enter a whole number")
    page.locator("#id_players").fill("60")
    expect(page.locator(".differences")).to_contain_text("differ; they are marked")
    expect(page.locator(".depths polyline")).to_have_count(2)
    page.get_by_role("link", name="Use these levels").click()
    expect(page.get_by_text("These levels are not saved yet")).to_be_visible()
    # The add-on is sold in the next break after its level.
    expect(page.locator("[data-row].is-break [name=addon_after_level]").first).to_be_checked()
    count = page.locator("[data-row]").count()
    save(page)
    assert len(load_clock(night.tournament_id).structure) == count


def test_leaving_with_unsaved_levels_asks_first_and_choosing_rows_does_not(opened: Open) -> None:
    asked: list[str] = []
    page = opened()
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.locator("[data-rows] [name=minutes]").nth(1).fill("25")
    page.get_by_role("link", name="Cockpit").first.click()
    expect(page.locator("[data-rows] [name=minutes]").nth(1)).to_have_value("25")
    assert asked == ["beforeunload"]
    asked.clear()
    page.locator("[data-rows] [name=minutes]").nth(1).fill("20")
    save(page)
    page.locator("[data-rows] [data-choose]").first.check()
    page.get_by_role("link", name="Cockpit").first.click()
    expect(page.locator("[data-structure]")).to_have_count(0)
    assert asked == []
