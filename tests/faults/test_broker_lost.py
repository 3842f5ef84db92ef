"""The embedded broker's folder is wiped, filled with rubbish or made unwritable while the site runs."""

import shutil
import time

import pytest
from kombu import Connection

from config import celery
from tests.supervised import Site, wait_until

BACK_S = 10.0


def next_heartbeat_within(site: Site, within_s: float) -> None:
    """Wait for a heartbeat that was sent after now."""
    now_ms = int(time.time() * 1000)
    wait_until(lambda: site.heartbeat_ms() > now_ms, within_s, "a heartbeat")


@pytest.mark.parametrize("turn", range(3))
def test_a_wiped_broker_folder_costs_a_moment(running_site: Site, turn: int) -> None:
    shutil.rmtree(running_site.folder / "broker")
    next_heartbeat_within(running_site, BACK_S)
    assert running_site.is_ready()


def test_a_message_that_is_no_message_does_not_stop_the_worker(running_site: Site) -> None:
    folder = running_site.folder / "broker"
    (folder / f"0_half.{celery.QUEUE}.msg").write_text('{"body": ')
    (folder / f"0_empty.{celery.QUEUE}.msg").write_text("")
    next_heartbeat_within(running_site, BACK_S)
    assert list(folder.glob("0_*")) == []


def test_a_message_is_taken_once_by_one_of_two_consumers(tmp_path) -> None:
    options = celery.broker_settings(tmp_path / "broker")["broker_transport_options"]
    with Connection("folder://", transport_options=options) as link:
        channel, other = link.channel(), link.channel()
        channel.queue_declare("q")
        for number in range(20):
            channel._put("q", {"properties": {}, "number": number})
        taken = [channel._get("q")["number"] if turn % 2 else other._get("q")["number"] for turn in range(20)]
        assert (taken, channel._size("q"), list((tmp_path / "broker").glob("*.msg"))) == (
            list(range(20)),
            0,
            [],
        )
