"""A dealer's phone, and what floor staff sees of what he said."""

import json
from typing import Any

import pytest
from django.test import Client

from acts.dealers import deal_at, newest_count, report_bust, report_count
from acts.elimination import bust
from acts.purchases import rebuy
from acts.seating import move_entry, open_table
from club.models import User
from director.log.recent import last_acts
from director.scene.scene import scene_of
from director.todo.items import Item, rail_of
from tests.building import Night
from tests.director.browsing_console import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(night: Night) -> Night:
    """A table of four under way."""
    night.create(rebuy_kind="any", rebuy_prize_minor=5_000, rebuy_chips=5_000, rebuy_until_level=3)
    for seat, name in enumerate(("Ann Lee", "Bob Ray", "Cem Tok", "Dan Ash"), start=1):
        night.enter(name, table_number=1, seat=seat)
    night.start()
    return night


def browse(night: Night, role: str, *, deals: bool = False) -> Browser:
    actor = night.staff(role)
    if deals:
        night.do(deal_at, actor=actor, number=1)
    client = Client()
    client.force_login(User.objects.get(pk=actor.user_id))
    return Browser(client, night)


def report_item(night: Night) -> Item:
    rail = rail_of(scene_of(night.event, night.clock.now_ms()), "floor")
    return next(item for item in rail.items if item.key.startswith("report:"))


def test_a_dealer_who_sits_down_may_say_who_is_out_and_what_is_held(table: Night) -> None:
    dealer = browse(table, "dealer")
    page = dealer.text("floor/1?seat=1")
    assert ("I deal here" in page, "form/report_bust" in page, "act/table.hand_done" in page) == (
        True,
        False,
        False,
    )
    dealer.done("table.deal", number=1)
    page = dealer.text("floor/1?seat=1")
    assert ("You deal at this table." in page, "form/report_bust" in page, "form/report_count" in page) == (
        True,
    ) * 3
    assert "form/bust?" not in page
    assert "form/entry?" not in page


def test_a_dealer_reads_display_names_in_his_forms(table: Night) -> None:
    dealer = browse(table, "dealer", deals=True)
    for form in ("report_bust?table=1", "report_count?table=1"):
        text = dealer.text(f"form/{form}")
        assert ("Ann L." in text, "Ann Lee" in text) == (True, False)


def test_what_a_dealer_says_is_on_the_rail_and_on_the_table_until_it_is_answered(table: Night) -> None:
    dealer = browse(table, "dealer", deals=True)
    dealer.done(
        "report.bust", number=1, outs=json.dumps([{"entry_id": table.entries["Ann Lee"], "stack_chips": 900}])
    )
    item = report_item(table)
    assert item.title == "The dealer of table 1 says: Ann Lee out"
    assert (item.form, item.instead and item.instead.verb) == ("bust?table=1", "report.decline")
    floor = browse(table, "floor")
    page = floor.text("floor/1")
    assert ("The dealer says, out:" in page, "reported out" in page) == (True, True)
    form = floor.text("form/bust?table=1")
    ticked = f'value="{table.entries["Ann Lee"]}" checked'
    assert (ticked in form, form.count("checked"), 'value="900"' in form) == (True, 1, True)
    floor.done("report.decline", number=1, kind="bust")
    assert "The dealer says, out:" not in floor.text("floor/1")


def test_counts_of_a_dealer_are_taken_over_in_one_touch(table: Night) -> None:
    dealer = table.staff("dealer")
    table.do(deal_at, actor=dealer, number=1)
    counts = [{"entry_id": table.entries[name], "stack_chips": 9_500} for name in ("Ann Lee", "Bob Ray")]
    table.do(report_count, actor=dealer, number=1, counts=counts)
    item = report_item(table)
    assert (item.title, item.why) == (
        "The dealer of table 1 counted 2 stacks",
        "Ann Lee 9,500, Bob Ray 9,500",
    )
    assert item.do is not None
    browse(table, "floor").done(item.do.verb, **dict(item.do.fields))
    assert {table.entry(name).stack_chips for name in ("Ann Lee", "Bob Ray")} == {9_500}
    assert "The dealer counted:" not in browse(table, "floor").text("floor/1")


def test_a_player_moved_since_he_was_reported_is_entered_where_he_sits_now(table: Night) -> None:
    ann = table.entries["Ann Lee"]
    table.do(open_table)
    table.do(report_bust, number=1, outs=[{"entry_id": ann}])
    table.do(move_entry, entry_id=ann, table_number=2, seat_number=3)
    floor = browse(table, "floor")
    assert report_item(table).form == f"bust?entry_id={ann}"
    assert f"form/bust?entry_id={ann}" in floor.text("floor/1")
    assert "reported out" in floor.text("floor/2")
    form = floor.text(f"form/bust?entry_id={ann}")
    assert (f'value="{ann}" checked' in form, form.count("checked")) == (True, 1)
    table.do(bust, busts=[{"entry_id": ann}])
    assert "The dealer says" not in floor.text("floor/1")


def test_each_hand_is_entered_or_denied_for_itself(table: Night) -> None:
    """Places follow from the stacks of one hand, so two hands are never one form."""
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Ann Lee"], "stack_chips": 900}])
    table.minutes(2)
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Bob Ray"], "stack_chips": 700}])
    floor = browse(table, "floor")
    form = floor.text("form/bust?table=1")
    assert (f'value="{table.entries["Ann Lee"]}" checked' in form, form.count("checked")) == (True, 1)
    assert floor.text("floor/1").count("The dealer says, out:") == 2
    answer = report_item(table).instead
    assert answer is not None
    floor.done(answer.verb, **dict(answer.fields))
    page = floor.text("floor/1")
    assert (page.count("The dealer says, out:"), report_item(table).title) == (
        1,
        "The dealer of table 1 says: Bob Ray out",
    )


