"""Every page of a tournament at every stage of its night, for every role: it opens, or says why not."""

import re
from collections.abc import Callable

import pytest

from acts.elimination import bust
from acts.players import exclude_player
from acts.purchases import rebuy
from acts.registration import close_registration, join_waiting_list, register_entry
from acts.timing import go_to_level
from tests.building import Night, levels
from tests.director.browsing_console import Browser

Browse = Callable[[str], Browser]
PAGES = {
    "": {"owner", "director", "floor", "cashier", "dealer", "viewer"},
    "floor": {"owner", "director", "floor", "cashier", "dealer", "viewer"},
    "floor/1": {"owner", "director", "floor", "cashier", "dealer", "viewer"},
    "desk": {"owner", "director", "cashier"},
    "money": {"owner", "director", "cashier"},
    "log": {"owner", "director", "cashier"},
    "find": {"owner", "director", "floor", "cashier"},
}
ROLES = ("owner", "director", "floor", "cashier", "dealer", "viewer")
FORMS = {
    "bust": {"owner", "director", "floor"},
    "move": {"owner", "director", "floor"},
    "count": {"owner", "director", "floor"},
    "penalty": {"owner", "director", "floor"},
    "rebuy": {"owner", "director", "floor", "cashier"},
    "addon": {"owner", "director", "cashier"},
    "entry": {"owner", "director", "floor", "cashier"},
    "room": {"owner", "director", "floor"},
    "draw": {"owner", "director", "floor"},
    "notice": {"owner", "director", "floor"},
    "close_registration": {"owner", "director"},
    "cancel_tournament": {"owner", "director"},
}
ON_ENTRY = (
    "bust",
    "move",
    "count",
    "penalty",
    "rebuy",
    "addon",
    "entry",
    "pay",
    "unregister",
    "leave",
    "surrender",
    "disqualify",
)


def open_everything(browser: Browser, night: Night) -> None:
    """Every page and every form answers."""
    for page in PAGES:
        browser.text(page)
    for form in FORMS:
        browser.text(f"form/{form}")
    for entry_id in night.entries.values():
        for form in ON_ENTRY:
            browser.text(f"form/{form}", entry_id=entry_id)
    browser.text("form/button", table=1)
    browser.text("form/count", table=1)
    browser.text("form/bust", table=1)
    browser.text("form/break_table", number=1)


def test_every_page_opens_before_the_start_without_anybody(night: Night, owner: Browser) -> None:
    night.create()
    open_everything(owner, night)


