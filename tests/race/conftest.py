"""A club for races: what is committed stays until the end of the test, since other connections must see it."""

import pytest

from tests.building import Night
from tests.nights import clock
from tournaments.sources import VirtualSources

__all__ = ["clock"]


@pytest.fixture
def night(transactional_db: None, clock: VirtualSources) -> Night:
    """A club with an owner, committed."""
    return Night(clock)
