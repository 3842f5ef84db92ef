"""The prizes page and the deal page."""

from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.seating import record_count
from payouts.models import Deal, PayoutPlan
from payouts.selectors import prizes_of
from tests.building import Night
from tests.director.browsing_console import Browser


def played(night: Night, *names: str, out: int = 0) -> None:
    night.create(payout_unit_minor=100)
    night.enter(*names)
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    for name in names[:out]:
        night.do(bust, busts=[{"entry_id": night.entries[name]}])


def test_the_plan_shows_every_place_and_sums_to_the_pool(night: Night, owner: Browser) -> None:
    played(night, *"ABCDEFGHIJ")
    page = owner.get("prizes").context
    assert page["plan"]["sum_minor"] == 100_000
    assert [row["state"] for row in page["plan"]["rows"]] == ["future"] * len(page["plan"]["rows"])


def test_a_player_in_the_money_can_be_paid_from_the_page(night: Night, owner: Browser) -> None:
    played(night, *"ABCDEFGHIJ", out=9)
    rows = owner.get("prizes").context["plan"]["rows"]
    assert (rows[0]["name"], rows[0]["state"]) == ("J", "open")
    assert rows[0]["pay_form"] == f"pay_prize?entry_id={night.entries['J']}"


def test_amounts_are_typed_one_per_line_and_stay_as_typed(night: Night, owner: Browser) -> None:
    night.create()
    night.enter(*"ABC")
    form = {"mode": "amounts", "amounts": "200\n99,99\n0.01"}
    assert owner.post("prizes", form).status_code == 200
    assert prizes_of(night.event).amounts_minor == (20_000, 9_999, 1)


def test_percentages_that_do_not_add_up_say_so_and_change_nothing(night: Night, owner: Browser) -> None:
    night.create()
    night.enter(*"ABC")
    answer = owner.post("prizes", {"mode": "percent", "percents": "50 30 10"})
    assert (answer.status_code, PayoutPlan.objects.count()) == (422, 0)


def test_an_entry_after_the_lock_is_told_on_the_page(night: Night, owner: Browser) -> None:
    night.create()
    night.enter(*"ABC")
    night.do(lock_payouts)
    night.enter("D")
    plan = owner.get("prizes").context["plan"]
    assert (plan["stale"], "3 entries" in plan["stale_note"]) == (True, True)


def test_the_page_asks_the_same_number_of_questions_for_any_field(
    night: Night,
    owner: Browser,
    django_assert_max_num_queries,
) -> None:
    played(night, *"ABCDEFGHIJ", out=9)
    with django_assert_max_num_queries(26):
        owner.get("prizes")


def test_a_deal_shows_all_methods_and_needs_counted_stacks(night: Night, owner: Browser) -> None:
    played(night, *"ABCDEFGHI", out=6)
    uncounted = owner.get("deal").context
    assert (uncounted["deal"]["counted"], uncounted["chart"]) == (False, None)
    counts = [
        {"entry_id": night.entries[name], "stack_chips": stack}
        for name, stack in zip("GHI", (45, 30, 15), strict=True)
    ]
    night.do(record_count, counts=[row | {"stack_chips": row["stack_chips"] * 1000} for row in counts])
    page = owner.get("deal").context
    assert [len(row["cells"]) for row in page["deal"]["rows"]] == [5, 5, 5]
    assert (page["waits"], page["deal"]["counted"]) == ("", True)


def test_a_deal_is_recorded_only_when_everybody_is_ticked(night: Night, owner: Browser) -> None:
    played(night, *"ABCDEFGHI", out=6)
    counts = [
        {"entry_id": night.entries[name], "stack_chips": n}
        for name, n in zip("GHI", (45_000, 30_000, 15_000), strict=True)
    ]
    night.do(record_count, counts=counts)
    ticked = [str(night.entries[name]) for name in "GHI"]
    assert owner.post("deal", {"method": "icm", "agreed": ticked[:2]}).status_code == 422
    assert owner.post("deal", {"method": "icm", "leave": "50", "agreed": ticked}).status_code == 200
    deal = Deal.objects.get()
    shares = sum(deal.shares.values_list("amount_minor", flat=True))
    assert (deal.kept_minor, shares + deal.kept_minor) == (
        5_000,
        sum(prizes_of(night.event).amounts_minor[:3]),
    )


def test_the_form_that_pays_names_a_place_only_when_there_is_one(night: Night, owner: Browser) -> None:
    """Shares of a deal are paid before the places of those in it are known."""
    played(night, *"ABCDEFGHI", out=6)
    counts = [{"entry_id": night.entries[name], "stack_chips": 30_000} for name in "GHI"]
    night.do(record_count, counts=counts)
    ticked = [str(night.entries[name]) for name in "GHI"]
    assert owner.post("deal", {"method": "icm", "agreed": ticked}).status_code == 200
    form = owner.text("form/pay_prize", entry_id=night.entries["G"])
    assert (">G<" in form, "Place" in form) == (True, False)
