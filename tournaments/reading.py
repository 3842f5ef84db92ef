"""Reading one consistent picture: what several queries find belongs to the same moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Everything read inside the block is of one moment; writing inside it is a mistake.

    SQLite: a deferred transaction, which takes no lock (Django's own would be IMMEDIATE and wait for writers).
    Postgres: REPEATABLE READ, READ ONLY. Inside a transaction or a snapshot that is already open nothing is added.
    """
    if connection.in_atomic_block or _is_deferred():
        yield
    elif connection.vendor == "sqlite":
        yield from _deferred()
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _is_deferred() -> bool:
    """Whether SQLite is inside a snapshot, of which Django itself does not know."""
    return (
        connection.vendor == "sqlite"
        and connection.connection is not None
        and connection.connection.in_transaction
    )


def _deferred() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
