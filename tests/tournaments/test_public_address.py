"""The address that phones are given: never one that means the phone itself."""

from typing import Any

import pytest
from django.test import RequestFactory

from tournaments.public_address import public_address


def asked(host: str, settings: Any, *, lan: list[str], public: str = "") -> str:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESSES = lambda: lan
    settings.PUBLIC_ADDRESS = public
    return public_address(RequestFactory().get("/", headers={"host": host}), "/p/A")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_at_the_machine_itself_phones_are_sent_to_its_address_in_the_lan(settings: Any, host: str) -> None:
    assert asked(host, settings, lan=["192.168.1.20"]) == "http://192.168.1.20:8000/p/A"


def test_a_site_that_no_other_machine_can_open_has_no_address_for_phones(settings: Any) -> None:
    assert asked("127.0.0.1:8000", settings, lan=[]) == ""


def test_a_reader_in_the_lan_sees_the_address_he_came_to(settings: Any) -> None:
    assert asked("poker.local", settings, lan=["192.168.1.20"]) == "http://poker.local/p/A"


def test_what_the_club_says_wins(settings: Any) -> None:
    found = asked("127.0.0.1:8000", settings, lan=["192.168.1.20"], public="https://clock.example")
    assert found == "https://clock.example/p/A"
