"""The page of the club's chips, and what a new tournament takes from it."""

from collections.abc import Callable
from typing import Any

import pytest

from acts.undo import undo_club_act
from club.models import ChipSet
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import DirectorAction

Browse = Callable[[str], Browser]
GREEN, BLACK = {"value": 25, "count": 1400, "colour": "green"}, {"value": 100, "count": 0, "colour": ""}


def post(browser: Browser, **changed: Any) -> Any:
    fields = {
        "name": "Main",
        "value": ["100", "25", ""],
        "count": ["", "1,400", ""],
        "colour": ["", "green", ""],
    }
    return browser.client.post("/chips", fields | changed)


def test_a_set_is_written_down_changed_and_taken_away(night: Night, owner: Browser) -> None:
    assert post(owner).status_code == 303
    row = ChipSet.objects.get()
    assert (row.name, row.chips) == ("Main", [GREEN, BLACK])
    again = {"chip_set_id": row.pk, "stamp": row.revision, "name": "Big", "value": ["25"], "count": ["1400"]}
    assert post(owner, **again, colour=["green"]).status_code == 303
    row.refresh_from_db()
    assert (row.name, row.chips) == ("Big", [GREEN])
    assert post(owner, **again, colour=["red"]).status_code == 409
    owner.client.post(f"/chips/{row.pk}/remove")
    assert "Big" not in owner.client.get("/chips").content.decode().split("New chip set")[0].split("<h1>")[1]
    removed = DirectorAction.objects.get(kind="chip_set.remove")
    undo_club_act(actor=night.owner, action_id=str(removed.pk))
    assert ChipSet.objects.get().revoked_by_id is None


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["x", "25", ""], "is no whole number"),
        (["25", "25", ""], "The chip of 25 is there twice."),
        (["0", "25", ""], "The value of a chip"),
        (["", "", ""], "A chip set has one to"),
    ],
)
def test_a_set_that_cannot_be_is_refused_and_what_was_typed_stays(
    night: Night, owner: Browser, values: list[str], says: str
) -> None:
    kept = (
        {"count": ["", "", ""], "colour": ["mauve", "", ""]}
        if values[0]
        else {"count": [""] * 3, "colour": [""] * 3}
    )
    answer = post(owner, value=values, **kept)
    text = answer.content.decode()
    assert (answer.status_code, says in text, "mauve" in text) == (422, True, bool(values[0]))
    assert ChipSet.objects.count() == 0


def test_a_tournament_from_nothing_begins_with_the_chips_of_the_club(night: Night, owner: Browser) -> None:
    post(owner)
    assert 'value="25, 100"' in owner.client.get("/new").content.decode()


def test_cashiers_do_not_change_the_chips(night: Night, browse: Browse) -> None:
    assert post(browse("cashier")).status_code == 403
