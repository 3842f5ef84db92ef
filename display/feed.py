"""Hears of changes and makes frames of them: one thread per process, the only one that reads for the hub.

It is woken by LISTEN/NOTIFY on Postgres and by the change counter of the file on SQLite, and looks by itself once a
second, so that a lost notice costs a second, not a display.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import psycopg
from django.db import DatabaseError, connection

from display.channels import event, framed
from display.editions import editions_of
from display.open_state import build_snapshot
from display.records import records_json
from display.snapshot import encode
from tournaments.sources import current_sources

log = logging.getLogger(__name__)

TOGETHER_S = 0.2
LOOK_S = 1.0
IDLE_S = 0.25
COUNTER_S = 0.025
RETRY_S = 1.0
ACCESS_S = 30.0
LARGEST_FRAME = 256 * 1024


class Audience(Protocol):
    """What the feed asks the hub for and gives it; every method is safe to call from the feed's thread."""

    def watched(self) -> dict[int, bool]:
        """Tournaments somebody listens to; True where somebody wants the open state."""

    def players(self, tournament_id: int) -> set[int]:
        """Players of a tournament whose own pages are open."""

    def publish(self, tournament_id: int, version: int, edition: int, frame: bytes) -> None:
        """A new edition, and the version of the tournament's last act."""

    def tell_player(self, tournament_id: int, player_id: int, frame: bytes) -> None:
        """A player's own record has changed."""

    def forget(self, tournament_id: int) -> None:
        """Nobody listens to the tournament any more."""

    def check_access(self, tournament_id: int | None) -> None:
        """Look up again who may listen: to a tournament whose version changed, or to anything."""

    def check_entered(self) -> None:
        """Look up again who may listen, of those who came since the last look."""


