"""A player's own page: what he sees, and what a stranger does not."""

import pytest
from django.core.cache import cache
from django.test import Client

from acts.elimination import bust
from acts.registration import join_waiting_list
from acts.seating import move_entry
from display.players import MISSES_ALLOWED, MISSES_BEFORE_SHUT
from display.records import records_json, subject_of
from tests.building import START_MS, Night, levels
from tournaments.models import WaitingListEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_misses_yet() -> None:
    cache.clear()


def record(night: Night, name: str) -> dict:
    player = night.players[name]
    return records_json(night.tournament_id, [player])[player]


def test_a_seated_player_sees_his_seat(night: Night) -> None:
    night.create()
    night.enter("Ann")
    seat = night.entry("Ann").seats.get()
    assert record(night, "Ann") == {
        "name": night.entry("Ann").player.display_name,
        "status": "seated",
        "seat": {
            "table": 1,
            "seat": seat.seat,
            "since_ms": START_MS,
            "from_table": None,
            "from_seat": None,
        },
        "place": None,
        "line": None,
    }


def test_a_moved_player_sees_where_he_came_from(night: Night) -> None:
    night.create(tables=2)
    night.enter("Ann")
    old = night.entry("Ann").seats.get()
    night.do(move_entry, entry_id=night.entries["Ann"], table_number=3 - old.table.number, seat_number=4)
    seat = record(night, "Ann")["seat"]
    assert (seat["table"], seat["seat"]) == (3 - old.table.number, 4)
    assert (seat["from_table"], seat["from_seat"]) == (old.table.number, old.seat)


def test_a_place_is_provisional_and_without_a_prize_while_others_can_enter(night: Night) -> None:
    night.create(levels_in_play(), late_until_level=1)
    night.enter("Ann", "Bea", "Cid")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Cid"]}])
    before = record(night, "Cid")["place"]
    night.minutes(21)
    after = record(night, "Cid")["place"]
    assert (before["place_from"], before["provisional"], after["provisional"]) == (3, True, False)


def levels_in_play() -> list[dict]:
    return levels(20, 20, 20)


def test_somebody_on_the_waiting_list_sees_how_many_are_in_front(night: Night) -> None:
    night.create(tables=1, capacity=2)
    night.enter("Ann", "Bea")
    for name in ("Cid", "Dan"):
        night.do(join_waiting_list, player_id=night.player(name))
    lines = [record(night, name)["line"] for name in ("Cid", "Dan")]
    assert [(line["number"], line["ahead"]) for line in lines] == [(1, 0), (2, 1)]
    assert [record(night, name)["status"] for name in ("Cid", "Dan")] == ["waiting", "waiting"]


def test_a_code_of_the_waiting_list_leads_to_the_seat_once_there_is_one(client: Client, night: Night) -> None:
    night.create(tables=1, capacity=3)
    night.do(join_waiting_list, player_id=night.player("Ann"))
    code = WaitingListEntry.objects.get().code
    waiting = records_json(night.tournament_id, [night.players["Ann"]])[night.players["Ann"]]["status"]
    night.enter("Ann")
    seated = records_json(night.tournament_id, [night.players["Ann"]])[night.players["Ann"]]["status"]
    assert (client.get(f"/p/{code}").status_code, waiting, seated) == (200, "waiting", "seated")


def test_after_a_re_entry_the_first_code_leads_to_the_new_seat(client: Client, night: Night) -> None:
    night.create(levels_in_play(), late_until_level=2, reentry_offered=True, reentry_until_level=2)
    night.enter("Ann", "Bea", "Cid")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    first = night.entry("Ann").code
    night.enter("Ann")
    assert subject_of(first) == (night.players["Ann"], night.tournament_id)
    assert record(night, "Ann")["status"] == "seated"


def test_the_page_is_opened_by_the_code_however_it_is_typed(client: Client, night: Night) -> None:
    night.create()
    night.enter("Ann")
    code = night.entry("Ann").code
    typed = f"{code[:4].lower()}-{code[4:]}"
    assert [client.get(f"/p/{one}").status_code for one in (code, typed)] == [200, 200]
    assert client.get("/p/", {"code": typed}).headers["Location"] == f"/p/{code}"


def test_an_unknown_code_gets_a_friendly_page_and_no_details(client: Client, night: Night) -> None:
    night.create()
    answer = client.get("/p/ABCDEFGHJK")
    assert (answer.status_code, 'name="code"' in answer.content.decode()) == (404, True)


def test_guessing_is_stopped_and_right_codes_are_never_counted(client: Client, night: Night) -> None:
    night.create()
    night.enter("Ann")
    code = night.entry("Ann").code
    right = [client.get(f"/p/{code}").status_code for _ in range(MISSES_ALLOWED + 5)]
    wrong = [client.get(f"/p/WRONG{n}").status_code for n in range(MISSES_ALLOWED + 1)]
    assert (set(right), wrong[:-1], wrong[-1]) == ({200}, [404] * MISSES_ALLOWED, 429)


def test_guesses_in_the_hall_shut_nobody_out_whose_code_is_right(client: Client, night: Night) -> None:
    night.create()
    night.enter("Ann")
    for n in range(MISSES_ALLOWED + 5):
        client.get(f"/p/WRONG{n}")
    assert client.get(f"/p/{night.entry('Ann').code}").status_code == 200


def test_a_storm_of_guesses_leaves_only_pages_that_a_browser_has_opened_before(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bea")
    ann, guesser = Client(), Client()
    ann.get(f"/p/{night.entry('Ann').code}")
    cache.set("display.misses.127.0.0.1", MISSES_BEFORE_SHUT)
    pages = [(ann, "Ann"), (guesser, "Ann"), (ann, "Bea")]
    assert [one.get(f"/p/{night.entry(name).code}").status_code for one, name in pages] == [200, 429, 429]
    assert ann.get(f"/p/{night.entry('Ann').code}/me.json").status_code == 200


def test_the_page_of_a_player_names_nobody_else(client: Client, night: Night) -> None:
    night.create()
    night.enter("Ann", "Zebulon")
    page = client.get(f"/p/{night.entry('Ann').code}").content.decode()
    assert ("Zebulon" in page, night.entry("Zebulon").code in page) == (False, False)
