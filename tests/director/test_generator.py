"""The generator's page: levels for players and time, the probable end, and what a change makes of them."""

from typing import Any

import pytest
from django.utils.html import escape

from acts.club import ChipKind, save_chip_set
from acts.wishes import USUAL, WISH, wish_code, wish_values
from clock.selectors import load_clock
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tournaments.errors import NotFound
from tournaments.models import Tournament

ASKED: dict[str, Any] = {
    "players": "27", "stack_chips": "10000", "denominations": "25, 100, 500, 1000", "target_minutes": "240",
    "level_minutes": "20", "ante_kind": "none", "big_blinds_at_start": "50",
}  # fmt: skip


def made(browser: Browser, **changed: Any) -> dict[str, Any]:
    answer = browser.get("structure/generate", **ASKED | changed)
    assert (answer.status_code, answer.context["errors"]) == (200, [])
    return answer.context["made"]


def test_the_page_begins_with_the_tournament_and_says_when_it_ends(night: Night, owner: Browser) -> None:
    night.create(stack_chips=20_000, denominations=[25, 100, 500, 1000], capacity=40)
    answer = owner.get("structure/generate")
    form = answer.context["form"]
    assert (form.initial["stack_chips"], form.initial["players"]) == (20_000, 40)
    assert answer.context["made"]["ends"].startswith("It will probably end in level 12, about ")


def test_every_level_has_players_average_depth_and_m(night: Night, owner: Browser) -> None:
    night.create()
    rows = [row for row in made(owner)["rows"] if not row["is_break"]]
    assert [(row["number"], row["big_blind"], row["players"], row["average"]) for row in rows[:3]] == [
        (1, 200, 27, 10_000), (2, 300, 21, 12_857), (3, 400, 16, 16_875),
    ]  # fmt: skip
    assert [(row["depth"], row["m_ratio"]) for row in rows[:2]] == [("50", "33"), ("43", "29")]
    assert [row["after_end"] for row in rows] == [False] * 12 + [True] * 4


def test_re_entries_rebuys_and_add_ons_bring_chips_and_a_later_end(night: Night, owner: Browser) -> None:
    night.create()
    plain = made(owner)
    more = made(owner, reentries="10", rebuys="5", rebuy_chips="10K", addons="20", addon_chips="15000")
    assert [row["average"] for row in (plain["rows"][0], more["rows"][0])] == [
        10_000,
        (270_000 + 450_000) // 27,
    ]


def test_a_change_is_told_in_words_marked_and_drawn_beside_what_was(night: Night, owner: Browser) -> None:
    night.create()
    was = made(owner)["code"]
    same = made(owner, was=was)
    assert (same["compared"], same["differences"], same["chart"]["was"]) == (False, [], "")
    now = made(owner, was=was, level_minutes="30")
    assert now["compared"]
    assert now["chart"]["was"] != now["chart"]["now"]
    assert "differ; they are marked" in now["differences"][-1]
    assert now["rows"][0]["was"] != ""
    longer = made(owner, was=was, target_minutes="300")
    assert longer["differences"][0].startswith("The end comes ")


def test_as_many_levels_are_said_to_be_marked_as_are(night: Night, owner: Browser) -> None:
    night.create()
    was = made(owner)["code"]
    now = made(owner, was=was, target_minutes="180")
    marked = sum(bool(row["was"]) for row in now["rows"])
    assert 0 < marked < 12
    assert f"{marked} levels differ; they are marked. " in now["differences"][-1]
    assert "at the end fall" in now["differences"][-1]


def test_warnings_and_refusals_are_sentences(night: Night, owner: Browser) -> None:
    night.create()
    assert made(owner, big_blinds_at_start="100")["warnings"] == [
        "The first big blind is 200 and not 100, so that the levels rise evenly in this time."
    ]
    for changed, says in (
        ({"target_minutes": "30"}, "So short a night needs shorter levels."),
        ({"denominations": "7, 70"}, "Too few blinds can be paid with chips of 7."),
        ({"stack_chips": "100"}, "The stack is too small for its smallest chip."),
        ({"players": "1"}, "Players: Enter a whole number from 2 to"),
        ({"denominations": ""}, "Chips: "),
        ({"level_minutes": "x"}, "Minutes of a level: Enter a whole number"),
    ):
        answer = owner.get("structure/generate", **ASKED | changed)
        assert (answer.status_code, answer.context["errors"][0].startswith(says)) == (200, True), (
            answer.context["errors"]
        )