def test_every_page_opens_while_the_clock_runs_and_after_the_end(night: Night, owner: Browser) -> None:
    night.create(
        tables=2, rebuy_kind="any", rebuy_chips=5000, rebuy_prize_minor=2000, rebuy_until_level=4, capacity=6,
        addon_offered=True, addon_chips=5000, addon_after_level=2, reentry_offered=True, reentry_until_level=4,
    )  # fmt: skip
    night.enter("Ann", "Bob", "Cem", "Dan", "Eve")
    night.do(register_entry, player_id=night.player("Unpaid"), paid=False)
    night.do(join_waiting_list, player_id=night.player("Waits"))
    night.start()
    night.do(rebuy, entry_id=night.entries["Ann"], pending=True)
    night.do(bust, busts=[{"entry_id": night.entries["Bob"]}])
    open_everything(owner, night)
    night.minutes(200)
    open_everything(owner, night)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_opens_its_pages_and_no_others(role: str, night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Ann")
    browser = browse(role)
    opened = {page for page in PAGES if browser.get(page).status_code == 200}
    assert opened == {page for page, roles in PAGES.items() if role in roles}
    refused = {page: browser.get(page).status_code for page in PAGES if page not in opened}
    assert set(refused.values()) <= {403}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_opens_the_forms_of_its_acts_and_no_others(role: str, night: Night, browse: Browse) -> None:
    night.create()
    browser = browse(role)
    opened = {form for form in FORMS if browser.get(f"form/{form}").status_code == 200}
    assert opened == {form for form, roles in FORMS.items() if role in roles}


@pytest.mark.parametrize(
    "address",
    ["floor/99", "floor/0", "form/nothing", "form/bust?entry_id=999", "form/button?table=9", "form/entry?entry_id=0",
     "form/drop_debt?purchase_id=1", "form/pay_prize?entry_id=77"],
)  # fmt: skip
def test_what_does_not_exist_is_not_found(address: str, night: Night, owner: Browser) -> None:
    night.create()
    assert owner.client.get(owner.address(address)).status_code == 404


def test_a_form_is_a_page_of_its_own_without_a_script_and_a_fragment_with_one(
    night: Night, owner: Browser
) -> None:
    night.create()
    night.enter("Ann")
    whole = owner.text("form/move", entry_id=night.entries["Ann"])
    part = owner.client.get(
        owner.address("form/move"), {"entry_id": night.entries["Ann"]}, headers={"HX-Request": "true"}
    ).content.decode()
    assert ("<!doctype html>" in whole, "<!doctype html>" in part) == (True, False)
    assert "data-heading" in part


def test_dealers_and_viewers_see_display_names_only(night: Night, browse: Browse) -> None:
    night.create()
    night.enter("Margaret Hamilton")
    seen = {role: "Hamilton" in browse(role).text("floor/1") for role in ("floor", "dealer", "viewer")}
    assert seen == {"floor": True, "dealer": False, "viewer": False}


def test_an_excluded_player_is_refused_at_the_desk_without_the_reason(night: Night, browse: Browse) -> None:
    night.create()
    player = night.player("Ann")
    exclude_player(actor=night.owner, player_id=player, kind="barred", note="stole chips")
    page = browse("cashier").text("desk", part="till", player_id=player)
    assert ("cannot be entered" in page, "stole" in page, "Pay, seat, print" in page) == (True, False, False)


def asks_about_the_hand(night: Night, owner: Browser) -> tuple[bool, bool]:
    """(the bust form asks when the hand began, it has an answer of its own)."""
    text = owner.text("form/bust", entry_id=night.entries["Ann"])
    answers = re.findall(r'<input type="radio" name="in_time"[^>]*>', text)
    return bool(answers), any("checked" in answer for answer in answers)


def test_after_the_close_the_director_says_whether_the_hand_began_in_time(
    night: Night, owner: Browser
) -> None:
    """The last hand (docs/rules.md 2): nothing is decided for him."""
    night.create(reentry_offered=True, reentry_until_level=1, late_until_level=1)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    found = []
    for minutes in (19, 3, 4):
        night.minutes(minutes)
        found.append(asks_about_the_hand(night, owner))
    assert found == [(False, False), (True, False), (False, False)]


def test_he_is_not_asked_where_registration_was_closed_early(night: Night, owner: Browser) -> None:
    night.create(reentry_offered=True, reentry_until_level=1, late_until_level=1)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.do(close_registration)
    night.minutes(22)
    assert asks_about_the_hand(night, owner) == (False, False)


def test_in_a_break_that_came_with_the_close_he_is_asked_to_its_end(night: Night, owner: Browser) -> None:
    night.create(
        levels(20, 20, 20, break_after=1, break_minutes=15),
        reentry_offered=True,
        reentry_until_level=1,
        late_until_level=1,
    )
    night.enter("Ann", "Bob", "Cem")
    night.start()
    found = []
    for minutes in (33, 8):
        night.minutes(minutes)
        found.append(asks_about_the_hand(night, owner))
    assert found == [(True, False), (False, False)]


def test_a_close_by_the_next_level_asks_as_well(night: Night, owner: Browser) -> None:
    night.create(reentry_offered=True, reentry_until_level=1, late_until_level=1)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.minutes(12)
    night.do(go_to_level, level_index=1)
    found = []
    for minutes in (1, 5):
        night.minutes(minutes)
        found.append(asks_about_the_hand(night, owner))
    assert found == [(True, False), (False, False)]
