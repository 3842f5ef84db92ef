"""A live stack given up for a re-entry (TDA 8-B)."""

import pytest

from acts.elimination import bust
from acts.surrender import surrender
from acts.undo import undo
from ledger.selectors import chips_in_play
from tests.building import Night
from tests.refusing import refused
from tournaments.models import Elimination, Entry

ALLOWED = {"surrender_reentry": True}
REENTRY = {"reentry_offered": True, "reentry_until_level": 4, "reentry_limit": 1}


def begun(night: Night, rules: dict[str, object] = ALLOWED, **settings: object) -> None:
    night.create(**{**REENTRY, "rules": rules, **settings})
    night.enter("Ann", "Bob", "Eve")
    night.start()


def give_up(night: Night, name: str, stack_chips: int = 1_200) -> str:
    return refused(night.do, verb=surrender, entry_id=night.entries[name], stack_chips=stack_chips)


def test_the_stack_leaves_play_and_the_player_has_a_full_one_at_a_seat(night: Night) -> None:
    begun(night)
    done = night.do(surrender, entry_id=night.entries["Ann"], stack_chips=1_200)
    again = Entry.objects.get(pk=done.result["entry_id"])
    assert (night.entry("Ann").status, again.status, again.turn) == ("left", "active", 2)
    assert chips_in_play(night.tournament_id) == 4 * 10_000 - 1_200
    assert Elimination.objects.get().cause == "surrendered"
    assert done.result["table"] == 1


def test_the_limit_of_re_entries_holds(night: Night) -> None:
    begun(night)
    done = night.do(surrender, entry_id=night.entries["Ann"], stack_chips=1_200)
    night.entries["Ann"] = done.result["entry_id"]
    assert give_up(night, "Ann") == "reentry_limit"


def test_it_is_undone_as_one_act(night: Night) -> None:
    begun(night)
    done = night.do(surrender, entry_id=night.entries["Ann"], stack_chips=1_200)
    night.do(undo, action_id=done.action_id)
    assert (night.entry("Ann").status, chips_in_play(night.tournament_id)) == ("active", 30_000)
    assert Entry.objects.filter(revoked_by__isnull=True).count() == 3


def test_undone_it_can_be_done_again(night: Night) -> None:
    begun(night)
    done = night.do(surrender, entry_id=night.entries["Ann"], stack_chips=1_200)
    undone = night.do(undo, action_id=done.action_id)
    night.do(undo, action_id=undone.action_id)
    assert (night.entry("Ann").status, chips_in_play(night.tournament_id)) == ("left", 38_800)
    assert Entry.objects.get(pk=done.result["entry_id"]).revoked_by_id is None


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"rules": {}}, "no_surrender"),
        ({"entry_bounty_minor": 500}, "no_surrender"),
        ({"reentry_offered": False}, "no_reentry"),
    ],
)
def test_it_is_refused_where_it_has_no_place(night: Night, settings: dict[str, object], code: str) -> None:
    begun(night, **settings)
    assert give_up(night, "Ann") == code


def test_it_is_refused_after_the_window_for_somebody_out_and_for_more_chips_than_there_are(
    night: Night,
) -> None:
    begun(night)
    night.do(bust, busts=[{"entry_id": night.entries["Eve"]}])
    found = [give_up(night, "Eve"), give_up(night, "Ann", 30_000), give_up(night, "Ann", 0)]
    night.minutes(81)
    assert [*found, give_up(night, "Ann")] == [
        "entry_not_active", "out_of_bounds", "out_of_bounds", "reentry_closed",
    ]  # fmt: skip
