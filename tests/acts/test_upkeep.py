"""What ends by itself."""

from acts.discipline import give_penalty
from acts.elimination import bust
from acts.registration import offer_place, register_entry, unregister_entry
from acts.upkeep import upkeep
from tests.building import Night
from tournaments.models import Penalty, WaitingListEntry


def test_a_card_of_twenty_minutes_of_play_does_not_run_in_a_pause(night: Night) -> None:
    from acts.timing import pause_clock, resume_clock

    night.create()
    night.enter("A", "B")
    night.start()
    night.do(give_penalty, entry_id=night.entries["A"], kind="yellow", cause="phone")
    night.minutes(10)
    night.do(pause_clock)
    night.minutes(60)
    assert upkeep() == 0
    night.do(resume_clock)
    night.minutes(9.99)
    assert upkeep() == 0
    night.minutes(0.01)
    assert upkeep() == 1
    assert Penalty.objects.get().ended_ms == night.clock.now_ms()


def test_a_tournament_left_with_one_player_finishes_when_registration_closes(night: Night) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    for name in "AB":
        assert (
            night.do(bust, busts=[{"entry_id": night.entries[name]}], in_time=False).result["finished"]
            is False
        )
    assert upkeep() == 0
    night.minutes(80)
    assert (upkeep(), night.event.status) == (1, "finished")


def test_an_offer_past_its_deadline_goes_to_the_next(night: Night) -> None:
    night.create(capacity=2)
    night.enter("A", "B", "C", "D")
    night.do(unregister_entry, entry_id=night.entries["A"])
    night.do(offer_place)
    night.minutes(10)
    assert upkeep() == 1
    night.do(offer_place)
    rows = WaitingListEntry.objects.order_by("number").values_list("player__name", "status")
    assert list(rows) == [("C", "dropped"), ("D", "offered")]


def test_a_newcomer_waits_behind_those_who_wait(night: Night) -> None:
    night.create(capacity=2)
    night.enter("A", "B", "C")
    night.do(unregister_entry, entry_id=night.entries["A"])
    late = night.do(register_entry, player_id=night.player("D"))
    assert (late.result["waiting"], late.result["waiting_number"]) == (True, 2)