def test_the_part_of_the_page_is_only_what_was_made(night: Night, owner: Browser) -> None:
    night.create()
    text = owner.text("structure/generate", part="made", **ASKED)
    assert ("<form" in text, "<svg" in text, 'name="was"' in text) == (False, True, True)


def test_the_chips_are_those_of_the_club_and_another_set_is_one_touch_away(
    night: Night, owner: Browser
) -> None:
    night.create()
    for name, values in (("Heavy", (100, 500, 1000)), ("Light", (5, 25, 100, 500))):
        kinds: list[ChipKind] = [{"value": value, "count": 100, "colour": "red"} for value in values]
        save_chip_set(actor=night.owner, name=name, chips=kinds)
    first = owner.client.get("/new/structure")
    assert first.context["form"].initial["denominations"] == [100, 500, 1000]
    (other,) = first.context["sets"]
    second = owner.client.get(other["url"])
    assert (other["name"], second.context["form"]["denominations"].value()) == ("Light", "5, 25, 100, 500")
    assert second.context["made"]["compared"] is True


def test_the_levels_go_into_the_editor_unsaved(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    use_url = made(owner)["use_url"]
    page = owner.client.get(use_url)
    assert page.status_code == 200
    assert [row["big_blind"] for row in page.context["rows"] if row["kind"] == "play"][:2] == ["200", "300"]
    assert len(load_clock(night.tournament_id).structure) == 2


def test_before_there_is_a_tournament_they_become_one(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.client.get("/new/structure", ASKED)
    use_url = answer.context["made"]["use_url"]
    page = owner.client.get(use_url)
    assert page.context["form"].initial["denominations"] == [25, 100, 500, 1000]
    assert f'action="{escape(use_url)}"' in page.content.decode()
    fields = {
        bound.name: bound.value() for bound in page.context["form"] if bound.value() not in (None, False, [])
    }
    posted = owner.client.post(
        use_url,
        fields
        | {
            "name": "Made",
            "rebuy_kind": "none",
            "denominations": "25, 100",
            "starts_on": "2026-01-16",
            "starts_time": "19:00",
        },
    )
    assert posted.status_code == 303, posted.context["form"].errors
    event = Tournament.objects.get(name="Made")
    assert (event.stack_chips, load_clock(event.pk).structure.levels[0].big_blind) == (10_000, 200)


def test_a_code_gives_back_the_wish_it_was_made_of() -> None:
    values = {**USUAL, "players": 27, "stack_chips": 10_000, "level_minutes": 20, "target_minutes": 240}
    values |= {"ante_kind": "bba", "denominations": [25, 100], "stud": 1, "rebuys": 7}
    assert wish_values(wish_code(values)) == values


@pytest.mark.parametrize(
    "code",
    [
        "",
        "players=3",
        "players=3;stack_chips=x;level_minutes=1;target_minutes=9",
        "=;;=",
        "players=-3;stack_chips=1",
        "players=9;stack_chips=100000;level_minutes=999999999;target_minutes=999999999999;denominations=25",
    ],
)
def test_a_code_that_says_no_wish_is_not_found(code: str) -> None:
    with pytest.raises(NotFound):
        wish_values(WISH + code)


@pytest.mark.parametrize(
    ("code", "status", "says"),
    [
        ("wish:nothing", 404, "There is no such template."),
        (
            "wish:players=9;stack_chips=100;level_minutes=20;target_minutes=240;denominations=25",
            422,
            "too small",
        ),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_wherever_it_is_used(
    night: Night, owner: Browser, code: str, status: int, says: str
) -> None:
    night.create()
    for url in (f"/new?template={code}", owner.address(f"structure?from={code}")):
        answer = owner.client.get(url)
        assert (answer.status_code, says in answer.content.decode()) == (status, True)


def test_stud_has_bets_and_a_bring_in(night: Night, owner: Browser) -> None:
    night.create()
    first = made(owner, stud="on")["rows"][0]
    assert (first["big_blind"], first["small_bet"] > first["bring_in"] > 0) == (0, True)
