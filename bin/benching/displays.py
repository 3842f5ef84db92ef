"""Push: two thousand displays connect, and get each change. The clients run on the same cores as the site."""

import asyncio
import resource
import secrets
import time
from collections.abc import Iterable
from typing import Any

from acts.notices import show_notice
from acts.screens import create_screen
from acts.secrecy import Secret
from bin.benching.figures import Figure, percentile
from display.editions import edition_of
from tests.supervised import Site
from tournaments.actors import Actor
from tournaments.models import Screen
from tournaments.stream_tokens import screen_token

DISPLAYS = 2_000
CHANGES = 30
BETWEEN_S = 0.6
LOST_S = 10.0


class Display(asyncio.Protocol):
    """One open stream, which notes when it saw the version that is waited for."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.tail = b""
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        transport.write(self.hall.request)

    def data_received(self, data: bytes) -> None:
        if not self.is_open:
            self.is_open = True
            self.hall.opened()
        text = self.tail + data
        if self.hall.mark and self.hall.mark in text:
            self.hall.saw()
            text = b""
        self.tail = text[-32:]


class Hall:
    """All displays, and what they wait for."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.mark = b""
        self.missing = 0
        self.done = asyncio.Event()
        self.last_s = 0.0

    def opened(self) -> None:
        self._count()

    def saw(self) -> None:
        self._count()

    def _count(self) -> None:
        self.missing -= 1
        if self.missing == 0:
            self.last_s = time.perf_counter()
            self.done.set()

    def expect(self, mark: bytes) -> None:
        """Wait for every display to see the mark (none: to be open)."""
        self.mark, self.missing = mark, DISPLAYS
        self.done.clear()

    async def wait(self) -> float:
        """When the last display saw it."""
        await asyncio.wait_for(self.done.wait(), LOST_S)
        return self.last_s


def memory_bytes(site: Site) -> int:
    return sum(int(child.memory_info().rss) for child in site.children("config.serve"))


async def measure(site: Site, token: str, actor: Actor, tournament_id: int) -> list[Figure]:
    """Connect all, then change the tournament again and again."""
    hall = Hall(f"GET /events?k={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    loop = asyncio.get_running_loop()
    before_bytes = memory_bytes(site)
    started_s = time.perf_counter()
    hall.expect(b"")
    opening = (loop.create_connection(lambda: Display(hall), "127.0.0.1", site.port) for _ in range(DISPLAYS))
    links = await asyncio.gather(*opening)
    connected_s = await hall.wait() - started_s
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
    each_bytes = (memory_bytes(site) - before_bytes) / DISPLAYS
    for transport, _ in links:
        transport.abort()
    return [
        Figure("push_connect_2000", round(connected_s, 2), "s", 1),
        Figure("push_last_p50_2000", round(percentile(late_ms, 0.5), 1), "ms"),
        Figure("push_last_p99_2000", round(percentile(late_ms, 0.99), 1), "ms", 150),
        Figure("push_memory_each", round(each_bytes / 1000, 1), "kB", 15),
    ]


def displays(site: Site, actor: Actor, tournament_id: int) -> Iterable[Figure]:
    """Displays of one screen that anybody may watch."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * DISPLAYS)), hard))
    create_screen(
        actor=actor, tournament_id=tournament_id, name="Hall", token=Secret(secrets.token_urlsafe(24))
    )
    screen = Screen.objects.latest("pk")
    return asyncio.run(measure(site, screen_token(screen.pk, guest=True), actor, tournament_id))
