"""One web process: `python -m config.serve` on a socket that was opened for it, or on an address of its own.

LISTEN_FD names the socket that the supervisor or systemd opened and several processes share. Without it the process
listens on PORT (8000) of BIND_HOST (127.0.0.1), as in a container.
"""

import logging
import resource
import socket

import uvicorn

from config import env, lifeline

log = logging.getLogger(__name__)

# An open display would keep a process that is told to stop alive for ever.
GRACEFUL_STOP_S = 2
# Connections that wait to be taken: every display of a room comes back at once after a restart.
BACKLOG = 8192


def configuration() -> uvicorn.Config:
    """How this process serves; X-Forwarded-* is believed only from the proxies that FORWARDED_ALLOW_IPS names."""
    proxies = env.text("FORWARDED_ALLOW_IPS")
    return uvicorn.Config(
        "config.asgi:application",
        lifespan="on",
        ws="none",
        access_log=False,
        log_level=env.text("LOG_LEVEL", "warning").lower(),
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        ssl_certfile=env.text("TLS_CERT") or None,
        ssl_keyfile=env.text("TLS_KEY") or None,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=GRACEFUL_STOP_S,
        backlog=BACKLOG,
    )


def listener() -> socket.socket:
    """The socket to take connections from."""
    shared = env.text("LISTEN_FD")
    if shared:
        return socket.socket(fileno=int(shared))
    address = (env.text("BIND_HOST", "127.0.0.1"), int(env.text("PORT", "8000")))
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    return socket.create_server(address, family=family, backlog=BACKLOG)


def allow_many_displays() -> None:
    """Take as many open connections as the system grants: by default many a system lets a process begin with 1,024."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError) as error:  # macOS names no limit and yet has one
        log.warning("the limit of open connections stays as it is: %s", error)


def main() -> None:
    lifeline.hold()
    allow_many_displays()
    uvicorn.Server(configuration()).run(sockets=[listener()])


if __name__ == "__main__":
    main()
