"""The digest holds what counts, and nothing else."""

from typing import Any

import pytest

from acts.balancing import halt_table, hand_done
from acts.digest import digest, state
from acts.discipline import give_penalty
from acts.elimination import bust
from acts.payouts import lock_payouts, plan_payouts
from acts.registration import register_entry
from acts.seating import mark_away, move_entry, record_count, set_button
from acts.setup import edit_tournament
from acts.timing import adjust_clock, edit_structure, pause_clock
from acts.todo import put_off
from acts.undo import undo
from tests.building import Night, levels


def under_way(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCD")
    night.start()


CHANGES: dict[str, Any] = {
    "an entry": lambda n: n.do(register_entry, player_id=n.player("E")),
    "an unpaid entry": lambda n: n.do(register_entry, player_id=n.player("E"), paid=False),
    "a bust": lambda n: n.do(bust, busts=[{"entry_id": n.entries["A"]}]),
    "a seat": lambda n: n.do(move_entry, entry_id=n.entries["A"], table_number=1, seat_number=9),
    "somebody away": lambda n: n.do(mark_away, entry_id=n.entries["A"]),
    "a count": lambda n: n.do(record_count, counts=[{"entry_id": n.entries["A"], "stack_chips": 77}]),
    "a button": lambda n: n.do(set_button, number=1, seat_number=next_seat(n)),
    "a hand": lambda n: n.do(hand_done, number=1),
    "a halt": lambda n: n.do(halt_table, number=1),
    "a card": lambda n: n.do(give_penalty, entry_id=n.entries["A"], kind="warning", cause="phone"),
    "the clock": lambda n: n.do(adjust_clock, delta_ms=60_000),
    "a pause": lambda n: n.do(pause_clock),
    "the levels": lambda n: n.do(edit_structure, levels=levels(20, 30)),
    "a price": lambda n: n.do(edit_tournament, settings={"entry_fee_minor": 5}),
    "a plan": lambda n: n.do(plan_payouts, preset="winner"),
    "a lock": lambda n: n.do(lock_payouts),
    "an item put off": lambda n: n.do(put_off, item_key="balance:1"),
}


def next_seat(night: Night) -> int:
    button = night.event.tables.get(number=1).button_seat
    return button % 9 + 1


@pytest.mark.parametrize("what", CHANGES)
def test_everything_that_counts_changes_the_digest_and_its_undo_brings_it_back(
    night: Night, what: str
) -> None:
    under_way(night)
    now_ms = night.clock.now_ms()
    before = digest(night.tournament_id, now_ms)
    done = CHANGES[what](night)
    assert digest(night.tournament_id, now_ms) != before
    night.do(undo, action_id=done.action_id)
    assert digest(night.tournament_id, now_ms) == before


def test_two_ways_to_the_same_state_have_the_same_digest(night: Night) -> None:
    found = []
    for detour in (False, True):
        night.create()
        for seat, name in enumerate("AB", start=1):
            night.enter(name, table_number=1, seat=seat)
        night.do(set_button, number=1, seat_number=2)
        if detour:
            undone = night.do(move_entry, entry_id=night.entries["A"], table_number=1, seat_number=5)
            night.do(undo, action_id=undone.action_id)
        found.append(state(night.tournament_id, night.clock.now_ms()))
    assert found[0] == found[1]


def test_the_digest_is_that_of_a_moment(night: Night) -> None:
    under_way(night)
    now_ms = night.clock.now_ms()
    assert digest(night.tournament_id, now_ms) != digest(night.tournament_id, now_ms + 1)
