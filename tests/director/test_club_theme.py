"""Colours and pictures of displays, on the page of the club; the panels of one display on the page of displays."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from acts.screens import change_screen, create_screen
from acts.secrecy import Secret, new_token
from club.models import Club, ClubImage
from tests.building import Night
from tests.club.pictures import small_png
from tests.director.browsing_console import Browser
from tournaments.models import Screen

Browse = Callable[[str], Browser]


def add(owner: Browser, kind: str, content: bytes, **fields: str) -> str:
    file = SimpleUploadedFile("picture.png", content, "image/png")
    return owner.client.post(
        "/club/images", {"kind": kind, "file": file, **fields}, follow=True
    ).content.decode()


def test_the_owner_chooses_the_colours_and_is_told_why_one_is_refused(night: Night, owner: Browser) -> None:
    night.create()
    fields = {"colour_main": "#6dd6a2", "colour_accent": "#333333"}
    told = owner.client.post("/club/theme", fields, follow=True).content.decode()
    assert ("a contrast of" in told, Club.objects.get().colour_main) == (True, "")
    owner.client.post("/club/theme", fields | {"colour_accent": "#d4af37"})
    assert (Club.objects.get().colour_main, Club.objects.get().colour_accent) == ("#6dd6a2", "#d4af37")


def test_the_owner_adds_orders_and_takes_away_pictures(night: Night, owner: Browser) -> None:
    night.create()
    add(owner, "logo", small_png(1))
    add(owner, "sponsor", small_png(2), name="Brewery")
    page = add(owner, "sponsor", small_png(3), name="Bakery")
    images = list(ClubImage.objects.order_by("pk"))
    assert [f"/d/image/{one.sha256}" in page for one in images] == [True] * 3
    owner.client.post(f"/club/images/{images[2].pk}/move", {"turn": "1"})
    owner.client.post(f"/club/images/{images[0].pk}/remove")
    left = ClubImage.objects.filter(revoked_by_id__isnull=True).order_by("position")
    assert list(left.values_list("name", flat=True)) == ["Bakery", "Brewery"]


@pytest.mark.parametrize("content", [b"", b"<svg/>", b"GIF89a"])
def test_a_file_that_is_no_picture_is_refused(night: Night, owner: Browser, content: bytes) -> None:
    night.create()
    told = add(owner, "logo", content or b" ")
    assert ("no PNG, JPEG or WebP picture" in told, ClubImage.objects.count()) == (True, 0)


def test_panels_in_turn_and_further_tournaments_are_chosen_on_the_page_of_displays(
    night: Night, owner: Browser
) -> None:
    other = night.create()
    night.create()
    screen_id = night.do(create_screen, name="Wall", token=Secret(new_token())).result["screen_id"]
    fields = {"screen_id": screen_id, "panels": ["rules", "seats"], "panel_seconds": "20", "others": [other]}
    owner.client.post(owner.address("screens/arrange"), fields)
    screen = Screen.objects.get()
    assert (screen.panels, screen.panel_seconds) == (["rules", "seats"], 20)
    assert list(screen.others.values_list("tournament_id", flat=True)) == [other]
    owner.client.post(owner.address("screens/arrange"), {"screen_id": screen_id, "panel_seconds": "20"})
    screen.refresh_from_db()
    assert (screen.panels, screen.others.filter(revoked_by__isnull=True).exists()) == ([], False)


def test_panels_are_said_to_wait_while_the_display_shows_something_else(night: Night, owner: Browser) -> None:
    night.create()
    screen_id = night.do(create_screen, name="Wall", token=Secret(new_token())).result["screen_id"]
    assert "They take turns once the display shows" in owner.text("screens")
    night.do(change_screen, screen_id=screen_id, mode="rotation")
    assert "They take turns once the display shows" not in owner.text("screens")


def test_the_cockpit_tells_what_each_display_shows_and_offers_to_change_it(
    night: Night, owner: Browser
) -> None:
    night.create()
    screen_id = night.do(create_screen, name="Wall <1>", token=Secret(new_token()), mode="prizes").result[
        "screen_id"
    ]
    text = owner.text("")
    assert (f"form/screen?screen_id={screen_id}" in text, ">prizes<" in text) == (True, True)
    owner.done("screen.show_all", mode="seats", minutes="5")
    assert "seats until" in owner.text("")
    assert "Back to what each shows" in owner.text("form/show_all")


@pytest.mark.parametrize(("role", "offered"), [("floor", True), ("cashier", False), ("viewer", False)])
def test_displays_are_controlled_by_the_floor_and_nobody_below(
    night: Night, browse: Browse, role: str, offered: bool
) -> None:
    night.create()
    night.do(create_screen, name="Wall", token=Secret(new_token()))
    browser = browse(role)
    assert ("form/show_all" in browser.text("")) is offered
    assert browser.get("form/show_all").status_code == (200 if offered else 403)
