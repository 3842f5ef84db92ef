"""Hand-for-hand: the clock stands, tables tick, busts of one hand are ranked together."""

import pytest

from acts.dealers import deal_at
from acts.elimination import bust
from acts.hand_for_hand import end_hand_for_hand, start_hand_for_hand, tick
from acts.notices import end_notice
from acts.undo import undo
from clock.selectors import load_clock
from tables.models import Table
from tables.rules.hand_for_hand import charged_ms, waiting_for
from tests.building import Night, levels
from tournaments.errors import DirectorError, NotAllowed
from tournaments.hand_for_hand import hand_for_hand_of
from tournaments.selectors import standing_of

STEP_MS = 120_000


def near_the_money(night: Night, tables: int = 2) -> None:
    """Three players at each table, the clock ten minutes into level 1."""
    night.create(tables=tables, late_until_level=1)
    for table in range(1, tables + 1):
        for seat in range(1, 4):
            night.enter(f"P{table}{seat}", table_number=table, seat=seat)
    night.start()
    night.minutes(10)


def left_ms(night: Night) -> int:
    return load_clock(night.tournament_id).state(night.clock.now_ms()).remaining_ms


def test_the_clock_stands_and_a_hand_of_all_tables_takes_one_step(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.minutes(1)
    assert left_ms(night) == 10 * 60_000
    night.do(tick, number=1)
    assert left_ms(night) == 10 * 60_000
    night.do(tick, number=2)
    now = hand_for_hand_of(night.tournament_id)
    assert now is not None
    assert (left_ms(night), now.hand_number, sorted(now.done)) == (8 * 60_000, 2, [])


def test_a_long_hand_takes_the_steps_it_lasted_three_at_most(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.minutes(60)
    night.do(tick, number=1)
    night.do(tick, number=2)
    assert left_ms(night) == 4 * 60_000


def test_a_step_past_the_end_begins_the_next_level_with_its_full_length(night: Night) -> None:
    near_the_money(night)
    night.minutes(9)
    night.do(start_hand_for_hand)
    night.do(tick, number=1)
    night.do(tick, number=2)
    state = load_clock(night.tournament_id).state(night.clock.now_ms())
    assert (state.level_number, state.remaining_ms, state.running) == (2, 20 * 60_000, False)


def test_a_last_level_whose_hands_are_played_does_not_hold_up_the_hands_of_all_tables(night: Night) -> None:
    night.create(tables=2, rows=[levels(20)[0] | {"hands": 1}], late_until_level=1)
    for table in (1, 2):
        for seat in (1, 2, 3):
            night.enter(f"P{table}{seat}", table_number=table, seat=seat)
    night.start()
    night.do(start_hand_for_hand)
    for _hand in (1, 2):
        night.do(tick, number=1)
        night.do(tick, number=2)
    now = hand_for_hand_of(night.tournament_id)
    state = load_clock(night.tournament_id).state(night.clock.now_ms())
    assert (now.hand_number if now else None, state.hands) == (3, 1)


def test_a_table_that_waits_all_in_is_not_done(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.do(tick, number=2, state="all_in")
    answer = night.do(tick, number=1)
    assert answer.result == {"hand_number": 1, "waiting": [2]}
    now = hand_for_hand_of(night.tournament_id)
    assert now is not None
    assert (now.done, now.all_in) == (frozenset({1}), frozenset({2}))


def test_a_table_ticks_once_a_hand(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.do(tick, number=1)
    with pytest.raises(DirectorError) as refused:
        night.do(tick, number=1)
    assert refused.value.code == "ticked_already"


def test_busts_of_one_hand_at_different_tables_tie(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.do(bust, busts=[{"entry_id": night.entries["P11"]}])
    night.minutes(1)
    night.do(bust, busts=[{"entry_id": night.entries["P21"]}])
    standing = standing_of(night.event, entry_open=False)
    places = {(place.place_from, place.place_to) for place in standing.places}
    assert places == {(5, 6)}


def test_busts_of_the_next_hand_are_a_batch_of_their_own(night: Night) -> None:
    near_the_money(night, tables=3)
    night.do(start_hand_for_hand)
    night.do(bust, busts=[{"entry_id": night.entries["P11"]}])
    for number in (1, 2, 3):
        night.do(tick, number=number)
    night.minutes(1)
    night.do(bust, busts=[{"entry_id": night.entries["P21"]}])
    assert [out.batch for out in night.event.eliminations.order_by("pk")] == [1, 2]


def test_a_done_table_moves_its_button_on(night: Night) -> None:
    near_the_money(night)
    Table.objects.filter(tournament_id=night.tournament_id, number=1).update(button_seat=1)
    night.do(start_hand_for_hand)
    night.do(tick, number=1)
    assert Table.objects.get(tournament_id=night.tournament_id, number=1).button_seat == 2


def test_ending_lets_the_clock_go_on_from_where_it_stands(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    night.minutes(5)
    night.do(end_hand_for_hand)
    night.minutes(1)
    assert (left_ms(night), hand_for_hand_of(night.tournament_id)) == (9 * 60_000, None)
    with pytest.raises(DirectorError) as refused:
        night.do(tick, number=1)
    assert refused.value.code == "hand_for_hand_off"


def test_each_act_of_it_can_be_undone(night: Night) -> None:
    near_the_money(night)
    started = night.do(start_hand_for_hand)
    first, last = night.do(tick, number=1), night.do(tick, number=2)
    ended = night.do(end_hand_for_hand)
    night.do(undo, action_id=ended.action_id)
    night.do(undo, action_id=last.action_id)
    now = hand_for_hand_of(night.tournament_id)
    assert now is not None
    assert (now.hand_number, now.done, left_ms(night)) == (1, frozenset({1}), 10 * 60_000)
    night.do(undo, action_id=first.action_id)
    night.do(undo, action_id=started.action_id)
    assert hand_for_hand_of(night.tournament_id) is None
    assert load_clock(night.tournament_id).state(night.clock.now_ms()).running is True


def test_it_needs_two_tables_and_is_started_once(night: Night) -> None:
    near_the_money(night, tables=1)
    with pytest.raises(DirectorError) as refused:
        night.do(start_hand_for_hand)
    assert refused.value.code == "one_table"
    near_the_money(night)
    night.do(start_hand_for_hand)
    with pytest.raises(DirectorError) as refused:
        night.do(start_hand_for_hand)
    assert refused.value.code == "hand_for_hand_on"


def test_a_dealer_ticks_and_a_cashier_does_not(night: Night) -> None:
    near_the_money(night)
    night.do(start_hand_for_hand)
    dealer = night.staff("dealer")
    night.do(deal_at, number=1, actor=dealer)
    night.do(tick, number=1, actor=dealer)
    with pytest.raises(NotAllowed):
        night.do(tick, number=2, actor=night.staff("cashier"))


@pytest.mark.parametrize(
    ("elapsed_s", "steps"), [(0, 1), (119, 1), (120, 1), (239, 1), (240, 2), (360, 3), (480, 3), (99_999, 3)]
)
def test_a_hand_is_charged_by_whole_steps(elapsed_s: int, steps: int) -> None:
    assert charged_ms(elapsed_s * 1000, STEP_MS, 3) == steps * STEP_MS


def test_tables_that_are_not_done_are_waited_for_in_order() -> None:
    assert waiting_for({3, 1, 2}, {2}) == (1, 3)


def test_taking_a_message_off_the_displays_does_not_end_it(night: Night) -> None:
    near_the_money(night)
    notice = night.do(start_hand_for_hand).result["notice_id"]
    with pytest.raises(DirectorError) as refused:
        night.do(end_notice, notice_id=notice)
    assert (refused.value.code, hand_for_hand_of(night.tournament_id) is None) == ("notice_unknown", False)
