"""One world for all tests of the package; each test is taken back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.building import START_MS
from tests.security.world import World, taken_back
from tournaments.sources import VirtualSources, using


@pytest.fixture(scope="package")
def _world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with (
        django_db_blocker.unblock(),
        using(VirtualSources(START_MS, seed=1)) as clock,
        taken_back(),
    ):
        yield World(clock)  # type: ignore[arg-type]


@pytest.fixture
def world(_world: World, db: None) -> Iterator[World]:
    """Two clubs with everything in them."""
    cache.clear()
    with _world.trying():
        yield _world
    cache.clear()
