"""The desk: three letters, Enter, paid, seated; and everything a cashier does beside it."""

import json
from typing import Any

import pytest

from acts.elimination import bust
from acts.purchases import rebuy
from acts.registration import join_waiting_list, register_entry
from acts.undo import undo
from club.models import Player
from director.desk.desk import entries_of
from director.desk.player_search import fold, search
from ledger.selectors import balances
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import DirectorAction, Entry, Purchase, Tournament, WaitingListEntry

LIVE_QUERIES = 16


def names(page: str) -> list[str]:
    """The names of the hits, put together again."""
    hits = page.split('role="option"')[1:]
    return [
        hit.split("<bdi>")[1].split("</bdi>")[0].replace("<mark>", "").replace("</mark>", "")
        for hit in hits
        if "New player" not in hit
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ann", ["Ann Lee"]),
        ("luk", ["Łukasz Żak"]),
        ("stef", ["Ștefan Țîrlea"]),
        ("tir ste", ["Ștefan Țîrlea"]),
        ("õnn", ["Õnne Mägi"]),
        ("onn", ["Õnne Mägi"]),
        ("O'N", ["O&#x27;Neil"]),
        ("3", ["Ștefan Țîrlea"]),
        ("a", ["Ann Lee", "Łukasz Żak", "Õnne Mägi", "Ștefan Țîrlea"]),
        ("xyz", []),
        ("%", []),
        ("<b>", []),
    ],
)
def test_letters_find_players_however_their_names_are_written(
    text: str, found: list[str], night: Night, owner: Browser
) -> None:
    night.create()
    for name in ("Ann Lee", "Łukasz Żak", "Ștefan Țîrlea", "Õnne Mägi", "O'Neil"):
        night.player(name)
    assert sorted(names(owner.text("desk", part="hits", q=text))) == sorted(found)


def test_a_name_that_begins_with_the_letters_comes_before_one_that_holds_them(night: Night) -> None:
    for name in ("Joanna", "Ann Lee", "Marianne"):
        night.player(name)
    found = [f"{one.before}{one.matched}{one.after}" for one in search(night.club.pk, "ann")]
    assert found == ["Ann Lee", "Joanna", "Marianne"]


def test_a_player_added_changed_or_taken_back_is_found_so_at_once(night: Night, owner: Browser) -> None:
    night.create()
    assert search(night.club.pk, "zoe") == []
    owner.done("entry.register_new", name="Zoe")
    assert [one.matched for one in search(night.club.pk, "zoe")] == ["Zoe"]
    night.do(undo, action_id=DirectorAction.objects.get(kind="entry.register_new").pk)
    assert search(night.club.pk, "zoe") == []


