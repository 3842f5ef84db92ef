"""Writes down which displays are open here, and has staff pages look again when one is lost or comes back."""

import threading
from typing import Protocol

from tournaments.presence import WRITE_EVERY_MS, lost_screens, record_heard
from tournaments.sources import current_sources

LOOK_S = 5.0


class Streams(Protocol):
    """What is asked of the hub and told to it; every method is safe to call from another thread."""

    def open_screens(self) -> set[int]:
        """Displays (not guests at their address) with an open stream in this process."""

    def staffed(self) -> set[int]:
        """Tournaments that a page of the console follows."""

    def look_again(self, tournament_id: int) -> None:
        """Have the console's pages of a tournament fetch what they show, though its version is the same."""


class Presence:
    """One for each process. A display's stream is in one process, so each writes its own."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.written: dict[int, int] = {}
        self.lost: dict[int, frozenset[int]] = {}

    def run(self, stop: threading.Event) -> None:
        """Look every few seconds until told to stop."""
        while not stop.wait(LOOK_S):
            self.look(current_sources().now_ms())

    def look(self, now_ms: int) -> None:
        """Write who is here, then tell the staff what has changed."""
        here = self.streams.open_screens()
        self.written = {pk: at_ms for pk, at_ms in self.written.items() if pk in here}
        due = {pk for pk in here if pk not in self.written or now_ms - self.written[pk] >= WRITE_EVERY_MS}
        if due:
            record_heard(due, now_ms)
            self.written |= dict.fromkeys(due, now_ms)
        staffed = self.streams.staffed()
        before, self.lost = self.lost, lost_screens(staffed, now_ms) if staffed else {}
        for tournament_id, lost in self.lost.items():
            if lost != before.get(tournament_id, lost):
                self.streams.look_again(tournament_id)
