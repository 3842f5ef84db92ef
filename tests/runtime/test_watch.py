"""The watcher of a web process, which stands in for a silent worker."""

import logging
import time

import pytest

from clock.models import Heartbeat
from config import heartbeat, watch


class Looks:
    """A stop sign that is shown after so many looks."""

    def __init__(self, count: int) -> None:
        self.left = count

    def wait(self, seconds: float) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.django_db
def test_a_worker_that_gave_no_sign_for_five_seconds_is_silent() -> None:
    assert watch.worker_is_silent()
    heartbeat.beat()
    assert not watch.worker_is_silent()
    Heartbeat.objects.filter(part="worker").update(wall_ms=int(time.time() * 1000) - watch.SILENT_MS - 1000)
    assert watch.worker_is_silent()


@pytest.mark.django_db
def test_a_sign_from_before_the_wall_clock_was_set_back_is_none() -> None:
    heartbeat.beat()
    Heartbeat.objects.update(wall_ms=int(time.time() * 1000) + 3_600_000)
    assert watch.worker_is_silent()
    heartbeat.beat()
    assert not watch.worker_is_silent()


@pytest.mark.django_db(transaction=True)
def test_a_silent_worker_is_told_once_and_not_while_the_site_starts(caplog: pytest.LogCaptureFixture) -> None:
    watch.watch(Looks(3), starting_s=1e9)
    assert caplog.messages == []
    watch.watch(Looks(3), starting_s=-1)
    assert caplog.messages == ["the worker is silent: this process records levels itself"]


@pytest.mark.django_db(transaction=True)
def test_a_fault_in_one_look_does_not_end_the_watch(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([1 / 2, 0])

    def look() -> bool:
        return bool(1 / next(answers))

    watch.watch(Looks(2), look=look, starting_s=-1)
    told = [(record.levelno, record.getMessage()) for record in caplog.records]
    assert told == [
        (logging.WARNING, "the worker is silent: this process records levels itself"),
        (logging.ERROR, "the watcher could not look"),
    ]
