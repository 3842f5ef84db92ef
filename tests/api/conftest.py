"""A club, a virtual clock, and programs with tokens."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache

from tests.api.calling import Program, program_of
from tests.building import START_MS, Night
from tournaments.sources import VirtualSources, using


@pytest.fixture(autouse=True)
def _fresh_counters() -> Iterator[None]:
    """Throttles count in the cache; no test begins with the counts of another."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    with using(VirtualSources(START_MS, seed=1)) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(db: None, clock: VirtualSources) -> Night:
    return Night(clock)


@pytest.fixture
def program(night: Night) -> Callable[[str], Program]:
    """A program with a token of a role, made by the owner."""
    return lambda role: program_of(night, night.owner, role)


@pytest.fixture
def owner(program: Callable[[str], Program]) -> Program:
    return program("owner")
