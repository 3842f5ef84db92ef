"""The event stream: one raw ASGI route before Django, one hub in each process.

`events` is the application for /events?k=<pass>, which our own pages know, and for /d/<link>/events, which anybody
reads who was given the link of a display; `start` and `stop` belong to the server's lifespan. A client is one task that
waits for its own end; frames are handed to connections by whoever makes them.
"""

import asyncio
import logging
import re
import threading
import time
from collections import Counter as Tally
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError, connection

from display.access import Claim, Grant, answer, answers
from display.channels import Channel, Client, Send, event
from display.feed import Feed, Watch, start_watchers
from display.links import screen_of_link
from display.presence import Presence
from display.screen_record import ScreenRecord, record_json
from tournaments.stream_tokens import GUEST, PLAYER, SCREEN, STAFF, StreamPass, link_mark, read_token

log = logging.getLogger(__name__)

type Scope = dict[str, Any]
type Receive = Callable[[], Awaitable[dict[str, Any]]]

MOST_STREAMS = 10_000
# How many streams one pass may have open: a browser allows six to one server, a hall may show a screen thrice.
MOST_EACH = {SCREEN: 16, PLAYER: 8, STAFF: 12}
# Visitors of other sites that read behind one link: they must leave room for the hall.
MOST_READERS = 2_000
KEEP_ALIVE_PARTS = 10
GRANT_S = 5.0
RETRY_MS = 1000
DAY_S = 24 * 60 * 60
LINKED = re.compile(r"/d/([A-Za-z0-9_-]{1,200})/events")

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]

# Other sites may read what a link shows: it holds nothing that is not on the wall (docs/decisions/0016).
OPEN_HEADERS = [*HEADERS, (b"access-control-allow-origin", b"*")]

_watchers: list[tuple[str, Watch]] = []


def register_watcher(name: str, run: Watch) -> None:
    """Have `run(stop)` run in a thread of every serving process, from start-up until the event `stop` is set."""
    _watchers.append((name, run))


