"""Append-only tables and rows that may change in one way only, as triggers on both databases.

Used by migrations: `operations(table, ...)` gives the RunPython steps for Postgres and SQLite.
"""

from collections.abc import Sequence

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def refuse_delete(table: str) -> migrations.RunPython:
    """No row of the table can ever be deleted."""
    return _trigger(table, "delete", "DELETE", "1 = 1")


def refuse_update(table: str, columns: Sequence[str] = ()) -> migrations.RunPython:
    """No row can be updated; with `columns` given, only changes of those columns are refused."""
    when = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in columns) or "1 = 1"
    return _trigger(table, "update", "UPDATE", when)


def refuse_update_when(table: str, name: str, condition: str) -> migrations.RunPython:
    """An update is refused when `condition` over OLD and NEW holds."""
    return _trigger(table, name, "UPDATE", condition)


def _trigger(table: str, suffix: str, event: str, condition: str) -> migrations.RunPython:
    name = f"{table}_no_{suffix}"
    sqlite_condition = condition.replace("IS DISTINCT FROM", "IS NOT")
    says = f"{table} is append-only"

    def forwards(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(
                f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{says}' USING ERRCODE = 'check_violation'; END $$"
            )
            editor.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW WHEN ({condition}) "
                f"EXECUTE FUNCTION {name}()"
            )
        else:
            editor.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN ({sqlite_condition}) "
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )

    def backwards(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        on_table = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER {name}{on_table}")
        if editor.connection.vendor == "postgresql":
            editor.execute(f"DROP FUNCTION {name}()")

    return migrations.RunPython(forwards, backwards)
