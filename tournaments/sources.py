"""Where acts take time, chance and identifiers from: the real world, or a virtual one for simulation and tests."""

import random
import secrets
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Protocol

from django.db import connection

from tournaments.rules.clocks import Sample

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
# Linux counts time asleep in this clock only; elsewhere the monotonic clock is the best there is.
BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", None)
# A reading that took longer is tried again: somebody else had the processor in between.
SHARP_MS = 20
TRIES = 3


class Sources(Protocol):
    """What an act may not invent by itself."""

    def now_ms(self) -> int:
        """The time of the act: epoch milliseconds, UTC."""

    def read(self) -> Sample:
        """The time of the act together with the machine's other clocks."""

    def seed(self) -> int:
        """A fresh seed; it is recorded with the act, so that a draw can be repeated."""

    def new_id(self) -> uuid.UUID:
        """The id of the next act."""

    def new_code(self) -> str:
        """An unguessable code a player can type: ten letters without look-alikes."""


class RealSources:
    """Time of the database on Postgres (several machines agree), of this machine on SQLite; chance of the system."""

    def now_ms(self) -> int:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
                return int(cursor.fetchone()[0])
        return time.time_ns() // 1_000_000

    def read(self) -> Sample:
        sample = self._read_once()
        for _again in range(TRIES - 1):
            if sample.spread_ms > SHARP_MS:
                sample = min(sample, self._read_once(), key=lambda one: one.spread_ms)
        return sample

    def _read_once(self) -> Sample:
        before_ms = time.monotonic_ns() // 1_000_000
        wall_ms = self.now_ms()
        boot_ms = None if BOOT_CLOCK is None else time.clock_gettime_ns(BOOT_CLOCK) // 1_000_000
        after_ms = time.monotonic_ns() // 1_000_000
        return Sample(wall_ms, after_ms, boot_ms, boot_id(), spread_ms=after_ms - before_ms)

    def seed(self) -> int:
        return secrets.randbits(62)

    def new_id(self) -> uuid.UUID:
        return uuid.uuid4()

    def new_code(self) -> str:
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


class VirtualSources:
    """A clock that is moved by hand, and chance from one seed: the same seed gives the same night."""

    def __init__(self, now_ms: int, seed: int) -> None:
        self.current_ms = now_ms
        self.random = random.Random(seed)  # noqa: S311  a simulated night is repeatable

    def now_ms(self) -> int:
        return self.current_ms

    def read(self) -> Sample:
        return Sample(self.current_ms, self.current_ms)

    def advance(self, ms: int) -> None:
        """Move the clock forward by `ms` milliseconds."""
        self.current_ms += ms

    def seed(self) -> int:
        return self.random.getrandbits(62)

    def new_id(self) -> uuid.UUID:
        return uuid.UUID(int=self.random.getrandbits(128), version=4)

    def new_code(self) -> str:
        return "".join(self.random.choice(CODE_LETTERS) for _ in range(10))


@cache
def boot_id() -> str:
    """What tells this run of this machine from any other; empty where the system has no such thing."""
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text().strip() if path.exists() else ""


_current: ContextVar[Sources | None] = ContextVar("sources", default=None)
_real = RealSources()


def current_sources() -> Sources:
    """The sources acts use in this context: the real ones unless `using` says otherwise."""
    return _current.get() or _real


@contextmanager
def using(sources: Sources) -> Iterator[Sources]:
    """Let every act inside the block take time, chance and ids from `sources`."""
    token = _current.set(sources)
    try:
        yield sources
    finally:
        _current.reset(token)
