"""Importing a list through the page: preview, choice, one act."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from acts.undo import undo_club_act
from club.models import Player
from director.house.import_views import digest_of
from tests.building import Night
from tests.director.browsing_console import Browser
from tournaments.models import DirectorAction

LIST = "Name;Club number;Born\r\nÕnne Käär;1;31.12.1990\r\n<b>Bob</b>;2;1990-02-30\r\nHere Before;;\r\nCem Ray;3;\r\n"


def preview(owner: Browser, text: str, **fields: Any) -> tuple[int, str]:
    answer = owner.client.post("/players/import", {"step": "preview", "text": text} | fields)
    return answer.status_code, answer.content.decode()


def confirm(owner: Browser, text: str, **fields: Any) -> Any:
    text = text.replace("\r\n", "\n")
    fields = {"step": "import", "text": text, "digest": digest_of(text)} | fields
    return owner.client.post("/players/import", fields)


def names() -> list[str]:
    rows = Player.objects.filter(revoked_by_id__isnull=True).order_by("number")
    return list(rows.values_list("name", flat=True))


def test_the_preview_names_each_bad_row_and_writes_nothing(night: Night, owner: Browser) -> None:
    night.player("Here Before")
    acts = DirectorAction.objects.count()
    status, text = preview(owner, LIST)
    assert status == 200
    assert "2 new, 1 known already, 1 that cannot be read" in text
    bad = re.search(r'<tr class="bad-row">.*?</tr>', text, re.DOTALL)
    assert bad is not None
    assert ("&lt;b&gt;Bob&lt;/b&gt;" in bad[0], "This date cannot be read" in bad[0], ">3<" in bad[0]) == (
        True,
        True,
        True,
    )
    assert (names(), DirectorAction.objects.count()) == (["Here Before"], acts)


def test_confirmed_rows_are_added_in_one_act_that_one_undo_takes_back(night: Night, owner: Browser) -> None:
    night.player("Here Before")
    assert confirm(owner, LIST).status_code == 303
    assert names() == ["Here Before", "Õnne Käär", "Cem Ray"]
    undo_club_act(actor=night.owner, action_id=str(DirectorAction.objects.get(kind="players.import").pk))
    assert names() == ["Here Before"]


def test_rows_can_be_left_out(night: Night, owner: Browser) -> None:
    confirm(owner, LIST, skip=["2", "9" * 5_000])
    assert names() == ["Here Before", "Cem Ray"]


def test_a_namesake_is_added_only_when_somebody_says_so(night: Night, owner: Browser) -> None:
    night.player("Ann Lee")
    text = "Name,Club number\nAnn Lee,7"
    assert "add this one as another person" in preview(owner, text)[1]
    assert confirm(owner, text).status_code == 422
    assert confirm(owner, text, accept=["2"]).status_code == 303
    assert list(Player.objects.order_by("pk").values_list("name", "club_number")) == [
        ("Ann Lee", ""),
        ("Ann Lee", "7"),
    ]


def test_sent_twice_the_list_is_imported_once(night: Night, owner: Browser) -> None:
    for _time in range(2):
        confirm(owner, "Name\nAnn\nBob", request_id="one")
    assert names() == ["Ann", "Bob"]


def test_a_list_that_is_not_the_one_previewed_is_previewed_first(night: Night, owner: Browser) -> None:
    answer = confirm(owner, "Name\nAnn", digest="something else")
    assert (answer.status_code, names()) == (200, [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1257", "utf-16"])
def test_a_file_is_read_whatever_its_encoding(night: Night, owner: Browser, encoding: str) -> None:
    upload = SimpleUploadedFile("list.csv", LIST.encode(encoding), content_type="text/csv")
    status, text = preview(owner, "", file=upload)
    assert (status, "Õnne Käär" in text) == (200, True)


def test_a_wrong_guess_is_corrected_by_choosing_the_encoding(night: Night, owner: Browser) -> None:
    upload = SimpleUploadedFile("list.csv", "Name\nMărioara Şerban".encode("cp1250"))
    status, text = preview(owner, "", file=upload, encoding="cp1250")
    assert (status, "Mărioara Șerban" in text) == (200, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "The list is empty."),
        (b"PK\x03\x04\x00", "This is not a text file."),
        (b"x" * 1_000_001, "The file is too big"),
        (b"Ann;7\nBob;8", "The first line must name the columns"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(night: Night, owner: Browser, content: bytes, says: str) -> None:
    status, text = preview(owner, "", file=SimpleUploadedFile("list.csv", content))
    assert (status, says in text) == (422, True)


def test_columns_that_are_not_read_are_named(night: Night, owner: Browser) -> None:
    assert "Not read: Shoe &lt;size&gt;" in preview(owner, "Name,Shoe <size>\nAnn,42")[1]


def test_a_player_twice_in_the_list_is_a_bad_row(night: Night, owner: Browser) -> None:
    text = preview(owner, "Name\nAnn Lee\nann  LEE")[1]
    assert ("1 new, 0 known already, 1 that cannot be read" in text, "is in this list twice" in text) == (
        True,
        True,
    )
