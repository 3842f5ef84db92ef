"""Fixtures of a club night on a virtual clock; a folder's conftest imports those it uses."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from clock.selectors import levels_of
from tests.building import START_MS, Night
from tournaments.sources import VirtualSources, using


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    """A clock that stands still until a test moves it, and chance from one seed."""
    # Rolled back databases use row numbers again, and seeded acts their ids: only here could levels be mistaken.
    levels_of.cache_clear()
    with using(VirtualSources(START_MS, seed=1)) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(db: None, clock: VirtualSources) -> Night:
    """A club with an owner and no tournament yet."""
    return Night(clock)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Everything inside is taken back at the end, as after a test: for properties that try many nights in one test.

    Deferred constraints are checked first, since a rollback would never ask for them.
    """
    atomic = transaction.atomic()
    atomic._from_testcase = True  # type: ignore[attr-defined]  acts begin durable transactions inside
    with atomic:
        try:
            yield
            connection.check_constraints()
        finally:
            transaction.set_rollback(True)