class Counter:
    """SQLite: a number that changes with every commit of another connection."""

    def __init__(self) -> None:
        self.last = self.read()

    def read(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            return int(cursor.fetchone()[0])

    def wait(self, wake: threading.Event, longest_s: float, *, idle: bool) -> None:
        """Return when something was committed, somebody came, or the time is over."""
        deadline = time.monotonic() + longest_s
        while time.monotonic() < deadline and not wake.wait(IDLE_S if idle else COUNTER_S):
            now, before = self.read(), self.last
            self.last = now
            if now != before:
                return

    def close(self) -> None:
        """Nothing is held beside the feed's own connection."""


class Listener:
    """Postgres: a connection that hears NOTIFY tournament, in a thread that sets the feed's wake event."""

    def __init__(self, wake: threading.Event) -> None:
        self.stopped = threading.Event()
        self.woken = wake
        self.thread = threading.Thread(target=self.listen, name="hub-listener", daemon=True)
        self.thread.start()

    def listen(self) -> None:
        """Listen until stopped; a lost connection is opened again."""
        while not self.stopped.is_set():
            try:
                with psycopg.connect(**listening_parameters(), autocommit=True) as heard:
                    heard.execute("LISTEN tournament")
                    self.woken.set()
                    self.hear(heard)
            except psycopg.Error as error:
                log.warning("listening for changes failed, trying again: %s", error)
                self.stopped.wait(RETRY_S)

    def hear(self, heard: "psycopg.Connection[Any]") -> None:
        """Wake the feed on each notice."""
        while not self.stopped.is_set():
            for _notice in heard.notifies(timeout=0.5, stop_after=1):
                self.woken.set()

    def wait(self, wake: threading.Event, longest_s: float, *, idle: bool) -> None:
        """Return on a notice, when somebody came, or when the time is over."""
        wake.wait(LOOK_S if idle else longest_s)

    def close(self) -> None:
        self.stopped.set()
        self.thread.join(timeout=3)


def listening_parameters() -> dict[str, Any]:
    """How to reach the same database, without what belongs to Django's own cursors."""
    given = connection.get_connection_params()
    return {
        name: value
        for name, value in given.items()
        if name not in {"cursor_factory", "context", "prepare_threshold"}
    }


class Feed(threading.Thread):
    """Looks for new versions, builds each open state once, and hands the bytes to the hub."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(name="hub-feed", daemon=True)
        self.audience = audience
        self.stopped = threading.Event()
        self.wake = threading.Event()
        self.editions: dict[int, tuple[int, bool]] = {}
        self.built: dict[int, float] = {}
        self.records: dict[tuple[int, int], Any] = {}
        self.offset_ms = 0
        self.again_s = LOOK_S
        self.access_checked = time.monotonic()

    def run(self) -> None:
        """Until stopped: wait, look, build. Whatever goes wrong, it begins again after a second."""
        while not self.stopped.is_set():
            try:
                self.follow()
            except DatabaseError as error:
                log.warning("the display feed lost the database, trying again: %s", error)
            except Exception:
                log.exception("the display feed failed and is begun again")
            connection.close()
            self.stopped.wait(RETRY_S)

    def follow(self) -> None:
        """Follow the database over one connection."""
        source = Counter() if connection.vendor == "sqlite" else Listener(self.wake)
        try:
            self.measure_offset()
            while not self.stopped.is_set():
                source.wait(self.wake, self.again_s, idle=not self.audience.watched())
                self.wake.clear()
                self.look()
        finally:
            source.close()

    def measure_offset(self) -> None:
        """How far the clock of acts (the database's, on Postgres) is ahead of this machine's."""
        self.offset_ms = current_sources().now_ms() - time.time_ns() // 1_000_000

    def now_ms(self) -> int:
        """The clock of acts, without asking the database each time."""
        return time.time_ns() // 1_000_000 + self.offset_ms

    def look(self) -> None:
        """Publish what changed; twice a minute, see who may still listen."""
        watched = self.audience.watched()
        self.again_s = LOOK_S
        for key in set(self.editions) - set(watched):
            self.forget(key)
        if watched:
            for tournament_id, version, edition in editions_of(watched):
                self.try_to_follow_up(tournament_id, version, edition, wants_state=watched[tournament_id])
        self.audience.check_entered()
        if time.monotonic() - self.access_checked > ACCESS_S:
            self.access_checked = time.monotonic()
            self.measure_offset()
            self.audience.check_access(None)

    def try_to_follow_up(self, tournament_id: int, version: int, edition: int, *, wants_state: bool) -> None:
        """One tournament whose state cannot be built must not keep the others dark; it is tried again."""
        try:
            self.follow_up(tournament_id, version, edition, wants_state=wants_state)
        except DatabaseError:
            raise
        except Exception:
            log.exception("the open state of tournament %s could not be built", tournament_id)

    def follow_up(self, tournament_id: int, version: int, edition: int, *, wants_state: bool) -> None:
        """A tournament at an edition: publish it unless that was done, and the records of players who listen."""
        known = self.editions.get(tournament_id)
        if known == (edition, wants_state) or (known == (edition, True) and not wants_state):
            self.tell_players(tournament_id, changed=False)
            return
        early = TOGETHER_S - (time.monotonic() - self.built.get(tournament_id, 0.0))
        if early > 0:
            self.again_s = min(self.again_s, early)
            return
        self.built[tournament_id] = time.monotonic()
        frame = state_frame(tournament_id) if wants_state else b""
        self.editions[tournament_id] = (edition, wants_state)
        self.audience.publish(tournament_id, version, edition, frame)
        if known is not None:
            self.audience.check_access(tournament_id)
        self.tell_players(tournament_id, changed=True)

    def tell_players(self, tournament_id: int, *, changed: bool) -> None:
        """Send own records that are new or differ from what was sent."""
        listening = self.audience.players(tournament_id)
        for key in [key for key in self.records if key[0] == tournament_id and key[1] not in listening]:
            del self.records[key]
        wanted = (
            listening if changed else {one for one in listening if (tournament_id, one) not in self.records}
        )
        if not wanted:
            return
        for player_id, record in records_json(tournament_id, wanted).items():
            key = (tournament_id, player_id)
            if self.records.get(key) != record:
                self.records[key] = record
                self.audience.tell_player(tournament_id, player_id, event("me", record))

    def forget(self, tournament_id: int) -> None:
        """Nobody listens any more."""
        self.editions.pop(tournament_id, None)
        self.built.pop(tournament_id, None)
        self.audience.forget(tournament_id)

    def stop(self) -> None:
        """End the thread and wait for it."""
        self.stopped.set()
        self.wake.set()
        self.join(timeout=5)


def state_frame(tournament_id: int) -> bytes:
    """The open state as one event, the same bytes for everybody."""
    state = build_snapshot(tournament_id)
    frame = framed("state", encode(state), state["version"])
    if len(frame) > LARGEST_FRAME:
        log.error("the open state of tournament %s has %s bytes", tournament_id, len(frame))
    return frame


type Watch = Callable[[threading.Event], None]


def keep_running(name: str, run: Watch, stop: threading.Event) -> None:
    """Run a watcher until it is told to stop; one that fails is logged and begun again after a second."""
    while not stop.is_set():
        try:
            run(stop)
        except Exception:
            log.exception("the watcher %s failed and is begun again", name)
        finally:
            connection.close()
        stop.wait(RETRY_S)


def start_watchers(watchers: Iterable[tuple[str, Watch]], stop: threading.Event) -> list[threading.Thread]:
    """One thread for each watcher."""
    threads = [
        threading.Thread(target=keep_running, args=(name, run, stop), name=f"watch-{name}", daemon=True)
        for name, run in watchers
    ]
    for thread in threads:
        thread.start()
    return threads
