"""Puts the test database back after a test that commits.

Flushing cannot do it: triggers refuse to delete from the ledger and the log of acts, on purpose. So SQLite gets
a copy of the database as it was after migration, and Postgres deletes with its triggers off.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection, connections, transaction

# Filled by the migrations and the same for every test.
KEPT_TABLES = frozenset({"django_migrations", "django_content_type", "auth_permission"})


def _copy(source: Path | str, target: Path | str) -> None:
    """Copy a SQLite database page by page, under the target's own locks: others may be connected to it."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target, timeout=20)) as new:
        old.backup(new)


class PristineDatabase:
    """Remembers the migrated database and restores it on request."""

    def __init__(self, folder: Path) -> None:
        self.copy = folder / "pristine.sqlite3"
        if connection.vendor == "sqlite":
            _copy(self._file(), self.copy)
        else:
            self._refuse_lost_rows()

    def _file(self) -> str:
        return str(connection.settings_dict["NAME"])

    def _tables(self) -> list[str]:
        return sorted(set(connection.introspection.table_names()) - KEPT_TABLES)

    def _refuse_lost_rows(self) -> None:
        """Emptying would lose rows that a migration made, so there must be none outside the kept tables."""
        with connection.cursor() as cursor:
            for table in self._tables():
                cursor.execute(f"SELECT EXISTS (SELECT FROM {connection.ops.quote_name(table)})")
                if cursor.fetchone()[0]:
                    raise AssertionError(f"migrations fill {table}: add it to KEPT_TABLES")

    def restore(self) -> None:
        """Make the database what it was after migration, while others may still be connected to it."""
        if connection.vendor == "sqlite":
            connections.close_all()
            _copy(self.copy, self._file())
        else:
            self._empty_tables()

    def _empty_tables(self) -> None:
        """Delete all rows and begin the ids anew.

        Deleting waits for no reader, as truncating would: the site's event hub may be reading all the while.
        """
        quoted = [connection.ops.quote_name(table) for table in self._tables()]
        kept = [f"{table}_id_seq" for table in KEPT_TABLES]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(";".join(f"DELETE FROM {table}" for table in quoted))
            cursor.execute(
                "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND relname <> ALL(%s)",
                [kept],
            )


def drop_other_connections() -> None:
    """End the connections that threads of the site still hold, so that the test database can be dropped."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def teardown_with(pristine: PristineDatabase) -> Callable[[Any], None]:
    """The replacement for TransactionTestCase's teardown."""

    def restore(test_case: Any) -> None:
        pristine.restore()

    return restore
