"""What other sites read behind a display's link: the document, its flat form, the stream, from pages of any site."""

import re
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest
from django.test import Client

from acts.club import edit_club
from acts.screens import change_screen, revoke_screen
from acts.setup import edit_tournament
from acts.timing import edit_structure, pause_clock
from clock.selectors import load_clock
from display import screen_record, simple, snapshot
from display.links import view_code
from display.open_state import build_snapshot
from display.simple import in_units, simple_state
from tests.architecture.sources import ROOT
from tests.building import START_MS, Night, levels
from tests.display.conftest import Shown, show

pytestmark = pytest.mark.django_db

GUIDE = (ROOT / "docs" / "guide" / "open-state.md").read_text(encoding="utf-8")


@pytest.fixture
def shown(night: Night) -> Shown:
    night.create(levels(20, 20, 20, break_after=2), entry_fee_minor=1_000)
    night.enter("Ann", "Bea", "Cid")
    night.start()
    return show(night)


def at(shown: Shown, name: str) -> str:
    return f"/d/{view_code(shown.screen)}/{name}.json"


def names_of(kind: type, seen: set[type]) -> set[str]:
    """The fields of a dataclass and of those in it."""
    if kind in seen:
        return set()
    seen.add(kind)
    found = set()
    for name, hint in get_type_hints(kind).items():
        found.add(name)
        for inner in (hint, *get_args(hint)):
            if isinstance(inner, type) and is_dataclass(inner):
                found |= names_of(inner, seen)
    return found


def test_the_guide_names_every_field_of_the_document_and_of_the_record() -> None:
    named = set(re.findall(r"`([a-z_]+)(?:\.[a-z_]+)?`", GUIDE)) | set(
        re.findall(r"`[a-z_]+\.([a-z_]+)`", GUIDE)
    )
    record = {field.name for field in fields(screen_record.ScreenRecord)}
    wanted = names_of(snapshot.OpenState, set()) | record | {"tournaments"}
    opening = {"opens_level_index", "opens_elapsed_ms"}
    assert ("`opens_…`" in GUIDE, sorted(wanted - named - opening)) == (True, [])


def test_the_guide_names_every_flat_field(night: Night, shown: Shown) -> None:
    table = GUIDE.partition("## The flat form")[2]
    flat = simple_state(build_snapshot(night.tournament_id), START_MS)
    assert sorted(set(flat) - set(re.findall(r"`(\w+)`", table))) == []


def test_the_flat_form_is_what_a_clubs_page_shows(client: Client, night: Night, shown: Shown) -> None:
    night.minutes(12)
    answer = client.get(at(shown, "simple")).json()
    wanted = {
        "format": 1, "title": night.event.name, "status": "running", "level": 1, "blinds": "25/50",
        "nextBlinds": "50/100",
        "secondsLeft": 8 * 60, "secondsToBreak": 28 * 60, "paused": False, "onBreak": False, "started": True,
        "playersLeft": 3, "buyIns": 3, "average": night.event.stack_chips, "currency": "EUR", "handsLeft": 0,
    }  # fmt: skip
    assert {name: answer[name] for name in wanted} == wanted
    assert answer["prizePool"] == build_snapshot(night.tournament_id)["money"]["pool_minor"] / 100


def test_in_a_break_the_flat_form_tells_the_level_that_follows(night: Night, shown: Shown) -> None:
    night.minutes(43)
    flat = simple_state(build_snapshot(night.tournament_id), night.clock.current_ms)
    assert [flat[name] for name in ("onBreak", "level", "blinds", "secondsLeft")] == [
        True,
        3,
        "100/200",
        7 * 60,
    ]


def test_a_level_of_hands_tells_how_many_are_left(night: Night, shown: Shown) -> None:
    rows = load_clock(night.tournament_id).structure.to_rows()
    rows[0]["hands"] = 8
    night.do(edit_structure, levels=rows)
    flat = simple_state(build_snapshot(night.tournament_id), night.clock.current_ms)
    assert (flat["handsLeft"], flat["secondsLeft"]) == (8, 20 * 60)


def test_the_flat_form_has_the_same_fields_without_levels() -> None:
    assert (
        simple._no_clock().keys() == simple._clock_fields([{"kind": "play", "duration_ms": 1}], CLOCK).keys()
    )


CLOCK = simple._clock_of({"levels": [{"kind": "play", "duration_ms": 1}], "anchor": None}, 0)


