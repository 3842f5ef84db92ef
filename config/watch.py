"""The watcher of a web process: keeps the room's clock, and does the worker's part when the worker is silent."""

import logging
import threading
import time

from django.db import DatabaseError, close_old_connections

from acts.upkeep import upkeep
from clock.keeping import keep_time
from clock.models import Heartbeat
from clock.recording import sweep

logger = logging.getLogger(__name__)

SILENT_MS = 5_000
EVERY_S = 1.0


def worker_is_silent() -> bool:
    """Whether the Celery worker has given no sign of life for five seconds (dead, or its broker is gone)."""
    beat = Heartbeat.objects.filter(part="worker").first()
    return beat is None or time.time_ns() // 1_000_000 - beat.wall_ms > SILENT_MS


def look_once(silent_before: bool) -> bool:
    """One look: keep the clock, sweep if the worker is silent. Returns whether it is; a change is logged."""
    keep_time()
    silent = worker_is_silent()
    if silent != silent_before:
        logger.warning("the worker is %s", "silent: this process records levels itself" if silent else "back")
    if silent:
        sweep()
        upkeep()
    return silent


def watch(stop: threading.Event) -> None:
    """Look once a second until the process stops. A database that is away now is looked for again."""
    silent = False
    while not stop.wait(EVERY_S):
        try:
            close_old_connections()
            silent = look_once(silent)
        except DatabaseError as error:
            logger.warning("the watcher found no database: %s", error)
