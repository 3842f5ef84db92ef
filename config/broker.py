"""The embedded broker: kombu's folder of message files, made safe against being wiped and read half-written.

kombu's own writes a message in place, so a reader can take an empty file away, and it stops for good when the
folder goes. Here a message appears whole by a rename, a missing folder is made again, and taking a message is
one rename inside the folder (never a copy into the machine's temporary folder).
"""

import json
import logging
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem

LONGEST_WAIT_S = 0.3

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Message files of one folder."""

    @property
    def folder(self) -> Path:
        path = Path(self.data_folder_in)
        path.mkdir(parents=True, exist_ok=True)
        return path

    # The name of the second argument differs between kombu's own classes.
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns():020}_{uuid.uuid4().hex}.{queue}.msg"
        try:
            aside = self.folder / f".{name}.new"
            aside.write_text(json.dumps(payload))
            aside.rename(self.folder / name)
        except OSError as error:
            raise ChannelError(f"Cannot write a message into {self.data_folder_in}: {error}") from error

    def _waiting(self, queue: str) -> list[str]:
        ending = f".{queue}.msg"
        return sorted(name for name in os.listdir(self.folder) if name.endswith(ending) and name[0] != ".")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self._waiting(queue):
            payload = self._take(name)
            if payload is not None:
                return payload
        raise Empty

    def _take(self, name: str) -> Any:
        """The message of a file, which is gone then; None when somebody else took it or it is no message."""
        taken = self.folder / f".{name}.taken"
        try:
            (self.folder / name).rename(taken)
            text = taken.read_text()
            taken.unlink()
        except FileNotFoundError:
            return None
        try:
            payload = json.loads(text)
        except ValueError:
            payload = None
        if not isinstance(payload, dict) or "properties" not in payload:
            log.warning("dropped %s, which is no message", name)
            return None
        return payload

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        names = self._waiting(queue)
        for name in names:
            (self.folder / name).unlink(missing_ok=True)
        return len(names)


class Transport(filesystem.Transport):
    """kombu's folder transport with the safer channel."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> Any:
        """Wait for messages, but not longer than a worker that is told to stop may take to notice."""
        return super().drain_events(
            connection, timeout=min(timeout or LONGEST_WAIT_S, LONGEST_WAIT_S), **kwargs
        )
