"""A name as long as one may be breaks no page of the hall."""

import time

import pytest
from playwright.sync_api import Page, expect

from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.registration import close_registration
from tests.building import Night, levels
from tests.display.conftest import show
from tournaments.sources import VirtualSources, using

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
LONGEST = "W" * 200


@pytest.mark.parametrize("where", ["own page", "own place", "screen"])
def test_a_long_word_of_a_name_makes_no_page_wider_than_the_phone(page: Page, site: str, where: str) -> None:
    with using(VirtualSources(time.time_ns() // 1_000_000, seed=time.time_ns())) as clock:
        night = Night(clock)  # type: ignore[arg-type]
        night.create(levels(20, 20), payout_preset="winner")
        night.enter(LONGEST, "Bea")
        night.start()
        if where != "own page":
            night.do(close_registration)
            night.do(lock_payouts)
            night.do(bust, busts=[{"entry_id": night.entries["Bea"]}])
        path = f"/d/{show(night).secret}" if where == "screen" else f"/p/{night.entry(LONGEST).code}"
        page.set_viewport_size(PHONE)
        page.goto(f"{site}{path}")
        expect(page.get_by_text(LONGEST).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
