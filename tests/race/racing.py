"""Two or more people at once, each in a thread with a connection of its own, and the walls that can be taken away.

The walls are the lock of the wrapper (a row lock on Postgres, BEGIN IMMEDIATE on SQLite) and, behind it, constraints
and triggers of the database. A race is first run without them, so that it is seen to happen.
"""

import contextvars
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.test import TransactionTestCase

from tournaments.acting import Outcome
from tournaments.errors import DirectorError

TOGETHER_S = 10.0
# How long the first one keeps the lock before it writes, so that the others come to stand before it.
HOLDING_S = 0.3

type Call = Callable[[], Outcome]


@dataclass
class Racer:
    """One call in a thread: its outcome, the code of a clear refusal, or an error nobody turned into an answer."""

    call: Call
    meet: threading.Barrier
    wait_s: float
    outcome: Outcome | None = None
    refused: str = ""
    broken: DatabaseError | None = None
    wrote: bool = field(default=False, init=False)

    def run(self) -> None:
        try:
            with connection.execute_wrapper(self.pause):
                self.outcome = self.call()
        except DirectorError as error:
            self.refused = error.code
        except DatabaseError as error:
            self.broken = error
        finally:
            connection.close()

    def pause(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Wait before the first write until everybody has read: that is where a race is lost.

        With the lock the others cannot read yet; then the first one goes on alone after a moment.
        """
        if not self.wrote and sql.startswith(("INSERT", "UPDATE")):
            self.wrote = True
            with suppress(threading.BrokenBarrierError):
                self.meet.wait(self.wait_s)
        return execute(sql, params, many, context)


@dataclass(frozen=True)
class Finish:
    """How a race ended."""

    racers: tuple[Racer, ...]

    @property
    def won(self) -> list[Outcome]:
        """The answers of those whose act was carried out."""
        return [racer.outcome for racer in self.racers if racer.outcome is not None]

    @property
    def refused(self) -> list[str]:
        """The codes of clear refusals, in order."""
        return sorted(racer.refused for racer in self.racers if racer.refused)

    @property
    def broken(self) -> list[str]:
        """Errors of the database that nobody turned into an answer."""
        return [str(racer.broken) for racer in self.racers if racer.broken is not None]


def race(calls: Sequence[Call], *, locked: bool = True) -> Finish:
    """Without the lock all start at once and read before any writes. With it the first holds it before its first write,
    until the others stand before it."""
    meet = threading.Barrier(len(calls))
    racers = tuple(Racer(call, meet, HOLDING_S if locked else TOGETHER_S) for call in calls)
    threads = [
        threading.Thread(target=contextvars.copy_context().run, args=(_run, racer, locked))
        for racer in racers
    ]
    threads[0].start()
    while locked and threads[0].is_alive() and not racers[0].wrote:
        time.sleep(0.005)
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "somebody never came back"
    return Finish(racers)


def _run(racer: Racer, locked: bool) -> None:
    if not locked and connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.transaction_mode = "DEFERRED"
    racer.run()


@contextmanager
def unlocked() -> Iterator[None]:
    """The wrapper's row locks are off (on SQLite `race(locked=False)` begins without IMMEDIATE)."""
    with patch.object(QuerySet, "select_for_update", lambda rows, **_options: rows.all()):
        yield


@contextmanager
def without(constraints: Sequence[str], triggers_of: Sequence[str] = ()) -> Iterator[None]:
    """Named constraints and unique indexes of Postgres are gone, triggers of the named tables sleep.

    Afterwards the database is emptied, since it may hold what they forbid, and they are back.
    """
    undo = [_drop(name) for name in constraints]
    undo += [f'ALTER TABLE "{table}" ENABLE TRIGGER USER' for table in triggers_of]
    for table in triggers_of:
        _execute(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')
    try:
        yield
    finally:
        TransactionTestCase._fixture_teardown(None)  # type: ignore[arg-type]
        for statement in undo:
            _execute(statement)


def _execute(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall()) if cursor.description else []


def _drop(name: str) -> str:
    """Drop a constraint or an index; the statement that brings it back."""
    found = _execute(
        f"SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '{name}'"
    )
    if found:
        table, definition = found[0]
        _execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        return f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}'
    definition = _execute(f"SELECT indexdef FROM pg_indexes WHERE indexname = '{name}'")[0][0]
    _execute(f'DROP INDEX "{name}"')
    return str(definition)
