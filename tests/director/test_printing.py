"""Printed sheets: what stands on them, who may print them, the PDF."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import SuspiciousFileOperation
from pytest_django import DjangoAssertNumQueries

from acts.deals import record_deal
from acts.elimination import bust
from acts.hand_clock import use_time_bank
from acts.payouts import lock_payouts, pay_prize
from acts.registration import unregister_entry
from acts.seating import record_count
from acts.undo import undo
from club.models import Club
from director.printing import pdf as printing_pdf
from director.printing import views as printing_views
from director.printing.money import place_text
from director.printing.pdf import BASE_URL, pdf_is_possible, static_path
from director.printing.sheets import SHEETS
from tables.models import Table
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tournaments.models import Purchase, Tournament

Browse = Callable[[str], Browser]
STRANGE = ("Łukasz O'Neil", "=1+1", "<script>alert(1)</script>", "x" * 120 + " y", "أحمد علي", "Ștefan 🂡")


def rows_of(text: str) -> list[list[str]]:
    """The cells of the tables of a sheet as text."""
    bodies = "".join(re.findall(r"<t(?:body|foot)>(.*?)</t(?:body|foot)>", text, re.DOTALL))
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", bodies, re.DOTALL)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def played(night: Night) -> None:
    """Five players, €100 each, 65/35 among two; the last two are still in, the prizes locked."""
    night.create(
        rows=levels(20, 20, 20, 20, 20, 20),
        late_until_level=1,
        payout_preset="home",
        places_percent=40,
        entry_fee_minor=1_000,
    )
    night.enter("Ann Lee", "Bob Ray", "Cem Öz", "Dee Fox", "Eve Kid")
    night.start()
    night.minutes(21)
    night.do(lock_payouts)
    for name in ("Ann Lee", "Bob Ray", "Cem Öz"):
        night.do(bust, busts=[{"entry_id": night.entries[name]}])
        night.minutes(5)


def finish(night: Night) -> None:
    night.do(bust, busts=[{"entry_id": night.entries["Dee Fox"], "by_entry_id": night.entries["Eve Kid"]}])


# Payouts and results -----------------------------------------------------------------------------------------------


def test_the_payout_sheet_lists_places_before_anybody_has_them(night: Night, owner: Browser) -> None:
    played(night)
    rows = rows_of(owner.text("print/payouts"))
    assert rows[0] == ["5 × €100.00, Buy-ins", "€500.00"]
    assert rows[1] == ["To be paid", "€500.00"]
    assert [row[0] for row in rows[2:-1]] == [str(place) for place in range(1, len(rows) - 2)]
    assert {row[1] for row in rows[2:-1]} == {""}
    assert rows[-1][2:4] == ["€500.00", "€500.00"]


def test_the_payout_sheet_says_who_was_paid_and_what_is_open(night: Night, owner: Browser) -> None:
    played(night)
    finish(night)
    night.do(pay_prize, entry_id=night.entries["Eve Kid"], amount_minor=10_000)
    night.do(pay_prize, entry_id=night.entries["Dee Fox"])
    text = owner.text("print/payouts")
    rows = {row[1]: row for row in rows_of(text) if len(row) == 7}
    eve, dee = rows["Eve Kid"], rows["Dee Fox"]
    assert (eve[0], dee[0]) == ("1", "2")
    assert ("; open €" in eve[5], dee[5].startswith("paid "), "Olga Owner" in dee[5]) == (True, True, True)
    assert ("Director: Olga Owner" in text, "Plan 1, locked" in text) == (True, True)


def test_the_sums_of_the_payout_sheet_are_the_pool(night: Night, owner: Browser) -> None:
    played(night)
    finish(night)
    rows = rows_of(owner.text("print/payouts"))
    pays = [row[4] for row in rows if len(row) == 7 and row[0] != "Sum"]
    total = sum(round(float(text.removeprefix("€").replace(",", "")) * 100) for text in pays)
    assert (total, rows[-1][3]) == (50_000, "€500.00")


def test_results_show_everybody_with_place_and_prize(night: Night, owner: Browser) -> None:
    played(night)
    finish(night)
    rows = rows_of(owner.text("print/results"))
    assert [(row[0], row[1]) for row in rows] == [
        ("1", "Eve Kid"), ("2", "Dee Fox"), ("3", "Cem Öz"), ("4", "Bob Ray"), ("5", "Ann Lee"),
    ]  # fmt: skip
    assert rows[4][2].endswith("table 1")


@pytest.mark.parametrize(("place_from", "place_to", "text"), [(None, None, "–"), (1, 1, "1"), (2, 3, "2–3")])
def test_tied_places_are_written_as_a_range(place_from: int | None, place_to: int | None, text: str) -> None:
    assert place_text(place_from, place_to) == text


def test_sheets_of_an_empty_tournament_are_empty_not_broken(night: Night, owner: Browser) -> None:
    night.create()
    for name, kind in SHEETS.items():
        expected = 200 if kind.listed else {"deal": 422}.get(name, 404)
        assert (name, owner.get(f"print/{name}").status_code) == (name, expected)


# Receipts ----------------------------------------------------------------------------------------------------------


def test_a_receipt_says_what_was_paid_for_what_and_where_to_sit(night: Night, owner: Browser) -> None:
    night.create(entry_fee_minor=1_000, entry_bounty_minor=500)
    night.enter("Łukasz O'Neil")
    purchase = Purchase.objects.get()
    text = owner.text("print/receipt", purchase_id=purchase.pk)
    assert f"Receipt {purchase.receipt_number}" in text
    assert rows_of(text)[1:] == [
        ["prizes", "€100.00"],
        ["fee", "€10.00"],
        ["bounty", "€5.00"],
        ["Paid", "€115.00"],
    ]
    assert ("Table 1, seat" in text, "Łukasz O&#x27;Neil" in text, "10,000 chips" in text) == (
        True,
        True,
        True,
    )


def test_a_receipt_of_money_that_went_back_says_so(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    purchase = Purchase.objects.get()
    back = night.do(unregister_entry, entry_id=night.entries["Ann"])
    assert "Refunded" in owner.text("print/receipt", purchase_id=purchase.pk)
    night.do(undo, action_id=back.action_id)
    assert "Refunded" not in owner.text("print/receipt", purchase_id=purchase.pk)


def test_a_receipt_of_a_prize_shows_its_parts(night: Night, owner: Browser) -> None:
    played(night)
    finish(night)
    first = night.do(pay_prize, entry_id=night.entries["Eve Kid"], amount_minor=10_000)
    second = night.do(pay_prize, entry_id=night.entries["Eve Kid"])
    assert rows_of(owner.text("print/receipt", payment_id=first.result["payment_id"]))[-1] == [
        "Paid out, cash",
        "€100.00",
    ]
    text = owner.text("print/receipt", payment_id=second.result["payment_id"])
    assert ("paid before" in text, "Prize of place 1" in text) == (True, True)


@pytest.mark.parametrize(
    "query", [{}, {"purchase_id": "0"}, {"purchase_id": "x"}, {"payment_id": "9"}, {"purchase_id": "²"}]
)
def test_a_receipt_of_nothing_does_not_exist(night: Night, owner: Browser, query: dict[str, str]) -> None:
    night.create()
    assert owner.get("print/receipt", **query).status_code == 404


def test_a_purchase_of_another_tournament_has_no_receipt_here(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    night.create()
    assert owner.get("print/receipt", purchase_id=Purchase.objects.get().pk).status_code == 404


# Seats -------------------------------------------------------------------------------------------------------------


def test_seat_cards_come_in_the_order_of_tables_and_seats(night: Night, owner: Browser) -> None:
    night.create(tables=2, seats_per_table=3)
    night.enter("A", "B", "C", "D")
    text = owner.text("print/seat_cards")
    found = [
        (int(t), int(s)) for t, s in re.findall(r"<dd>(\d+)</dd></div><div><dt>Seat</dt><dd>(\d+)</dd>", text)
    ]
    assert (len(found), found) == (4, sorted(found))
    assert ("card 1 of 4" in text, text.count('class="qr"')) == (True, 4)


def test_seat_cards_say_how_many_time_banks_go_with_them(night: Night, owner: Browser) -> None:
    night.create(rules={"time_bank_chips": 2})
    night.enter("A", "B")
    night.start()
    night.do(use_time_bank, entry_id=night.entries["A"])
    text = owner.text("print/seat_cards", entry_id=night.entries["A"])
    assert ("1 time bank<" in text, "2 time banks" in owner.text("print/seat_cards")) == (True, True)


def test_a_card_without_an_address_for_phones_has_no_code_and_the_screen_says_why(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter("A")
    host = {"Host": "127.0.0.1:8000"}
    text = owner.client.get(owner.address("print/seat_cards"), headers=host).content.decode()
    assert (night.entry("A").code in text, 'class="qr"' in text, "127.0.0.1" in text) == (True, False, False)
    assert "No QR code" in text


def test_one_card_is_printed_on_the_roll(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("A", "B")
    text = owner.text("print/seat_cards", entry_id=night.entries["B"])
    assert (text.count('class="seatcard"'), 'class="is-receipt"' in text) == (1, True)
    assert owner.get("print/seat_cards", entry_id="999999").status_code == 404


def test_names_that_are_strange_are_printed_as_they_are(night: Night, owner: Browser) -> None:
    night.create()
    night.enter(*STRANGE)
    for sheet in ("seat_cards", "table_sheets", "player_list"):
        text = owner.text(f"print/{sheet}")
        assert ("<script>alert" in text, "أحمد" in text) == (False, True)


def test_the_list_on_the_wall_has_display_names_only(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann Lee", "Bob Ray")
    assert [row[0] for row in rows_of(owner.text("print/player_list"))] == ["Ann L.", "Bob R."]


def test_a_table_sheet_shows_every_seat_and_the_counted_stacks(night: Night, owner: Browser) -> None:
    night.create(tables=2, seats_per_table=6)
    night.enter("Ann Lee")
    night.start()
    night.do(record_count, counts=[{"entry_id": night.entries["Ann Lee"], "stack_chips": 12_500}])
    assert len(rows_of(owner.text("print/table_sheets"))) == 12
    held = night.entry("Ann Lee").seats.get()
    rows = rows_of(owner.text("print/table_sheets", table=held.table.number))
    assert [row[3] for row in rows if row[1].startswith("Ann Lee")] == ["12,500"]
    assert owner.get("print/table_sheets", table="9").status_code == 404


def test_a_slip_tells_the_dealer_level_button_and_who_is_away(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann Lee", "Bob Ray")
    night.start()
    owner.done("entry.away", entry_id=night.entries["Ann Lee"], away="true")
    text = owner.text("print/slip", table=1)
    button = Table.objects.get().button_seat
    seat = night.entry("Ann Lee").seats.get().seat
    assert (f"Button: seat {button}" in text, f"Seat {seat} is away" in text) == (True, True)
    assert "Level 1: 25\u00a0/\u00a050" in text


# Structure ---------------------------------------------------------------------------------------------------------


def test_the_structure_sheet_shows_levels_breaks_and_when_they_begin(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, break_after=1), entry_fee_minor=1_000)
    rows = rows_of(owner.text("print/structure"))
    assert ["Buy-in", "€100 + €10 = €110"] in rows
    assert rows[-3:] == [
        ["1", "20 min", "25 / 50", "", "19:00", ""], ["", "10 min", "Break", "", "19:20", ""],
        ["2", "20 min", "50 / 100", "", "19:30", ""],
    ]  # fmt: skip


def test_on_the_clock_the_sheet_follows_it(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    night.enter("A", "B")
    night.minutes(13)
    night.start()
    assert rows_of(owner.text("print/structure"))[-1][4] == "19:33"


# Paper, PDF, roles -------------------------------------------------------------------------------------------------


def test_a_sheet_is_a_page_with_its_other_papers_and_its_pdf(night: Night, owner: Browser) -> None:
    night.create()
    text = owner.text("print/structure", paper="letter")
    assert ('class="is-letter"' in text, "print/letter.css" in text) == (True, True)
    assert (
        'href="/t/1/print/structure?paper=letter&amp;format=pdf"'.replace("/1/", f"/{night.tournament_id}/")
        in text
    )
    assert 'class="is-a4"' in owner.text("print/structure", paper="papyrus")


@pytest.mark.parametrize("sheet", ["payouts", "seat_cards"])
def test_the_same_sheet_comes_as_pdf(night: Night, owner: Browser, sheet: str) -> None:
    assert pdf_is_possible(), printing_pdf.how_to_get_it()
    played(night)
    answer = owner.get(f"print/{sheet}", format="pdf")
    assert (answer.status_code, answer.headers["Content-Type"], answer.content[:5]) == (
        200,
        "application/pdf",
        b"%PDF-",
    )


def test_without_the_library_a_page_says_how_to_get_it(
    night: Night, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.create()
    for module in (printing_pdf, printing_views):
        monkeypatch.setattr(module, "pdf_is_possible", lambda: False)
    answer = owner.get("print/structure", format="pdf")
    assert (answer.status_code, "apt install libpango" in answer.content.decode()) == (503, True)
    assert "format=pdf" not in owner.text("print/structure")
    assert "apt install libpango" in owner.text("print")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://169.254.169.254/",
        f"{BASE_URL}media/x",
        f"{BASE_URL}static/../../etc/passwd",
    ],
)
def test_a_pdf_reads_static_files_and_nothing_else(url: str) -> None:
    with pytest.raises((ValueError, SuspiciousFileOperation)):
        static_path(url)


ROLES = ("owner", "director", "floor", "cashier", "dealer", "viewer")
MAY: dict[str, set[str]] = {
    "payouts": {"owner", "director", "cashier"},
    "receipt": {"owner", "director", "cashier"},
    "deal": {"owner", "director"},
    "seat_cards": {"owner", "director", "floor", "cashier"},
}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_prints_what_it_may_see(night: Night, browse: Browse, role: str) -> None:
    night.create()
    night.enter("Ann Lee")
    browser, purchase = browse(role), Purchase.objects.get()
    listed = browser.text("print")
    for name, kind in SHEETS.items():
        allowed = role in MAY.get(name, set(ROLES))
        query: dict[str, Any] = {"purchase_id": purchase.pk, "table": 1} if not kind.listed else {}
        status = browser.get(f"print/{name}", **query).status_code
        assert (name, status == 403) == (name, not allowed)
        assert (f"/print/{name}" in listed) == (allowed and kind.listed)


@pytest.mark.parametrize(("role", "name"), [("floor", "Ann Lee"), ("dealer", "Ann L."), ("viewer", "Ann L.")])
def test_dealers_and_viewers_print_display_names(night: Night, browse: Browse, role: str, name: str) -> None:
    night.create()
    night.enter("Ann Lee")
    rows = rows_of(browse(role).text("print/table_sheets"))
    names = [row[1].partition(" · ")[0] for row in rows if row[1] and not row[1].startswith("·")]
    assert names == [name]


def test_sheets_of_another_clubs_tournament_do_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    Tournament.objects.update(club=Club.objects.create(name="Other"))
    for name in ("", *(f"/{sheet}" for sheet in SHEETS)):
        assert owner.get(f"print{name}").status_code == 404


def test_a_sheet_nobody_knows_does_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    assert owner.get("print/horoscope").status_code == 404


@pytest.mark.parametrize("sheet", ["seat_cards", "table_sheets", "player_list", "results"])
def test_a_sheet_takes_the_same_queries_for_two_players_and_for_nine(
    night: Night, owner: Browser, sheet: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    night.create(tables=3)
    night.enter("A", "B")
    owner.text(f"print/{sheet}")
    with CaptureQueriesContext(connection) as caught:
        owner.text(f"print/{sheet}")
    night.enter("C", "D", "E", "F", "G", "H", "I")
    with django_assert_num_queries(len(caught)):
        owner.text(f"print/{sheet}")


# Deal --------------------------------------------------------------------------------------------------------------


def two_left(night: Night) -> None:
    played(night)
    counts = [("Dee Fox", 20_000), ("Eve Kid", 30_000)]
    night.do(record_count, counts=[{"entry_id": night.entries[name], "stack_chips": n} for name, n in counts])


def test_a_deal_is_printed_for_signatures_before_it_is_recorded(night: Night, owner: Browser) -> None:
    two_left(night)
    text = owner.text("print/deal", method="even", unit="100", leave="100")
    rows = rows_of(text)
    assert ([row[0] for row in rows[:2]], {row[2] for row in rows[:2]}) == (
        ["Dee Fox", "Eve Kid"],
        {"€200.00"},
    )
    assert rows[2][:3] == ["€100.00 left to play for", "", "€500.00"]
    assert "Not recorded yet." in text


def test_terms_that_make_no_sense_fall_back_to_those_of_the_page(night: Night, owner: Browser) -> None:
    two_left(night)
    for unit in ("7", "9" * 5_000):
        rows = rows_of(owner.text("print/deal", method="coin", unit=unit, leave="x", leave_kind="luck"))
        assert rows[-1][2] == "€500.00"
        assert owner.get("deal", method="coin", unit=unit).status_code == 200


def test_without_counted_stacks_the_sheet_asks_for_them(night: Night, owner: Browser) -> None:
    played(night)
    answer = owner.get("print/deal")
    assert (answer.status_code, "Count the stacks first: Dee Fox, Eve Kid." in answer.content.decode()) == (
        422,
        True,
    )


def test_a_recorded_deal_is_printed_as_it_was_recorded(night: Night, owner: Browser) -> None:
    two_left(night)
    night.do(record_deal, method="even", save_minor=0)
    text = owner.text("print/deal", method="icm")
    assert [row[2] for row in rows_of(text)] == ["€250.00", "€250.00", "€500.00"]
    assert ("by Even" in text, "Not recorded yet" in text) == (True, False)
    assert [row[4] for row in rows_of(owner.text("print/payouts")) if len(row) == 7][:2] == [
        "€250.00",
        "€250.00",
    ]
