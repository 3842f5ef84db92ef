"""The one wrapper around every act."""

from typing import Any

import pytest
from django.db import connection, transaction

from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.registration import register_entry
from acts.seating import move_entry, open_table, set_button
from acts.setup import cancel_tournament, edit_tournament
from acts.timing import pause_clock, resume_clock, start_clock
from clock.recording import record_due_transitions
from club.models import Membership, User
from ledger.models import Account, Transfer
from tables.models import Table
from tests.building import Night
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS, EVERYBODY_ON_STAFF, system_actor
from tournaments.errors import DirectorError, InvariantError
from tournaments.models import DirectorAction, Tournament
from tournaments.recording import chain_hash
from tournaments.stamps import stamp_of


def refused(what: Any, **params: Any) -> DirectorError:
    with pytest.raises(DirectorError) as caught:
        what(**params)
    return caught.value


def last_act() -> DirectorAction:
    return DirectorAction.objects.filter(tournament__isnull=False).order_by("-sequence")[0]


def test_an_act_is_written_down_with_who_when_and_why(night: Night) -> None:
    night.create()
    floor = night.staff("floor")
    done = night.do(set_button, actor=floor, number=1, seat_number=4, reason="  the deck was set up again ")
    row = last_act()
    assert (str(row.pk), row.actor_id, row.role, row.device) == (
        done.action_id,
        floor.user_id,
        "floor",
        "phone",
    )
    assert (row.at_ms, row.reason) == (night.clock.now_ms(), "the deck was set up again")
    assert (row.payload, row.result) == ({"number": 1, "seat_number": 4}, {"table": 1, "button_seat": 4})
    assert (row.sequence, night.event.version) == (done.version, done.version)


def test_acts_of_a_tournament_are_chained_by_their_hashes(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    rows = list(DirectorAction.objects.filter(tournament=night.event).order_by("sequence"))
    assert [row.sequence for row in rows] == [1, 2]
    assert [row.previous_hash for row in rows] == ["", rows[0].hash]
    assert [chain_hash(row) for row in rows] == [row.hash for row in rows]
    assert night.event.head_hash == rows[-1].hash
    rows[1].facts = {"player": "somebody else"}
    assert chain_hash(rows[1]) != rows[1].hash


def test_a_refused_act_leaves_no_trace(night: Night) -> None:
    night.create()
    night.enter("A")
    before = Tournament.objects.values().get(), Transfer.objects.count(), DirectorAction.objects.count()
    refused(night.do, verb=move_entry, entry_id=night.entries["A"], table_number=7, seat_number=1)
    refused(night.do, verb=register_entry, player_id=night.player("A"))
    after = Tournament.objects.values().get(), Transfer.objects.count(), DirectorAction.objects.count()
    assert after == before


def test_books_that_do_not_balance_roll_the_act_back(night: Night) -> None:
    night.create()
    night.enter("A")

    @director_action("test.forgery", roles=DIRECTORS, no_undo_reason="a test")
    def forge(act: Any) -> dict[str, object]:
        """Take more chips out of the bank's debt than there are."""
        accounts = {row.kind: row for row in Account.objects.filter(tournament=act.event)}
        row = Transfer.objects.create(
            tournament=act.event,
            debit=accounts["chip_bank"],
            credit=accounts["race_difference"],
            amount=99_999,
            unit="chips",
            code="forged",
            action_id=act.id,
        )
        act.append("transfer", row)
        return {}

    forget(forge.verb.kind)
    before = Transfer.objects.count()
    with pytest.raises(InvariantError):
        night.do(forge)
    assert Transfer.objects.count() == before


def forget(kind: str) -> None:
    """A verb made by a test is none of the product's."""
    from tournaments.acting import CALLABLES, VERBS

    del VERBS[kind], CALLABLES[kind]


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("owner", True),
        ("director", True),
        ("floor", False),
        ("cashier", False),
        ("dealer", False),
        ("viewer", False),
    ],
)
def test_the_role_decides_who_may(night: Night, role: str, may: bool) -> None:
    night.create()
    night.enter("A", "B")
    actor = night.staff(role)
    if may:
        assert night.do(lock_payouts, actor=actor).result["places"] >= 1
    else:
        assert refused(night.do, verb=lock_payouts, actor=actor).code == "not_allowed"


def test_the_role_is_the_one_of_this_moment(night: Night) -> None:
    night.create()
    actor = night.staff("director")
    Membership.objects.filter(user=actor.user_id).update(role="viewer")
    assert refused(night.do, verb=set_button, actor=actor, number=1, seat_number=2).code == "not_allowed"
    Membership.objects.filter(user=actor.user_id).update(role="director", active=False)
    assert refused(night.do, verb=set_button, actor=actor, number=1, seat_number=2).code == "not_allowed"
    Membership.objects.filter(user=actor.user_id).update(active=True)
    User.objects.filter(pk=actor.user_id).update(is_active=False)
    assert refused(night.do, verb=set_button, actor=actor, number=1, seat_number=2).code == "not_allowed"