class Hub:
    """All streams of this process."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.channels: dict[int, Channel] = {}
        self.clients: dict[int, Client] = {}
        self.held: Tally[Claim] = Tally()
        self.entered: deque[Claim] = deque()
        self.grants: dict[Claim, tuple[float, asyncio.Future[Grant | None]]] = {}
        self.readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="hub-access")
        self.stopping = threading.Event()
        self.feed = Feed(self)
        self.feed.start()
        watchers = [*_watchers, ("presence", Presence(self).run)]
        self.watchers = start_watchers(watchers, self.stopping)
        self.pulse = self.loop.create_task(self.keep_alive())

    # What the feed's thread calls ---------------------------------------------------------------------------------

    def watched(self) -> dict[int, bool]:
        """Tournaments somebody listens to; True where somebody wants the open state."""
        return {key: channel.has_readers for key, channel in list(self.channels.items()) if channel.clients}

    def players(self, tournament_id: int) -> set[int]:
        """Players of a tournament whose own pages are open."""
        channel = self.channels.get(tournament_id)
        return channel.player_ids() if channel else set()

    def open_screens(self) -> set[int]:
        """Displays with an open stream here."""
        held = [client.claim.held for client in list(self.clients.values())]
        return {one.subject_id for one in held if one.kind == SCREEN}

    def staffed(self) -> set[int]:
        """Tournaments that a page of the console follows."""
        channels = [client.channel for client in list(self.clients.values()) if client.is_staff]
        return {channel.tournament_id for channel in channels if channel}

    def look_again(self, tournament_id: int) -> None:
        """Have the console's pages of a tournament fetch what they show."""
        self.from_thread(self.look_again_here(tournament_id))

    def publish(self, tournament_id: int, version: int, edition: int, frame: bytes) -> None:
        """A new edition, from the feed's thread."""
        self.from_thread(self.publish_here(tournament_id, version, edition, frame))

    def tell_player(self, tournament_id: int, player_id: int, frame: bytes) -> None:
        """A player's own record, from the feed's thread."""
        self.from_thread(self.tell_player_here(tournament_id, player_id, frame))

    def forget(self, tournament_id: int) -> None:
        """Nobody listened to a tournament when the feed looked."""
        self.from_thread(self.forget_here(tournament_id))

    def check_access(self, tournament_id: int | None) -> None:
        """Ask again who may listen, in the feed's thread, and act on it in the loop."""
        claims = {
            client.claim
            for client in list(self.clients.values())
            if tournament_id is None or client.follows(tournament_id)
        }
        if claims:
            self.from_thread(self.apply_access(answers(claims)))

    def check_entered(self) -> None:
        """Ask again for streams that came since the last look.

        What they were granted was read before they were in the list, so a change in between told them nothing.
        """
        claims = {self.entered.popleft() for _ in range(len(self.entered))}
        if claims:
            self.from_thread(self.apply_access(answers(claims)))

    def from_thread(self, work: Any) -> None:
        """Run a coroutine in the loop from another thread."""
        if self.stopping.is_set() or self.loop.is_closed():
            work.close()
        else:
            asyncio.run_coroutine_threadsafe(work, self.loop).add_done_callback(log_failure)

    # In the loop --------------------------------------------------------------------------------------------------

    async def publish_here(self, tournament_id: int, version: int, edition: int, frame: bytes) -> None:
        channel = self.channels.get(tournament_id)
        if channel:
            await channel.publish(version, edition, frame)

    async def tell_player_here(self, tournament_id: int, player_id: int, frame: bytes) -> None:
        channel = self.channels.get(tournament_id)
        for client in list(channel.clients.values()) if channel else []:
            if client.player_id == player_id:
                client.push("me", frame)

    async def look_again_here(self, tournament_id: int) -> None:
        frame = event("look", {})
        for client in list(self.clients.values()):
            if client.is_staff and client.channel and client.channel.tournament_id == tournament_id:
                client.push("look", frame)

    async def forget_here(self, tournament_id: int) -> None:
        channel = self.channels.get(tournament_id)
        if channel and not channel.clients:
            del self.channels[tournament_id]

    async def apply_access(self, found: dict[Claim, Grant | None]) -> None:
        """Close what is no longer granted, move what shows another tournament, tell screens what changed."""
        for client in list(self.clients.values()):
            if client.claim not in found:
                continue
            grant = found[client.claim]
            if grant is None:
                over = client.claim.held.expires_s <= time.time()
                client.close("reload" if over else "closed")
                continue
            if client.channel and client.channel.tournament_id != grant.tournament_id:
                self.join(client, grant.tournament_id)
            if grant.record and grant != client.grant:
                client.grant = grant
                client.push("screen", screen_frame(grant))
            if tuple(one.tournament_id for one in client.others) != grant.others:
                for fresh in self.join_others(client, grant.others):
                    client.push(fresh.kind, fresh.frame)

    async def keep_alive(self) -> None:
        """The server's time to a tenth of the clients each second, so that no moment sends to all."""
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            try:
                self.beat(turn)
            except Exception:
                log.exception("a keep-alive failed")

    def beat(self, turn: int) -> None:
        """One second's keep-alives; streams that take nothing are ended, answers that are old forgotten."""
        frame = event("time", {"server_ms": self.feed.now_ms()})
        for client in list(self.clients.values()):
            if client.is_stuck:
                client.close("stuck")
            elif client.number % KEEP_ALIVE_PARTS == turn % KEEP_ALIVE_PARTS:
                client.push("time", frame)
        now = time.monotonic()
        self.grants = {claim: kept for claim, kept in self.grants.items() if kept[0] > now}

    async def granted(self, claim: Claim) -> Grant | None:
        """What a claim is granted; equal claims within a few seconds share one look-up."""
        kept = self.grants.get(claim)
        if kept is None or kept[0] < time.monotonic():
            kept = (time.monotonic() + GRANT_S, asyncio.wrap_future(self.readers.submit(looked_up, claim)))
            self.grants[claim] = kept
        return await asyncio.shield(kept[1])

    def is_full(self, claim: Claim) -> bool:
        """Whether one more stream would be too many."""
        most = MOST_READERS if claim.by_link else MOST_EACH.get(claim.held.kind, MOST_STREAMS)
        return len(self.clients) >= MOST_STREAMS or self.held[claim] >= most

    def join(self, client: Client, tournament_id: int) -> Channel:
        """Put a client into the channel of a tournament."""
        if client.channel:
            client.channel.clients.pop(client.number, None)
        channel = self.channels.setdefault(tournament_id, Channel(tournament_id))
        had_readers = channel.has_readers if client.is_staff else bool(channel.frame)
        channel.clients[client.number] = client
        client.channel = channel
        if not had_readers or client.player_id is not None:
            self.feed.wake.set()
        return channel

    def join_others(self, client: Client, tournament_ids: Iterable[int]) -> Iterable[Channel]:
        """Put a display into the channels of its further tournaments; those that have a state to be sent at once."""
        for channel in client.others:
            channel.clients.pop(client.number, None)
        client.others = tuple(self.channels.setdefault(one, Channel(one)) for one in tournament_ids)
        for channel in client.others:
            channel.clients[client.number] = client
            if not channel.frame:
                self.feed.wake.set()
        return [channel for channel in client.others if channel.frame]

    def enter(self, client: Client) -> None:
        """Count a stream in."""
        self.clients[client.number] = client
        self.held[client.claim] += 1
        self.entered.append(client.claim)

    def leave(self, client: Client) -> None:
        """Forget a stream that ended."""
        self.clients.pop(client.number, None)
        self.held[client.claim] -= 1
        if self.held[client.claim] <= 0:
            del self.held[client.claim]
        for channel in (client.channel, *client.others):
            if channel:
                channel.clients.pop(client.number, None)

    async def stop(self) -> None:
        """End every stream and every thread."""
        self.stopping.set()
        self.pulse.cancel()
        for client in list(self.clients.values()):
            client.close("restart")
        await asyncio.to_thread(self.feed.stop)
        for thread in self.watchers:
            await asyncio.to_thread(thread.join, 5)
        self.readers.shutdown(wait=False, cancel_futures=True)


