"""A deal for all that was left ends the evening: nobody has to be taken out for it."""

from typing import Any

import pytest

from acts.auditing import audit
from acts.deals import record_deal
from acts.elimination import bust, finish
from acts.payouts import lock_payouts, pay_prize
from acts.registration import close_registration
from acts.seating import record_count
from acts.undo import undo
from clock.selectors import load_clock
from payouts.selectors import results_of
from tests.building import Night
from tests.refusing import refused
from tournaments.acting import Outcome

STACKS = {"Ann": 9_000, "Bob": 15_000, "Eve": 16_000}


def dealt(night: Night, **terms: Any) -> Outcome:
    """Three left of four, prizes locked, stacks counted, a deal made."""
    night.create(payout_preset="club")
    night.enter(*STACKS, "Out")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Out"]}])
    night.do(close_registration)
    night.do(lock_payouts)
    night.do(
        record_count,
        counts=[{"entry_id": night.entries[name], "stack_chips": n} for name, n in STACKS.items()],
    )
    return night.do(record_deal, method="even", **terms)


def places(night: Night) -> list[tuple[str, int | None, int | None]]:
    return [
        (row.name, row.place_from, row.place_to) for row in results_of(night.event, entry_open=False).rows
    ]


def test_those_who_shared_everything_share_the_first_places_and_the_clock_stops(night: Night) -> None:
    dealt(night)
    night.do(finish)
    assert night.event.status == "finished"
    assert load_clock(night.tournament_id).state(night.clock.now_ms()).running is False
    assert places(night) == [("Eve", 1, 3), ("Bob", 1, 3), ("Ann", 1, 3), ("Out", 4, 4)]
    assert audit(night.tournament_id) == []


def test_shares_are_paid_after_the_end_as_before_it(night: Night) -> None:
    dealt(night)
    night.do(finish)
    for row in results_of(night.event, entry_open=False).rows:
        if row.prize_minor:
            night.do(pay_prize, entry_id=row.entry_id, amount_minor=row.prize_minor)
    left = [row.prize_minor - row.paid_minor for row in results_of(night.event, entry_open=False).rows]
    assert (left, audit(night.tournament_id)) == ([0, 0, 0, 0], [])


def test_the_end_can_be_undone_and_play_goes_on(night: Night) -> None:
    dealt(night)
    done = night.do(finish)
    night.do(undo, action_id=done.action_id)
    night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    assert (night.event.status, places(night)[2]) == ("running", ("Ann", 3, 3))


def test_undoing_the_deal_opens_the_tournament_again(night: Night) -> None:
    deal = dealt(night)
    night.do(finish)
    night.do(undo, action_id=deal.action_id)
    assert (night.event.status, audit(night.tournament_id)) == ("running", [])


@pytest.mark.parametrize("save_minor", [1_000])
def test_with_something_left_to_play_for_it_is_not_over(night: Night, save_minor: int) -> None:
    dealt(night, save_minor=save_minor)
    assert refused(night.do, verb=finish) == "not_won_yet"


def test_without_a_deal_several_players_are_no_end(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    assert refused(night.do, verb=finish) == "not_won_yet"
