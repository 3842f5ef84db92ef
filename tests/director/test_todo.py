"""The to-do rail: what is to be done, why, under which rule; done in one touch, put off, or overruled with a reason."""

import json

from acts.balancing import halt_table
from acts.discipline import give_penalty
from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.purchases import rebuy
from acts.registration import join_waiting_list, offer_place, register_entry
from acts.screens import create_screen
from acts.seating import move_entry, set_button
from acts.secrecy import Secret, new_token
from acts.timing import pause_clock
from club.templatetags.figures import local_time
from tables.models import Table
from tests.building import Night
from tests.director.browsing_console import Browser
from tests.director.rail import do, item, items, sizes, titles
from tournaments.models import Deferral
from tournaments.presence import record_heard


def seat_all(night: Night, *tables: int) -> None:
    """So many players at table 1, 2, …; the clock runs."""
    for number, players in enumerate(tables, start=1):
        for seat in range(1, players + 1):
            night.enter(f"P{number}{seat}", table_number=number, seat=seat)
    night.start()
    for number in range(1, len(tables) + 1):
        night.do(set_button, number=number, seat_number=1)


def test_uneven_tables_propose_the_next_big_blind_and_moving_him_settles_it(
    night: Night, owner: Browser
) -> None:
    night.create(tables=3)
    seat_all(night, 9, 9, 6)
    first = item(night, "Move table 1")
    assert first.title == "Move table 1, seat 3 (next big blind) to table 3, seat 8"
    assert (first.why, first.rule) == ("P13, 9 against 7", "TDA 11")
    do(owner, first)
    do(owner, item(night, "Move table 2"))
    assert (sizes(night), [one for one in titles(night) if one.startswith("Move")]) == ([8, 8, 8], [])


def test_a_proposal_that_is_no_longer_one_is_a_conflict_and_moves_nobody(
    night: Night, owner: Browser
) -> None:
    night.create(tables=2, seats_per_table=9)
    seat_all(night, 9, 6)
    proposed = item(night, "Move table 1")
    night.do(move_entry, entry_id=night.entries["P13"], table_number=2, seat_number=8)
    assert proposed.do is not None
    assert owner.act(proposed.do.verb, **dict(proposed.do.fields)).status_code == 409
    assert sizes(night) == [8, 7]


def test_many_moves_are_one_item(night: Night, owner: Browser) -> None:
    night.create(tables=4)
    seat_all(night, 9, 9, 9, 1)
    one = item(night, "Move 6 players")
    do(owner, one)
    assert sizes(night) == [7, 7, 7, 7]


def test_a_table_whose_button_nobody_knows_is_asked_about(night: Night) -> None:
    night.create(tables=2)
    seat_all(night, 9, 6)
    Table.objects.filter(tournament_id=night.tournament_id, number=1).update(button_seat=None)
    assert item(night, "Table 1: where is the button?").form == "button?table=1"


def test_a_table_that_is_not_needed_is_broken_once_nobody_can_enter(night: Night, owner: Browser) -> None:
    night.create(tables=3, late_until_level=1)
    seat_all(night, 6, 6, 5)
    night.minutes(25)
    one = item(night, "Break table")
    assert (one.why, one.rule) == ("17 players fit on 2 tables", "TDA 10")
    do(owner, one)
    assert sorted(sizes(night)) == [8, 9]


def test_the_final_table_comes_before_breaking(night: Night, owner: Browser) -> None:
    night.create(tables=2, late_until_level=1)
    seat_all(night, 5, 4)
    night.minutes(25)
    do(owner, item(night, "Form the final table"))
    assert sizes(night) == [9]


def test_the_final_table_waits_for_the_last_entry_but_may_be_formed_before(
    night: Night, owner: Browser
) -> None:
    night.create(tables=2, late_until_level=1, rules={"seats_kept": 0})
    seat_all(night, 5, 4)
    one = item(night, "Form the final table")
    closes = f"{local_time(night.clock.now_ms() + 20 * 60_000):%H:%M}"
    assert (one.state, one.left_ms, one.why) == (
        "later",
        20 * 60_000,
        f"9 players are left; entries are open until {closes}",
    )
    night.do(pause_clock)
    assert item(night, "Form the final table").why == "9 players are left; entries are still open"
    do(owner, one)
    assert sizes(night) == [9]


