"""The cockpit: how many queries and how long, for a small and for a big field."""

import time
from collections.abc import Iterable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bin.benching import room
from bin.benching.figures import Figure, percentile
from club.models import User
from tournaments.actors import Actor

VIEWS = 30
QUERIES = 12
# The reading transaction around the queries.
AROUND = ("BEGIN", "ROLLBACK", "COMMIT")


def cockpit(actor: Actor, user: User, entries: int) -> tuple[int, float]:
    """Queries of the cockpit and the 95th percentile of the server's time in ms."""
    path = f"/t/{room.field(actor, entries)}/"
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    with CaptureQueriesContext(connection) as captured:
        status = client.get(path).status_code
    queries = sum(not query["sql"].startswith(AROUND) for query in captured)
    if status != 200:
        raise RuntimeError(f"{path} answers {status}")
    times_ms = []
    for _ in range(VIEWS):
        started = time.perf_counter()
        client.get(path)
        times_ms.append((time.perf_counter() - started) * 1000)
    return queries, percentile(times_ms, 0.95)


def pages(actor: Actor, user: User) -> Iterable[Figure]:
    """Queries must not grow with the field."""
    small, small_ms = cockpit(actor, user, 300)
    yield Figure("cockpit_queries_300", small, "queries", QUERIES)
    yield Figure("cockpit_p95_300", round(small_ms, 1), "ms")
    big, big_ms = cockpit(actor, user, 3000)
    yield Figure("cockpit_queries_3000", big, "queries", small)
    yield Figure("cockpit_p95_3000", round(big_ms, 1), "ms")
