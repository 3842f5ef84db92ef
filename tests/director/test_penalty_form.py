"""The form of a penalty proposes the next rung of the ladder."""

import pytest

from acts.discipline import give_penalty
from tests.building import Night
from tests.director.browsing_console import Browser

YELLOW_TDA = {"kind": "yellow", "hands": 1, "despite_yellow": True}
YELLOW_HOME = {"kind": "yellow", "minutes": 20, "despite_yellow": True}


def form(night: Night, owner: Browser) -> str:
    return owner.text("form/penalty", entry_id=night.entries["Ann"])


def checked(page: str) -> str:
    """The kind that is chosen when the form opens."""
    found = [kind for kind in ("warning", "yellow", "red") if f'value="{kind}" checked' in page]
    assert len(found) == 1, found
    return found[0]


def value(page: str, name: str) -> str:
    return page.split(f'name="{name}"')[1].split('value="')[1].split('"', maxsplit=1)[0]


@pytest.mark.parametrize(
    ("preset", "earlier", "kind", "minutes", "hands"),
    [
        ("tda", [], "warning", "", "1"),
        ("tda", [{"kind": "warning"}], "yellow", "", "1"),
        ("tda", [{"kind": "warning"}, YELLOW_TDA], "yellow", "", "3"),
        ("tda", [{"kind": "warning"}, YELLOW_TDA, YELLOW_TDA], "red", "", "1"),
        ("home", [], "warning", "20", ""),
        ("home", [{"kind": "warning"}], "yellow", "20", ""),
        ("home", [{"kind": "warning"}, YELLOW_HOME], "red", "20", ""),
    ],
)
def test_the_next_rung_of_the_ladder_is_chosen(
    night: Night,
    owner: Browser,
    preset: str,
    earlier: list[dict[str, object]],
    kind: str,
    minutes: str,
    hands: str,
) -> None:
    """Three players at the table: a missed round is three hands."""
    night.create(rules={"preset": preset})
    night.enter("Ann", "Bob", "Eve")
    night.start()
    for one in earlier:
        night.do(give_penalty, entry_id=night.entries["Ann"], **one)
    page = form(night, owner)
    assert (checked(page), value(page, "minutes"), value(page, "hands")) == (kind, minutes, hands)


def test_the_form_says_what_comes_next(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    assert "Next on the ladder: a warning." in form(night, owner)


@pytest.mark.parametrize(("setting", "ticked"), [("ask", True), ("red", False)])
def test_a_second_penalty_the_ladder_proposes_is_ticked_as_such_where_the_house_asks(
    night: Night, owner: Browser, setting: str, ticked: bool
) -> None:
    """Under `tda` missed rounds follow missed hands: the form as it opens answers the question it would raise."""
    night.create(rules={"preset": "tda", "second_yellow": setting})
    night.enter("Ann", "Bob", "Eve")
    night.start()
    night.do(give_penalty, entry_id=night.entries["Ann"], kind="yellow", hands=1)
    page = form(night, owner)
    tick = page.split('name="despite_yellow"')[1].split(">")[0]
    assert (checked(page), "checked" in tick) == ("yellow", ticked)
