"""The auditor finds what the verbs would never do: each book is broken by hand, in the tables, and named."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from acts.auditing import audit
from acts.deals import record_deal
from acts.elimination import bust
from acts.payouts import lock_payouts, pay_prize
from acts.registration import register_entry
from acts.seating import record_count
from clock.models import Anchor, LevelTransition
from club.models import Club, Exclusion
from ledger.models import Account, Transfer
from payouts.models import Deal, Payment, PayoutPlan
from tables.models import SeatAssignment, Table
from tests.building import Night
from tournaments.models import DirectorAction, Elimination, Entry, Purchase, Tournament, WaitingListEntry


@pytest.fixture
def played(night: Night) -> Night:
    """Four players at two tables, one out and paid, one waiting."""
    night.create(tables=2, capacity=4, places_percent=100)
    night.enter("A", "B", "C", "D")
    night.do(register_entry, player_id=night.player("E"))
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    night.do(bust, busts=[{"entry_id": night.entries["A"]}])
    night.do(pay_prize, entry_id=night.entries["A"])
    assert audit(night.tournament_id) == []
    return night


def last_act() -> DirectorAction:
    return DirectorAction.objects.filter(tournament__isnull=False).order_by("-sequence")[0]


def move_money(night: Night, debit: str, credit: str, unit: str) -> None:
    accounts = {row.kind: row for row in Account.objects.filter(tournament=night.event)}
    Transfer.objects.create(
        tournament=night.event,
        debit=accounts[debit],
        credit=accounts[credit],
        amount=7,
        unit=unit,
        code="forged",
        action=last_act(),
    )


def entry(night: Night, name: str) -> object:
    return Entry.objects.filter(pk=night.entries[name])


def second_transition(night: Night) -> None:
    anchor = Anchor.objects.get()
    LevelTransition.objects.create(
        tournament=night.event, anchor=anchor, level_index=5, at_ms=anchor.at_ms + 9, recorded_ms=anchor.at_ms
    )


def forged_promotion(night: Night) -> None:
    WaitingListEntry.objects.update(status="promoted")


def forge_plan(night: Night) -> None:
    PayoutPlan.objects.create(
        tournament=night.event, number=9, entries=4, pool_minor=1, made_by=last_act()
    ).prizes.create(place=1, amount_minor=2)


def forge_anchor(night: Night) -> None:
    anchor = Anchor.objects.get()
    anchor.pk, anchor.sequence, anchor.level_index = None, 2, 99
    anchor.save(force_insert=True)


def forge_exclusion(night: Night) -> None:
    row = Entry.objects.get(pk=night.entries["C"])
    Exclusion.objects.create(player_id=row.player_id, kind="barred", from_ms=row.registered_ms - 1)


BROKEN: dict[str, tuple[str, Callable[[Night], object]]] = {
    "somebody sits at a closed table": ("I1", lambda night: Table.objects.update(status="closed")),
    "somebody sits where the table has no seat": (
        "I1",
        lambda night: Table.objects.update(seats=2, button_seat=None),
    ),
    "somebody in play has no seat": (
        "I2",
        lambda night: SeatAssignment.objects.filter(closed_by=None).update(closed_by=last_act()),
    ),
    "somebody is out without a way out": (
        "I8",
        lambda night: Elimination.objects.update(revoked_by=last_act()),
    ),
    "somebody is refunded on paper only": (
        "I2 I7",
        lambda night: entry(night, "B").update(status="cancelled"),
    ),
    "a purchase was paid without a receipt": (
        "I7",
        lambda night: Purchase.objects.filter(entry=night.entries["B"]).update(receipt_number=None),
    ),
    "a purchase vanished": (
        "I3 I4",
        lambda night: Purchase.objects.filter(entry=night.entries["B"]).update(revoked_by=last_act()),
    ),
    "a receipt was given twice": ("I7", lambda night: Purchase.objects.update(receipt_number=1)),
    "chips came from nowhere": ("I3", lambda night: move_money(night, "in_play", "chip_bank", "chips")),
    "the fee took from the pool": ("I4", lambda night: move_money(night, "fee", "prize_pool", "money")),
    "a payment was forgotten": ("I4", lambda night: Payment.objects.update(revoked_by=last_act())),
    "a plan counts that is not about the pool": ("I5", forge_plan),
    "an anchor stands outside the levels": ("I9", forge_anchor),
    "a level began before it was due": ("I11", second_transition),
    "a promotion has no entry": ("I12", forged_promotion),
    "an act is missing": ("I15", lambda night: Tournament.objects.update(version=3)),
    "somebody excluded has an entry": ("I17", forge_exclusion),
    "a finished tournament has three players": (
        "I8",
        lambda night: Tournament.objects.update(status="finished"),
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_does_not_hold_is_found(played: Night, how: str) -> None:
    invariants, break_it = BROKEN[how]
    break_it(played)
    assert " ".join(sorted({finding.invariant for finding in audit(played.tournament_id)})) == invariants


def test_a_deal_that_does_not_add_up_is_found(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    counts = [{"entry_id": night.entries[name], "stack_chips": 10_000} for name in "AB"]
    night.do(record_count, counts=counts)
    night.do(record_deal, method="even")
    assert audit(night.tournament_id) == []
    Deal.objects.update(kept_minor=5)
    assert [finding.invariant for finding in audit(night.tournament_id)] == ["I5"]


def test_the_command_names_what_it_found_and_ends_with_one(played: Night) -> None:
    out = StringIO()
    call_command("audit_books", stdout=out)
    assert out.getvalue().splitlines() == [
        f"{played.tournament_id} Test tournament (Test club): clean",
        "acts of Test club: clean",
    ]
    Club.objects.update(version=1)
    with pytest.raises(SystemExit) as ended:
        call_command("audit_books", stdout=out)
    assert (ended.value.code, "I15" in out.getvalue()) == (1, True)


def test_the_command_refuses_a_tournament_there_is_not(night: Night) -> None:
    with pytest.raises(CommandError):
        call_command("audit_books", tournament=77)