@pytest.mark.parametrize(("text", "folded"), [("Łukasz", "lukasz"), ("STRASSE ß", "strasse ss"), ("Ǆ", "dz")])
def test_accents_are_folded_away(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_new_player_is_added_paid_and_seated_in_one_act(night: Night, owner: Browser) -> None:
    night.create()
    till = owner.text("desk", part="till", name="Łukasz Żak")
    assert ("act/entry.register_new" in till, 'value="Łukasz Żak"' in till) == (True, True)
    answer = owner.done("entry.register_new", name="Łukasz Żak", paid="true")
    entry = Entry.objects.get(pk=answer["acted"]["result"]["entry_id"])
    assert (entry.status, entry.player.name, balances(night.tournament_id)["till"]) == (
        "active",
        "Łukasz Żak",
        10_000,
    )
    owner.done("undo", action_id=answer["toast"]["undo"])
    assert (balances(night.tournament_id)["till"], Player.objects.filter(revoked_by_id=None).count()) == (
        0,
        0,
    )


def test_a_namesake_is_asked_about_and_never_made_twice_in_silence(night: Night, owner: Browser) -> None:
    night.create()
    night.player("Ann Lee")
    assert "Is it one of these?" in owner.text("desk", part="till", name="ann lee")
    refused = owner.act("entry.register_new", name="ANN  lee")
    assert (refused.status_code, Player.objects.count()) == (422, 1)
    owner.done("entry.register_new", name="Ann Lee", another_person="true")
    assert Player.objects.count() == 2


def test_the_till_says_the_price_before_it_is_paid(night: Night, owner: Browser) -> None:
    night.create(entry_fee_minor=1500, entry_staff_minor=500)
    till = owner.text("desk", part="till", player_id=night.player("Ann"))
    assert "€120" in till
    assert ("prizes €100, fee €15, staff €5" in " ".join(till.split()), "10,000 chips" in till) == (
        True,
        True,
    )


def test_paying_later_takes_no_money_and_gives_no_seat(night: Night, owner: Browser) -> None:
    night.create()
    owner.done("entry.register", player_id=night.player("Ann"), paid="false")
    entry = Entry.objects.get()
    assert (entry.status, balances(night.tournament_id)["till"], entry.seats.count()) == ("registered", 0, 0)
    assert "Not paid yet" in owner.text("desk", part="live")
    owner.done("entry.pay", entry_id=entry.pk, stamp=json.dumps({f"entry:{entry.pk}": "0"}))
    assert (Entry.objects.get().status, balances(night.tournament_id)["till"]) == ("active", 10_000)


def test_the_receipt_of_a_sale_comes_by_the_entry_it_answered_with(night: Night, owner: Browser) -> None:
    night.create(entry_fee_minor=1500)
    answer = owner.done("entry.register", player_id=night.player("Ann"))
    assert "Receipt" not in owner.text("desk", part="done", entry_id="9" * 5_000)
    receipt = owner.text("desk", part="done", entry_id=answer["acted"]["result"]["entry_id"])
    assert ("Receipt 1" in receipt, "€115.00" in receipt, "Served by Olga Owner" in receipt) == (
        True,
        True,
        True,
    )


def test_a_full_tournament_takes_players_onto_the_waiting_list(night: Night, owner: Browser) -> None:
    night.create(capacity=2)
    night.enter("Ann", "Bob")
    till = owner.text("desk", part="till", player_id=night.player("Cem"))
    assert ("Pay, seat, print" in till, "Put on the waiting list" in till) == (False, True)
    owner.done("waiting.join", player_id=night.player("Cem"))
    live = owner.text("desk", part="live")
    assert ("waiting-1" in live, "No place is free." in live) == (True, True)
    owner.done("entry.unregister", entry_id=night.entries["Ann"])
    owner.done("waiting.offer")
    owner.done("waiting.promote", waiting_id=WaitingListEntry.objects.get().pk)
    assert Entry.objects.filter(status="active").count() == 2


def test_somebody_new_joins_the_waiting_list_of_a_full_tournament_from_the_till(
    night: Night, owner: Browser
) -> None:
    night.create(capacity=2)
    night.enter("Ann", "Bob")
    till = owner.text("desk", part="till", name="Zoe Zimmer")
    said = [
        words in till
        for words in ("Put on the waiting list", 'name="paid" value="false"', "Pay, seat, print", "by draw")
    ]
    assert said == [True, True, False, False]
    owner.done("entry.register_new", name="Zoe Zimmer", paid="false")
    assert [row.player.name for row in WaitingListEntry.objects.all()] == ["Zoe Zimmer"]
    assert Entry.objects.filter(player__name="Zoe Zimmer").count() == 0


def test_a_free_place_that_others_wait_for_is_not_sold_at_the_till(night: Night, owner: Browser) -> None:
    night.create(capacity=2)
    night.enter("Ann", "Bob")
    night.do(join_waiting_list, player_id=night.player("Cem"))
    owner.done("entry.unregister", entry_id=night.entries["Ann"])
    till = owner.text("desk", part="till", player_id=night.player("Dan"))
    assert [words in till for words in ("others wait for the free places", "Pay, seat, print")] == [
        True,
        False,
    ]


def test_a_player_who_went_out_twice_is_listed_once(night: Night, owner: Browser) -> None:
    """A bust that was undone, or that a rebuy followed, is no second line; the last one out comes first."""
    night.create()
    night.enter("Ann", "Bob", "Cem", "Eve")
    night.start()
    for name in ("Ann", "Bob"):
        night.do(bust, busts=[{"entry_id": night.entries[name]}])
    night.do(undo, action_id=DirectorAction.objects.filter(kind="entry.bust").latest("sequence").pk)
    night.do(bust, busts=[{"entry_id": night.entries["Bob"]}])
    rows = entries_of(Tournament.objects.get(), "out")
    assert [row.player.name for row in rows] == ["Bob", "Ann"]


def test_a_player_who_is_out_enters_again_from_the_desk(night: Night, owner: Browser) -> None:
    night.create(reentry_offered=True, reentry_until_level=4, reentry_limit=1)
    night.enter("Ann", "Bob")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    assert "Enter again" in owner.text("desk", part="live", show="out")
    assert "enters again, entry 3" in " ".join(
        owner.text("desk", part="till", player_id=night.player("Ann")).split()
    )
    owner.done("entry.register", player_id=night.player("Ann"))
    assert [entry.turn for entry in Entry.objects.filter(player__name="Ann").order_by("turn")] == [1, 2]
    assert "Enter again" not in owner.text("desk", part="live", show="out")


def test_a_rebuy_that_is_owed_shows_until_it_is_paid(night: Night, owner: Browser) -> None:
    night.create(rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4)
    night.enter("Ann", "Bob")
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    assert ("owes" in owner.text("desk", part="live"), "owes €20" in owner.text()) == (True, True)
    owner.done("purchase.settle", purchase_id=Purchase.objects.get(status="pending").pk)
    assert ("owes" in owner.text("desk", part="live"), "owes €20" in owner.text()) == (False, False)


def test_the_drawer_is_held_against_the_receipts(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    owner.done("entry.unregister", entry_id=night.entries["Bob"])
    live = " ".join(owner.text("desk", part="live").split())
    assert ("drawer balances" in live, "2 receipts" in live, "€200.00" in live) == (True, True, True)


@pytest.mark.parametrize("players", [1, 3, 30])
def test_the_lists_take_the_same_number_of_queries_for_any_field(
    players: int, night: Night, owner: Browser, django_assert_num_queries: Any
) -> None:
    night.create(capacity=40)
    for number in range(players):
        night.enter(f"Player {number}")
        if number < 3:
            night.do(register_entry, player_id=night.player(f"Unpaid {number}"), paid=False)
        night.do(join_waiting_list, player_id=night.player(f"Waiting {number}"))
    owner.text("desk", part="live")
    with django_assert_num_queries(LIVE_QUERIES):
        owner.text("desk", part="live")


@pytest.mark.parametrize("players", [1, 3, 30])
def test_a_search_takes_the_same_number_of_queries_for_any_field(
    players: int, night: Night, owner: Browser, django_assert_num_queries: Any
) -> None:
    night.create()
    night.enter(*(f"Player {number}" for number in range(players)))
    owner.text("desk", part="hits", q="pla")
    with django_assert_num_queries(6):
        owner.text("desk", part="hits", q="pla")


def test_another_clubs_player_is_not_found_at_the_desk(night: Night, owner: Browser) -> None:
    night.create()
    stranger = Player.objects.create(
        club=type(night.club).objects.create(name="Other"),
        number=1,
        name="Spy",
        identity="spy",
        display_name="Spy",
    )
    assert owner.get("desk", part="till", player_id=stranger.pk).status_code == 404
    assert owner.act("entry.register", player_id=stranger.pk).status_code == 404
    assert names(owner.text("desk", part="hits", q="spy")) == []


def test_a_refund_of_a_cashier_after_the_start_is_for_a_director(night: Night, browse: Any) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    assert browse("cashier").act("entry.unregister", entry_id=night.entries["Ann"]).status_code == 403
    assert browse("director").act("entry.unregister", entry_id=night.entries["Ann"]).status_code == 200


def test_a_further_entry_is_a_re_entry_on_every_receipt(night: Night, owner: Browser) -> None:
    night.create(reentry_offered=True, reentry_until_level=3)
    night.enter("Ann", "Bob")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    first = Purchase.objects.get(entry_id=night.entries["Ann"])
    night.enter("Ann")
    second = Purchase.objects.get(entry_id=night.entries["Ann"])
    said = ["re-entry" in owner.text("print/receipt", purchase_id=row.pk).lower() for row in (first, second)]
    assert said == [False, True]
    assert "re-entry" in owner.text("desk", part="done", entry_id=night.entries["Ann"])
