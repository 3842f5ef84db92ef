"""The thinnest whole path through the verbs, and its undo."""

import pytest

from acts.elimination import bust
from acts.registration import register_entry
from acts.undo import undo
from ledger.selectors import balances
from tables.models import SeatAssignment
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Entry


def seats(night: Night) -> dict[str, tuple[int, int]]:
    rows = SeatAssignment.objects.filter(tournament_id=night.tournament_id, closed_by__isnull=True)
    return {
        row.entry.player.name: (row.table.number, row.seat)
        for row in rows.select_related("entry__player", "table")
    }


def test_players_are_paid_seated_and_counted(night: Night) -> None:
    night.create(entry_fee_minor=1_000)
    night.enter("Ann Lee", "Łukasz", "O'Neil")
    found = balances(night.tournament_id)
    assert (found["till"], found["prize_pool"], found["fee"]) == (33_000, -30_000, -3_000)
    assert found["in_play"] == 30_000
    assert len(set(seats(night).values())) == 3


def test_a_player_is_entered_once(night: Night) -> None:
    night.create()
    night.enter("Ann Lee")
    with pytest.raises(DirectorError) as refused:
        night.enter("Ann Lee")
    assert refused.value.code == "already_entered"


def test_the_same_request_has_one_effect_and_one_answer(night: Night) -> None:
    night.create()
    player = night.player("Ann Lee")
    first = night.do(register_entry, player_id=player, request_id="abc")
    second = night.do(register_entry, player_id=player, request_id="abc")
    assert (second.result, second.repeated) == (first.result, True)
    assert Entry.objects.count() == 1


def test_the_last_bust_ends_the_tournament_and_its_undo_opens_it_again(night: Night) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    night.minutes(81)
    night.do(bust, busts=[{"entry_id": night.entries["A"]}])
    before = seats(night)
    last = night.do(bust, busts=[{"entry_id": night.entries["B"]}])
    assert (last.result["finished"], night.event.status) == (True, "finished")
    with pytest.raises(DirectorError) as refused:
        night.do(register_entry, player_id=night.player("D"))
    assert refused.value.code == "finished"
    night.do(undo, action_id=last.action_id)
    assert night.event.status == "running"
    assert seats(night) == before


def test_undoing_an_undo_is_the_redo(night: Night) -> None:
    night.create()
    player = night.player("A")
    entered = night.do(register_entry, player_id=player)
    undone = night.do(undo, action_id=entered.action_id)
    assert (balances(night.tournament_id)["till"], seats(night)) == (0, {})
    night.do(undo, action_id=undone.action_id)
    assert balances(night.tournament_id)["till"] == 10_000
    assert list(seats(night)) == ["A"]


def test_an_undo_names_the_act_in_its_way(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    entered = DirectorAction.objects.filter(kind="entry.register").order_by("sequence")[0]
    out = night.do(bust, busts=[{"entry_id": night.entries["A"]}])
    with pytest.raises(DirectorError) as refused:
        night.do(undo, action_id=str(entered.pk))
    assert (refused.value.code, refused.value.params["action_id"]) == ("undo_in_the_way", out.action_id)