def test_a_short_table_may_be_let_play_on(night: Night, owner: Browser) -> None:
    """Not halting is no misdeal: the item has both answers (TDA 11)."""
    night.create(tables=2)
    seat_all(night, 9, 5)
    one = item(night, "Table 2 is short: halt it")
    assert [doing.label for doing, _look in one.ways] == ["Halt", "Let it play"]
    assert one.instead is not None
    owner.done(one.instead.verb, **dict(one.instead.fields))
    assert "Table 2 is short: halt it" not in titles(night)


def test_a_halted_table_that_is_no_longer_short_can_play_again(night: Night, owner: Browser) -> None:
    night.create(tables=2)
    seat_all(night, 8, 8)
    night.do(halt_table, number=2)
    do(owner, item(night, "Table 2 can play again"))
    assert Table.objects.get(tournament_id=night.tournament_id, number=2).halted is False


def test_a_free_place_is_offered_and_the_offer_taken_at_the_rail(night: Night, owner: Browser) -> None:
    night.create(capacity=2)
    night.enter("Ann", "Bob")
    night.do(join_waiting_list, player_id=night.player("Cem"))
    assert [one for one in titles(night) if "Cem" in one] == []
    owner.done("entry.unregister", entry_id=night.entries["Ann"])
    do(owner, item(night, "Offer a place to Cem"))
    offered = item(night, "Cem has a place")
    assert offered.until_ms == night.clock.now_ms() + 10 * 60_000
    do(owner, offered)
    assert night.event.entries.filter(status="active").count() == 2


def test_an_offer_past_its_deadline_says_so(night: Night) -> None:
    night.create(capacity=2)
    night.enter("Ann")
    night.do(join_waiting_list, player_id=night.player("Cem"))
    night.do(offer_place)
    night.minutes(11)
    assert item(night, "Cem has a place").why == "Offered, and the time is over"


