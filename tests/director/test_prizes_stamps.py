"""What the prizes and deal pages saw goes along with their forms, and an act on something older is refused."""

from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.seating import record_count
from payouts.models import Deal
from payouts.selectors import prizes_of
from tests.building import Night
from tests.director.browsing_console import Browser


def hidden_stamp(page: str) -> str:
    """The first stamp of a page's forms, as a browser would send it."""
    found = page.split('name="stamp" value="', 1)[1].split('"', 1)[0]
    return found.replace("&quot;", '"').replace("&#x27;", "'")


def test_prizes_are_locked_with_the_stamp_of_the_page(night: Night, owner: Browser) -> None:
    night.create()
    night.enter(*"ABC")
    owner.done("payouts.lock", stamp=hidden_stamp(owner.text("prizes")))
    assert prizes_of(night.event).locked


def test_a_plan_is_made_with_the_stamp_of_the_page_and_refused_with_an_older_one(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter(*"ABC")
    form = {"mode": "amounts", "amounts": "200\n99,99\n0.01", "stamp": hidden_stamp(owner.text("prizes"))}
    assert [owner.post("prizes", form).status_code for _time in range(2)] == [200, 409]


def test_a_deal_is_recorded_with_the_stamp_of_its_page(night: Night, owner: Browser) -> None:
    night.create(payout_unit_minor=100)
    night.enter(*"ABC")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    night.do(bust, busts=[{"entry_id": night.entries["C"]}])
    stacks = [
        {"entry_id": night.entries["A"], "stack_chips": 20_000},
        {"entry_id": night.entries["B"], "stack_chips": 10_000},
    ]
    night.do(record_count, counts=stacks)
    form = {
        "agreed": [night.entries["A"], night.entries["B"]],
        "method": "icm",
        "stamp": hidden_stamp(owner.text("deal")),
    }
    assert (owner.post("deal", form).status_code, Deal.objects.count()) == (200, 1)
