"""Money and log: sums that are reached in two ways, and every act with a way back."""

from collections.abc import Callable
from typing import Any

import pytest

from acts.elimination import bust
from acts.purchases import rebuy, settle
from acts.seating import mark_away
from ledger.selectors import balances
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import DirectorAction, Purchase

Browse = Callable[[str], Browser]


def flat(page: str) -> str:
    return " ".join(page.split())


def test_every_sum_of_the_money_page_is_reached_in_two_ways(night: Night, owner: Browser) -> None:
    night.create(
        entry_fee_minor=1000, entry_staff_minor=500, rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000,
        rebuy_fee_minor=300, rebuy_until_level=4,
    )  # fmt: skip
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"])
    night.do(rebuy, entry_id=night.entries["Bob"], pending=True)
    owner.done("entry.unregister", entry_id=night.entries["Cem"])
    page = flat(owner.text("money"))
    assert ("every sum adds up to the cent" in page, "does not add up" in page) == (True, False)
    assert page.count("balances</span>") == 4
    for line in (
        "Buy-ins</bdi>, 2 × €115.00",
        "Rebuys</bdi>, 2 × €23.00",
        "€276.00",
        "Still owed by players",
        "−€23.00",
    ):
        assert line in page


def test_a_debt_is_taken_or_given_up_on_the_money_page(night: Night, owner: Browser) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    debt = Purchase.objects.get(status="pending")
    page = owner.text("money")
    assert ("act/purchase.settle" in page, f"drop_debt?purchase_id={debt.pk}" in page) == (True, True)
    owner.done("purchase.drop", purchase_id=debt.pk, reason="left the building")
    assert (balances(night.tournament_id)["debts"], "act/purchase.settle" in owner.text("money")) == (
        0,
        False,
    )


def test_the_money_page_says_who_took_what(night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Ann")
    cashier = browse("cashier")
    cashier.done("entry.register", player_id=night.player("Bob"))
    page = flat(cashier.text("money"))
    people = page.split("Who took and paid")[1].split("</table>")[0]
    cells = [part.split("</td>")[0] for part in people.split('<td class="num">')[1:]]
    assert cells == ["€100.00", "€0.00", "<b>€100.00</b>"] * 2
    assert ("Olga Owner" in people, "Cashier</bdi>" in people) == (True, True)


@pytest.mark.parametrize("players", [1, 3, 20])
def test_money_and_log_take_the_same_number_of_queries_for_any_field(
    players: int, night: Night, owner: Browser, django_assert_num_queries: Any
) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter(*(f"Player {number}" for number in range(players)))
    night.start()
    for entry_id in list(night.entries.values())[:3]:
        night.do(rebuy, entry_id=entry_id, pending=True)
    with django_assert_num_queries(9):
        owner.text("money")
    with django_assert_num_queries(6):
        owner.text("log")


def test_an_act_is_undone_from_the_log_and_then_done_again(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    out = night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    assert f'name="action_id" value="{out.action_id}"' in owner.text("log")
    undone = owner.done("undo", action_id=out.action_id)
    assert (night.entry("Ann").status, undone["toast"]["text"]) == ("active", "Undone: Ann is out")
    page = flat(owner.text("log"))
    number = DirectorAction.objects.get(kind="undo").sequence
    assert (f"undone by number {number}" in page, f'name="action_id" value="{out.action_id}"' in page) == (
        True,
        False,
    )
    again = owner.done("undo", action_id=undone["toast"]["undo"])
    assert (night.entry("Ann").status, again["toast"]["text"]) == ("busted", "Done again: Ann is out")


def test_any_act_that_is_free_can_be_undone_not_only_the_last(night: Night, owner: Browser) -> None:
    night.create()
    first = owner.done("entry.register", player_id=night.player("Ann"))
    owner.done("entry.register", player_id=night.player("Bob"))
    owner.done("undo", action_id=first["toast"]["undo"])
    assert balances(night.tournament_id)["till"] == 10_000


def test_an_undo_that_is_not_free_names_the_act_in_its_way_with_a_link(night: Night, owner: Browser) -> None:
    night.create()
    entered = owner.done("entry.register", player_id=night.player("Ann"))
    night.enter("Bob", "Cem")
    night.start()
    entry_id = entered["acted"]["result"]["entry_id"]
    moved = owner.done("entry.bust", busts=entry_id)
    refused = owner.act("undo", action_id=entered["toast"]["undo"])
    assert refused.status_code == 409
    assert f"log?act={moved['toast']['undo']}" in refused.content.decode()


def test_undoing_twice_is_a_conflict(night: Night, owner: Browser) -> None:
    night.create()
    entered = owner.done("entry.register", player_id=night.player("Ann"))
    owner.done("undo", action_id=entered["toast"]["undo"])
    assert owner.act("undo", action_id=entered["toast"]["undo"]).status_code == 409


def test_a_role_undoes_what_it_may_do_and_nothing_else(night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    out = night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    assert browse("cashier").act("undo", action_id=out.action_id).status_code == 403
    assert browse("floor").act("undo", action_id=out.action_id).status_code == 200


def test_the_whole_history_is_paged_through(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    for turn in range(70):
        night.do(mark_away, entry_id=night.entries["Ann"], away=turn % 2 == 0)
    seen: list[str] = []
    address = owner.address("log")
    while address:
        page = owner.client.get(address).content.decode()
        seen += [part.split('"')[0] for part in page.split('id="act-')[1:]]
        older = [part for part in page.split('href="')[1:] if ">Older" in part.split("</a>")[0]]
        address = older[0].split('"')[0].replace("&amp;", "&") if older else ""
    acts = DirectorAction.objects.filter(tournament_id=night.tournament_id)
    assert seen == [str(pk) for pk in acts.order_by("-sequence").values_list("pk", flat=True)]


def test_the_log_is_filtered_by_kind_person_and_words(night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Łukasz O'Neil", "Bob")
    floor = browse("floor")
    floor.done("clock.start")
    floor.done("clock.pause", reason="fire alarm 100%")
    owner = browse("owner")

    def told(**query: str) -> int:
        return owner.text("log", **query).count('id="act-')

    assert told(kind="clock") == 2
    assert told(who=str(DirectorAction.objects.get(kind="clock.pause").actor_id)) == 2
    assert (told(q="fire"), told(q="100%"), told(q="Łukasz"), told(q="nothing")) == (1, 1, 1, 0)
    assert told(kind="nonsense", who="x' OR 1=1", before="-1", act="nonsense") == told()


def test_a_cashiers_log_holds_his_own_acts(night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Ann")
    cashier = browse("cashier")
    cashier.done("entry.register", player_id=night.player("Bob"))
    page = cashier.text("log")
    assert ("Bob" in page, "Ann" in page, page.count('id="act-')) == (True, False, 1)


def test_a_link_to_an_act_opens_the_page_it_is_on(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    first = DirectorAction.objects.filter(tournament_id=night.tournament_id).order_by("sequence").first()
    assert first is not None
    page = owner.text("log", act=str(first.pk))
    assert page.count('id="act-') == 1


def test_the_log_says_that_its_acts_are_unchanged(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    assert "are unchanged" in owner.text("log")


def test_a_settled_debt_is_in_the_log_with_its_amount(night: Night, owner: Browser) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    night.do(settle, purchase_id=Purchase.objects.get(status="pending").pk)
    assert "Ann paid what was owed, €20" in owner.text("log")
