"""One web process: `python -m config.serve` on the socket that the supervisor opened (LISTEN_FD)."""

import socket

import uvicorn

from config import env, lifeline

# An open display would keep a process that is told to stop alive for ever.
GRACEFUL_STOP_S = 2


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
    )


def main() -> None:
    lifeline.hold()
    listener = socket.socket(fileno=int(env.text("LISTEN_FD")))
    uvicorn.Server(configuration()).run(sockets=[listener])


if __name__ == "__main__":
    main()
