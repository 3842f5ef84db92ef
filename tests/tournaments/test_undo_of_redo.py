"""Undo of a redo and of a payment: what came after is in the way, and who may not refund may not undo either."""

import pytest

from acts.auditing import audit
from acts.players import create_player
from acts.purchases import rebuy
from acts.registration import pay_entry, register_entry, unregister_entry
from acts.undo import undo, undo_club_act
from tests.building import Night
from tournaments.acting import Outcome
from tournaments.errors import DirectorError, NotAllowed
from tournaments.models import Entry

REBUYS = {"rebuy_kind": "any", "rebuy_chips": 5_000, "rebuy_until_level": 4, "rebuy_prize_minor": 5_000}


def begun(night: Night) -> None:
    night.create(**REBUYS)
    night.enter("Ann", "Bob", "Eve")
    night.start()


def in_the_way(night: Night, done: Outcome) -> str:
    """The kind of the act that an undo names as standing in its way."""
    with pytest.raises(DirectorError) as refused:
        night.do(undo, action_id=done.action_id)
    assert refused.value.code == "undo_in_the_way"
    return str(refused.value.params["kind"])


def done_again(night: Night, done: Outcome) -> Outcome:
    """Undo an act and undo the undo."""
    undone = night.do(undo, action_id=done.action_id)
    return night.do(undo, action_id=undone.action_id)


def test_an_entry_done_again_is_not_taken_away_from_under_its_rebuy(night: Night) -> None:
    begun(night)
    entered = night.do(register_entry, player_id=night.player("Dan"))
    again = done_again(night, entered)
    night.do(rebuy, entry_id=entered.result["entry_id"])
    assert in_the_way(night, again) == "entry.rebuy"
    assert audit(night.tournament_id) == []


def test_an_entry_done_again_goes_as_a_whole_when_nothing_rests_on_it(night: Night) -> None:
    begun(night)
    entered = night.do(register_entry, player_id=night.player("Dan"))
    again = done_again(night, done_again(night, entered))
    night.do(undo, action_id=again.action_id)
    assert Entry.objects.get(pk=entered.result["entry_id"]).revoked_by_id is not None
    assert audit(night.tournament_id) == []


def test_a_player_made_again_is_not_taken_away_from_under_his_entry(night: Night) -> None:
    begun(night)
    made = create_player(actor=night.owner, name="Dan")
    undone = undo_club_act(actor=night.owner, action_id=made.action_id)
    again = undo_club_act(actor=night.owner, action_id=undone.action_id)
    night.do(register_entry, player_id=made.result["player_id"])
    with pytest.raises(DirectorError) as refused:
        undo_club_act(actor=night.owner, action_id=again.action_id)
    assert refused.value.params["kind"] == "entry.register"


def test_a_buy_in_is_not_taken_back_while_a_rebuy_of_the_entry_counts(night: Night) -> None:
    begun(night)
    entry_id = night.do(register_entry, player_id=night.player("Dan"), paid=False).result["entry_id"]
    paid = night.do(pay_entry, entry_id=entry_id)
    bought = night.do(rebuy, entry_id=entry_id)
    assert in_the_way(night, paid) == "entry.rebuy"
    taken_back = night.do(undo, action_id=bought.action_id)
    night.do(undo, action_id=paid.action_id)
    assert in_the_way(night, taken_back) == "undo"
    assert audit(night.tournament_id) == []


def test_a_cashier_takes_no_buy_in_back_after_the_start(night: Night) -> None:
    night.create(**REBUYS)
    night.enter("Ann", "Bob")
    cashier = night.staff("cashier")
    entered = night.do(register_entry, actor=cashier, player_id=night.player("Dan"))
    unpaid = night.do(register_entry, actor=cashier, player_id=night.player("Eve"), paid=False)
    night.start()
    with pytest.raises(NotAllowed) as refused:
        night.do(undo, actor=cashier, action_id=entered.action_id)
    assert refused.value.code == "refund_after_start"
    night.do(undo, actor=cashier, action_id=unpaid.action_id)
    undone = night.do(undo, action_id=entered.action_id)
    night.do(undo, actor=cashier, action_id=undone.action_id)
    assert Entry.objects.get(pk=entered.result["entry_id"]).revoked_by_id is None


def test_a_cashier_does_not_refund_again_what_a_director_let_stand(night: Night) -> None:
    begun(night)
    refunded = night.do(unregister_entry, entry_id=night.entries["Eve"])
    undone = night.do(undo, action_id=refunded.action_id)
    with pytest.raises(NotAllowed) as refused:
        night.do(undo, actor=night.staff("cashier"), action_id=undone.action_id)
    assert refused.value.code == "refund_after_start"
