"""The two health checks."""

import time

import pytest
from django.test import Client

from clock.models import Heartbeat
from config import heartbeat

pytestmark = pytest.mark.django_db


def test_a_process_that_answers_is_healthy(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_an_installation_without_a_worker_is_not_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {
        "ready": False,
        "database": "ok",
        "broker": "ok",
        "worker": "no heartbeat yet",
        "beat": "no heartbeat yet",
    }


def test_an_installation_whose_worker_carries_out_what_beat_sends_is_ready(client: Client) -> None:
    heartbeat.beat()
    heartbeat.beat()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"ready": True, "database": "ok", "broker": "ok", "worker": "ok", "beat": "ok"}
    assert Heartbeat.objects.count() == 2


def test_an_old_heartbeat_is_told_with_its_age(client: Client) -> None:
    heartbeat.beat()
    Heartbeat.objects.update(wall_ms=int(time.time() * 1000) - 60_000)
    state = client.get("/readyz").json()
    assert state["worker"].startswith("last heartbeat 60")


def test_a_heartbeat_from_before_the_wall_clock_was_set_back_does_not_count(client: Client) -> None:
    heartbeat.beat()
    Heartbeat.objects.update(wall_ms=int(time.time() * 1000) + 3_600_000)
    assert (client.get("/readyz").status_code, client.get("/readyz").json()["ready"]) == (503, False)


def test_health_checks_refuse_to_be_posted_to(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
