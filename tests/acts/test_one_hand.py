"""Several out in one hand: their stacks are asked for, and nobody ties because a field was left empty."""

from typing import Any

import pytest

from acts.elimination import bust
from acts.hand_for_hand import start_hand_for_hand
from acts.undo import undo
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.selectors import standing_of


def seat_all(night: Night, tables: int = 1, **settings: Any) -> None:
    """Four players at each table, P11 to P14 at the first."""
    night.create(tables=tables, late_until_level=1, **settings)
    for table in range(1, tables + 1):
        for seat in range(1, 5):
            night.enter(f"P{table}{seat}", table_number=table, seat=seat)
    night.start()


def out(night: Night, stacks: dict[str, int | None], **params: Any) -> Any:
    """Those named go out in one hand, with what each had at its start."""
    busts = [{"entry_id": night.entries[name], "stack_chips": chips} for name, chips in stacks.items()]
    return night.do(bust, busts=busts, **params)


def refusal(night: Night, stacks: dict[str, int | None], **params: Any) -> DirectorError:
    """Why it is refused; nobody is out afterwards who was not before."""
    before = night.event.eliminations.count()
    with pytest.raises(DirectorError) as caught:
        out(night, stacks, **params)
    assert night.event.eliminations.count() == before
    return caught.value


def places(night: Night) -> dict[str, tuple[int, int]]:
    """The place of everybody who is out, by name."""
    names = {player_id: name for name, player_id in night.players.items()}
    found = standing_of(night.event, entry_open=False).places
    return {names[key]: (place.place_from, place.place_to) for place in found for key in place.keys}


@pytest.mark.parametrize(
    ("stacks", "named"),
    [
        ({"P11": None, "P12": None}, "P11, P12"),
        ({"P11": 4_000, "P12": None}, "P12"),
        ({"P11": None, "P12": 4_000, "P13": 9_000}, "P11"),
    ],
)
def test_several_in_one_hand_without_all_their_stacks_are_refused_by_name(
    night: Night, stacks: dict[str, int | None], named: str
) -> None:
    seat_all(night)
    error = refusal(night, stacks)
    assert (error.code, error.params["players"]) == ("stacks_needed", named)


def test_they_share_the_places_when_the_director_says_so(night: Night) -> None:
    seat_all(night)
    out(night, {"P11": None, "P12": 4_000}, tie=True)
    assert places(night) == {"P11": (3, 4), "P12": (3, 4)}


def test_with_all_stacks_nothing_has_to_be_said(night: Night) -> None:
    seat_all(night)
    out(night, {"P11": 4_000, "P12": 9_000, "P13": 4_000})
    assert places(night) == {"P14": (1, 1), "P12": (2, 2), "P11": (3, 4), "P13": (3, 4)}


def test_equal_stacks_may_be_called_equal_and_others_not(night: Night) -> None:
    seat_all(night)
    assert refusal(night, {"P11": 4_000, "P12": 9_000}, tie=True).code == "stacks_differ"
    out(night, {"P11": 4_000, "P12": 4_000}, tie=True)
    assert places(night) == {"P11": (3, 4), "P12": (3, 4)}


def test_one_alone_is_asked_nothing(night: Night) -> None:
    seat_all(night)
    out(night, {"P11": None})
    out(night, {"P12": None}, tie=True)
    assert places(night) == {"P12": (3, 3), "P11": (4, 4)}


def test_a_shared_place_is_undone_and_done_again(night: Night) -> None:
    seat_all(night)
    done = out(night, {"P11": None, "P12": None}, tie=True)
    undone = night.do(undo, action_id=done.action_id)
    assert places(night) == {}
    night.do(undo, action_id=undone.action_id)
    assert places(night) == {"P11": (3, 4), "P12": (3, 4)}


def test_at_different_tables_of_hand_for_hand_all_tie_by_the_rule(night: Night) -> None:
    seat_all(night, tables=2)
    night.do(start_hand_for_hand)
    out(night, {"P11": None, "P21": None})
    out(night, {"P12": None})
    assert places(night) == {"P11": (6, 8), "P21": (6, 8), "P12": (6, 8)}


def test_where_stacks_count_at_any_table_they_are_asked_for_at_any_table(night: Night) -> None:
    seat_all(night, tables=2, rules={"tie_policy": "stack_across"})
    night.do(start_hand_for_hand)
    assert refusal(night, {"P11": None, "P21": 2_000}).code == "stacks_needed"
    out(night, {"P11": 7_000})
    assert refusal(night, {"P21": None}).params["players"] == "P21"
    out(night, {"P21": 2_000})
    assert places(night) == {"P11": (7, 7), "P21": (8, 8)}


def test_who_joins_the_others_of_a_hand_for_hand_round_is_compared_with_them(night: Night) -> None:
    seat_all(night, tables=2)
    night.do(start_hand_for_hand)
    out(night, {"P11": None})
    error = refusal(night, {"P12": 5_000})
    assert (error.code, error.params["players"]) == ("stacks_needed", "P11")
    assert "Undo that" in str(error)
    out(night, {"P12": None}, tie=True)
    assert places(night) == {"P11": (7, 8), "P12": (7, 8)}
