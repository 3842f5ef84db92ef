"""A child's tie to the supervisor: when the supervisor is gone, however it went, the child stops too.

The supervisor holds the other end of a pipe and never writes; the system closes it with the process, so the
end is noticed after a kill -9 as well, on every platform.
"""

import os
import signal
import threading

from config import env

VARIABLE = "LIFELINE_FD"


def hold() -> None:
    """Watch the lifeline, if the supervisor gave one, in a thread of its own."""
    descriptor = env.text(VARIABLE)
    if descriptor:
        threading.Thread(target=_watch, args=(int(descriptor),), name="lifeline", daemon=True).start()


def _watch(descriptor: int) -> None:
    while os.read(descriptor, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
