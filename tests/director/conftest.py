"""A club, a virtual clock, and browsers of its staff."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from clock.selectors import levels_of
from club.models import User
from tests.building import START_MS, Night
from tests.director.browsing_console import Browser
from tournaments.sources import VirtualSources, using


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    # Ids of acts come from the seed and repeat from test to test; levels are remembered by them.
    levels_of.cache_clear()
    with using(VirtualSources(START_MS, seed=1)) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(db: None, clock: VirtualSources) -> Night:
    return Night(clock)


@pytest.fixture
def browse(night: Night) -> Callable[[str], Browser]:
    """A browser of a member of staff with that role ("owner" is the one who founded the club)."""

    def open_browser(role: str = "owner") -> Browser:
        actor = night.owner if role == "owner" else night.staff(role)
        client = Client(headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36"})
        client.force_login(
            User.objects.get(pk=actor.user_id), backend="django.contrib.auth.backends.ModelBackend"
        )
        return Browser(client, night)

    return open_browser


@pytest.fixture
def owner(browse: Callable[[str], Browser]) -> Browser:
    return browse("owner")
