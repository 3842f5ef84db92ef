"""The last player stays, whatever would take him out; and nobody is put out by somebody who cannot have done it."""

import pytest

from acts.discipline import give_penalty
from acts.elimination import bust, disqualify, leave
from acts.registration import register_entry, unregister_entry
from acts.seating import open_table
from ledger.selectors import chips_in_play
from tables.models import Table
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import Elimination


@pytest.fixture
def heads_up(night: Night) -> Night:
    """B is out but may enter again, so that A has not won yet."""
    night.create(reentry_offered=True, reentry_until_level=4)
    night.enter("A", "B")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["B"]}])
    assert night.event.status == "running"
    return night


@pytest.mark.parametrize(
    ("verb", "params"),
    [
        (give_penalty, {"kind": "red", "cause": "abuse"}),
        (disqualify, {"stack_chips": 0}),
        (leave, {"stack_chips": 0}),
        (unregister_entry, {}),
    ],
)
def test_the_last_player_is_not_taken_out(heads_up: Night, verb: object, params: dict[str, object]) -> None:
    with pytest.raises(DirectorError) as refused:
        heads_up.do(verb, entry_id=heads_up.entries["A"], **params)
    assert (refused.value.code, heads_up.entry("A").status) == ("last_player", "active")


def test_entries_are_refunded_to_the_last_one_while_nobody_has_gone_out(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    for name in "AB":
        night.do(unregister_entry, entry_id=night.entries[name])
    assert [night.entry(name).status for name in "AB"] == ["cancelled", "cancelled"]


@pytest.mark.parametrize(
    ("taker", "code"), [("A", "twice"), ("D", "entry_not_active"), ("E", "entry_not_active")]
)
def test_nobody_is_put_out_by_himself_or_by_somebody_not_in_play(night: Night, taker: str, code: str) -> None:
    night.create()
    night.enter("A", "B", "C", "D")
    night.enter("E", paid=False)
    night.do(unregister_entry, entry_id=night.entries["D"])
    night.start()
    with pytest.raises(DirectorError) as refused:
        night.do(bust, busts=[{"entry_id": night.entries["A"], "by_entry_id": night.entries[taker]}])
    assert (refused.value.code, Elimination.objects.count()) == (code, 0)


@pytest.mark.parametrize("verb", [leave, disqualify])
def test_nobody_takes_the_chips_of_the_others_with_him(night: Night, verb: object) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    with pytest.raises(DirectorError) as refused:
        night.do(verb, entry_id=night.entries["A"], stack_chips=29_999)
    assert (refused.value.code, refused.value.params["high"]) == ("out_of_bounds", 29_998)
    night.do(verb, entry_id=night.entries["A"], stack_chips=29_998)
    assert chips_in_play(night.tournament_id) == 2


def test_after_the_highest_table_number_the_lowest_free_one_is_opened(night: Night) -> None:
    night.create(seats_per_table=2)
    night.do(open_table, number=9999)
    night.enter("A", "B", "C", "D")
    night.do(register_entry, player_id=night.player("E"))
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 9999]
