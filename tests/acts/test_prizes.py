"""From the pool to the last prize paid."""

import pytest

from acts.auditing import audit
from acts.elimination import bust
from acts.payouts import lock_payouts, pay_prize, plan_payouts
from acts.undo import undo
from ledger.selectors import balances
from payouts.selectors import prizes_of, results_of
from tests.building import Night
from tournaments.errors import DirectorError


def play_to_the_end(night: Night, *names: str) -> None:
    night.enter(*names)
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    for name in names[:-1]:
        night.do(bust, busts=[{"entry_id": night.entries[name]}])


def test_the_house_pays_what_is_missing_to_the_guarantee(night: Night) -> None:
    night.create(guarantee_minor=50_000, payout_preset="winner")
    play_to_the_end(night, "A", "B", "C")
    found = balances(night.tournament_id)
    assert (found["prize_pool"], found["house"]) == (-50_000, 20_000)
    night.do(pay_prize, entry_id=night.entries["C"])
    assert balances(night.tournament_id)["prize_pool"] == 0
    assert audit(night.tournament_id) == []


def test_a_prize_is_paid_once_and_in_parts_up_to_what_is_owed(night: Night) -> None:
    night.create(payout_preset="winner")
    play_to_the_end(night, "A", "B", "C")
    winner = night.entries["C"]
    night.do(pay_prize, entry_id=winner, amount_minor=10_000)
    with pytest.raises(DirectorError) as refused:
        night.do(pay_prize, entry_id=winner, amount_minor=20_001)
    assert refused.value.code == "more_than_owed"
    night.do(pay_prize, entry_id=winner)
    with pytest.raises(DirectorError) as refused:
        night.do(pay_prize, entry_id=winner)
    assert refused.value.code == "nothing_owed"
    assert audit(night.tournament_id) == []


def test_amounts_typed_stay_as_typed_and_must_be_the_pool(night: Night) -> None:
    night.create()
    night.enter(*"ABCDEFGHI")
    with pytest.raises(DirectorError) as refused:
        night.do(plan_payouts, amounts_minor=[50_000, 30_000])
    assert (refused.value.code, refused.value.params["missing_minor"]) == ("amounts_not_pool", "100.00")
    night.do(plan_payouts, amounts_minor=[45_001, 30_000, 14_999])
    assert prizes_of(night.event).amounts_minor == (45_001, 30_000, 14_999)


def test_percentages_that_do_not_add_up_are_refused(night: Night) -> None:
    night.create()
    night.enter(*"ABC")
    with pytest.raises(DirectorError):
        night.do(plan_payouts, percents=["50", "30", "10"])


def test_an_entry_after_the_lock_makes_the_plan_stale_and_stops_payments(night: Night) -> None:
    night.create()
    night.enter(*"ABC")
    night.do(lock_payouts)
    before = prizes_of(night.event).amounts_minor
    night.enter("D")
    after = prizes_of(night.event)
    assert (after.stale, after.amounts_minor) == (True, before)
    night.do(lock_payouts)
    assert prizes_of(night.event).stale is False


def test_undoing_a_payment_makes_the_prize_owed_again(night: Night) -> None:
    night.create(payout_preset="winner")
    play_to_the_end(night, "A", "B")
    paid = night.do(pay_prize, entry_id=night.entries["B"])
    night.do(undo, action_id=paid.action_id)
    results = results_of(night.event, entry_open=False)
    assert [(row.name, row.owed_minor) for row in results.rows] == [("B", 20_000), ("A", 0)]
    assert audit(night.tournament_id) == []


def test_a_rounding_unit_above_the_pool_is_refused_by_plan_and_lock(night: Night) -> None:
    night.create(payout_unit_minor=50_000)
    night.enter("A", "B")
    codes = []
    for verb, params in ((plan_payouts, {"unit_minor": 20_001}), (lock_payouts, {})):
        with pytest.raises(DirectorError) as refused:
            night.do(verb, **params)
        codes.append(refused.value.code)
    assert codes == ["unit_above_pool", "unit_above_pool"]
    assert str(refused.value).startswith(
        "Amounts cannot be rounded to 500.00: there is only 200.00 to share."
    )
    assert night.do(plan_payouts, unit_minor=20_000).result["places"] == 1
