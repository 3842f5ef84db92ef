"""Nobody below the club's minimum age gets an entry; the day of the tournament counts, where it is played."""

import datetime as dt

import pytest

from acts.players import edit_player
from acts.registration import register_entry
from club.models import Club
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import Tournament


def register(night: Night, born_on: dt.date | None) -> str:
    """The code of the refusal, or nothing."""
    player = night.player("Ann")
    edit_player(actor=night.owner, player_id=player, name="Ann", born_on=born_on)
    try:
        night.do(register_entry, player_id=player)
    except DirectorError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("born_on", "code"),
    [
        (dt.date(2007, 12, 31), ""),
        (dt.date(2008, 1, 1), "not_eligible"),
        (dt.date(1990, 1, 1), ""),
        (None, ""),
    ],
)
def test_the_eighteenth_birthday_decides(night: Night, born_on: dt.date | None, code: str) -> None:
    # The tournament begins on 2025-12-31 at 19:00 in Tallinn.
    night.create()
    assert register(night, born_on) == code


def test_the_day_is_that_of_the_tournaments_zone(night: Night) -> None:
    night.create()
    Tournament.objects.update(starts_at=dt.datetime(2025, 12, 31, 22, 30, tzinfo=dt.UTC))
    assert register(night, dt.date(2008, 1, 1)) == ""


def test_a_club_can_set_another_age(night: Night) -> None:
    night.create()
    Club.objects.update(minimum_age_years=21)
    assert register(night, dt.date(2005, 1, 1)) == "not_eligible"
