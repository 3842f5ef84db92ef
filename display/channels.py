"""Open streams of one process: clients, and the channel of a tournament that they listen to.

Everything here runs in the event loop. A frame is encoded once and the same bytes go to every client; a client that
cannot take more keeps only the newest frame of each kind until it can.
"""

import asyncio
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from display.access import Claim, Grant
from tournaments.stream_tokens import PLAYER, STAFF

type Send = Callable[[dict[str, Any]], Awaitable[None]]

STUCK_S = 30.0
AT_ONCE = 250

_numbers = itertools.count()


def event(name: str, data: object, event_id: int | None = None) -> bytes:
    """One server-sent event with JSON data."""
    return framed(name, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), event_id)


def framed(name: str, data: bytes, event_id: int | None = None) -> bytes:
    """One server-sent event from JSON that is already encoded (it has no line breaks)."""
    mark = b"" if event_id is None else b"id: %d\n" % event_id
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), mark, data)


class Client:
    """One open stream."""

    __slots__ = (
        "blocked_since", "channel", "claim", "grant", "headers", "number", "others", "reason", "sending", "task",
        "transmit", "waiting",
    )  # fmt: skip

    def __init__(self, claim: Claim, transmit: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self.claim = claim
        self.headers = headers
        self.transmit = transmit
        self.number = next(_numbers)
        self.task: asyncio.Task[Any] | None = asyncio.current_task()
        self.channel: Channel | None = None
        self.others: tuple[Channel, ...] = ()
        self.grant: Grant | None = None
        self.sending: asyncio.Task[None] | None = None
        self.waiting: dict[str, bytes] | None = None
        self.blocked_since = 0.0
        self.reason = ""

    @property
    def is_staff(self) -> bool:
        return self.claim.held.kind == STAFF

    def follows(self, tournament_id: int) -> bool:
        """Whether it shows that tournament."""
        channels = (self.channel, *self.others) if self.channel else self.others
        return any(channel.tournament_id == tournament_id for channel in channels)

    @property
    def player_id(self) -> int | None:
        """The player whose own page this is."""
        return self.claim.held.subject_id if self.claim.held.kind == PLAYER else None

    def push(self, kind: str, frame: bytes) -> None:
        """Send now if the connection takes it, else keep the frame as the newest of its kind."""
        if self.sending is not None:
            self.waiting = {**(self.waiting or {}), kind: frame}
            return
        message = {"type": "http.response.body", "body": frame, "more_body": True}
        # Runs up to the first wait at once: for a healthy connection the task is done before it is scheduled.
        loop = asyncio.get_running_loop()
        task: asyncio.Task[None] = asyncio.Task(self._transmit(message), loop=loop, eager_start=True)
        if not task.done():
            self.sending, self.blocked_since = task, time.monotonic()
            task.add_done_callback(self._drained)

    async def _transmit(self, message: dict[str, Any]) -> None:
        try:
            await self.transmit(message)
        except (OSError, RuntimeError):
            # The peer is gone; the stream's own task learns it from receive() and tidies up.
            self.reason = self.reason or "gone"

    def _drained(self, _task: asyncio.Task[None]) -> None:
        self.sending = None
        kept, self.waiting = self.waiting, None
        if kept:
            self.push("kept", b"".join(kept.values()))

    @property
    def is_stuck(self) -> bool:
        """The connection has taken nothing for so long that it is better opened anew."""
        return self.sending is not None and time.monotonic() - self.blocked_since > STUCK_S

    def close(self, reason: str) -> None:
        """End the stream; the page is told why."""
        if not self.reason and self.task is not None:
            self.reason = reason
            self.task.cancel()


class Channel:
    """The streams of one tournament and the newest frame of its open state."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id = tournament_id
        # A display of several tournaments keeps the newest state of each.
        self.kind = f"state {tournament_id}"
        self.clients: dict[int, Client] = {}
        self.version = 0
        self.edition = 0
        self.frame = b""

    @property
    def has_readers(self) -> bool:
        """Whether anybody listens who wants the open state itself."""
        return any(not client.is_staff for client in self.clients.values())

    def player_ids(self) -> set[int]:
        """Players whose own pages are open."""
        return {client.player_id for client in self.clients.values() if client.player_id is not None}

    def hello(self, client: Client, last_version: int) -> Iterable[bytes]:
        """What a new stream gets at once: the version or the state, unless it has that already."""
        if not self.version or last_version == (self.version if client.is_staff else self.edition):
            return
        if client.is_staff:
            yield self.version_frame()
        elif self.frame:
            yield self.frame

    def version_frame(self) -> bytes:
        """For pages of the console, which fetch what they show."""
        return event("version", {"version": self.version}, self.version)

    async def publish(self, version: int, edition: int, frame: bytes) -> None:
        """Hand a new edition to everybody, giving others a turn now and then; a newer one takes over.

        A page of the console at the same version has to look again: a name that it shows has changed.
        """
        renamed = version == self.version and edition != self.edition
        self.version, self.edition, self.frame = version, edition, frame
        name, told = ("look", event("look", {})) if renamed else ("version", self.version_frame())
        for turn, client in enumerate(list(self.clients.values()), start=1):
            if client.is_staff:
                client.push(name, told)
            elif frame:
                client.push(self.kind, frame)
            if turn % AT_ONCE == 0:
                await asyncio.sleep(0)
                if self.frame is not frame:
                    return
