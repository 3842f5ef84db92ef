"""A player who was added is not taken back once he is excluded: he would come again as somebody new."""

import pytest

from acts.players import create_player, exclude_player, lift_exclusion
from acts.registration import register_newcomer
from acts.undo import undo, undo_club_act
from club.models import Player
from tests.building import MINUTE_MS, Night
from tournaments.errors import DirectorError


def test_undoing_the_entry_of_a_newcomer_does_not_lift_his_exclusion(night: Night) -> None:
    night.create()
    cashier = night.staff("cashier")
    entered = night.do(register_newcomer, actor=cashier, name="Dan", paid=False)
    player_id = entered.result["player_id"]
    excluded = exclude_player(actor=night.owner, player_id=player_id, kind="barred")
    with pytest.raises(DirectorError) as refused:
        night.do(undo, actor=cashier, action_id=entered.action_id)
    assert refused.value.params["kind"] == "player.exclude"
    lift_exclusion(actor=night.owner, exclusion_id=excluded.result["exclusion_id"])
    night.do(undo, actor=cashier, action_id=entered.action_id)
    assert Player.objects.get(pk=player_id).revoked_by_id is not None


def test_an_exclusion_that_is_over_is_in_nobodys_way(night: Night) -> None:
    made = create_player(actor=night.owner, name="Dan")
    until_ms = night.clock.now_ms() + MINUTE_MS
    exclude_player(actor=night.owner, player_id=made.result["player_id"], kind="self", until_ms=until_ms)
    night.minutes(2)
    undo_club_act(actor=night.owner, action_id=made.action_id)
    assert Player.objects.get(pk=made.result["player_id"]).revoked_by_id is not None
