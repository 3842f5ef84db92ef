"""A club and a virtual clock for tests of the verbs."""

from collections.abc import Iterator

import pytest

from tests.building import START_MS, Night
from tournaments.sources import VirtualSources, using


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    with using(VirtualSources(START_MS, seed=1)) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(db: None, clock: VirtualSources) -> Night:
    return Night(clock)
