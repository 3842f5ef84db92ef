"""The players' list, one player, exclusions, exports."""

import datetime as dt
import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acts.importing import import_players
from club.models import Club, Exclusion, Player
from director.house.export_csv import neutral
from tests.building import Night
from tests.director.browsing_console import Browser

Browse = Callable[[str], Browser]
STRANGE = ["Łukasz O'Neil", "=1+1", "<script>alert(1)</script>", "x" * 200, "أحمد علي", "Ștefan 🂡"]


def page(browser: Browser, url: str, status: int = 200) -> str:
    answer = browser.client.get(url)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def found(browser: Browser, query: str) -> int:
    return page(browser, f"/players?part=rows&q={query}").count('class="row-link"')


# The list ----------------------------------------------------------------------------------------------------------


def test_strange_names_are_shown_as_they_are_and_carry_nothing_out(night: Night, owner: Browser) -> None:
    import_players(actor=night.owner, rows=[{"name": name} for name in STRANGE])
    text = page(owner, "/players")
    assert ("<script>alert" in text, "&lt;script&gt;alert(1)&lt;/script&gt;" in text) == (False, True)
    assert ("<bdi>=1+1</bdi>" in text, "<bdi>أحمد علي</bdi>" in text, "O&#x27;Neil" in text) == (
        True,
        True,
        True,
    )


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("lee", 2), ("LEE ann", 1), ("an", 2), ("  ann   lee ", 1), ("17", 1), ("3", 1), ("nobody", 0), ("%25", 0),
        ("", 3),
    ],
)  # fmt: skip
def test_players_are_found_by_letters_and_numbers(
    night: Night, owner: Browser, query: str, count: int
) -> None:
    import_players(
        actor=night.owner,
        rows=[{"name": "Ann Lee", "club_number": "17"}, {"name": "Bob Lee"}, {"name": "Jana Ray"}],
    )
    assert found(owner, query) == count


def test_one_player_and_a_page_of_them_take_the_same_number_of_queries(night: Night, owner: Browser) -> None:
    night.player("Only One")

    def count() -> int:
        with CaptureQueriesContext(connection) as caught:
            page(owner, "/players")
        return len(caught)

    one = count()
    import_players(actor=night.owner, rows=[{"name": f"P {n}"} for n in range(60)])
    assert count() == one


def test_a_long_list_has_pages(night: Night, owner: Browser) -> None:
    import_players(actor=night.owner, rows=[{"name": f"P {n:03}"} for n in range(51)])
    assert ("/players?from=50" in page(owner, "/players"), found(owner, "&from=50")) == (True, 1)
    for offset in ("-1", "x", "9999999", "²"):
        page(owner, f"/players?from={offset}")


def test_players_of_another_club_do_not_exist(night: Night, owner: Browser) -> None:
    theirs = Player.objects.create(
        club=Club.objects.create(name="Other"), number=1, name="Theirs", identity="theirs", display_name="T."
    )
    assert "Theirs" not in page(owner, "/players")
    for path in ("", "/export"):
        page(owner, f"/players/{theirs.pk}{path}", 404)
    for path in ("", "/exclude", "/lift"):
        assert (
            owner.client.post(f"/players/{theirs.pk}{path}", {"name": "Mine", "kind": "barred"}).status_code
            == 404
        )
    theirs.refresh_from_db()
    assert (theirs.name, Exclusion.objects.count()) == ("Theirs", 0)


# One player --------------------------------------------------------------------------------------------------------


def test_a_player_is_added_once_however_often_the_form_is_sent(night: Night, owner: Browser) -> None:
    fields = {"name": "Ann Lee", "born_on": "1990-02-28", "email": "ann@example.org", "request_id": "one"}
    for _time in range(2):
        assert owner.client.post("/players/new", fields).status_code == 303
    assert list(Player.objects.values_list("name", "born_on")) == [("Ann Lee", dt.date(1990, 2, 28))]


def test_a_namesake_asks_before_there_are_two(night: Night, owner: Browser) -> None:
    night.player("Ann Lee")
    answer = owner.client.post("/players/new", {"name": "ann  LEE"})
    assert (answer.status_code, 'name="another_person"' in answer.content.decode()) == (422, True)
    assert owner.client.post("/players/new", {"name": "ann LEE", "another_person": "1"}).status_code == 303
    assert list(Player.objects.order_by("pk").values_list("name", "club_number")) == [
        ("Ann Lee", ""),
        ("ann LEE", "2"),
    ]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "), ("name", "x" * 201), ("email", "nowhere"), ("born_on", "2999-01-01"), ("born_on", "yesterday"),
        ("club_number", "x" * 41), ("note", "x" * 401),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_marked_and_nobody_is_added(
    night: Night, owner: Browser, field: str, value: str
) -> None:
    answer = owner.client.post("/players/new", {"name": "Ann", "note": "kept"} | {field: value})
    assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)
    assert Player.objects.count() == 0


def test_the_data_of_a_player_are_changed_unless_somebody_else_did(night: Night, owner: Browser) -> None:
    player = night.player("Ann Lee")
    shown = Player.objects.get(pk=player).revision
    fields = {"name": "Ann Leigh", "display_name": "A.", "fixed_seat": "on", "stamp": shown}
    assert owner.client.post(f"/players/{player}", fields).status_code == 303
    row = Player.objects.get(pk=player)
    assert (row.name, row.display_name, row.fixed_seat) == ("Ann Leigh", "A.", True)
    answer = owner.client.post(f"/players/{player}", fields | {"name": "Mine"})
    assert (answer.status_code, Player.objects.get(pk=player).name) == (409, "Ann Leigh")


