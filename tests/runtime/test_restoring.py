"""Tests that commit leave the database as they found it, and the site runs on the test database."""

import json
import urllib.request

import pytest

from clock.models import Heartbeat
from config import heartbeat


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_committed_row_is_gone_in_the_next_test(turn: str) -> None:
    assert Heartbeat.objects.count() == 0
    heartbeat.beat()
    assert Heartbeat.objects.count() == 2


@pytest.mark.parametrize("turn", ["first", "second"])
def test_the_running_site_sees_what_the_test_committed(site: str, turn: str) -> None:
    heartbeat.beat()
    with urllib.request.urlopen(f"{site}/readyz", timeout=10) as answer:
        assert json.load(answer)["worker"] == "ok"