def log_failure(done: Future[Any]) -> None:
    """Work that a thread handed to the loop must not fail in silence."""
    if not done.cancelled() and done.exception():
        log.error("the hub failed to hand something on", exc_info=done.exception())


_hub: Hub | None = None


async def start() -> None:
    """Begin the hub of this process."""
    global _hub  # noqa: PLW0603  one hub for each process, as long as it serves
    _hub = Hub()


async def stop() -> None:
    """End the hub of this process."""
    global _hub  # noqa: PLW0603
    if _hub is not None:
        await _hub.stop()
        _hub = None


def looked_up(claim: Claim) -> Grant | None:
    """The answer to a claim, in a thread of the hub's own, which keeps no connection."""
    try:
        return answer(claim)
    finally:
        connection.close()


def screen_frame(grant: Grant) -> bytes:
    """A display's own record, with the numbers of the tournaments it shows."""
    shown = [grant.tournament_id, *grant.others]
    return event("screen", record_json(grant.record or ScreenRecord()) | {"tournaments": shown})


def guest_of(link: str) -> Claim | None:
    """The claim of a reader who knows a display's link, in a thread of the hub's own; the same for a whole day."""
    try:
        screen = screen_of_link(link)
    finally:
        connection.close()
    if screen is None:
        return None
    day = int(time.time()) // DAY_S + 2
    return Claim(StreamPass(GUEST, screen.pk, 0, day * DAY_S, link_mark(screen)), by_link=True)


async def asked_by(hub: Hub, scope: Scope) -> tuple[Claim | None, int]:
    """Who asks for a stream, and the version he has already."""
    claim, version = claim_of(scope)
    link = LINKED.fullmatch(scope["path"])
    if link is not None:
        claim = await asyncio.wrap_future(hub.readers.submit(guest_of, link[1]))
    return claim, version


def claim_of(scope: Scope) -> tuple[Claim | None, int]:
    """The pass of a request with its session, and the version the page already has."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    held: StreamPass | None = read_token(query.get("k", [""])[0])
    told = headers.get(b"last-event-id") or query.get("v", ["0"])[0]
    version = int(told) if told.isdecimal() and len(told) < 19 else 0
    if held is None:
        return None, version
    return Claim(held, session_of(headers) if held.kind == STAFF else ""), version


def session_of(headers: dict[bytes, str]) -> str:
    """The session key of the request's cookies; "" where there is none."""
    try:
        found = SimpleCookie(headers.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return found.value if found else ""


async def refuse(send: Send, status: int) -> None:
    """Answer without a stream; an EventSource gives up on anything but 200."""
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def events(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of the streams."""
    hub = _hub
    if hub is None or hub.stopping.is_set():
        return await refuse(send, 503)
    if scope["method"] != "GET":
        return await refuse(send, 405)
    try:
        claim, version = await asked_by(hub, scope)
        grant = await hub.granted(claim) if claim else None
    except DatabaseError as error:
        log.warning("a stream could not be looked up: %s", error)
        return await refuse(send, 503)
    if claim is None or grant is None:
        return await refuse(send, 403)
    if hub.is_full(claim):
        return await refuse(send, 429)
    client = Client(claim, send, OPEN_HEADERS if LINKED.fullmatch(scope["path"]) else HEADERS)
    return await stream(hub, client, grant, version, receive)


async def stream(hub: Hub, client: Client, grant: Grant, version: int, receive: Receive) -> None:
    """Serve one stream until the page leaves or the hub ends it."""
    hub.enter(client)
    try:
        await client.transmit({"type": "http.response.start", "status": 200, "headers": client.headers})
        client.push("hello", b"".join(greeting(hub, client, grant, version)))
        while (await receive())["type"] != "http.disconnect":
            continue
    except asyncio.CancelledError:
        # The hub ends this stream, or the server stops: either way the answer is completed, not torn off.
        if client.task is not None:
            client.task.uncancel()
        await farewell(client)
    finally:
        hub.leave(client)


def greeting(hub: Hub, client: Client, grant: Grant, version: int) -> Iterable[bytes]:
    """What a stream begins with."""
    yield b"retry: %d\n\n" % RETRY_MS
    yield event("time", {"server_ms": hub.feed.now_ms()})
    if client.claim.held.kind in {SCREEN, GUEST}:
        client.grant = grant
        yield screen_frame(grant)
    # The version that a page names is of one tournament: one that shows several gets all of them.
    yield from hub.join(client, grant.tournament_id).hello(client, 0 if grant.others else version)
    for channel in hub.join_others(client, grant.others):
        yield channel.frame


async def farewell(client: Client) -> None:
    """Tell the page why the stream ends, unless it only has to come back."""
    told = client.reason in {"closed", "reload"}
    last = event("closed", {"reason": client.reason}) if told else b""
    try:
        async with asyncio.timeout(2):
            await client.transmit({"type": "http.response.body", "body": last, "more_body": False})
    except (TimeoutError, OSError, RuntimeError) as error:
        log.debug("a stream was gone before it was closed: %s", error)


def is_stream(path: str) -> bool:
    """Whether an address is a stream's."""
    return path == "/events" or LINKED.fullmatch(path) is not None
