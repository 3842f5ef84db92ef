"""Reads of one moment, outside the transaction that tests are wrapped in."""

import threading
from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.test import Client

from acts.registration import register_entry
from club.models import User
from director.api import reads_tournament
from director.scene.scene import scene_of
from tests.api.calling import API, program_of
from tests.building import START_MS, Night
from tournaments.models import Tournament
from tournaments.reading import read_snapshot
from tournaments.selectors import field_of
from tournaments.sources import VirtualSources, using


@pytest.fixture
def night(transactional_db: None) -> Iterator[Night]:
    with using(VirtualSources(START_MS, seed=1)) as clock:
        night = Night(clock)  # type: ignore[arg-type]
        night.create()
        night.enter("Ann", "Bob")
        night.start()
        yield night


def test_a_program_and_a_browser_read_and_act(night: Night) -> None:
    program = program_of(night, night.owner, "owner")
    assert program.read("~/proposals")["version"] == night.event.version
    program.done(program.act("clock.pause"))
    browser = Client()
    browser.force_login(
        User.objects.get(pk=night.owner.user_id), backend="django.contrib.auth.backends.ModelBackend"
    )
    answer = browser.get(f"{API}tournaments/{night.tournament_id}/clock")
    assert (answer.status_code, answer.json()["state"]["running"]) == (200, False)
    assert connection.in_atomic_block is False


def test_a_refused_read_leaves_no_transaction_open(night: Night) -> None:
    program = program_of(night, night.owner, "viewer")
    assert program.get("~/ledger").status_code == 403
    with connection.cursor() as cursor:  # would fail inside the transaction of a snapshot that was not ended
        cursor.execute("BEGIN")
        cursor.execute("ROLLBACK")


def test_a_session_that_a_new_password_ended_reads_nothing(night: Night) -> None:
    """Django takes such a session out of the database, which a read must not get in the way of."""
    user = User.objects.get(pk=night.owner.user_id)
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    where = f"{API}tournaments/{night.tournament_id}/clock"
    assert browser.get(where).status_code == 200
    user.set_password("another-long-pass-phrase")
    user.save()
    assert browser.get(where).status_code == 401
    assert Session.objects.count() == 0


def in_another_connection(night: Night) -> None:
    """Somebody enters meanwhile."""

    def enter() -> None:
        with using(night.clock):
            night.do(register_entry, player_id=night.player("Cem"))
        connections.close_all()

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()


def test_what_is_done_while_an_answer_is_read_is_not_half_in_it(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry between two queries of one answer: version, entries and chips are all of the moment before."""
    program, before = program_of(night, night.owner, "owner"), night.event.version
    night.player("Cem")
    real = reads_tournament.chips_in_play

    def late(tournament_id: int) -> int:
        in_another_connection(night)
        return real(tournament_id)

    monkeypatch.setattr(reads_tournament, "chips_in_play", late)
    answer = program.read("~/field")
    assert (answer["version"], answer["entries"], answer["in_play_chips"]) == (before, 2, 20_000)
    assert (night.event.version, field_of(night.tournament_id).entries) == (before + 1, 3)


def test_a_snapshot_inside_a_snapshot_is_the_same_one(night: Night) -> None:
    night.player("Cem")
    with read_snapshot():
        event = Tournament.objects.get(pk=night.tournament_id)
        in_another_connection(night)
        assert scene_of(event, START_MS).counts.entries == 2
    assert field_of(night.tournament_id).entries == 3
