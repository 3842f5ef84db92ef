"""Which displays are there: written down while their streams are open, told to the staff when that changes."""

from collections.abc import Iterable

import pytest

from acts.screens import create_screen
from acts.secrecy import Secret, new_token
from display.presence import Presence
from tests.building import Night
from tournaments.models import ScreenPresence
from tournaments.presence import LOST_AFTER_MS, WRITE_EVERY_MS

pytestmark = pytest.mark.django_db


class Hall:
    """Streams that a test opens and closes, and what the staff was told."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id = tournament_id
        self.open: set[int] = set()
        self.told: list[int] = []

    def open_screens(self) -> set[int]:
        return self.open

    def staffed(self) -> set[int]:
        return {self.tournament_id}

    def look_again(self, tournament_id: int) -> None:
        self.told.append(tournament_id)


def heard(screens: Iterable[int]) -> list[int]:
    return [ScreenPresence.objects.get(screen_id=pk).heard_ms for pk in screens]


def test_an_open_display_is_written_at_most_twice_a_minute_without_an_act(night: Night) -> None:
    night.create()
    wall = night.do(create_screen, name="Wall", token=Secret(new_token())).result["screen_id"]
    hall, version = Hall(night.tournament_id), night.event.version
    hall.open = {wall}
    watch = Presence(hall)
    seen = []
    for after_ms in (0, 5_000, WRITE_EVERY_MS - 1, WRITE_EVERY_MS):
        watch.look(1_000_000 + after_ms)
        seen += heard([wall])
    assert seen == [1_000_000, 1_000_000, 1_000_000, 1_000_000 + WRITE_EVERY_MS]
    assert night.event.version == version


def test_the_staff_is_told_when_a_display_is_lost_and_when_it_is_back(night: Night) -> None:
    night.create()
    wall = night.do(create_screen, name="Wall", token=Secret(new_token())).result["screen_id"]
    hall = Hall(night.tournament_id)
    hall.open = {wall}
    watch = Presence(hall)
    watch.look(0)
    hall.open = set()
    told = []
    for now_ms in (LOST_AFTER_MS, LOST_AFTER_MS + 1, LOST_AFTER_MS + 5_000):
        watch.look(now_ms)
        told.append(len(hall.told))
    hall.open = {wall}
    watch.look(LOST_AFTER_MS + 10_000)
    assert (told, len(hall.told)) == ([0, 1, 1], 2)
