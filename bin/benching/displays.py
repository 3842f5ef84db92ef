"""Push: thousands of displays connect, get each change, and come back after a restart.

The clients run on the same cores as the site.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from acts.notices import show_notice
from acts.screens import create_screen
from acts.secrecy import Secret
from bin.benching.figures import Figure, percentile
from display.editions import edition_of
from tests.supervised import Site, wait_until
from tournaments.actors import Actor
from tournaments.models import Screen
from tournaments.stream_tokens import screen_token

SMALL, LARGE = 2_000, 5_000
CHANGES = 30
BETWEEN_S = 0.6
LOST_S = 30.0
# Streams of the last measure are gone by then.
SETTLED_S = 5.0
READY_S = 30.0
# A browser opens a stream again so long after it broke off (hub.RETRY_MS), each a little earlier or later.
RETRY_S, SPREAD_S = 1.0, 0.1


class Display(asyncio.Protocol):
    """One open stream, which notes when it saw the version that is waited for."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.tail = b""
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        self.hall.links.add(transport)
        self.transport = transport
        transport.write(self.hall.request)

    def data_received(self, data: bytes) -> None:
        if not self.is_open:
            self.is_open = True
            self.hall.opened(data)
        text = self.tail + data
        if self.hall.mark and self.hall.mark in text:
            self.hall.saw()
            text = b""
        self.tail = text[-32:]

    def connection_lost(self, error: Exception | None) -> None:
        self.hall.links.discard(self.transport)
        self.hall.lost()


class Hall:
    """All displays, and what they wait for."""

    def __init__(self, port: int, token: str, size: int) -> None:
        self.port = port
        self.request = f"GET /events?k={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self.size = size
        self.rng = Random(size)
        self.links: set[Any] = set()
        self.returning: set[asyncio.Task[None]] = set()
        self.comes_back = True
        self.mark = b""
        self.missing = 0
        self.done = asyncio.Event()
        self.first_s = self.last_s = 0.0

    def opened(self, answer: bytes) -> None:
        """A stream was answered; anything but a stream is tried again like one that broke off."""
        if b" 200 " in answer[:16]:
            self._count()

    def saw(self) -> None:
        self._count()

    def _count(self) -> None:
        self.last_s = time.perf_counter()
        if self.missing == self.size:
            self.first_s = self.last_s
        self.missing -= 1
        if self.missing == 0:
            self.done.set()

    def expect(self, mark: bytes) -> None:
        """Wait for every display to see the mark (none: to be open)."""
        self.mark, self.missing = mark, self.size
        self.done.clear()

    async def wait(self) -> float:
        """When the last display saw it."""
        await asyncio.wait_for(self.done.wait(), LOST_S)
        return self.last_s

    async def connect(self) -> None:
        """Open every stream at once."""
        loop = asyncio.get_running_loop()
        opening = (
            loop.create_connection(lambda: Display(self), "127.0.0.1", self.port) for _ in range(self.size)
        )
        await asyncio.gather(*opening)
        await self.wait()

    def lost(self) -> None:
        """A stream ended: it comes back as a browser's does."""
        if self.comes_back:
            task = asyncio.ensure_future(self.come_back())
            self.returning.add(task)
            task.add_done_callback(self.returning.discard)

    async def come_back(self) -> None:
        loop = asyncio.get_running_loop()
        while self.comes_back:
            await asyncio.sleep(self.rng.uniform(RETRY_S - SPREAD_S, RETRY_S + SPREAD_S))
            try:
                await loop.create_connection(lambda: Display(self), "127.0.0.1", self.port)
            except OSError:
                continue
            return

    def close(self) -> None:
        self.comes_back = False
        for transport in list(self.links):
            transport.abort()


def memory_bytes(site: Site) -> int:
    return sum(int(child.memory_info().rss) for child in site.children("config.serve"))


async def told(hall: Hall, actor: Actor, tournament_id: int) -> list[float]:
    """Change the tournament again and again: when each change had reached the last display, in milliseconds."""
    late_ms = []
    for number in range(CHANGES):
        await asyncio.sleep(BETWEEN_S)
        edition = await asyncio.to_thread(edition_of, tournament_id)
        hall.expect(b"id: %d\n" % (edition + 1))
        await asyncio.to_thread(
            show_notice, actor=actor, tournament_id=tournament_id, text=f"Change {number}", minutes=1
        )
        committed_s = time.perf_counter()
        late_ms.append((await hall.wait() - committed_s) * 1000)
    return late_ms


async def returned_s(site: Site, hall: Hall) -> tuple[float, float]:
    """Restart every web process: how long after the first display the last one is back, and after the restart began."""
    hall.expect(b"")
    begun_s = time.perf_counter()
    for child in site.children("config.serve"):
        child.terminate()
    await hall.wait()
    return hall.last_s - hall.first_s, hall.last_s - begun_s


@dataclass(frozen=True)
class Measured:
    """What a hall of displays took: seconds to connect, milliseconds of each change, bytes each, seconds to return."""

    connected_s: float
    late_ms: list[float]
    each_bytes: float
    back_s: float
    away_s: float


async def measure(site: Site, token: str, actor: Actor, tournament_id: int, size: int) -> Measured:
    """Connect, change, restart."""
    hall = Hall(site.port, token, size)
    before_bytes = memory_bytes(site)
    started_s = time.perf_counter()
    hall.expect(b"")
    try:
        await hall.connect()
        connected_s = hall.last_s - started_s
        late_ms = await told(hall, actor, tournament_id)
        each_bytes = (memory_bytes(site) - before_bytes) / size
        return Measured(connected_s, late_ms, each_bytes, *await returned_s(site, hall))
    finally:
        hall.close()


def measured(site: Site, token: str, actor: Actor, tournament_id: int, size: int) -> Measured:
    """The measure on a site that has been started and has come to rest."""
    wait_until(site.is_ready, READY_S, "a ready site")
    time.sleep(SETTLED_S)
    return asyncio.run(measure(site, token, actor, tournament_id, size))


def displays(site: Site, actor: Actor, tournament_id: int) -> Iterable[Figure]:
    """Displays of one screen that anybody may watch. Each measure ends with a restart: the next finds new processes."""
    create_screen(
        actor=actor, tournament_id=tournament_id, name="Hall", token=Secret(secrets.token_urlsafe(24))
    )
    token = screen_token(Screen.objects.latest("pk"), guest=True)
    some = measured(site, token, actor, tournament_id, SMALL)
    yield Figure("push_connect_2000", round(some.connected_s, 2), "s", 1)
    yield Figure("push_last_p50_2000", round(percentile(some.late_ms, 0.5), 1), "ms")
    yield Figure("push_last_p99_2000", round(percentile(some.late_ms, 0.99), 1), "ms", 150)
    many = measured(site, token, actor, tournament_id, LARGE)
    yield Figure("push_connect_5000", round(many.connected_s, 2), "s")
    yield Figure("push_last_p50_5000", round(percentile(many.late_ms, 0.5), 1), "ms")
    yield Figure("push_last_p99_5000", round(percentile(many.late_ms, 0.99), 1), "ms", 400)
    yield Figure("push_memory_each", round(many.each_bytes / 1000, 1), "kB", 12)
    yield Figure("push_back_5000", round(many.back_s, 2), "s", 2)
    yield Figure("push_away_5000", round(many.away_s, 2), "s")
