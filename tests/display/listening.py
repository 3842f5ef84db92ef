"""A reader of the event stream over real HTTP, for tests of the hub."""

import http.client
import json
import socket
import threading
from collections.abc import Callable
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

WAIT_S = 5.0


class Listener:
    """An open stream, by its pass or behind a display's link; its events arrive in a queue as (name, data, id)."""

    def __init__(
        self, site: str, token: str, cookie: str = "", last_event_id: str = "", link: str = ""
    ) -> None:
        address = urlsplit(site)
        self.connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
        headers = {"Cookie": cookie} if cookie else {}
        if last_event_id:
            headers["Last-Event-ID"] = last_event_id
        path = f"/d/{link}/events" if link else f"/events?k={token}"
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.events: Queue[tuple[str, Any, str]] = Queue()
        self.ended = threading.Event()
        if self.status == 200:
            threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Parse events until the stream ends."""
        fields: dict[str, str] = {}
        try:
            for raw in self.answer:
                line = raw.decode().rstrip("\n")
                name, _colon, value = line.partition(": ")
                if line:
                    fields[name] = value
                elif "data" in fields:
                    self.events.put((fields["event"], json.loads(fields["data"]), fields.get("id", "")))
                    fields = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            # Closed from this side while it was being read.
            self.events.put(("broken", {}, ""))
        self.ended.set()

    def next(self, name: str, accept: Callable[[Any], bool] = lambda _data: True) -> Any:
        """The data of the next event of that name that is accepted; others before it are passed over."""
        while True:
            try:
                found, data, _id = self.events.get(timeout=WAIT_S)
            except Empty:
                raise AssertionError(f"no event {name} within {WAIT_S} s") from None
            if found == name and accept(data):
                return data

    def heard(self) -> list[str]:
        """The names of events that are waiting."""
        names = []
        while not self.events.empty():
            names.append(self.events.get()[0])
        return names

    def close(self) -> None:
        """Leave as a browser that is closed does."""
        if self.connection.sock and not self.ended.is_set():
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.connection.close()
