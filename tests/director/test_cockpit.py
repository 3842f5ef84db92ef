"""The cockpit: what it shows, to whom, and at what price."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from acts.discipline import give_penalty
from acts.elimination import bust
from acts.seating import record_count
from club.models import User
from tests.building import Night, levels
from tests.director.browsing_console import Browser

Browse = Callable[[str], Browser]
QUERIES = 11  # session, user, tournament; clock, entries, two of tables, ledger, matters, plan; acts


def fill(night: Night, players: int, tables: int) -> None:
    """A tournament under way with so many players."""
    night.create(tables=tables)
    for number in range(players):
        night.enter(f"Player {number}")
    night.start()


@pytest.mark.parametrize("players", [1, 3, 20])
def test_the_cockpit_takes_the_same_number_of_queries_for_any_field(
    players: int, night: Night, owner: Browser, django_assert_num_queries: Any
) -> None:
    fill(night, players, tables=max(1, players // 8))
    owner.text()
    with django_assert_num_queries(QUERIES):
        owner.text()


def test_everybody_on_the_staff_sees_the_cockpit_and_strangers_do_not(night: Night, browse: Browse) -> None:
    fill(night, 3, tables=1)
    roles = ("owner", "director", "floor", "cashier", "dealer", "viewer")
    assert {role: browse(role).get().status_code for role in roles} == dict.fromkeys(roles, 200)
    stranger = browse("owner")
    stranger.client.force_login(
        User.objects.create(username="stranger"), backend="django.contrib.auth.backends.ModelBackend"
    )
    assert stranger.get().status_code == 404


def test_somebody_who_left_the_staff_sees_nothing_any_more(night: Night, browse: Browse) -> None:
    night.create()
    floor = browse("floor")
    night.club.memberships.filter(role="floor").update(active=False)
    assert (floor.get().status_code, floor.act("clock.start").status_code) == (404, 404)


def test_money_is_shown_to_those_who_answer_for_it(night: Night, browse: Browse) -> None:
    fill(night, 3, tables=1)
    seen = {
        role: "Taken in" in browse(role).text()
        for role in ("owner", "director", "cashier", "floor", "viewer")
    }
    assert seen == {"owner": True, "director": True, "cashier": True, "floor": False, "viewer": False}


def test_acts_are_offered_to_the_roles_that_may_do_them(night: Night, browse: Browse) -> None:
    fill(night, 3, tables=1)
    pages = {role: browse(role).text() for role in ("owner", "floor", "cashier", "viewer")}
    assert {role: "act/clock.pause" in page for role, page in pages.items()} == {
        "owner": True, "floor": True, "cashier": False, "viewer": False,
    }  # fmt: skip
    assert {role: "form/bust" in page for role, page in pages.items()} == {
        "owner": True, "floor": True, "cashier": False, "viewer": False,
    }  # fmt: skip


def test_only_the_live_part_is_fetched_again_and_names_its_version(night: Night, owner: Browser) -> None:
    fill(night, 3, tables=1)
    whole, part = owner.text(), owner.text(part="live")
    assert ("<!doctype html>" in whole, "<!doctype html>" in part) == (True, False)
    version = re.search(r'data-version="(\d+)"', part)
    assert version is not None
    assert int(version[1]) == night.event.version


@pytest.mark.parametrize("part", ["", "live", "nonsense", "../../x", "live#x"])
def test_a_part_that_the_page_does_not_have_is_the_whole_page(
    part: str, night: Night, owner: Browser
) -> None:
    night.create()
    assert owner.get(part=part).status_code == 200


def test_strange_names_are_shown_as_text(night: Night, owner: Browser) -> None:
    night.create()
    name = "<script>alert(1)</script> \"' {{ 7 }} %(x)s ÕÄÖÜ 🂡"
    night.enter(name)
    page = owner.text()
    assert ("<script>alert" in page, "&lt;script&gt;alert(1)&lt;/script&gt;" in page) == (False, True)


def test_a_tournament_without_tables_entries_or_start_has_a_cockpit(night: Night, owner: Browser) -> None:
    night.create(tables=0)
    page = owner.text()
    assert ("No table is open" in page, "Not scheduled" in page) == (True, True)


def test_the_cockpit_speaks_the_language_of_the_person_not_of_the_club(night: Night, owner: Browser) -> None:
    night.create()
    User.objects.filter(pk=night.owner.user_id).update(language="et")
    assert '<html lang="et"' in owner.text()


def test_the_last_acts_are_told_newest_first(night: Night, owner: Browser) -> None:
    fill(night, 2, tables=1)
    page = owner.text()
    start, entered = page.index("The clock was started"), page.index("Player 1: entry 2")
    assert start < entered


def test_another_clubs_tournament_does_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    assert owner.client.get(f"/t/{night.tournament_id + 1}/").status_code == 404


def test_a_count_made_before_the_last_bust_raises_no_alarm(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    counts = [{"entry_id": night.entries[name], "stack_chips": 10_000} for name in "ABC"]
    night.do(record_count, counts=counts)
    assert owner.get().context["field"]["chips_balance"] is True
    night.do(record_count, counts=[counts[0] | {"stack_chips": 9_000}])
    assert owner.get().context["field"]["chips_off"] == 1_000
    night.do(bust, busts=[{"entry_id": night.entries["A"], "by_entry_id": night.entries["B"]}])
    assert owner.get().context["field"]["chips_balance"] is True


@pytest.mark.parametrize(
    ("role", "told"), [("owner", True), ("floor", True), ("dealer", False), ("viewer", False)]
)
def test_only_who_may_read_full_names_is_told_the_last_acts(
    night: Night, browse: Browse, role: str, told: bool
) -> None:
    """The lines of the log name people in full, with their cards and what they paid."""
    night.create()
    night.enter("Ann Leewarden", "Bob Raymond")
    night.start()
    night.do(give_penalty, entry_id=night.entries["Ann Leewarden"], kind="warning")
    page = browse(role).text()
    assert ("Leewarden" in page, "Last acts" in page) == (told, told)


def test_the_cockpit_says_when_it_will_probably_be_over_while_it_runs(night: Night, owner: Browser) -> None:
    night.create(levels(*[20] * 12))
    night.enter("Ann", "Bob", "Cem", "Dan", "Eva", "Fay")
    assert "Probably over about" not in owner.text()
    night.start()
    assert "Probably over about" in owner.text()
