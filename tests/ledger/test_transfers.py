"""Double entry: what is written stays, what is wrong is reversed, and balances are sums."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from acts.chips import remove_chips
from acts.registration import register_entry, unregister_entry
from acts.undo import undo
from ledger.models import Account, AccountKind, Transfer
from ledger.selectors import balances, chips_in_play, in_effect, lines
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction


@pytest.fixture
def sold(night: Night) -> Night:
    """Two entries of 100.00 + 10.00 with 10,000 chips each."""
    night.create(entry_fee_minor=1_000)
    night.enter("A", "B")
    return night


def refused_by_database(change: Any) -> bool:
    try:
        with transaction.atomic():
            change()
    except DatabaseError:
        return True
    return False


@pytest.mark.parametrize("model", [Transfer, Account])
def test_nothing_in_the_ledger_is_changed_or_deleted(sold: Night, model: Any) -> None:
    before = list(model.objects.order_by("pk").values())
    assert refused_by_database(lambda: model.objects.update(unit="money"))
    assert refused_by_database(lambda: model.objects.order_by("-pk")[:1].get().delete())
    assert list(model.objects.order_by("pk").values()) == before


def forged(night: Night, **fields: Any) -> Transfer:
    accounts = {row.kind: row for row in Account.objects.filter(tournament=night.event)}
    values = {
        "tournament": night.event,
        "debit": accounts["till"],
        "credit": accounts["fee"],
        "amount": 5,
        "unit": "money",
        "code": "forged",
        "action": DirectorAction.objects.order_by("-sequence")[0],
    }
    return Transfer(**values | fields)


def test_an_amount_is_positive_and_its_two_sides_differ(sold: Night) -> None:
    till = Account.objects.get(tournament=sold.event, kind="till")
    for wrong in ({"amount": 0}, {"amount": -5}, {"debit": till, "credit": till}):
        with pytest.raises(IntegrityError), transaction.atomic():
            forged(sold, **wrong).save()


def test_a_transfer_is_reversed_once(sold: Night) -> None:
    first = Transfer.objects.order_by("pk")[0]
    forged(sold, reverses=first).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        forged(sold, reverses=first).save()


def test_there_is_no_transfer_without_an_act(sold: Night) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        forged(sold, action=None).save()


def test_balances_are_the_sums_of_the_transfers(sold: Night) -> None:
    found = {kind: amount for kind, amount in balances(sold.tournament_id).items() if amount}
    assert found == {
        "till": 22_000,
        "prize_pool": -20_000,
        "fee": -2_000,
        "chip_bank": -20_000,
        "in_play": 20_000,
    }
    assert set(balances(sold.tournament_id)) == set(AccountKind.values)


def test_a_refund_done_undone_and_done_again_gives_the_money_back_once(sold: Night) -> None:
    for _turn in range(3):
        refund = sold.do(unregister_entry, entry_id=sold.entries["A"])
        assert balances(sold.tournament_id)["till"] == 11_000
        sold.do(undo, action_id=refund.action_id)
        assert balances(sold.tournament_id)["till"] == 22_000


def test_a_reversal_and_what_it_reverses_leave_no_line(sold: Night) -> None:
    sold.do(unregister_entry, entry_id=sold.entries["A"])
    assert {line.code: (line.amount, line.count) for line in lines(sold.tournament_id)} == {
        "entry.chips": (10_000, 1),
        "entry.fee": (1_000, 1),
        "entry.prize": (10_000, 1),
    }


def test_of_a_chain_of_reversals_the_newest_counts(sold: Night) -> None:
    first = Transfer.objects.filter(code="entry.prize").order_by("pk")[0]
    assert in_effect([first]) == [first]
    refund = sold.do(unregister_entry, entry_id=sold.entries["A"])
    assert in_effect([first]) == []
    sold.do(undo, action_id=refund.action_id)
    assert in_effect([first]) == [Transfer.objects.filter(code="entry.prize").order_by("-pk")[0]]


def test_more_chips_than_there_are_cannot_leave_play(sold: Night) -> None:
    sold.start()
    sold.do(remove_chips, amount_chips=15_000, reason="found on the floor")
    with pytest.raises(DirectorError) as refused:
        sold.do(unregister_entry, entry_id=sold.entries["A"])
    assert (refused.value.code, chips_in_play(sold.tournament_id)) == ("in_play_short", 5_000)


def test_an_undo_takes_no_more_chips_out_than_there_are(sold: Night) -> None:
    sold.start()
    late = sold.do(register_entry, player_id=sold.player("C"))
    sold.do(remove_chips, amount_chips=25_000, reason="found on the floor")
    with pytest.raises(DirectorError) as refused:
        sold.do(undo, action_id=late.action_id)
    assert (refused.value.code, chips_in_play(sold.tournament_id)) == ("in_play_short", 5_000)
