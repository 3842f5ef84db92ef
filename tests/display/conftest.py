"""A club with a tournament on a virtual clock, and a screen that shows it."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from acts.screens import create_screen
from acts.secrecy import Secret, new_token
from clock.selectors import levels_of
from display.documents import _made
from tests.building import START_MS, Night
from tournaments.models import Screen
from tournaments.sources import VirtualSources, using


@dataclass(frozen=True)
class Shown:
    """A screen and the secret part of its link."""

    screen: Screen
    secret: str


def show(night: Night, **params: object) -> Shown:
    """Make a screen for the night's tournament."""
    token = new_token()
    outcome = night.do(create_screen, name="Wall", token=Secret(token), **params)
    return Shown(Screen.objects.get(pk=outcome.result["screen_id"]), token)


@pytest.fixture
def clock() -> Iterator[VirtualSources]:
    # The same seed makes the same ids in every test, so what is cached by id must not outlive one.
    levels_of.cache_clear()
    _made.clear()
    with using(VirtualSources(START_MS, seed=1)) as sources:
        yield sources  # type: ignore[misc]


@pytest.fixture
def night(db: None, clock: VirtualSources) -> Night:
    return Night(clock)
