"""The table of levels: shown, edited, pasted, refused beside the level."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from clock.selectors import load_clock
from director.setup.structure_rows import minutes_text, parse_minutes
from tests.building import MINUTE_MS, Night, levels
from tests.director.browsing_console import Browser
from tournaments.stamps import stamp_of

Browse = Callable[[str], Browser]
NAMES = (
    "level_kind", "level_id", "minutes", "hands", "small_blind", "big_blind", "ante", "ante_kind", "bring_in",
    "small_bet", "big_bet", "game", "level_note", "chips_out",
)  # fmt: skip


def row(minutes: str = "20", small: str = "", big: str = "", **cells: str) -> dict[str, str]:
    return dict.fromkeys(NAMES, "") | {
        "level_kind": "play", "minutes": minutes, "small_blind": small, "big_blind": big, "ante_kind": "none",
    } | cells  # fmt: skip


def stored(night: Night) -> list[dict[str, str]]:
    """The rows as the page shows them at the beginning."""
    rows = []
    for index, level in enumerate(load_clock(night.tournament_id).structure.levels):
        cells = {"level_kind": level.kind, "level_id": str(index), "ante": str(level.ante or "")}
        blinds = ("", "") if level.is_break else (str(level.small_blind), str(level.big_blind))
        rows.append(row(minutes_text(level.duration_ms), *blinds, **cells, ante_kind=level.ante_kind))
    return rows


def post(browser: Browser, rows: list[dict[str, str]], **fields: Any) -> Any:
    data = {name: [cells[name] for cells in rows] for name in NAMES} | fields
    return browser.client.post(browser.address("structure"), data)


def blinds(night: Night) -> list[tuple[int, int, int]]:
    return [
        (level.duration_ms // MINUTE_MS, level.small_blind, level.big_blind)
        for level in load_clock(night.tournament_id).structure.levels
    ]


def test_levels_are_shown_and_a_saved_copy_of_them_changes_nothing(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20, break_after=2))
    text = owner.text("structure")
    assert text.count('name="level_kind"') == 5  # four rows and the blank one
    before = load_clock(night.tournament_id).structure
    assert post(owner, stored(night)).status_code == 303
    assert load_clock(night.tournament_id).structure == before


def test_a_window_that_does_not_fit_the_levels_is_named_once(night: Night, owner: Browser) -> None:
    night.create(
        rows=levels(20, 20, 20, break_after=2), late_until_level=9, reentry_offered=True, reentry_until_level=3,
        addon_offered=True, addon_chips=5000, addon_after_level=3,
    )  # fmt: skip
    warnings = owner.get("structure").context["warnings"]
    assert warnings == [
        "Late registration: This window never closes: the structure has no such level.",
        "Add-on: There is no break after level 3.",
    ]


def test_levels_are_added_changed_moved_and_deleted(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20))
    first, _second, third = stored(night)
    rows = [
        third | {"minutes": "7.5"},
        first,
        row("15", level_kind="break", chips_out="25, 100"),
        row("1K", "1K", "2K"),
    ]
    answer = post(owner, [*rows[:3], row("12:30", "1K", "2,000", ante="2K", ante_kind="bba")])
    assert answer.status_code == 303
    found = load_clock(night.tournament_id).structure.levels
    assert [(lv.duration_ms, lv.small_blind, lv.big_blind, lv.ante, lv.ante_kind) for lv in found] == [
        (450_000, 100, 200, 0, "none"), (1_200_000, 25, 50, 0, "none"), (900_000, 0, 0, 0, "none"),
        (750_000, 1000, 2000, 2000, "bba"),
    ]  # fmt: skip
    assert found[2].colour_ups == (25, 100)


@pytest.mark.parametrize(
    ("cells", "says", "bad"),
    [
        ({"minutes": "0"}, "A level lasts longer than nothing", "minutes"),
        ({"minutes": "-5"}, "Enter minutes, such as 20 or 12:30.", "minutes"),
        ({"minutes": "x"}, "Enter minutes", "minutes"),
        ({"minutes": "9999"}, "No level lasts longer than a day.", "minutes"),
        ({"small_blind": "200"}, "The small blind is above the big blind.", "small_blind"),
        ({"small_blind": "1.5"}, "is no whole number of chips", "small_blind"),
        ({"small_blind": "-25"}, "is no whole number of chips", "small_blind"),
        ({"big_blind": "9" * 25}, "Big blind is too large.", "big_blind"),
        ({"ante": "abc"}, "is no whole number of chips", "ante"),
        ({"level_kind": "break", "chips_out": "x"}, "Enter the chips that leave play", "chips_out"),
        ({"level_kind": "break", "chips_out": "25 " + "9" * 14}, "Enter the chips that leave", "chips_out"),
        ({"level_kind": "break", "chips_out": "25 " * 61}, "Enter the chips that leave play", "chips_out"),
    ],
)
def test_what_is_wrong_is_said_beside_the_level_and_nothing_is_lost(
    night: Night, owner: Browser, cells: dict[str, str], says: str, bad: str
) -> None:
    night.create(rows=levels(20, 20))
    before = blinds(night)
    answer = post(owner, [stored(night)[0], row("20", "50", "100", level_note="<kept>") | cells])
    text = answer.content.decode()
    assert (answer.status_code, blinds(night)) == (422, before)
    assert (says in text, 'value="&lt;kept&gt;"' in text) == (True, True)
    assert f'name="{bad}"' in text.split('aria-invalid="true"')[0].rsplit("<input", 1)[1]


def test_a_row_with_a_number_of_no_level_is_a_new_level(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    assert post(owner, [row("20", "50", "100", level_id="9" * 5_000)]).status_code == 303
    assert blinds(night) == [(20, 50, 100)]


def test_a_long_structure_is_saved_whole(night: Night, owner: Browser) -> None:
    night.create()
    assert post(owner, [row("20", str(n), str(2 * n)) for n in range(1, 301)]).status_code == 303
    assert len(blinds(night)) == 300
    assert post(owner, [row("20", str(n), str(2 * n)) for n in range(1, 302)]).status_code == 422


def test_an_empty_table_is_refused(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    assert post(owner, []).status_code == 422
    assert len(blinds(night)) == 2


def test_falling_blinds_are_a_warning_beside_the_level(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    first, _second = stored(night)
    assert post(owner, [first, row("20", "10", "20")]).status_code == 303
    assert "Big blind falls from 50 to 20." in owner.text("structure")


def test_chips_that_cannot_pay_a_blind_are_a_warning(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), denominations=[100, 500])
    assert "Small blind cannot be paid with the chips in play." in owner.text("structure")


# While it runs -----------------------------------------------------------------------------------------------------


def start(night: Night, minutes: float) -> None:
    night.create(rows=levels(20, 20, 20, 20))
    night.enter("A", "B")
    night.start()
    night.minutes(minutes)


def test_the_running_level_gets_another_length_and_keeps_the_time_played(
    night: Night, owner: Browser
) -> None:
    start(night, 25)
    rows = stored(night)
    rows[1]["minutes"] = "30"
    rows.insert(2, row("10", level_kind="break"))
    assert post(owner, rows).status_code == 303
    clock = load_clock(night.tournament_id)
    state = clock.state(night.clock.now_ms())
    assert (state.level_index, state.remaining_ms) == (1, 25 * MINUTE_MS)
    assert [level.kind for level in clock.structure.levels] == ["play", "play", "break", "play", "play"]


def test_a_past_level_is_shown_frozen_and_cannot_be_changed(night: Night, owner: Browser) -> None:
    start(night, 25)
    assert owner.text("structure").count("readonly") > 5
    rows = stored(night)
    rows[0]["minutes"] = "10"
    answer = post(owner, rows)
    assert (answer.status_code, "This level is past: it stays as it was played." in answer.content.decode()) == (
        422, True,
    )  # fmt: skip
    assert blinds(night)[0] == (20, 25, 50)


def test_the_probable_end_is_told_while_it_runs(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20, 20), stack_chips=2_000)
    assert "Probably over" not in owner.text("structure")
    night.enter("A", "B")
    night.start()
    night.minutes(25)
    assert owner.get("structure").context["probable_end"] == (
        "Probably over about 20:00, in level 3, if it goes on without pauses."
    )


def test_levels_that_do_not_reach_the_end_are_told(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), stack_chips=90_000)
    night.enter("A", "B")
    night.start()
    text = owner.get("structure").context["probable_end"]
    assert "with level 2, probably before the tournament does" in text


def test_the_running_level_cannot_be_deleted(night: Night, owner: Browser) -> None:
    start(night, 25)
    rows = stored(night)
    answer = post(owner, [rows[0], *rows[2:]])
    assert (answer.status_code, "cannot be deleted" in answer.content.decode()) == (422, True)


def test_levels_somebody_changed_meanwhile_are_a_conflict(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20))
    stamp = json.dumps(stamp_of(night.tournament_id, "structure"))
    rows = stored(night)
    assert post(owner, rows[:2], stamp=stamp).status_code == 303
    answer = post(owner, [*rows, row("20", "1K", "2K")], stamp=stamp)
    assert (answer.status_code, len(blinds(night)), "Yours are still below" in answer.content.decode()) == (
        409,
        2,
        True,
    )


def test_a_form_sent_twice_makes_one_version(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20))
    rows = stored(night)[:2]
    for _time in range(2):
        assert post(owner, rows, request_id="one").status_code == 303
    assert load_clock(night.tournament_id).structure_number == 2


# Pasting -----------------------------------------------------------------------------------------------------------


def test_a_spreadsheet_with_headings_is_read_by_the_server(night: Night, owner: Browser) -> None:
    night.create()
    text = "Level\tSB\tBB\tAnte\tMin\n1\t25\t50\t0\t20\n2\t50\t100\t10\t20\nBreak 10"
    answer = owner.client.post(owner.address("structure/paste"), {"text": text})
    found = answer.json()
    assert (answer.status_code, found["errors"]) == (200, [])
    assert [(r["level_kind"], r["minutes"], r["small_blind"], r["big_blind"], r["ante"]) for r in found["rows"]] == [
        ("play", "20", "25", "50", ""), ("play", "20", "50", "100", "10"), ("break", "10", "", "", ""),
    ]  # fmt: skip


def test_lines_that_cannot_be_read_are_named(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.client.post(owner.address("structure/paste"), {"text": "25/50\n<b>what\n100/50"})
    assert answer.status_code == 422
    first, second = answer.json()["errors"]
    assert (first.startswith("Line 2, “<b>what”"), "The small blind is above the big blind." in second) == (
        True,
        True,
    )


# Who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["floor", "cashier", "dealer", "viewer"])
def test_only_directors_edit_levels(night: Night, browse: Browse, role: str) -> None:
    night.create()
    before = blinds(night)
    browser = browse(role)
    assert browser.get("structure").status_code == 403
    assert post(browser, [row("20", "1", "2")]).status_code == 403
    assert browser.client.post(browser.address("structure/paste"), {"text": "25/50"}).status_code == 403
    assert blinds(night) == before


@pytest.mark.parametrize(
    ("text", "ms"),
    [("20", 1_200_000), ("12:30", 750_000), ("7.5", 450_000), ("7,25", 435_000), ("0:30", 30_000)],
)
def test_minutes_are_read_exactly(text: str, ms: int) -> None:
    assert parse_minutes(text) == ms
    assert parse_minutes(minutes_text(ms)) == ms


@pytest.mark.parametrize("text", ["", "-1", "1:75", "1e3", "20 min", "99999"])
def test_other_minutes_are_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_minutes(text)


def test_a_level_shorter_than_ten_seconds_is_refused_at_its_minutes(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    before = load_clock(night.tournament_id).structure
    answer = post(owner, [row("0:09", "25", "50"), row("0:10", "50", "100")])
    text = answer.content.decode()
    assert (answer.status_code, text.count("A level lasts at least 10 seconds.")) == (422, 1)
    assert load_clock(night.tournament_id).structure == before
