"""The whole site in a thread: Django and the event stream under uvicorn, on the test database.

pytest-django's live_server is WSGI only and waits at its end for every open stream.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn

from config.watch import look_once, watch

START_S = 20.0


class Watching:
    """Lets the site's watcher act only while a test uses the site.

    The site lives as long as the run. Its watcher records levels by the real time, so in the tournaments of tests
    that have a clock of their own it would act behind their backs.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.allowed = False

    def look(self) -> bool:
        """One look of the watcher, or none."""
        with self.lock:
            return look_once() if self.allowed else False

    @contextmanager
    def during_a_test(self) -> Iterator[None]:
        """Looks are allowed inside; afterwards none is under way."""
        with self.lock:
            self.allowed = True
        try:
            yield
        finally:
            with self.lock:
                self.allowed = False


watching = Watching()


@contextmanager
def serving(host: str = "127.0.0.1") -> Iterator[str]:
    """Serve the site on a free port and yield its address, such as http://127.0.0.1:40123."""
    from config.asgi import application
    from display import hub

    hub._watchers[:] = [("clock", partial(watch, look=watching.look))]
    config = uvicorn.Config(
        application, host=host, port=0, log_level="warning", timeout_graceful_shutdown=1, proxy_headers=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="site", daemon=True)
    thread.start()
    deadline = time.monotonic() + START_S
    while not server.started:
        if time.monotonic() > deadline or not thread.is_alive():
            raise RuntimeError("the site did not start")
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://{host}:{port}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)
