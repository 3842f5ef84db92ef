"""The embedded worker: `python -m config.work` runs one Celery worker in threads, with beat in one of them.

Celery's own `worker -B` starts beat as a process of its own, which outlives a worker killed with -9; the
restarted worker would then be the second beat. A server runs `celery worker` and one `celery beat` instead.
"""

import logging
import os
import threading
import time
import warnings
from typing import Any

from celery.beat import Service
from celery.exceptions import SecurityWarning
from celery.signals import task_prerun, worker_ready, worker_shutting_down

from config import lifeline
from config.celery import app

THREADS = 4
# This many seconds of its own running without a heartbeat: the worker is deaf, and the supervisor's new one is not.
DEAF_AFTER_S = 30
EXIT_DEAF = 70

log = logging.getLogger(__name__)


class Watchdog(threading.Thread):
    """Ends the process when beat's every-second task stops arriving.

    Seconds are counted by waking up, not read from a clock: neither a laptop's sleep nor a stopped process
    counts as deafness.
    """

    def __init__(self) -> None:
        super().__init__(name="watchdog", daemon=True)
        self.silent_s = 0

    def heard(self, **kwargs: Any) -> None:
        self.silent_s = 0

    def run(self) -> None:
        while self.silent_s < DEAF_AFTER_S:
            time.sleep(1)
            self.silent_s += 1
        log.critical("no task arrived for %d s; stopping to be restarted", DEAF_AFTER_S)
        os._exit(EXIT_DEAF)


watchdog = Watchdog()
# A short interval, so that it notices soon when it is to stop.
beat = Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler)


def start_beat(**kwargs: Any) -> None:
    """Start beat and the watchdog once the worker consumes."""
    threading.Thread(target=beat.start, name="beat", daemon=True).start()
    watchdog.start()


def stop_beat(**kwargs: Any) -> None:
    """Send nothing more once the worker has been told to stop."""
    beat.stop(wait=False)


def main() -> None:
    lifeline.hold()
    # Celery warns of running as root because of pickle; this worker takes JSON only.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    task_prerun.connect(watchdog.heard, weak=False)
    worker_ready.connect(start_beat, weak=False)
    worker_shutting_down.connect(stop_beat, weak=False)
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=threads",
            f"--concurrency={THREADS}",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--loglevel=WARNING",
        ]
    )


if __name__ == "__main__":
    main()
