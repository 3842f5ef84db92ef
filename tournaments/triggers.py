"""Append-only tables and rows that may change in one way only, as triggers on both databases.

Used by migrations: each function gives one operation for Postgres and SQLite.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class RefuseChange(Operation):
    """A trigger that refuses an event on a table while a condition over OLD and NEW holds.

    An operation of its own rather than RunPython: it needs no models, and building them for each of many triggers
    is most of what a fresh database waits for.

    SQLite changes a table by making it anew, and its triggers are gone then: a migration that adds, alters or removes a
    field of such a table makes them again. Where they are still there they are replaced.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, table: str, suffix: str, event: str, condition: str) -> None:
        self.table, self.suffix, self.event, self.condition = table, suffix, event, condition

    @property
    def name(self) -> str:
        """The trigger's name in the database."""
        return f"{self.table}_no_{self.suffix}"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models do not change."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: object, to_state: object
    ) -> None:
        """Create the trigger, or replace it."""
        self.database_backwards(app_label, schema_editor, from_state, to_state)
        says = f"{self.table} is append-only"
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{says}' USING ERRCODE = 'check_violation'; END $$"
            )
            schema_editor.execute(
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} FOR EACH ROW "
                f"WHEN ({self.condition}) EXECUTE FUNCTION {self.name}()"
            )
            return
        condition = self.condition.replace("IS DISTINCT FROM", "IS NOT")
        schema_editor.execute(
            f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} WHEN ({condition}) "
            f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
        )

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: object, to_state: object
    ) -> None:
        """Drop the trigger."""
        postgres = schema_editor.connection.vendor == "postgresql"
        on_table = f" ON {self.table}" if postgres else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.name}{on_table}")
        if postgres:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {self.name}()")

    def describe(self) -> str:
        """What `migrate --plan` says."""
        return f"Refuse {self.event.lower()} on {self.table}"


def refuse_delete(table: str) -> RefuseChange:
    """No row of the table can ever be deleted."""
    return RefuseChange(table, "delete", "DELETE", "1 = 1")


def refuse_update(table: str, columns: Sequence[str] = ()) -> RefuseChange:
    """No row can be updated; with `columns` given, only changes of those columns are refused."""
    when = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in columns) or "1 = 1"
    return RefuseChange(table, "update", "UPDATE", when)


def refuse_update_when(table: str, name: str, condition: str) -> RefuseChange:
    """An update is refused when `condition` over OLD and NEW holds."""
    return RefuseChange(table, name, "UPDATE", condition)
