"""The search of every page, and the page of a table on a phone."""

from typing import Any

import pytest

from acts.discipline import give_penalty
from acts.elimination import bust
from acts.hand_for_hand import start_hand_for_hand
from acts.seating import mark_away, record_count, set_button
from tests.building import Night
from tests.director.browsing_console import Browser


def found(page: str) -> list[tuple[str, str]]:
    """(address, title) of what was found."""
    hits = page.split('class="found" href="')[1:]
    return [
        (hit.split('"')[0].replace("&amp;", "&"), hit.split("<bdi>")[1].split("</bdi>")[0]) for hit in hits
    ]


def test_the_search_finds_players_seats_tables_and_receipts(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Łukasz Żak", table_number=1, seat=4)
    night.enter("Ann Lee", table_number=1, seat=7)
    base = f"/t/{night.tournament_id}"
    assert found(owner.text("find", part="hits", q="luk")) == [(f"{base}/floor/1?seat=4", "Łukasz Żak")]
    assert found(owner.text("find", part="hits", q="1 7")) == [(f"{base}/floor/1?seat=7", "Ann Lee")]
    numbered = found(owner.text("find", part="hits", q="1"))
    assert [title for _address, title in numbered] == ["Łukasz Żak", "Table 1", "Receipt 1"]
    assert found(owner.text("find", q="nobody")) == []


def test_floor_staff_find_no_receipts(night: Night, browse: Any) -> None:
    night.create()
    night.enter("Ann Lee")
    titles = [title for _address, title in found(browse("floor").text("find", part="hits", q="1"))]
    assert titles == ["Ann Lee", "Table 1"]


def test_somebody_who_is_out_is_found_with_a_way_to_enter_again(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    (address, _title), *_rest = found(owner.text("find", part="hits", q="ann"))
    assert address == f"/t/{night.tournament_id}/desk?player_id={night.player('Ann')}"


def test_the_page_of_a_table_shows_seats_button_next_blind_away_and_cards(
    night: Night, owner: Browser
) -> None:
    night.create(seats_per_table=6)
    for seat, name in enumerate(("Ann", "Bob", "Cem", "Dan"), start=1):
        night.enter(name, table_number=1, seat=seat)
    night.start()
    night.do(set_button, number=1, seat_number=1)
    night.do(mark_away, entry_id=night.entries["Dan"])
    night.do(give_penalty, entry_id=night.entries["Bob"], kind="yellow", minutes=5)
    night.do(record_count, counts=[{"entry_id": night.entries["Cem"], "stack_chips": 4000}])
    page = owner.text("floor/1")
    seats = page.split('<ul class="seats"')[1].split("</ul>")[0].split("<li>")[1:]
    assert len(seats) == 6
    assert ["puck" in seat for seat in seats] == [True, False, False, False, False, False]
    assert ["next BB" in seat for seat in seats] == [False, False, True, False, False, False]
    assert ("is-away" in seats[3], "5:00" in seats[1], "free" in seats[4]) == (True, True, True)
    assert ("4,000" in seats[2], "80 BB" in seats[2]) == (True, True)


def test_a_touched_seat_opens_its_acts_and_stays_open_when_the_page_refreshes(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter("Ann", table_number=1, seat=4)
    night.start()
    page = owner.text("floor/1", seat=4)
    assert (
        f"form/bust?entry_id={night.entries['Ann']}" in page,
        f'hx-get="{owner.address("floor/1?seat=4")}"' in page,
    ) == (
        True,
        True,
    )
    assert "Touch a seat." in owner.text("floor/1", seat=5)


def test_a_hand_that_is_done_moves_the_button(night: Night, owner: Browser) -> None:
    night.create()
    for seat, name in enumerate(("Ann", "Bob", "Cem"), start=1):
        night.enter(name, table_number=1, seat=seat)
    night.start()
    night.do(set_button, number=1, seat_number=1)
    form = owner.text("floor/1").split("act/table.hand_done")[-1]
    stale = form.split('name="stamp" value="')[1].split('"')[0].replace("&quot;", '"')
    owner.done("table.hand_done", number=1, stamp=stale)
    assert owner.act("table.hand_done", number=1, stamp=stale).status_code == 409
    assert owner.done("table.hand_done", number=1)["toast"]["text"].endswith("the button is at seat 3")


@pytest.mark.parametrize("players", [1, 3, 9])
def test_a_table_takes_the_same_number_of_queries_for_any_number_of_players(
    players: int, night: Night, owner: Browser, django_assert_num_queries: Any
) -> None:
    night.create()
    for seat in range(1, players + 1):
        night.enter(f"Player {seat}", table_number=1, seat=seat)
    night.start()
    owner.text("floor/1")
    with django_assert_num_queries(11):
        owner.text("floor/1")


def test_a_bust_in_the_last_minutes_of_a_window_asks_when_the_hand_began(
    night: Night, owner: Browser
) -> None:
    night.create(reentry_offered=True, reentry_until_level=2)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.minutes(39)
    form = {"entry_id": night.entries["Ann"]}
    assert "Did the hand begin before the close?" not in owner.text("form/bust", **form)
    night.minutes(2)
    assert "Did the hand begin before the close?" in owner.text("form/bust", **form)
    night.minutes(5)
    assert "Did the hand begin before the close?" not in owner.text("form/bust", **form)


def test_several_out_in_one_hand_are_one_act(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    ann, bob = night.entries["Ann"], night.entries["Bob"]
    fields = {"busts": [ann, bob], f"busts.{ann}.stack_chips": "12.5K", f"busts.{bob}.stack_chips": "9 000"}
    assert owner.done("entry.bust", **fields)["toast"]["text"] == "Ann, Bob are out"
    stacks = {out.entry.player.name: (out.batch, out.stack_chips) for out in night.event.eliminations.all()}
    assert stacks == {"Ann": (1, 12_500), "Bob": (1, 9_000)}


def test_counts_of_a_whole_table_leave_out_those_not_counted(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    ann, bob = night.entries["Ann"], night.entries["Bob"]
    owner.done(
        "entry.count",
        counts=[ann, bob],
        **{f"counts.{ann}.stack_chips": "7,000", f"counts.{bob}.stack_chips": ""},
    )
    assert (night.entry("Ann").stack_chips, night.entry("Bob").stack_chips) == (7000, None)


def test_several_out_without_stacks_are_asked_about_in_the_form(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    ann, bob = night.entries["Ann"], night.entries["Bob"]
    form = owner.text("form/bust", table=1)
    assert ('name="tie"' in form, "Somebody went out in this hand already." in form) == (True, False)
    answer = owner.act("entry.bust", busts=[ann, bob])
    assert (answer.status_code, "Enter what Ann, Bob had" in answer.content.decode()) == (422, True)
    told = owner.done("entry.bust", busts=[ann, bob], tie="true")["toast"]
    assert told == told | {"text": "Ann, Bob are out", "note": "the places are shared, 2 players left"}


def test_who_joins_others_of_a_hand_for_hand_round_is_asked_about_places_alone(
    night: Night, owner: Browser
) -> None:
    night.create(tables=2, late_until_level=1)
    for table, names in ((1, ("Ann", "Bob", "Cem")), (2, ("Dan", "Eve", "Fay"))):
        night.enter(*names, table_number=table)
    night.start()
    night.do(start_hand_for_hand)
    asked = "Somebody went out in this hand already."
    assert asked not in owner.text("form/bust", table=1)
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    assert [asked in owner.text("form/bust", table=table) for table in (1, 2)] == [True, False]
