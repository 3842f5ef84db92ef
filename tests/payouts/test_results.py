"""Places, prizes and what they are called."""

from acts.elimination import bust
from payouts.models import PayoutPlan, PlanPrize
from payouts.selectors import results_of
from tests.building import Night


def test_a_seat_that_is_won_is_named_in_the_results(night: Night) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    night.minutes(81)
    for name in "AB":
        out = night.do(bust, busts=[{"entry_id": night.entries[name]}])
    plan = PayoutPlan.objects.create(
        tournament=night.event, number=1, entries=3, pool_minor=30_000, locked=True, made_by_id=out.action_id
    )
    PlanPrize.objects.create(plan=plan, place=1, amount_minor=25_000, label="Seat in the main event")
    PlanPrize.objects.create(plan=plan, place=2, amount_minor=5_000)
    rows = results_of(night.event, entry_open=False).rows
    assert [(row.name, row.prize_minor, row.label) for row in rows] == [
        ("C", 25_000, "Seat in the main event"),
        ("B", 5_000, ""),
        ("A", 0, ""),
    ]
