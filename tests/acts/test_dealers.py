"""Dealers speak for their own table, floor staff answers; and what floor staff and cashiers may do in part only."""

from typing import Any

import pytest

from acts.balancing import hand_done
from acts.dealers import deal_at, decline, relieve, report_bust, report_count
from acts.elimination import bust
from acts.hand_for_hand import start_hand_for_hand, tick
from acts.purchases import drop, rebuy, settle
from acts.seating import close_empty_table, open_table, record_count, set_button
from acts.todo import overrule, put_off
from acts.undo import undo
from tables.models import DealerReport, SeatAssignment, Table
from tables.selectors import open_reports
from tests.building import MINUTE_MS, Night
from tests.refusing import refused
from tournaments.actors import Actor
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

REBUYS = {
    "rebuy_kind": "any",
    "rebuy_prize_minor": 5_000,
    "rebuy_chips": 5_000,
    "rebuy_until_level": 3,
}


@pytest.fixture
def room(night: Night) -> Night:
    """Two tables of four under way."""
    night.create(tables=2, seats_per_table=5, **REBUYS)
    night.enter("Ann", "Bob", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
    night.start()
    return night


def at(room: Night, number: int) -> list[int]:
    """The entries at a table, by seat."""
    rows = SeatAssignment.objects.filter(
        tournament=room.tournament_id, table__number=number, closed_by__isnull=True
    )
    return list(rows.order_by("seat").values_list("entry_id", flat=True))


def table(room: Night, number: int) -> Table:
    return Table.objects.get(tournament=room.tournament_id, number=number)


def dealer_at(room: Night, number: int) -> Actor:
    dealer = room.staff("dealer")
    room.do(deal_at, actor=dealer, number=number)
    return dealer


def said(room: Night, number: int = 1) -> list[tuple[int, str, int | None]]:
    """What waits for an answer at a table."""
    return list(open_reports(table(room, number)).values_list("entry_id", "kind", "stack_chips"))


def test_a_dealer_says_where_he_deals_and_takes_the_place_of_the_one_before(room: Night) -> None:
    first = dealer_at(room, 1)
    second = dealer_at(room, 1)
    assert (table(room, 1).dealer_id, table(room, 2).dealer_id) == (second.user_id, None)
    room.do(deal_at, actor=first, number=2)
    room.do(deal_at, actor=first, number=1)
    assert (table(room, 1).dealer_id, table(room, 2).dealer_id) == (first.user_id, None)
    room.do(relieve, actor=first, number=1)
    assert table(room, 1).dealer_id is None


def test_floor_staff_sends_a_dealer_and_a_dealer_sends_nobody(room: Night) -> None:
    floor, dealer, other = room.staff("floor"), room.staff("dealer"), room.staff("dealer")
    room.do(deal_at, actor=floor, number=1, user_id=dealer.user_id)
    assert table(room, 1).dealer_id == dealer.user_id
    assert refused(room.do, deal_at, actor=dealer, number=2, user_id=other.user_id) == "only_yourself"
    assert refused(room.do, relieve, actor=other, number=1) == "not_your_table"
    assert refused(room.do, deal_at, actor=dealer, number=1) == "deals_there"


@pytest.mark.parametrize("role", ["cashier", "viewer"])
def test_who_does_not_deal_is_sent_to_no_table(role: str, room: Night) -> None:
    assert refused(room.do, deal_at, number=1, user_id=room.staff(role).user_id) == "dealer_unknown"


def test_a_closed_table_has_no_dealer_and_takes_none(room: Night) -> None:
    room.do(open_table)
    dealer = dealer_at(room, 3)
    room.do(close_empty_table, number=3)
    assert table(room, 3).dealer_id is None
    assert refused(room.do, deal_at, actor=dealer, number=3) == "table_closed"


@pytest.mark.parametrize(
    ("verb", "params"),
    [
        (hand_done, {}),
        (tick, {}),
        (report_bust, {"outs": [{"entry_id": 0}]}),
        (report_count, {"counts": [{"entry_id": 0, "stack_chips": 1}]}),
    ],
)
def test_a_dealer_acts_at_no_table_but_his_own(verb: Any, params: dict[str, Any], room: Night) -> None:
    room.do(start_hand_for_hand)
    room.do(set_button, number=2, seat_number=1)
    dealer = dealer_at(room, 1)
    assert refused(room.do, verb, actor=dealer, number=2, **params) == "not_your_table"


def test_a_report_takes_nobody_out_until_floor_staff_enters_it(room: Night) -> None:
    dealer, floor, entry = dealer_at(room, 1), room.staff("floor"), at(room, 1)[0]
    room.do(report_bust, actor=dealer, number=1, outs=[{"entry_id": entry, "stack_chips": 4_000}])
    assert (Entry.objects.get(pk=entry).status, said(room)) == ("active", [(entry, "bust", 4_000)])
    assert (
        refused(room.do, report_bust, actor=dealer, number=1, outs=[{"entry_id": entry}])
        == "reported_already"
    )
    outcome = room.do(bust, actor=floor, busts=[{"entry_id": entry}])
    assert (Entry.objects.get(pk=entry).status, said(room)) == ("busted", [])
    room.do(undo, actor=floor, action_id=outcome.action_id)
    assert (Entry.objects.get(pk=entry).status, said(room)) == ("active", [(entry, "bust", 4_000)])


def test_a_report_that_was_not_so_is_gone_and_can_be_made_again(room: Night) -> None:
    dealer, entry = dealer_at(room, 1), at(room, 1)[0]
    outs = [{"entry_id": entry}]
    room.do(report_bust, actor=dealer, number=1, outs=outs)
    answer = room.do(decline, actor=room.staff("floor"), number=1, kind="bust")
    assert said(room) == []
    assert refused(room.do, decline, number=1, kind="bust") == "nothing_reported"
    room.do(report_bust, actor=dealer, number=1, outs=outs)
    assert refused(room.do, undo, action_id=answer.action_id) == "report_of_entry_once"
    assert DealerReport.objects.filter(declined=True).count() == 1


def test_a_dealer_takes_his_own_word_back(room: Night) -> None:
    dealer, entry = dealer_at(room, 1), at(room, 1)[0]
    outcome = room.do(report_bust, actor=dealer, number=1, outs=[{"entry_id": entry}])
    room.do(undo, actor=dealer, action_id=outcome.action_id)
    assert said(room) == []


def test_a_newer_count_takes_the_place_of_the_one_before_and_floor_staff_takes_it_over(room: Night) -> None:
    dealer, floor, (first, second, *_rest) = dealer_at(room, 1), room.staff("floor"), at(room, 1)
    room.do(report_count, actor=dealer, number=1, counts=[{"entry_id": first, "stack_chips": 9_000}])
    counts = [{"entry_id": first, "stack_chips": 8_000}, {"entry_id": second, "stack_chips": 12_000}]
    room.do(report_count, actor=dealer, number=1, counts=counts)
    assert said(room) == [(first, "count", 8_000), (second, "count", 12_000)]
    assert Entry.objects.get(pk=first).stack_chips != 8_000
    room.do(record_count, actor=floor, counts=counts[:1])
    assert said(room) == [(second, "count", 12_000)]
    assert Entry.objects.get(pk=first).stack_chips == 8_000


def test_a_dealer_reports_nobody_who_sits_elsewhere_nor_anybody_twice(room: Night) -> None:
    dealer, here, there = dealer_at(room, 1), at(room, 1)[0], at(room, 2)[0]
    for code, ids in (("not_at_table", [here, there]), ("twice", [here, here]), ("nobody", [])):
        outs = [{"entry_id": one} for one in ids]
        assert refused(room.do, report_bust, actor=dealer, number=1, outs=outs) == code
    assert said(room) == []


def test_floor_staff_takes_a_bust_back_for_two_minutes_and_a_director_later(room: Night) -> None:
    floor, (first, second, *_rest) = room.staff("floor"), at(room, 1)
    fresh = room.do(bust, actor=floor, busts=[{"entry_id": first}])
    room.clock.advance(2 * MINUTE_MS)
    room.do(undo, actor=floor, action_id=fresh.action_id)
    late = room.do(bust, actor=floor, busts=[{"entry_id": second}])
    room.clock.advance(2 * MINUTE_MS + 1)
    assert refused(room.do, undo, actor=floor, action_id=late.action_id) == "undo_late"
    room.do(undo, actor=room.staff("director"), action_id=late.action_id)


def test_floor_staff_declares_a_rebuy_and_the_desk_takes_the_money(room: Night) -> None:
    floor, cashier, (entry, other, *_rest) = room.staff("floor"), room.staff("cashier"), at(room, 1)
    assert refused(room.do, rebuy, actor=floor, entry_id=entry, stack_chips=0) == "desk_takes_money"
    declared = room.do(rebuy, actor=floor, entry_id=entry, stack_chips=0, pending=True)
    assert refused(room.do, settle, actor=floor, purchase_id=declared.result["purchase_id"]) == "not_allowed"
    assert refused(room.do, drop, actor=cashier, purchase_id=declared.result["purchase_id"]) == "not_allowed"
    room.do(settle, actor=cashier, purchase_id=declared.result["purchase_id"])
    room.do(bust, busts=[{"entry_id": other}])
    assert refused(room.do, rebuy, actor=floor, entry_id=other, pending=True) == "desk_takes_money"


def test_a_cashier_puts_off_what_is_about_money_and_overrules_nothing(room: Night) -> None:
    cashier = room.staff("cashier")
    room.do(put_off, actor=cashier, item_key="debt:5")
    assert refused(room.do, put_off, actor=cashier, item_key="break:2") == "not_of_the_desk"
    assert refused(room.do, overrule, actor=cashier, item_key="debt:5", reason="because") == "not_allowed"
