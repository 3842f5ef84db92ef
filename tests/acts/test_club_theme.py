"""What displays of the club wear."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acts.parameters import parse
from acts.theme import MOST_SPONSORS, add_image, move_image, remove_image, set_theme
from acts.undo import undo_club_act
from acts.uploads import Upload
from club.models import Club, ClubImage, User
from display.open_state import build_snapshot
from tests.building import Night
from tests.club.pictures import small_jpeg, small_png
from tournaments.acting import Outcome
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction


def add(night: Night, shade: int = 0, kind: str = "sponsor", **params: Any) -> Outcome:
    return add_image(actor=night.owner, kind=kind, content=Upload(small_png(shade)), **params)


def theme_of(night: Night) -> dict[str, Any]:
    if not night.tournament_id:
        night.create()
    found: dict[str, Any] = build_snapshot(night.tournament_id)["theme"]
    return found


def test_displays_wear_the_colours_of_the_club_and_take_them_off_by_undo(night: Night) -> None:
    chosen = set_theme(actor=night.owner, colour_main="#6DD6A2", colour_accent=" #d4af37 ")
    assert (theme_of(night)["main"], theme_of(night)["accent"]) == ("#6dd6a2", "#d4af37")
    undo_club_act(actor=night.owner, action_id=chosen.action_id)
    assert (theme_of(night)["main"], theme_of(night)["accent"]) == ("", "")


def test_a_colour_that_cannot_be_read_is_refused_with_its_contrast(night: Night) -> None:
    with pytest.raises(DirectorError) as refused:
        set_theme(actor=night.owner, colour_accent="#7a1f1f")
    assert refused.value.code == "colour_unreadable"
    assert "a contrast of 1.7" in str(refused.value)
    assert Club.objects.get().colour_accent == ""


@pytest.mark.parametrize("colour", ["red", "#fff", "javascript:", "#d4af37;x"])
def test_what_is_no_colour_is_refused(night: Night, colour: str) -> None:
    with pytest.raises(DirectorError) as refused:
        set_theme(actor=night.owner, colour_main=colour)
    assert refused.value.code == "colour_wrong"


def test_a_new_logo_takes_the_place_of_the_old_one_which_undo_brings_back(night: Night) -> None:
    first = add(night, 1, "logo").result["sha256"]
    second = add(night, 2, "logo")
    assert theme_of(night)["logo"] == f"/d/image/{second.result['sha256']}"
    undo_club_act(actor=night.owner, action_id=second.action_id)
    assert theme_of(night)["logo"] == f"/d/image/{first}"


def test_a_logo_does_not_come_back_beside_a_newer_one(night: Night) -> None:
    first = add(night, 1, "logo")
    gone = remove_image(actor=night.owner, image_id=first.result["image_id"])
    newer = add(night, 2, "logo").result["sha256"]
    with pytest.raises(DirectorError) as refused:
        undo_club_act(actor=night.owner, action_id=gone.action_id)
    assert (refused.value.code, refused.value.conflict) == ("logo_one_per_club", True)
    assert theme_of(night)["logo"] == f"/d/image/{newer}"


def names(night: Night) -> list[str]:
    return [one["name"] for one in theme_of(night)["sponsors"]]


def test_sponsors_come_in_turn_in_the_order_they_are_put_in(night: Night) -> None:
    made = [add(night, shade, name=name).result["image_id"] for shade, name in enumerate("ABC")]
    move_image(actor=night.owner, image_id=made[2], turn=1)
    assert names(night) == ["C", "A", "B"]
    taken = remove_image(actor=night.owner, image_id=made[0])
    assert names(night) == ["C", "B"]
    undo_club_act(actor=night.owner, action_id=taken.action_id)
    assert names(night) == ["C", "A", "B"]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"kind": "film"}, "image_kind"),
        ({"content": Upload(b"<svg/>")}, "image_unknown"),
        ({"content": Upload(small_png() + b"x" * 200_000)}, "image_large"),
        ({"content": Upload(small_jpeg(width=2001))}, "image_wide"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_refused(night: Night, params: dict[str, Any], code: str) -> None:
    with pytest.raises(DirectorError) as refused:
        add_image(actor=night.owner, **{"kind": "logo", "content": Upload(small_png())} | params)
    assert (refused.value.code, ClubImage.objects.count()) == (code, 0)


def test_there_are_so_many_sponsors_and_no_more(night: Night) -> None:
    for shade in range(MOST_SPONSORS):
        add(night, shade)
    with pytest.raises(DirectorError) as refused:
        add(night, 99)
    assert refused.value.code == "too_many_images"


def test_a_picture_of_another_club_is_unknown(night: Night) -> None:
    made = add(night).result["image_id"]
    ClubImage.objects.update(club=Club.objects.create(name="Other"))
    for verb, params in ((remove_image, {}), (move_image, {"turn": 1})):
        with pytest.raises(DirectorError) as refused:
            verb(actor=night.owner, image_id=made, **params)
        assert refused.value.code == "image_gone"


def test_the_log_holds_the_hash_of_a_picture_and_not_its_bytes(night: Night) -> None:
    sha = add(night).result["sha256"]
    kept = DirectorAction.objects.get(kind="image.add")
    assert kept.payload["content"] == f"sha256:{sha}"


def test_programs_send_a_picture_as_base64() -> None:
    found = parse(add_image.verb, {"kind": "logo", "content": "iVBORw0KGgo="})
    assert found["content"].content == b"\x89PNG\r\n\x1a\n"
    for wrong in ("%%%", "x" * 300_000):
        with pytest.raises(DirectorError) as refused:
            parse(add_image.verb, {"kind": "logo", "content": wrong})
        assert refused.value.code == "field_wrong"


def test_a_picture_is_served_by_its_hash_for_ever(client: Client, night: Night) -> None:
    sha = add(night).result["sha256"]
    answer = client.get(f"/d/image/{sha}")
    assert (answer.content, answer.headers["Content-Type"]) == (small_png(), "image/png")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert [client.get(f"/d/image/{odd}").status_code for odd in ("0" * 64, "x")] == [404, 404]


def test_no_list_reads_the_bytes_of_pictures(client: Client, night: Night) -> None:
    """F51: neither the state of a display nor the list of tournaments."""
    add(night, kind="logo")
    add(night)
    night.create()
    client.force_login(User.objects.get(pk=night.owner.user_id), "django.contrib.auth.backends.ModelBackend")
    with CaptureQueriesContext(connection) as caught:
        build_snapshot(night.tournament_id)
        assert client.get("/").status_code == 200
    pictures = [query["sql"] for query in caught if "clubimage" in query["sql"]]
    assert len(pictures) == 1
    assert [sql for sql in pictures if '"content"' in sql] == []