def test_a_penalty_about_to_end_counts_down_and_can_be_ended(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.do(give_penalty, entry_id=night.entries["Ann"], kind="yellow", minutes=5)
    assert [one for one in titles(night) if one.startswith("Penalty")] == []
    night.minutes(3)
    one = item(night, "Penalty ends at table 1")
    assert (one.left_ms, one.state, one.why) == (2 * 60_000, "later", "Ann")
    do(owner, one)
    assert [title for title in titles(night) if title.startswith("Penalty")] == []


def test_a_debt_is_settled_at_the_rail(night: Night, owner: Browser) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    one = item(night, "Ann owes €20")
    assert one.rule == "TDA 27"
    do(owner, one)
    assert [title for title in titles(night) if "owes" in title] == []


def test_prizes_are_locked_then_stale_then_locked_again_then_paid(night: Night, owner: Browser) -> None:
    night.create(late_until_level=1, places_percent=50, guarantee_minor=0)
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    night.do(lock_payouts)
    assert [title for title in titles(night) if "prize" in title.lower()] == []
    night.enter("Eve")
    assert item(night, "Payouts are stale").why == "1 entry since the lock"
    do(owner, item(night, "Payouts are stale"))
    night.minutes(25)
    for name in ("Ann", "Bob", "Cem", "Dan"):
        night.do(bust, busts=[{"entry_id": night.entries[name]}])
    assert night.event.status == "finished"
    one = next(one for one in items(night) if "to be paid" in one.title)
    assert (one.state, one.url) == ("now", f"/t/{night.tournament_id}/prizes")


def test_prizes_nobody_locked_are_to_be_locked_once_entries_are_closed(night: Night, owner: Browser) -> None:
    night.create(late_until_level=1)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    assert "Lock the prizes" not in titles(night)
    night.minutes(25)
    do(owner, item(night, "Lock the prizes"))
    assert "Lock the prizes" not in titles(night)


def test_one_player_left_while_entries_are_open_is_no_winner_yet(night: Night, owner: Browser) -> None:
    night.create(late_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    do(owner, item(night, "One player is left, but entries are open"))
    assert night.event.status == "finished"


def test_an_item_that_is_put_off_comes_back_when_its_time_is_over(night: Night, owner: Browser) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    owner.done("todo.put_off", item_key=item(night, "Ann owes").key, minutes=5, item="Ann owes €20")
    assert item(night, "Ann owes").state == "off"
    night.minutes(6)
    assert item(night, "Ann owes").state == "now"


def test_an_item_is_overruled_with_a_reason_that_is_kept(night: Night, owner: Browser) -> None:
    night.create(tables=2)
    seat_all(night, 9, 6)
    key = item(night, "Move table 1").key
    assert owner.act("todo.overrule", item_key=key).status_code == 422
    done = owner.done("todo.overrule", item_key=key, item="Move", reason="two will bust any moment")
    assert ([one for one in titles(night) if one.startswith("Move")], Deferral.objects.get().reason) == (
        [], "two will bust any moment",
    )  # fmt: skip
    assert "two will bust any moment" in owner.text("log")
    owner.done("undo", action_id=done["toast"]["undo"])
    assert item(night, "Move table 1").key == key


def test_an_overruled_item_comes_back_when_what_it_rests_on_has_changed(night: Night, owner: Browser) -> None:
    night.create(tables=3, late_until_level=1)
    seat_all(night, 6, 6, 5)
    night.minutes(25)
    owner.done("todo.overrule", item_key=item(night, "Break table").key, reason="not now")
    assert [title for title in titles(night) if title.startswith("Break")] == []
    night.do(bust, busts=[{"entry_id": night.entries["P11"]}])
    assert item(night, "Break table").why == "16 players fit on 2 tables"


def test_new_seats_are_proposed_once_the_field_has_shrunk_to_the_number_set(
    night: Night, owner: Browser
) -> None:
    """Passed by two in one hand; drawn for once; undone, it is to be drawn again."""
    night.create(tables=2, late_until_level=1, rules={"redraw_at": [12], "final_table_redraw": True})
    seat_all(night, 7, 6)
    night.minutes(25)
    before = [title for title in titles(night) if title == "Draw new seats for everybody"]
    night.do(bust, busts=[{"entry_id": night.entries["P11"]}, {"entry_id": night.entries["P12"]}], tie=True)
    one = item(night, "Draw new seats for everybody")
    assert (before, one.why) == ([], "11 players are left; seats are drawn anew at 12")
    done = do(owner, one)
    assert "Draw new seats for everybody" not in titles(night)
    owner.done("undo", action_id=done["toast"]["undo"])
    assert "Draw new seats for everybody" in titles(night)


def test_no_new_seats_are_proposed_to_a_field_that_was_never_larger(night: Night) -> None:
    night.create(tables=2, late_until_level=1, rules={"redraw_at": [18]})
    seat_all(night, 6, 6)
    night.minutes(25)
    assert "Draw new seats for everybody" not in titles(night)


def test_a_role_sees_what_is_to_do_without_the_acts_it_may_not_do(night: Night) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann Lee", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann Lee"], pending=True)
    seen = {
        role: next(one for one in items(night, role) if "owes" in one.title)
        for role in ("cashier", "floor", "viewer")
    }
    assert {role: one.do is not None for role, one in seen.items()} == {
        "cashier": True,
        "floor": False,
        "viewer": False,
    }
    assert {role: one.title for role, one in seen.items()} == {
        "cashier": "Ann Lee owes €20",
        "floor": "Ann Lee owes a rebuy",
        "viewer": "Ann L. owes a rebuy",
    }


