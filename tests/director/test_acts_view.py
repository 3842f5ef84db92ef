"""Acts as the pages send them: parameters, answers, repetitions, refusals."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection

from acts.elimination import bust
from acts.payouts import lock_payouts
from director.web.access import device_of
from payouts.models import Payment
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import DirectorAction, Entry
from tournaments.stamps import stamp_of

Browse = Callable[[str], Browser]


def test_an_act_answers_with_the_version_and_a_toast_that_can_be_undone(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.done("entry.register", player_id=night.player("Łukasz O'Neil <b>"))
    action = DirectorAction.objects.get(kind="entry.register")
    entry = Entry.objects.get()
    seat = entry.seats.get()
    assert answer["acted"]["version"] == night.event.version == action.sequence
    assert answer["toast"] == {
        "text": "Łukasz O'Neil <b>: entry 1, €100",
        "note": f"Table 1, seat {seat.seat}",
        "undo": str(action.pk),
        "kind": "good",
    }


def test_the_header_of_an_answer_is_ascii_whatever_a_player_is_called(night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.act("entry.register", player_id=night.player("Ștefan Țîrlea 🂡"))
    assert answer.headers["HX-Trigger"].isascii()


def test_the_same_request_sent_twice_has_one_effect_and_one_answer(night: Night, owner: Browser) -> None:
    night.create()
    fields = {"player_id": night.player("Ann"), "request_id": "0b9b"}
    first, second = owner.done("entry.register", **fields), owner.done("entry.register", **fields)
    assert (first, Entry.objects.count()) == (second, 1)


def test_a_request_id_used_for_something_else_is_a_conflict(night: Night, owner: Browser) -> None:
    night.create()
    owner.done("entry.register", player_id=night.player("Ann"), request_id="0b9b")
    answer = owner.act("entry.register", player_id=night.player("Bob"), request_id="0b9b")
    assert (answer.status_code, Entry.objects.count()) == (409, 1)


def test_a_stale_stamp_is_a_conflict_and_changes_nothing(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    stamp = json.dumps(stamp_of(night.tournament_id, f"entry:{night.entries['Ann']}"))
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    answer = owner.act("entry.away", entry_id=night.entries["Ann"], stamp=stamp)
    assert answer.status_code == 409
    assert "Somebody changed this while the page was open" in answer.content.decode()
    assert night.entry("Ann").away is False


def test_an_act_elsewhere_does_not_make_a_stamp_stale(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    stamp = json.dumps(stamp_of(night.tournament_id, f"entry:{night.entries['Ann']}"))
    owner.done("entry.away", entry_id=night.entries["Bob"])
    owner.done("entry.away", entry_id=night.entries["Ann"], stamp=stamp)
    assert night.entry("Ann").away is True


@pytest.mark.parametrize("stamp", ["{", "[]", '"x"', '{"moon": "1"}', '{"entry:99999999": "1"}'])
def test_a_stamp_that_is_none_is_refused(stamp: str, night: Night, owner: Browser) -> None:
    night.create()
    answer = owner.act("entry.register", player_id=night.player("Ann"), stamp=stamp)
    assert (answer.status_code in (409, 422), Entry.objects.count()) == (True, 0)


def test_rows_of_a_form_become_a_list(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    ann, bob = night.entries["Ann"], night.entries["Bob"]
    fields = {"busts": [ann, bob], f"busts.{ann}.stack_chips": "1,500", f"busts.{bob}.stack_chips": ""}
    owner.done("entry.bust", **fields, tie="true")
    stacks = {out.entry_id: out.stack_chips for out in night.event.eliminations.all()}
    assert stacks == {ann: 1500, bob: None}


def test_a_place_of_a_form_is_a_table_and_a_seat(night: Night, owner: Browser) -> None:
    night.create(tables=2)
    answer = owner.done("entry.register", player_id=night.player("Ann"), place="2-5")
    assert answer["toast"]["note"] == "Table 2, seat 5"
    assert owner.act("entry.register", player_id=night.player("Bob"), place="x").status_code == 422


def test_fields_a_verb_does_not_have_are_ignored(night: Night, owner: Browser) -> None:
    night.create()
    owner.done(
        "entry.register", player_id=night.player("Ann"), club=99, amount_minor=1, role="owner", paid="true"
    )
    assert Entry.objects.get().purchases.get().price_minor == 10_000


@pytest.mark.parametrize(
    ("kind", "fields", "status"),
    [
        ("entry.register", {}, 422),
        ("entry.register", {"player_id": "x"}, 422),
        ("entry.register", {"player_id": "99999999"}, 404),
        ("entry.bust", {"busts": "[{]"}, 422),
        ("no.such", {}, 404),
        ("player.create", {"name": "Ann"}, 404),
        ("club.found", {"owner_id": "1"}, 404),
        ("clock.transition", {}, 403),
    ],
)
def test_what_cannot_be_done_is_said_with_its_status(
    kind: str, fields: dict[str, str], status: int, night: Night, owner: Browser
) -> None:
    night.create()
    answer = owner.act(kind, **fields)
    assert (answer.status_code, "notice--bad" in answer.content.decode()) == (status, True)


@pytest.mark.parametrize(
    ("role", "status"), [("cashier", 200), ("floor", 403), ("dealer", 403), ("viewer", 403)]
)
def test_a_role_that_does_not_include_an_act_is_refused(
    role: str, status: int, night: Night, browse: Browse
) -> None:
    night.create()
    answer = browse(role).act("entry.register", player_id=night.player("Ann"))
    assert (answer.status_code, Entry.objects.count()) == (status, int(status == 200))


def test_without_a_script_the_browser_goes_back_to_its_page_with_a_message(
    night: Night, owner: Browser
) -> None:
    night.create()
    fields = {"player_id": night.player("Ann"), "next": "/t/1/desk?show=in"}
    answer = owner.client.post(owner.address("act/entry.register"), fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/t/1/desk?show=in")
    again = owner.client.post(owner.address("act/entry.register"), {**fields, "next": "//evil.example/"})
    assert (again.status_code, again.headers["Location"]) == (303, "/")


def test_nobody_who_is_not_signed_in_acts(night: Night, owner: Browser) -> None:
    night.create()
    owner.client.logout()
    answer = owner.act("entry.register", player_id=night.player("Ann"))
    assert (answer.status_code, Entry.objects.count()) == (302, 0)
    assert answer.headers["Location"].startswith("/login")


def test_an_act_is_posted_never_fetched(night: Night, owner: Browser) -> None:
    night.create()
    assert owner.get("act/clock.start").status_code == 405


def test_the_log_keeps_the_device_in_two_words(night: Night, owner: Browser) -> None:
    night.create()
    owner.done("entry.register", player_id=night.player("Ann"))
    assert DirectorAction.objects.get(kind="entry.register").device == "Chrome, Windows"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("curl/8.0", "curl"),
        ("", ""),
    ],
)
def test_a_device_is_named_by_browser_and_system(agent: str, device: str) -> None:
    assert device_of(agent) == device


def test_a_prize_is_paid_by_the_amount_as_it_is_typed(night: Night, owner: Browser) -> None:
    night.create(late_until_level=1, places_percent=50)
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    night.do(lock_payouts)
    night.minutes(25)
    for name in ("Ann", "Bob", "Cem"):
        night.do(bust, busts=[{"entry_id": night.entries[name]}])
    winner = night.entries["Dan"]
    form = owner.text("form/pay_prize", entry_id=winner)
    assert 'name="amount"' in form
    assert owner.act("payouts.pay", entry_id=winner, amount="ten").status_code == 422
    paid = owner.done("payouts.pay", entry_id=winner, amount="10,50", method="cash")
    assert (paid["toast"]["text"], Payment.objects.get().amount_minor) == ("€10.50 was paid out to Dan", 1050)


@pytest.mark.parametrize("stamp", ['{"entry:1": ' + "1" * 5000 + "}", "[" * 20_000, "[1]", "{"])
def test_a_stamp_that_cannot_be_read_is_refused_whatever_it_is(
    night: Night, owner: Browser, stamp: str
) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    assert owner.act("clock.pause", stamp=stamp).status_code == 422


def test_whoever_pauses_or_resumes_second_is_told_of_the_conflict(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    kinds = ("clock.resume", "clock.pause", "clock.pause", "clock.resume", "clock.resume", "clock.end_break")
    assert [owner.act(kind).status_code for kind in kinds] == [409, 200, 409, 200, 409, 409]


def test_a_form_that_is_a_page_of_its_own_leads_back_to_where_the_person_came_from(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter("Ann")
    desk, form = owner.address("desk?q=ann"), owner.address("form/entry")
    asked = owner.client.get(
        form, {"entry_id": night.entries["Ann"]}, headers={"Referer": f"http://testserver{desk}"}
    )
    shown = owner.client.get(asked["Location"])
    assert f'data-back="{desk}"' in shown.content.decode()
    done = owner.client.post(
        owner.address("act/entry.unregister"),
        {"entry_id": night.entries["Ann"]},
        headers={"Referer": f"http://testserver{asked['Location']}"},
    )
    assert (done.status_code, done["Location"]) == (303, desk)


def test_a_refusal_leads_back_to_the_form_and_an_act_on_a_form_of_its_own_to_the_cockpit(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter("Ann")
    form = f"http://testserver{owner.address('form/entry')}?entry_id={night.entries['Ann']}"

    def post(entry_id: int) -> str:
        fields = {"entry_id": entry_id}
        return owner.client.post(
            owner.address("act/entry.unregister"), fields, headers={"Referer": form}
        ).headers["Location"]

    places = [post(0), post(night.entries["Ann"])]
    assert places == [form.removeprefix("http://testserver"), owner.address()]


@pytest.mark.parametrize("place", ["//elsewhere.example/", "https://elsewhere.example/", "elsewhere"])
def test_a_form_never_leads_to_another_site(night: Night, owner: Browser, place: str) -> None:
    night.create()
    night.enter("Ann")
    shown = owner.client.get(
        owner.address("form/entry"), {"entry_id": night.entries["Ann"], "next": place}, follow=True
    )
    assert f'data-back="{owner.address()}"' in shown.content.decode()


def busy(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """The database while another act holds the lock for too long."""
    if sql.startswith("INSERT"):
        raise OperationalError("database is locked")
    return execute(sql, params, many, context)


def test_a_busy_database_is_said_and_the_same_form_does_it_once_it_is_free(
    night: Night, owner: Browser
) -> None:
    night.create()
    fields = {"player_id": night.player("Ann"), "request_id": "0b9c"}
    with connection.execute_wrapper(busy):
        answer = owner.act("entry.register", **fields)
    assert (answer.status_code, answer.headers["X-Busy"], Entry.objects.count()) == (503, "1", 0)
    assert "The database is busy. Nothing was changed; try again." in answer.content.decode()
    owner.done("entry.register", **fields)
    assert Entry.objects.count() == 1


def test_a_page_with_a_form_keeps_what_was_typed_while_the_database_is_busy(
    night: Night, owner: Browser
) -> None:
    with connection.execute_wrapper(busy):
        answer = owner.client.post("/players/new", {"name": "Ann Typed", "request_id": "0b9d"})
    text = answer.content.decode()
    assert (answer.status_code, 'value="Ann Typed"' in text, "The database is busy" in text) == (
        503,
        True,
        True,
    )
