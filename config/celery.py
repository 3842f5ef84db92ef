"""Celery: who carries tasks, and what runs every second.

Tasks are idempotent and their work is found in the database, so nothing is lost with the broker.
"""

import datetime as dt
import os
import time
from pathlib import Path
from typing import Any

from celery import Celery
from celery.schedules import schedule
from celery.signals import setup_logging
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config import env

TRANSPORT_ALIASES["folder"] = "config.broker:Transport"

QUEUE = "director"
TICK_S = 1.0
# A tick that waited longer than this is dropped: the next one does the same work.
TICK_EXPIRES_S = 3.0


def broker_settings(folder: Path) -> dict[str, Any]:
    """Redis (or another broker) by BROKER_URL, else a folder of message files."""
    url = env.text("BROKER_URL")
    if url:
        # Short time-outs: a page must not wait for a broker that is gone; the sweep records without it.
        options = {"socket_connect_timeout": 1, "socket_timeout": 5, "visibility_timeout": 900}
        return {"broker_url": url, "broker_transport_options": options if url.startswith("redis") else {}}
    (folder / "control").mkdir(parents=True, exist_ok=True)
    return {
        "broker_url": "folder://localhost//",
        "broker_transport_options": {
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.1,
        },
        # Remote control over the folder would leave reply files behind.
        "worker_enable_remote_control": False,
    }


_BEGUN_S = time.time() - time.monotonic()


def steady_now() -> dt.datetime:
    """The time of day as if nobody had set the clock since this process began.

    Beat looks when it sent a task last: by a clock set back by an hour it would send nothing for an hour.
    """
    return dt.datetime.fromtimestamp(_BEGUN_S + time.monotonic(), dt.UTC)


def tick(task: str) -> dict[str, Any]:
    every_second = schedule(TICK_S, nowfun=steady_now)
    return {"task": task, "schedule": every_second, "options": {"expires": TICK_EXPIRES_S}}


app = Celery("config")
app.conf.update(
    broker_settings(env.var_dir() / "broker"),
    task_default_queue=QUEUE,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_publish_retry=False,
    task_serializer="json",
    accept_content=["json"],
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_prefetch_multiplier=4,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    enable_utc=True,
    timezone="UTC",
    # The schedule is code and its entries are due every second: nothing is worth keeping in a file, which a
    # kill could damage.
    beat_scheduler="celery.beat:Scheduler",
    beat_max_loop_interval=1,
    beat_schedule={
        "heartbeat": tick("config.heartbeat"),
        "sweep": tick("clock.sweep"),
        "upkeep": tick("acts.upkeep"),
    },
)
app.autodiscover_tasks()
app.autodiscover_tasks(["config"], related_name="heartbeat")


@setup_logging.connect
def keep_django_logging(**kwargs: Any) -> None:
    """Connected, so that Celery leaves the logging that the settings made alone."""
