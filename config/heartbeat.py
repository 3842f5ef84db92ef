"""The sign of life of worker and beat: a task that beat sends every second and the worker carries out."""

import time

from celery import shared_task

from clock.models import Heartbeat
from tournaments.sources import current_sources

# Linux counts time asleep in this clock only; elsewhere the monotonic clock is the best there is.
BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


@shared_task(name="config.heartbeat")
def beat() -> None:
    """Record that the worker ran, and that beat had asked for it, by the clock that all machines of a site share."""
    reading = {
        "wall_ms": current_sources().now_ms(),
        "monotonic_ms": time.monotonic_ns() // 1_000_000,
        "boot_ms": time.clock_gettime_ns(BOOT_CLOCK) // 1_000_000,
    }
    rows = [Heartbeat(part=part, **reading) for part in ("worker", "beat")]
    Heartbeat.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["part"], update_fields=list(reading)
    )
