"""Displays over plain HTTP in a club's own network: no secure context, a host name that is not localhost."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from acts.timing import start_clock
from tests.building import Night, levels
from tests.display.conftest import show
from tournaments.sources import VirtualSources

pytestmark = pytest.mark.django_db(transaction=True)

HOST = "poker.local"


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    night = Night(clock)
    night.create(levels(20, 20, 20))
    night.enter("Ann", "Bea")
    night.do(start_clock)
    return night


@pytest.fixture
def lan_browser(browser_type: BrowserType, browser_type_launch_args: dict) -> Iterator[Browser]:
    """A browser that finds the host of the network on this machine."""
    arguments = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


@pytest.fixture
def lan_page(lan_browser: Browser) -> Iterator[Page]:
    page = lan_browser.new_page(viewport={"width": 1920, "height": 1080})
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    assert failures == []


def test_a_display_works_without_a_secure_context(lan_page: Page, site: str, night: Night) -> None:
    lan_page.goto(f"{site.replace('127.0.0.1', HOST)}/d/{show(night, sounds=True).secret}")
    assert lan_page.evaluate("isSecureContext") is False
    expect(lan_page.get_by_role("timer")).to_have_text(re.compile(r"^(20:00|19:\d\d)$"))
    lan_page.locator(".c-sound").click()
    expect(lan_page.locator(".c-sound")).to_have_text("Sound is on")


def test_the_screen_is_kept_awake_by_a_muted_video_there(lan_page: Page, site: str, night: Night) -> None:
    lan_page.goto(f"{site.replace('127.0.0.1', HOST)}/d/{show(night).secret}")
    lan_page.mouse.click(500, 500)
    expect(lan_page.locator("html")).to_have_attribute("data-awake", "video")
    playing = lan_page.evaluate(
        "(() => { const video = document.querySelector('video'); return video.muted && !video.paused; })()"
    )
    assert playing is True


def test_phones_are_offered_an_address_they_can_follow(lan_page: Page, site: str, night: Night) -> None:
    lan_page.set_viewport_size({"width": 1080, "height": 1920})
    lan_page.goto(f"{site.replace('127.0.0.1', HOST)}/d/{show(night).secret}")
    code = lan_page.locator(".w-qr img")
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.complete && image.naturalWidth > 0") is True
