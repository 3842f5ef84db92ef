"""Tools of the editor: files out and in, levels from elsewhere, checks while typing, and changes of chosen levels."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from acts.setup import edit_tournament
from acts.undo import undo
from clock.rules.structure import Structure
from clock.selectors import load_clock
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tests.director.test_structure import NAMES, post, row, stored
from tournaments.models import DirectorAction, Tournament

Browse = Callable[[str], Browser]


def used(browser: Browser, tool: str, rows: list[dict[str, str]], chosen: list[int], **fields: Any) -> Any:
    data = (
        {name: [cells[name] for cells in rows] for name in NAMES} | {"tool": tool, "chosen": chosen} | fields
    )
    return browser.client.post(browser.address("structure/reshape"), data)


def cells(answer: Any, name: str) -> list[str]:
    """The values of one column in the rows a tool answered with."""
    assert answer.status_code == 200, answer.content
    parts = answer.json()["html"].split(f'name="{name}"')[1:]
    return [part.split('value="')[1].split('"')[0] for part in parts]


# Hands and games ---------------------------------------------------------------------------------------------------


def test_a_level_of_hands_and_a_game_are_saved_in_any_tournament(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    assert (
        post(owner, [row("20", "25", "50", hands="8", game="razz"), row("20", "50", "100")]).status_code
        == 303
    )
    first, second = load_clock(night.tournament_id).structure.levels
    assert [(level.hands, level.game) for level in (first, second)] == [(8, "razz"), (0, "")]
    assert 'value="8"' in owner.text("structure")


@pytest.mark.parametrize(
    ("cell", "says"), [("x", "Enter a whole number of hands"), ("1000", "has 999 hands at most")]
)
def test_hands_that_make_no_sense_are_named_at_the_level(
    night: Night, owner: Browser, cell: str, says: str
) -> None:
    night.create(rows=levels(20, 20))
    answer = post(owner, [row("20", "25", "50", hands=cell)])
    assert (answer.status_code, says in answer.content.decode()) == (422, True)


def test_tables_larger_than_a_game_allows_are_a_warning(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), seats_per_table=9)
    assert post(owner, [row("20", "25", "50", game="triple_27")]).status_code == 303
    assert "Deuce-to-seven triple draw is played by 6 at most, and tables here have 9 seats." in owner.text(
        "structure"
    )


# Files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_downloaded_is_read_back_as_the_same_rows(night: Night, owner: Browser, kind: str) -> None:
    night.create(rows=levels(20, 30, 20, break_after=2))
    answer = owner.get(f"structure.{kind}")
    assert (
        answer.headers["Content-Disposition"]
        == f'attachment; filename="structure-{night.tournament_id}.{kind}"'
    )
    found = owner.client.post(owner.address("structure/paste"), {"text": answer.content.decode()}).json()
    assert found["errors"] == []
    assert post(owner, [dict.fromkeys(NAMES, "") | cells for cells in found["rows"]]).status_code == 303
    assert load_clock(night.tournament_id).structure.to_rows() == levels_as_rows(
        levels(20, 30, 20, break_after=2)
    )


def levels_as_rows(rows: list[dict[str, Any]]) -> list[dict[str, object]]:
    return Structure.from_rows(rows).to_rows()


def test_a_file_of_somebody_elses_is_refused_in_words(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.client.post(owner.address("structure/paste"), {"text": '{"format": 7}'})
    assert (answer.status_code, "This file is no structure of ours" in answer.json()["errors"][0]) == (
        422,
        True,
    )


# Levels from elsewhere ---------------------------------------------------------------------------------------------


def test_levels_of_a_template_are_shown_and_not_saved(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    page = owner.get("structure", **{"from": "horse"})
    assert [shown["game"] for shown in page.context["rows"]][:3] == ["holdem", "omaha_hilo", "razz"]
    assert "These levels are not saved yet" in page.content.decode()
    assert len(load_clock(night.tournament_id).structure) == 2


def test_loaded_levels_leave_what_was_played(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20))
    night.enter("A", "B")
    night.start()
    night.minutes(25)
    rows = owner.get("structure", **{"from": "freezeout-turbo"}).context["rows"]
    assert [(shown["level_id"], shown["minutes"]) for shown in rows[:3]] == [
        ("0", "20"),
        ("1", "20"),
        ("", "10"),
    ]


def test_levels_of_nobody_are_not_found(night: Night, owner: Browser) -> None:
    night.create()
    assert owner.get("structure", **{"from": "copy:999"}).status_code == 404


# While it is typed -------------------------------------------------------------------------------------------------


def test_what_is_wrong_is_answered_row_by_row_before_saving(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    data = {name: [cells[name] for cells in (row("20", "25", "50"), row("x", "10", "20"))] for name in NAMES}
    found = owner.client.post(owner.address("structure/check"), data).json()
    assert [said["bad"] for said in found["rows"]] == [[], ["minutes"]]
    data["minutes"] = ["20", "15"]
    found = owner.client.post(owner.address("structure/check"), data).json()
    assert [said["warnings"] for said in found["rows"]] == [
        [], ["Small blind falls from 25 to 10.", "Big blind falls from 50 to 20."],
    ]  # fmt: skip
    assert found["totals"].startswith("35:00 of play")
    assert len(load_clock(night.tournament_id).structure) == 2


# Chosen levels -----------------------------------------------------------------------------------------------------


def test_chosen_levels_are_multiplied_and_the_others_kept(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    rows = [row("20", "25", "50"), row("20", "50", "100"), row("20", "100", "200")]
    answer = used(owner, "multiply", rows, [1, 2], factor="1,5")
    assert cells(answer, "big_blind") == ["50", "150", "300"]
    assert len(load_clock(night.tournament_id).structure) == 2


@pytest.mark.parametrize(
    "fields",
    [{"tool": "copy"}, {"tool": "rotate", "rotation": "horse", "spread": "1"}],
    ids=["copy", "spread"],
)
def test_a_tool_makes_no_more_levels_than_can_be_stored(
    night: Night, owner: Browser, fields: dict[str, str]
) -> None:
    night.create(rows=levels(20, 20))
    rows = [row("20", "100", "200")] * 160
    answer = used(owner, rows=rows, chosen=list(range(160)), **fields)
    assert (answer.status_code, answer.json()["errors"]) == (
        422,
        ["There are too many levels: 300 at most."],
    )


def test_minutes_hands_and_antes_are_filled_in(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), denominations=[25, 100])
    answer = used(
        owner,
        "fill",
        [row("20", "200", "400")] * 2,
        [1],
        fill_minutes="12:30",
        fill_hands="9",
        fill_ante_kind="each",
    )
    assert [cells(answer, name) for name in ("minutes", "hands", "ante")] == [
        ["20", "12:30"],
        ["", "9"],
        ["", "50"],
    ]


def test_breaks_are_put_among_the_chosen_and_keep_the_others_known(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20, 20))
    answer = used(owner, "breaks", stored(night), [0, 1, 2, 3], every="2", break_minutes="15")
    assert cells(answer, "level_id") == ["0", "1", "", "2", "3"]
    assert cells(answer, "minutes") == ["20", "20", "15", "20", "20"]


def test_a_rotation_sets_the_games_by_hands(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    rows = [row("20", "100", "200"), row("20", "200", "400"), row("20", "300", "600")]
    answer = used(owner, "rotate", rows, [0, 1, 2], rotation="horse", rotation_hands="8")
    assert answer.json()["shows"] == ["bets", "blinds", "games", "hands"]
    assert cells(answer, "hands") == ["8", "8", "8"]
    assert cells(answer, "small_bet") == ["", "", "600"]


def test_a_list_of_our_own_is_a_rotation(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    rows = [row("20", "100", "200"), row("20", "200", "400")]
    answer = used(owner, "rotate", rows, [0, 1], rotation="", turn=["razz", "", "omaha"])
    assert cells(answer, "small_bet") == ["200", ""]


def test_levels_are_moved_and_copied_and_deleted(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20))
    rows = stored(night)
    assert cells(used(owner, "move", rows, [2], place="0"), "level_id") == ["2", "0", "1"]
    assert cells(used(owner, "copy", rows, [0, 1]), "level_id") == ["0", "1", "2", "", ""]
    assert cells(used(owner, "delete", rows, [1]), "level_id") == ["0", "2"]


def test_what_was_played_is_not_chosen_and_nothing_comes_before_it(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20, 20))
    night.enter("A", "B")
    night.start()
    night.minutes(25)
    rows = stored(night)
    assert used(owner, "multiply", rows, [0], factor="2").status_code == 422
    assert cells(used(owner, "move", rows, [0, 1, 3], place="0"), "level_id") == ["0", "1", "3", "2"]
    for tool, says in (("delete", "cannot be deleted"), ("move", "stays where it is")):
        answer = used(owner, tool, rows, [1])
        assert (answer.status_code, says in answer.json()["errors"][0]) == (422, True)
    assert 'class=" is-past"' in used(owner, "delete", rows, [0, 1, 3]).json()["html"]


@pytest.mark.parametrize(
    ("tool", "chosen", "fields", "says"),
    [
        ("multiply", [], {"factor": "2"}, "Choose the levels first"),
        ("multiply", [0], {"factor": "x"}, "Enter a number to multiply by"),
        ("multiply", [0], {"factor": "1/0"}, "Enter a number to multiply by"),
        ("multiply", [0], {"factor": "-2"}, "greater than zero"),
        ("multiply", [0], {"factor": "1e999999999"}, "Enter a number to multiply by"),
        ("multiply", [0], {"factor": "1000000000"}, "a thousand at most"),
        ("fill", [0], {"fill_minutes": "soon"}, "is no length"),
        ("fill", [0], {"fill_hands": "many"}, "is no number of hands"),
        ("fill", [0], {"fill_ante_kind": "each", "fill_ante": "1.5"}, "no whole number of chips"),
        ("breaks", [0], {"every": "0"}, "greater than zero"),
        ("rotate", [0], {"rotation": ""}, "at least one game"),
        ("rotate", [0], {"rotation": "", "turn": ["snap"]}, "There is no game “snap”."),
        ("nothing", [0], {}, "There is no such tool"),
    ],
)
def test_a_tool_that_cannot_be_used_says_why(
    night: Night, owner: Browser, tool: str, chosen: list[int], fields: dict[str, Any], says: str
) -> None:
    night.create(rows=levels(20, 20))
    answer = used(owner, tool, stored(night), chosen, **fields)
    assert (answer.status_code, says in answer.json()["errors"][0]) == (422, True), answer.json()


def test_rows_that_cannot_be_read_are_corrected_first(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    answer = used(owner, "delete", [row("x"), row("20", "25", "50")], [1])
    assert (answer.status_code, "Correct the marked levels first" in answer.json()["errors"][0]) == (
        422,
        True,
    )


# Windows -----------------------------------------------------------------------------------------------------------


def windows(night: Night) -> tuple[Any, ...]:
    event = Tournament.objects.get(pk=night.tournament_id)
    return event.late_until_level, event.rebuy_until_level, event.reentry_until_level, event.addon_after_level


def with_windows(night: Night, **settings: Any) -> None:
    night.create(
        rows=levels(20, 20, 20, 20, break_after=2), late_until_level=2, rebuy_kind="broke", rebuy_chips=5000,
        rebuy_until_level=2, addon_offered=True, addon_chips=5000, addon_after_level=2, **settings,
    )  # fmt: skip


SHOWN = {"shown_late_until_level": "2", "shown_rebuy_until_level": "2", "shown_addon_after_level": "2"}


def test_windows_are_shown_as_ticks_at_their_levels(night: Night, owner: Browser) -> None:
    with_windows(night)
    page = owner.get("structure")
    assert [sorted(shown["ends"]) for shown in page.context["rows"]] == [
        [], ["late_until_level", "rebuy_until_level"], ["addon_after_level"], [], [],
    ]  # fmt: skip
    assert page.context["shown_windows"] == SHOWN
    assert [window["name"] for window in page.context["windows"]] == [
        "late_until_level", "rebuy_until_level", "addon_after_level",
    ]  # fmt: skip


def test_an_add_on_is_ticked_at_the_next_break_after_its_level(night: Night, owner: Browser) -> None:
    with_windows(night)
    night.do(edit_tournament, settings={"addon_after_level": 1, "late_until_level": 9})
    page = owner.get("structure")
    assert [sorted(shown["ends"]) for shown in page.context["rows"]][1:3] == [
        ["rebuy_until_level"], ["addon_after_level"],
    ]  # fmt: skip
    shown = page.context["shown_windows"]
    assert (
        post(owner, stored(night), **shown, rebuy_until_level="1", addon_after_level="2").status_code == 303
    )
    assert windows(night) == (9, 2, None, 1)


def test_ticks_change_the_settings_in_the_act_of_the_levels_and_one_undo_brings_both_back(
    night: Night, owner: Browser
) -> None:
    with_windows(night)
    rows = [*stored(night), row("20", "1K", "2K")]
    ticks = {"late_until_level": "3", "rebuy_until_level": "1", "addon_after_level": "2"}
    assert post(owner, rows, **SHOWN, **ticks).status_code == 303
    assert windows(night) == (3, 2, None, 2)
    assert len(load_clock(night.tournament_id).structure) == 6
    night.do(
        undo, action_id=str(DirectorAction.objects.filter(kind="clock.edit_structure").latest("at_ms").pk)
    )
    assert windows(night) == (2, 2, None, 2)
    assert len(load_clock(night.tournament_id).structure) == 5


def test_a_level_put_before_a_ticked_one_moves_its_window(night: Night, owner: Browser) -> None:
    with_windows(night)
    rows = [row("20", "10", "20"), *stored(night)]
    ticks = {"late_until_level": "2", "rebuy_until_level": "2", "addon_after_level": "3"}
    assert post(owner, rows, **SHOWN, **ticks).status_code == 303
    assert windows(night) == (3, 3, None, 3)


def test_windows_that_were_not_touched_overwrite_no_other_change(night: Night, owner: Browser) -> None:
    with_windows(night)
    night.do(edit_tournament, settings={"late_until_level": 4})
    ticks = {"late_until_level": "1", "rebuy_until_level": "1", "addon_after_level": "2"}
    assert post(owner, stored(night), **SHOWN, **ticks).status_code == 303
    assert windows(night)[0] == 4


def test_a_window_without_a_tick_has_no_level_and_one_that_needs_it_is_refused(
    night: Night, owner: Browser
) -> None:
    with_windows(night)
    ticks = {"rebuy_until_level": "1", "addon_after_level": "2"}
    assert post(owner, stored(night), **SHOWN, **ticks).status_code == 303
    assert windows(night)[0] is None
    answer = post(owner, stored(night), **SHOWN | {"shown_late_until_level": ""}, addon_after_level="2")
    assert (answer.status_code, "Rebuys need their chips and the level" in answer.content.decode()) == (
        422,
        True,
    )


def test_a_window_ticked_twice_is_refused(night: Night, owner: Browser) -> None:
    with_windows(night)
    answer = post(owner, stored(night), **SHOWN, late_until_level=["0", "1"])
    assert (answer.status_code, "is ticked at several levels" in answer.content.decode()) == (422, True)


def test_minutes_of_play_give_way_to_a_ticked_level(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), late_until_level=None, late_minutes=30)
    assert post(owner, stored(night), shown_late_until_level="", late_until_level="1").status_code == 303
    event = Tournament.objects.get(pk=night.tournament_id)
    assert (event.late_until_level, event.late_minutes) == (2, None)


def test_the_sheet_of_the_structure_names_what_ends_with_a_level(night: Night, owner: Browser) -> None:
    with_windows(night)
    notes = [level["note"] for level in owner.get("print/structure").context["rows"]]
    assert notes == ["", "Registration closes, Rebuys end", "Add-on", "", ""]


def test_the_sheet_names_games_and_hands_of_a_rotation(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), late_until_level=None)
    assert post(
        owner, [row("20", "25", "50", hands="8", game="razz"), row(level_kind="break", chips_out="25")]
    )
    notes = [level["note"] for level in owner.get("print/structure").context["rows"]]
    assert notes == ["Razz, 8 hands", "25s out"]


def test_exports_are_json_that_other_programs_read(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20), denominations=[25, 100], stack_chips=5000)
    found = json.loads(owner.get("structure.json").content)
    assert (found["format"], found["stack_chips"], found["denominations"], len(found["levels"])) == (
        1, 5000, [25, 100], 2,
    )  # fmt: skip
