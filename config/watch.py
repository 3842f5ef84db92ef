"""The watcher of a web process: keeps the room's clock, and does the worker's part when the worker is silent."""

import logging
import threading
import time
from collections.abc import Callable

from django.db import DatabaseError, close_old_connections

from acts.upkeep import upkeep
from clock.keeping import keep_time
from clock.models import Heartbeat
from clock.recording import sweep
from tournaments.sources import current_sources

logger = logging.getLogger(__name__)

SILENT_MS = 5_000
EVERY_S = 1.0
STARTING_S = 15.0
# A living worker records a level within some twenty milliseconds. What has waited this long waits for one that is dead
# and not yet known to be, or has its hands full.
OVERDUE_MS = 100


def worker_is_silent() -> bool:
    """Whether the Celery worker has given no sign of life for five seconds (dead, or its broker is gone).

    A sign from the future is none either: the wall clock was set back since.
    """
    beat = Heartbeat.objects.filter(part="worker").first()
    return beat is None or abs(current_sources().now_ms() - beat.wall_ms) > SILENT_MS


def look_once() -> bool:
    """One look: keep the clock, record what is overdue, do all of a silent worker's part. Returns whether it is."""
    keep_time()
    silent = worker_is_silent()
    sweep(0 if silent else OVERDUE_MS)
    if silent:
        upkeep()
    return silent


def watch(
    stop: threading.Event, look: Callable[[], bool] = look_once, starting_s: float = STARTING_S
) -> None:
    """Look once a second until the process stops, and say when the worker falls silent or is back.

    Nothing is said while the site starts, since the worker starts beside it. A database that is away now is looked
    for again; any other error is logged whole, and the next look comes all the same.
    """
    told, begun_s = False, time.monotonic()
    while not stop.wait(EVERY_S):
        try:
            close_old_connections()
            silent = look()
        except DatabaseError as error:
            logger.warning("the watcher found no database: %s", error)
            continue
        except Exception:  # the thread must outlive a fault in one tournament
            logger.exception("the watcher could not look")
            continue
        if silent != told and time.monotonic() - begun_s > starting_s:
            logger.warning(
                "the worker is %s", "silent: this process records levels itself" if silent else "back"
            )
            told = silent
