"""ASGI entry point: the event stream before Django, everything else through Django in a few threads.

Rendering holds the interpreter lock, so processes serve more pages and threads do not; the threads only keep
a page that waits for the database from holding up the others. A thread keeps its database connection.
"""

import os
from collections.abc import Awaitable, Callable
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Sets Django up, which what is imported after it needs.
pages_in_wsgi = get_wsgi_application()

from config.watch import watch  # noqa: E402
from display import hub  # noqa: E402

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

PAGE_THREADS = 4


class Site:
    """Sends each connection to the hub or to Django; the hub lives as long as the process serves."""

    def __init__(self) -> None:
        self._pages: Any = None

    def pages(self) -> Any:
        """Django behind its threads, made inside the running loop."""
        if self._pages is None:
            self._pages = WSGIMiddleware(pages_in_wsgi, workers=PAGE_THREADS)  # type: ignore[arg-type]
        return self._pages

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Start the hub before the first connection and stop it after the last, as the server asks."""
        await receive()
        await hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] == "http" and hub.is_stream(scope["path"]):
            await hub.events(scope, receive, send)
        else:
            await self.pages()(scope, receive, send)


hub.register_watcher("clock", watch)
application = Site()
