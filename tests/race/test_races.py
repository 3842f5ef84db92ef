"""What happens when two people do the same thing at once.

Each race is first lost with the walls down, so that the test is known to see it; then the lock decides it: so many acts
are carried out, everybody else gets a clear answer, and the books are clean.
"""

from contextlib import ExitStack
from functools import partial

import pytest
from django.db import connection

from acts.auditing import audit
from acts.seating import set_button
from tests.building import Night
from tests.race.races import NUMBERS, RACES, Race, barred_at_the_door, desk_and_floor, same_request
from tests.race.racing import HOLDING_S, Call, race, unlocked, without
from tournaments.models import DirectorAction, Entry
from tournaments.sources import RealSources, using

every_race = pytest.mark.parametrize("one", RACES, ids=lambda one: one.name)


@every_race
def test_without_walls_the_race_is_lost(night: Night, one: Race) -> None:
    calls = one.prepare(night)
    with ExitStack() as stack:
        if connection.vendor == "postgresql":
            stack.enter_context(without((*NUMBERS, *one.walls), one.triggers_of))
        stack.enter_context(unlocked())
        finish = race(calls, locked=False)
        # SQLite never lets the second write on what it read before the first: it breaks off instead of answering.
        lost = bool(one.damage(night)) if connection.vendor == "postgresql" else bool(finish.broken)
    assert lost, finish


@every_race
def test_without_the_lock_the_constraints_alone_keep_the_books(night: Night, one: Race) -> None:
    calls = one.prepare(night)
    with unlocked():
        finish = race(calls, locked=False)
    assert (one.damage(night), audit(night.tournament_id)) == ("", [])
    assert len(finish.won) <= max(one.won, 1)


@every_race
def test_with_the_lock_everybody_gets_a_clear_answer(night: Night, one: Race) -> None:
    finish = race(one.prepare(night))
    assert finish.broken == []
    assert (len(finish.won), tuple(finish.refused)) == (one.won, one.refused)
    assert (one.damage(night), audit(night.tournament_id)) == ("", [])


def test_the_same_request_at_once_has_one_effect_and_one_answer(night: Night) -> None:
    finish = race(same_request(night))
    assert [outcome.result for outcome in finish.won] == [finish.won[0].result] * 2
    assert sorted(outcome.repeated for outcome in finish.won) == [False, True]
    assert (Entry.objects.count(), audit(night.tournament_id)) == (1, [])


@pytest.mark.parametrize("floor_first", [True, False], ids=["floor first", "desk first"])
def test_desk_and_floor_do_not_lock_each_other_out(night: Night, floor_first: bool) -> None:
    """The desk locks club and tournament, the floor the tournament only; both name the club in the log."""
    calls = desk_and_floor(night)
    finish = race(calls if floor_first else calls[::-1])
    assert (finish.broken, finish.refused, len(finish.won)) == ([], [], 2)
    assert audit(night.tournament_id) == []


def test_somebody_barred_while_he_registers_has_no_entry_made_after_it(night: Night) -> None:
    finish = race(barred_at_the_door(night))
    assert (finish.broken, finish.refused) == ([], ["not_eligible"])
    assert (Entry.objects.count(), audit(night.tournament_id)) == (0, [])


def times_of_two_acts(night: Night) -> list[Call]:
    """Two acts on the real clock; the earlier tournament of the virtual one is left alone."""
    night.create(tables=2)
    return [partial(night.do, set_button, number=number, seat_number=2) for number in (1, 2)]


def apart_ms() -> int:
    first, second = (
        DirectorAction.objects.filter(kind="table.button")
        .order_by("sequence")
        .values_list("at_ms", flat=True)
    )
    return int(second - first)


def test_the_time_of_an_act_is_read_after_the_lock_is_granted(night: Night) -> None:
    """Otherwise the log would say that the second act was done while the first one was."""
    with using(RealSources()):
        finish = race(times_of_two_acts(night))
    assert (len(finish.won), apart_ms() >= 900 * HOLDING_S) == (2, True)


def test_without_the_lock_both_acts_have_the_same_time(night: Night) -> None:
    with using(RealSources()), ExitStack() as stack:
        calls = times_of_two_acts(night)
        if connection.vendor == "postgresql":
            stack.enter_context(without(NUMBERS))
        stack.enter_context(unlocked())
        finish = race(calls, locked=False)
        if connection.vendor == "postgresql":
            assert apart_ms() < 900 * HOLDING_S
        else:
            assert len(finish.broken) == 1