def test_no_is_the_answer_to_counts_that_were_shown_and_not_to_those_made_since(table: Night) -> None:
    table.do(report_count, number=1, counts=[{"entry_id": table.entries["Ann Lee"], "stack_chips": 900}])
    stale = report_item(table).instead
    assert stale is not None
    table.do(report_count, number=1, counts=[{"entry_id": table.entries["Bob Ray"], "stack_chips": 900}])
    floor = browse(table, "floor")
    assert floor.act(stale.verb, **dict(stale.fields), stamp=stale.stamp).status_code == 409
    newer = report_item(table).instead
    assert newer is not None
    floor.done(newer.verb, **dict(newer.fields), stamp=newer.stamp)
    assert "The dealer counted" not in floor.text("floor/1")


def test_a_dealer_takes_his_own_word_back_on_the_page(table: Night) -> None:
    dealer = browse(table, "dealer", deals=True)
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Ann Lee"]}])
    assert "Take it back" in dealer.text("floor/1")
    dealer.done("report.decline", number=1, kind="bust")
    assert "The dealer says" not in dealer.text("floor/1")


@pytest.mark.parametrize("key", ["", "1", "7", "x", "-1", "1:bust", "9" * 30, "٣"])
def test_a_stamp_of_no_counts_at_all_is_gone(key: str, table: Night) -> None:
    assert newest_count(table.tournament_id, key) == "gone"


def test_a_count_of_the_table_has_nothing_filled_in_and_leaves_out_who_is_reported_out(table: Night) -> None:
    ann, bob = table.entries["Ann Lee"], table.entries["Bob Ray"]
    dealer = browse(table, "dealer", deals=True)
    table.do(report_bust, number=1, outs=[{"entry_id": ann}])
    form = dealer.text("form/report_count?table=1")
    assert (f"counts.{ann}.stack_chips" in form, f"counts.{bob}.stack_chips" in form) == (False, True)
    typed = {f"counts.{bob}.stack_chips": "9500", f"counts.{table.entries['Cem Tok']}.stack_chips": ""}
    dealer.done("report.count", number=1, counts=[bob, table.entries["Cem Tok"]], **typed)
    assert "counted 1 stack" in next(
        item.title
        for item in rail_of(scene_of(table.event, table.clock.now_ms()), "floor").items
        if item.key.startswith("report:count")
    )


def test_who_is_reported_out_is_not_offered_to_be_reported_again(table: Night) -> None:
    dealer = browse(table, "dealer", deals=True)
    assert "form/report_bust?entry_id" in dealer.text("floor/1?seat=1")
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Ann Lee"]}])
    page = dealer.text("floor/1?seat=1")
    assert ("form/report_bust?entry_id" in page, "form/report_count?entry_id" in page) == (False, True)


def test_a_viewer_is_told_of_a_report_by_display_name_without_buttons(table: Night) -> None:
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Ann Lee"]}])
    page = browse(table, "viewer").text("floor/1")
    assert ("Ann L." in page, "Ann Lee" in page, "report.decline" in page) == (True, False, False)


def test_floor_staff_reads_no_amounts_in_the_last_acts(table: Night) -> None:
    table.do(rebuy, entry_id=table.entries["Ann Lee"], stack_chips=0, pending=True)
    table.do(rebuy, entry_id=table.entries["Bob Ray"], stack_chips=0)
    told = {
        role: " ".join(line.text for line in last_acts(table.tournament_id, role, "EUR", 9))
        for role in ("cashier", "floor")
    }
    assert ("€50" in told["cashier"], "€" in told["floor"]) == (True, False)
    assert ("Ann Lee owes a rebuy" in told["floor"], "Bob Ray: rebuy 1, paid" in told["floor"]) == (
        True,
        True,
    )


def test_floor_staff_gives_a_reason_for_a_minute_and_a_director_needs_none(table: Night) -> None:
    floor, director = browse(table, "floor"), browse(table, "director")
    assert "form/clock_why?verb=clock.adjust&amp;delta_ms=60000" in floor.text("")
    assert "clock_why" not in director.text("")
    form = floor.text("form/clock_why?verb=clock.adjust&delta_ms=60000")
    assert ('/act/clock.adjust"' in form, "required" in form) == (
        True,
        True,
    )
    assert floor.act("clock.adjust", delta_ms=60_000).status_code == 422
    floor.done("clock.adjust", delta_ms=60_000, reason="A ruling took long")


@pytest.mark.parametrize(
    "query",
    [
        "verb=entry.bust",
        "verb=clock.adjust",
        "verb=clock.next_level&delta_ms=5",
        "verb=clock.adjust&delta_ms=9" + "9" * 12,
    ],
)
def test_a_reason_is_asked_for_nothing_else(query: str, table: Night) -> None:
    assert browse(table, "floor").get(f"form/clock_why?{query}").status_code == 404


def test_floor_staff_sends_a_dealer_by_name(table: Night) -> None:
    dealer: Any = table.staff("dealer")
    floor = browse(table, "floor")
    form = floor.text("form/dealer?table=1")
    assert f'name="user_id" value="{dealer.user_id}"' in form
    floor.done("table.deal", number=1, user_id=dealer.user_id)
    assert ("deals here" in floor.text("floor/1"), "deals here now" in floor.text("form/dealer?table=1")) == (
        True,
        True,
    )


def test_a_bust_entered_from_a_report_answers_it(table: Night) -> None:
    table.do(report_bust, number=1, outs=[{"entry_id": table.entries["Ann Lee"]}])
    table.do(bust, busts=[{"entry_id": table.entries["Ann Lee"]}])
    assert "The dealer says" not in browse(table, "floor").text("floor/1")
