"""Whoever enters sits at a smallest table; of several such the table is drawn, with the seed that the act keeps."""

import random
from collections import Counter

from acts.registration import register_entry
from tables.models import Table
from tables.selectors import free_tables
from tests.building import Night
from tournaments.models import DirectorAction

COMERS = 120


def tables_drawn(night: Night, tables: int) -> Counter[int]:
    """At which table the first to enter sat, in as many tournaments as there are comers."""
    found: Counter[int] = Counter()
    for _one in range(COMERS):
        night.create(tables=tables)
        found[night.do(register_entry, player_id=night.player("Ann")).result["table"]] += 1
    return found


def test_the_first_to_enter_may_sit_at_any_table(night: Night) -> None:
    """A fair draw puts fewer than 20 of 120 at one of three tables hardly ever, and the seed is fixed."""
    found = tables_drawn(night, 3)
    assert (sorted(found), min(found.values()) >= 20) == ([1, 2, 3], True)


def test_the_tables_stay_even_to_the_last_seat(night: Night) -> None:
    night.create(tables=3, seats_per_table=4)
    for number in range(1, 13):
        night.enter(f"Player {number}")
        sizes = Counter({1: 0, 2: 0, 3: 0})
        sizes.update(night.event.seats.filter(closed_by=None).values_list("table__number", flat=True))
        assert max(sizes.values()) - min(sizes.values()) <= 1
    assert sorted(sizes.values()) == [4, 4, 4]


def test_table_and_seat_replay_from_the_recorded_seed(night: Night) -> None:
    night.create(tables=4)
    night.enter("Ann")
    smallest = [(table.number, seats) for table, seats in free_tables(night.tournament_id)[0]]
    entered = night.do(register_entry, player_id=night.player("Bob"))
    rng = random.Random(DirectorAction.objects.get(pk=entered.action_id).facts["seed"])
    number, seats = rng.choice(smallest)
    assert (entered.result["table"], entered.result["seat"]) == (number, rng.choice(seats))


def test_a_full_or_reserved_table_is_not_drawn(night: Night) -> None:
    night.create(tables=2, seats_per_table=2)
    Table.objects.filter(tournament_id=night.tournament_id, number=1).update(reserved_seats=[1, 2])
    night.enter("Ann", "Bob")
    rows = night.event.seats.filter(closed_by=None).values_list("table__number", flat=True)
    assert list(rows) == [2, 2]