@pytest.mark.parametrize("role", sorted(EVERYBODY_ON_STAFF))
def test_what_the_clock_does_nobody_does_by_hand(night: Night, role: str) -> None:
    night.create()
    night.start()
    actor = night.staff(role)
    assert refused(night.do, verb=record_due_transitions, actor=actor).code == "not_allowed"


def test_the_clock_may_not_take_money(night: Night) -> None:
    night.create()
    actor = system_actor(night.club.pk)
    player = night.player("A")
    assert refused(night.do, verb=register_entry, actor=actor, player_id=player).code == "not_allowed"


def test_a_clock_that_finds_nothing_due_leaves_no_trace(night: Night) -> None:
    night.create()
    night.start()
    before = DirectorAction.objects.count()
    found = night.do(record_due_transitions, actor=system_actor(night.club.pk))
    assert (found.repeated, DirectorAction.objects.count()) == (True, before)


def test_acts_fit_the_status_of_the_tournament(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    out = [{"entry_id": night.entries["A"]}]
    assert refused(night.do, verb=bust, busts=out).code == "not_started"
    night.start()
    assert refused(night.do, verb=start_clock).code == "already_running"
    night.minutes(81)
    night.do(bust, busts=out)
    assert refused(night.do, verb=pause_clock).code == "finished"
    night.create()
    night.do(cancel_tournament)
    assert refused(night.do, verb=start_clock).code == "cancelled"


def test_the_same_request_has_one_effect(night: Night) -> None:
    night.create()
    first = night.do(set_button, number=1, seat_number=4, request_id="form-1")
    again = night.do(set_button, number=1, seat_number=4, request_id="form-1")
    assert (again.action_id, again.result, again.version) == (first.action_id, first.result, first.version)
    assert (first.repeated, again.repeated, night.event.version) == (False, True, 1)


def test_a_request_id_with_other_content_is_refused(night: Night) -> None:
    night.create()
    night.do(set_button, number=1, seat_number=4, request_id="form-1")
    error = refused(night.do, verb=set_button, number=1, seat_number=5, request_id="form-1")
    assert (error.code, error.conflict) == ("request_id_reused", True)
    assert Table.objects.get().button_seat == 4


def test_request_ids_of_two_people_are_not_mixed_up(night: Night) -> None:
    night.create()
    night.do(set_button, number=1, seat_number=4, request_id="form-1")
    other = night.do(set_button, actor=night.staff("floor"), number=1, seat_number=5, request_id="form-1")
    assert (other.repeated, Table.objects.get().button_seat) == (False, 5)


def test_a_refused_request_can_be_sent_again(night: Night) -> None:
    night.create()
    night.enter("A")
    move = {"entry_id": night.entries["A"], "table_number": 2, "seat_number": 1, "request_id": "form-1"}
    refused(night.do, verb=move_entry, **move)
    night.do(open_table)
    assert night.do(move_entry, **move).result["table"] == 2


def test_only_a_change_of_what_the_form_showed_is_a_conflict(night: Night) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    shown = stamp_of(night.tournament_id, "anchor", f"entry:{night.entries['A']}")
    night.enter("C")
    night.do(move_entry, entry_id=night.entries["B"], table_number=1)
    night.do(pause_clock, stamp=shown)
    error = refused(night.do, verb=resume_clock, stamp=shown)
    assert (error.code, error.conflict, error.params["what"]) == ("stale", True, "anchor")


def test_a_stamp_nobody_reads_is_refused(night: Night) -> None:
    night.create()
    assert refused(night.do, verb=start_clock, stamp={"weather": "fine"}).code == "stamp_unknown"


def test_unchanged_settings_are_no_change(night: Night) -> None:
    night.create(capacity=9)
    before = night.event.revision
    assert night.do(edit_tournament, settings={"capacity": 9}).result["changed"] == []
    assert (night.event.revision, last_act().deltas) == (before, [])


def test_the_log_is_neither_changed_nor_shortened(night: Night) -> None:
    night.create()
    night.enter("A")
    rows = list(DirectorAction.objects.order_by("pk").values())
    for statement in (
        "UPDATE tournaments_directoraction SET reason = 'never happened'",
        "DELETE FROM tournaments_directoraction",
    ):
        with (
            pytest.raises(Exception, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert list(DirectorAction.objects.order_by("pk").values()) == rows
