"""Many players in one act."""

import datetime as dt
from collections.abc import Mapping

import pytest

from acts.importing import import_players
from acts.undo import undo_club_act
from club.models import Player
from tests.building import Night
from tournaments.errors import DirectorError


def names() -> list[str]:
    rows = Player.objects.filter(revoked_by_id__isnull=True).order_by("number")
    return list(rows.values_list("name", flat=True))


def refused(night: Night, *rows: Mapping[str, object]) -> str:
    with pytest.raises(DirectorError) as error:
        import_players(actor=night.owner, rows=list(rows))
    assert str(error.value)
    return error.value.code


def test_a_list_is_added_as_it_stands_with_everything_it_says(night: Night) -> None:
    night.player("Here Before")
    row = {
        "name": "  Łukasz  O'Neil ", "club_number": "7", "born_on": dt.date(1990, 2, 28),
        "email": "l@example.org", "phone": "+372 555", "note": "left-handed",
    }  # fmt: skip
    outcome = import_players(actor=night.owner, rows=[row, {"name": "=1+1"}])
    first = Player.objects.get(pk=outcome.result["player_ids"][0])
    assert (first.number, first.name, first.display_name, first.born_on, first.email) == (
        2, "Łukasz O'Neil", "Łukasz O.", dt.date(1990, 2, 28), "l@example.org",
    )  # fmt: skip
    assert names() == ["Here Before", "Łukasz O'Neil", "=1+1"]


def test_one_undo_takes_the_whole_list_back(night: Night) -> None:
    outcome = import_players(actor=night.owner, rows=[{"name": f"Player {n}"} for n in range(1, 6)])
    undo_club_act(actor=night.owner, action_id=outcome.action_id)
    assert names() == []


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([{"name": "Ann Lee"}, {"name": "ann  LEE"}], "row_wrong"),
        ([{"name": "Here Before"}], "row_wrong"),
        ([{"name": "Here Before", "club_number": "4"}], "row_wrong"),
        ([{"name": " "}], "text_missing"),
        ([{"name": "x" * 201}], "text_too_long"),
        ([{"name": "Ann", "email": "not an address"}], "email_wrong"),
        ([{"name": "Ann", "born_on": dt.date(2200, 1, 1)}], "born_on_wrong"),
        ([], "rows_out_of_bounds"),
        ([{"name": f"P {n}"} for n in range(2001)], "rows_out_of_bounds"),
    ],
)
def test_a_list_with_a_bad_row_adds_nobody(night: Night, rows: list[dict[str, object]], code: str) -> None:
    night.player("Here Before")
    good = [{"name": "Good One"}] if len(rows) == 1 else []
    assert refused(night, *good, *rows) == code
    assert names() == ["Here Before"]


def test_namesakes_with_a_club_number_each_are_two_people(night: Night) -> None:
    import_players(
        actor=night.owner,
        rows=[{"name": "Ann Lee", "club_number": "1"}, {"name": "ANN LEE", "club_number": "2"}],
    )
    assert names() == ["Ann Lee", "ANN LEE"]


def test_a_namesake_who_is_another_person_gets_the_next_free_club_number(night: Night) -> None:
    import_players(
        actor=night.owner,
        rows=[{"name": "Ann Lee", "club_number": "1"}, {"name": "Ann Lee", "club_number": "3"}],
    )
    assert refused(night, {"name": "Ann Lee"}) == "row_wrong"
    outcome = import_players(actor=night.owner, rows=[{"name": "Ann Lee", "another_person": True}])
    assert Player.objects.get(pk=outcome.result["player_ids"][0]).club_number == "4"


@pytest.mark.parametrize("role", ["floor", "dealer", "viewer"])
def test_only_the_desk_imports(night: Night, role: str) -> None:
    with pytest.raises(DirectorError) as error:
        import_players(actor=night.staff(role), rows=[{"name": "Ann"}])
    assert error.value.code == "not_allowed"