@pytest.mark.parametrize(("minor", "digits", "amount"), [(2_000_000, 2, 20_000), (1_050, 2, 10.5), (7, 0, 7)])
def test_amounts_are_whole_where_they_are(minor: int, digits: int, amount: float) -> None:
    found = in_units(minor, digits)
    assert (found, type(found)) == (amount, type(amount))


def test_while_the_clock_stands_the_flat_form_is_not_sent_twice(
    client: Client, night: Night, shown: Shown
) -> None:
    night.do(pause_clock)
    first = client.get(at(shown, "simple"))
    night.minutes(5)
    again = client.get(at(shown, "simple"), headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)


def test_a_running_clock_is_a_new_answer_each_second(client: Client, night: Night, shown: Shown) -> None:
    first = client.get(at(shown, "simple"))
    night.minutes(1 / 60)
    again = client.get(at(shown, "simple"), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, first.json()["secondsLeft"] - again.json()["secondsLeft"]) == (200, 1)


@pytest.mark.parametrize("name", ["state", "states", "simple"])
def test_pages_of_other_sites_may_read_it(client: Client, shown: Shown, name: str) -> None:
    headers = client.get(at(shown, name), headers={"Origin": "https://club.example"}).headers
    asked = client.options(at(shown, name), headers={"Access-Control-Request-Headers": "if-none-match"})
    assert (headers["Access-Control-Allow-Origin"], headers["Access-Control-Expose-Headers"]) == ("*", "ETag")
    assert (asked.status_code, asked.headers["Access-Control-Allow-Headers"]) == (204, "If-None-Match")
    assert "Access-Control-Allow-Credentials" not in headers


def test_the_time_may_be_asked_for_from_other_sites(client: Client) -> None:
    assert client.get("/d/time").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("name", ["seats", "waiting", "rules"])
def test_lists_of_names_are_for_displays_only(client: Client, shown: Shown, name: str) -> None:
    answer = client.get(at(shown, name), headers={"Origin": "https://club.example"})
    assert (answer.status_code, "Access-Control-Allow-Origin" in answer.headers) == (200, False)


@pytest.mark.parametrize("name", ["state", "states", "simple"])
def test_a_display_that_was_switched_off_says_gone(
    client: Client, night: Night, shown: Shown, name: str
) -> None:
    night.do(revoke_screen, screen_id=shown.screen.pk)
    assert client.get(at(shown, name)).status_code == 410


def beside(night: Night, shown: Shown) -> int:
    """A second tournament that the display shows beside its own."""
    own = night.tournament_id
    night.create(levels(15, 15))
    night.enter("Dov")
    second = night.tournament_id
    night.tournament_id = own
    night.do(change_screen, screen_id=shown.screen.pk, others=[second])
    return second


def test_a_display_of_several_tournaments_gives_them_all_under_one_etag(
    client: Client, night: Night, shown: Shown
) -> None:
    second = beside(night, shown)
    first = client.get(at(shown, "states"))
    found = [state["tournament"]["id"] for state in first.json()["states"]]
    assert found == [night.tournament_id, second]
    same = client.get(at(shown, "states"), headers={"If-None-Match": first.headers["ETag"]})
    night.tournament_id = second
    night.do(edit_tournament, settings={"name": "Late turbo"})
    later = client.get(at(shown, "states"), headers={"If-None-Match": first.headers["ETag"]})
    assert [same.status_code, later.status_code] == [304, 200]
    assert client.get(at(shown, "state")).json()["tournament"]["id"] == shown.screen.tournament_id


def test_lists_are_of_tournaments_that_the_display_shows(client: Client, night: Night, shown: Shown) -> None:
    second = beside(night, shown)
    night.create()
    other = night.tournament_id
    seats = client.get(at(shown, "seats"), {"t": second}).json()["seats"]
    refused = [client.get(at(shown, "seats"), {"t": odd}).status_code for odd in (other, "x", "")]
    assert ([row["name"] for row in seats], refused) == (["Dov"], [404, 404, 404])


def test_house_rules_are_as_the_club_wrote_them(client: Client, night: Night, shown: Shown) -> None:
    club = night.club
    values: dict[str, Any] = {
        name: getattr(club, name)
        for name in ("name", "currency", "timezone", "language", "rule_preset", "minimum_age_years")
    }
    edit_club(actor=night.owner, **values, house_rules="No phones\nat the table")
    assert client.get(at(shown, "rules")).json()["rules"] == "No phones\nat the table"
