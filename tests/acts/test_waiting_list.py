"""Offers of the waiting list that nobody takes up."""

import pytest

from acts.registration import close_registration, join_waiting_list, offer_place
from acts.upkeep import upkeep
from tests.building import Night
from tournaments.models import WaitingListEntry


def standing(night: Night) -> list[tuple[int, str]]:
    rows = WaitingListEntry.objects.filter(tournament_id=night.tournament_id)
    return list(rows.order_by("number").values_list("number", "status"))


@pytest.fixture
def offered(night: Night) -> Night:
    """One place is free and offered for ten minutes; whoever does not come goes to the end of the list."""
    night.create(
        capacity=3,
        waiting_until_level=4,
        rules={"preset": "tda", "waiting_no_show": "back", "waiting_offer_minutes": 10},
    )
    night.enter("A", "B")
    night.do(join_waiting_list, player_id=night.player("W"))
    night.start()
    night.do(offer_place)
    return night


def test_whoever_does_not_come_goes_to_the_end_of_the_list(offered: Night) -> None:
    offered.minutes(11)
    assert (upkeep(), standing(offered)) == (1, [(1, "dropped"), (2, "waiting")])


def test_an_offer_lapses_for_good_once_the_list_itself_is_over(offered: Night) -> None:
    offered.do(close_registration)
    offered.minutes(11)
    assert (upkeep(), standing(offered)) == (1, [(1, "dropped")])
    assert upkeep() == 0