def test_under_home_rules_the_rail_cites_home_rules(night: Night) -> None:
    night.create(tables=3, late_until_level=1, rules={"preset": "home"})
    seat_all(night, 9, 9, 6)
    assert {one.rule for one in items(night) if one.title.startswith("Move")} == {"Home rules"}


def test_now_comes_before_later_and_both_before_what_was_put_off(night: Night) -> None:
    night.create(tables=2, late_until_level=1)
    seat_all(night, 9, 6)
    night.do(register_entry, player_id=night.player("Unpaid"), paid=False)
    night.minutes(10)
    states = [one.state for one in items(night)]
    assert states == sorted(states, key=["now", "later", "off"].index)
    assert set(states) == {"now", "later"}


def test_the_fields_of_an_item_are_what_its_verb_reads(night: Night) -> None:
    night.create(tables=3)
    seat_all(night, 9, 9, 6)
    one = item(night, "Move table 1")
    assert one.do is not None
    moves = json.loads(dict(one.do.fields)["moves"])
    assert moves == [{"entry_id": night.entries["P13"], "to_table": 3, "to_seat": 8}]


def test_nothing_is_to_do_in_a_tournament_that_was_cancelled(night: Night, owner: Browser) -> None:
    night.create()
    owner.done("tournament.cancel")
    assert titles(night) == []


def on_the_bubble(night: Night) -> None:
    """Six players at two tables, five places paid, entries closed, prizes locked."""
    night.create(tables=2, late_until_level=1, places_percent=80, seats_per_table=3)
    for table in (1, 2):
        for seat in (1, 2, 3):
            night.enter(f"P{table}{seat}", table_number=table, seat=seat)
    night.start()
    night.minutes(25)
    night.do(lock_payouts)


def test_hand_for_hand_is_announced_ticked_and_ended_from_rail_and_tables(
    night: Night, owner: Browser
) -> None:
    on_the_bubble(night)
    one = item(night, "1 from the money")
    assert (one.rule, one.why) == ("TDA RP-8", "5 places are paid, 6 players are left")
    do(owner, one)
    assert item(night, "Hand-for-hand, hand 1").why == "Tables 1, 2 still play"
    table = owner.text("floor/1")
    assert ("Hand 1 done" in table, "All-in, wait" in table) == (True, True)
    owner.done("hand_for_hand.tick", number=1)
    assert item(night, "Hand-for-hand, hand 1").why == "Table 2 still plays"
    assert ("Wait for the other tables" in owner.text("floor/1"), "badge-good" in owner.text("floor")) == (
        True,
        True,
    )
    owner.done("entry.bust", busts=night.entries["P21"])
    do(owner, item(night, "In the money: end hand-for-hand"))
    assert [title for title in titles(night) if "hand-for-hand" in title.lower()] == []


def test_cards_are_named_as_the_preset_names_them(night: Night, owner: Browser) -> None:
    night.create(rules={"preset": "home"})
    night.enter("Ann", "Bob", "Cem")
    night.start()
    given = owner.done("penalty.give", entry_id=night.entries["Ann"], kind="yellow", cause="phone", minutes=2)
    assert given["toast"] == {**given["toast"], "text": "Ann got a yellow card", "note": "2 min away"}
    assert item(night, "Yellow card ends").why == "Ann"


def test_a_display_that_was_open_and_is_lost_is_said_until_it_is_back(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bob")
    wall, bar = (
        night.do(create_screen, name=name, token=Secret(new_token())).result["screen_id"]
        for name in ("Wall", "Bar")
    )
    night.start()
    record_heard([wall], night.clock.now_ms())
    heard = f"{local_time(night.clock.now_ms()):%H:%M}"
    night.minutes(1)
    assert [one for one in titles(night) if "display" in one] == []
    night.minutes(1)
    one = item(night, "The display “Wall” is lost")
    assert (one.why, one.url) == (f"It was last heard at {heard}.", f"/t/{night.tournament_id}/screens")
    record_heard([wall, bar], night.clock.now_ms())
    assert [one for one in titles(night) if "display" in one] == []