def test_a_name_and_number_of_somebody_else_is_refused(night: Night, owner: Browser) -> None:
    night.player("Ann Lee")
    other = night.player("Bob Ray")
    answer = owner.client.post(f"/players/{other}", {"name": "ANN LEE"})
    assert (answer.status_code, Player.objects.get(pk=other).name) == (409, "Bob Ray")


# Exclusions --------------------------------------------------------------------------------------------------------


def test_a_player_is_excluded_until_the_end_of_a_day_of_the_club_and_let_in_again(
    night: Night, owner: Browser
) -> None:
    player = night.player("Ann")
    owner.client.post(f"/players/{player}/exclude", {"kind": "self", "until": "2026-03-28", "note": "asked"})
    row = Exclusion.objects.get()
    # Midnight in Tallinn, which is two hours before that of UTC in winter time.
    assert dt.datetime.fromtimestamp((row.until_ms or 0) / 1000, dt.UTC) == dt.datetime(
        2026, 3, 28, 22, tzinfo=dt.UTC
    )
    assert "no new entries" in page(owner, "/players")
    owner.client.post(f"/players/{player}/lift", {"exclusion_id": row.pk})
    assert "no new entries" not in page(owner, "/players")


def test_only_an_owner_is_told_why(night: Night, owner: Browser, browse: Browse) -> None:
    player = night.player("Ann")
    owner.client.post(f"/players/{player}/exclude", {"kind": "barred", "note": "the secret reason"})
    assert "the secret reason" in page(owner, f"/players/{player}")
    assert "the secret reason" not in page(browse("director"), f"/players/{player}")
    text = page(browse("cashier"), f"/players/{player}")
    assert ("the secret reason" in text, "barred" in text) == (False, False)


@pytest.mark.parametrize(
    "fields", [{"kind": "nonsense"}, {"kind": "self", "until": "2020-01-01"}, {"kind": "self", "until": "x"}]
)
def test_an_exclusion_that_cannot_be_is_refused(night: Night, owner: Browser, fields: dict[str, str]) -> None:
    player = night.player("Ann")
    answer = owner.client.post(f"/players/{player}/exclude", fields, follow=True)
    assert ("toast--bad" in answer.content.decode(), Exclusion.objects.count()) == (True, 0)


def test_an_exclusion_is_lifted_on_the_page_of_its_player_only(night: Night, owner: Browser) -> None:
    ann, bob = night.player("Ann"), night.player("Bob")
    owner.client.post(f"/players/{ann}/exclude", {"kind": "barred"})
    owner.client.post(f"/players/{bob}/lift", {"exclusion_id": Exclusion.objects.get().pk})
    assert Exclusion.objects.filter(revoked_by_id__isnull=True).count() == 1


# Who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "status"),
    [("owner", 200), ("director", 200), ("cashier", 200), ("floor", 403), ("dealer", 403), ("viewer", 403)],
)
def test_the_list_is_for_the_desk(night: Night, browse: Browse, role: str, status: int) -> None:
    player, browser = night.player("Ann"), browse(role)
    for url in ("/players", "/players/new", "/players/import", f"/players/{player}"):
        page(browser, url, status)


@pytest.mark.parametrize("role", ["cashier", "floor", "dealer", "viewer"])
def test_exclusions_and_exports_are_not_for_the_desk(night: Night, browse: Browse, role: str) -> None:
    player, browser = night.player("Ann"), browse(role)
    assert browser.client.post(f"/players/{player}/exclude", {"kind": "barred"}).status_code == 403
    page(browser, "/players/export", 403)
    page(browser, f"/players/{player}/export", 403)
    assert Exclusion.objects.count() == 0


# Exports -----------------------------------------------------------------------------------------------------------


def test_an_export_opens_in_a_spreadsheet_and_carries_nothing_out(night: Night, owner: Browser) -> None:
    import_players(
        actor=night.owner, rows=[{"name": "=1+1", "email": "a@b.ee", "phone": "+372 555"}, {"name": "Õnne"}]
    )
    text = owner.client.get("/players/export").content.decode()
    lines = text.removeprefix("\ufeff").split("\r\n")
    assert text.startswith("\ufeff")
    assert lines[1:3] == ["1;'=1+1;'=1+1;;;a@b.ee;'+372 555;", "2;Õnne;Õnne;;;;;"]


def test_a_directors_export_has_no_addresses(night: Night, browse: Browse) -> None:
    import_players(actor=night.owner, rows=[{"name": "Ann", "email": "a@b.ee"}])
    text = browse("director").client.get("/players/export").content.decode()
    assert ("a@b.ee" in text, "Ann" in text) == (False, True)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1"])
def test_cells_that_a_spreadsheet_would_carry_out_are_neutralised(cell: str) -> None:
    assert neutral(cell) == f"'{cell}"


@pytest.mark.parametrize(("cell", "text"), [("Ann", "Ann"), ("a=b", "a=b"), (-5, "-5"), (None, ""), ("", "")])
def test_other_cells_stay_as_they_are(cell: object, text: str) -> None:
    assert neutral(cell) == text


def test_all_data_about_a_player_are_given_to_the_owner(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    answer = owner.client.get(f"/players/{night.players['Ann']}/export")
    data = json.loads(answer.content)
    assert data["player"]["name"] == "Ann"
    assert data["entries"][0]["purchases"][0]["price_minor"] == 10_000
    assert answer.headers["Content-Disposition"] == 'attachment; filename="player-1.json"'
