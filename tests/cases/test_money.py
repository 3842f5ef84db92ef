"""Known faults of places, prizes and money, and the right answers."""

from fractions import Fraction
from typing import Any

import pytest

from acts.elimination import bust
from acts.payouts import lock_payouts, plan_payouts, unlock_payouts
from acts.purchases import rebuy
from acts.registration import close_registration, register_entry
from acts.setup import edit_tournament
from acts.timing import resume_clock, start_clock
from acts.undo import undo
from clock.selectors import load_clock
from director.house.export_csv import neutral
from ledger.selectors import balances
from payouts.rules.bounty import split_bounty
from payouts.rules.bubble import money_stage
from payouts.rules.plan import PlanSettings, make_plan
from payouts.rules.rounding import round_prizes, shown_shares
from payouts.selectors import prizes_of, results_of
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import Purchase
from tournaments.selectors import standing_of


def refused(night: Night, verb: Any, **params: Any) -> str:
    """The code of the refusal."""
    with pytest.raises(DirectorError) as caught:
        night.do(verb, **params)
    return caught.value.code


def out(night: Night, *names: str, stacks: tuple[int, ...] = ()) -> Any:
    busts: list[dict[str, int]] = [{"entry_id": night.entries[name]} for name in names]
    if stacks:
        busts = [one | {"stack_chips": stack} for one, stack in zip(busts, stacks, strict=True)]
    return night.do(bust, busts=busts)


def places(night: Night) -> dict[str, tuple[int, int]]:
    rows = results_of(night.event, entry_open=False).rows
    return {row.name: (row.place_from, row.place_to) for row in rows if row.place_from and row.place_to}


def test_f10_whoever_is_in_comes_before_whoever_is_out(night: Night) -> None:
    night.create()
    night.enter(*"ABCDEF")
    night.start()
    night.minutes(81)
    for name in "ABC":
        out(night, name)
    rows = results_of(night.event, entry_open=False).rows
    assert [(row.name, row.place_from) for row in rows] == [
        ("D", None),
        ("E", None),
        ("F", None),
        ("C", 4),
        ("B", 5),
        ("A", 6),
    ]


def test_f11_a_finished_tournament_stays_finished_until_its_last_bust_is_undone(night: Night) -> None:
    night.create(rebuy_kind="broke", rebuy_chips=10_000, rebuy_until_level=1)
    night.enter("A", "B", "C")
    night.start()
    night.minutes(41)
    night.do(close_registration)
    out(night, "A")
    last = out(night, "B")
    clock = load_clock(night.tournament_id)
    assert (night.event.status, clock.running, last.result["finished"]) == ("finished", False, True)
    attempts: list[tuple[Any, dict[str, Any]]] = [
        (register_entry, {"player_id": night.player("D")}),
        (rebuy, {"entry_id": night.entries["A"]}),
        (resume_clock, {}),
        (start_clock, {}),
        (bust, {"busts": [{"entry_id": night.entries["C"]}]}),
    ]
    assert [refused(night, verb, **params) for verb, params in attempts] == ["finished"] * 5
    night.do(undo, action_id=last.action_id)
    assert (night.event.status, load_clock(night.tournament_id).running) == ("running", True)
    assert places(night) == {"A": (3, 3)}


def test_f21_every_name_is_on_the_sheet_and_no_cell_is_a_formula(night: Night) -> None:
    names = ["Łukasz", "Žofie", "李雷", "O'Neil", "=1+1"]
    night.create()
    night.enter(*names)
    assert sorted(row.name for row in results_of(night.event, entry_open=True).rows) == sorted(names)
    assert [neutral(name) for name in names] == ["Łukasz", "Žofie", "李雷", "O'Neil", "'=1+1"]


def test_f24_a_night_without_prizes_has_no_bubble_until_prizes_are_switched_on(night: Night) -> None:
    night.create(prizes_on=False, places_percent=50, payout_preset="curve")
    night.enter(*"ABCDEF")
    night.start()
    out(night, "A")
    out(night, "B")
    assert (prizes_of(night.event).amounts_minor, money_stage(4, ()).stage) == ((), "no_prizes")
    night.do(edit_tournament, settings={"prizes_on": True})
    amounts = prizes_of(night.event).amounts_minor
    assert (len(amounts), money_stage(4, amounts).stage) == (3, "bubble")


def test_f25_a_wrong_currency_is_set_right_and_nothing_is_converted(night: Night) -> None:
    night.create()
    night.enter(*"ABCDE")
    night.do(edit_tournament, settings={"currency": "GBP"})
    assert night.event.currency == "GBP"
    assert set(Purchase.objects.values_list("prize_minor", flat=True)) == {10_000}
    assert balances(night.tournament_id)["prize_pool"] == -50_000


def test_f27_the_bigger_stack_of_one_hand_finishes_higher_and_equal_ones_share(night: Night) -> None:
    night.create()
    night.enter(*"ABCDEF")
    night.start()
    night.minutes(81)
    out(night, "A", "B", "C", stacks=(1_000, 3_000, 2_000))
    assert places(night) == {"A": (6, 6), "B": (4, 4), "C": (5, 5)}
    out(night, "D", "E", stacks=(800, 800))
    assert {name: places(night)[name] for name in "DE"} == {"D": (2, 3), "E": (2, 3)}
    assert standing_of(night.event, entry_open=False).places[0].place_from == 1


def test_f32_as_many_places_are_paid_as_leave_the_smallest_prize() -> None:
    fourteen = ("24", "16", "11", "9", "7", "6", "5", "4", "3", "3", "3", "3", "3", "3")
    settings = PlanSettings(custom_percents=fourteen, min_cash_minor=40_000, unit_minor=100)
    plan = make_plan(900_000, 90, settings)
    assert (plan.places_paid, sum(prize.amount_minor for prize in plan.prizes)) == (8, 900_000)
    assert dict(plan.warnings[0].facts) == {"wanted": 14, "places": 8, "min_cash_minor": 40_000}


def test_f34_percentages_are_exact(night: Night) -> None:
    night.create(entry_prize_minor=2_500)
    night.enter(*"ABCD")
    night.do(plan_payouts, percents=["50", "29", "21"])
    assert prizes_of(night.event).amounts_minor == (5_000, 2_900, 2_100)


def test_f35_percentages_that_leave_something_are_refused_with_what_is_missing(night: Night) -> None:
    night.create(entry_prize_minor=25_000)
    night.enter(*"ABCD")
    with pytest.raises(DirectorError) as caught:
        night.do(plan_payouts, percents=["50", "30", "10"])
    assert (caught.value.code, caught.value.params["missing"]) == ("percents_not_100", "10")


def test_f36_amounts_typed_stay_as_typed(night: Night) -> None:
    night.create(entry_prize_minor=279_000)
    night.enter(*"ABC")
    typed = [420_000, 250_000, 167_000]
    night.do(plan_payouts, amounts_minor=typed, unit_minor=1_000)
    for _turn in range(2):
        night.do(lock_payouts)
        night.do(unlock_payouts)
        assert list(prizes_of(night.event).amounts_minor) == typed


def test_f38_percentages_shown_add_up_to_a_hundred() -> None:
    shown = shown_shares([49_600, 43_600, 6_800])
    assert (list(map(int, shown)), sum(shown)) == ([50, 43, 7], 100)


def test_f39_many_equal_prizes_lose_no_unit() -> None:
    equal = [Fraction(100, 499)] * 499
    prizes = round_prizes(1_000_000, equal, 1)
    assert (sum(prizes), max(prizes) - min(prizes)) == (1_000_000, 1)


def test_f41_the_odd_cent_of_a_bounty_goes_to_the_earliest_position() -> None:
    assert split_bounty(2_501, ["first", "second"]) == {"first": 1_251, "second": 1_250}


def test_f104_prizes_of_a_player_who_came_back_are_those_of_his_last_place(night: Night) -> None:
    night.create(reentry_offered=True, reentry_until_level=2, places_percent=100)
    night.enter("A", "B", "C")
    night.start()
    out(night, "A")
    night.enter("A")
    night.minutes(81)
    out(night, "B")
    out(night, "A")
    rows = results_of(night.event, entry_open=False).rows
    assert [(row.name, row.place_from) for row in rows] == [("C", 1), ("A", 2), ("B", 3)]
    assert sum(row.prize_minor for row in rows) == 40_000
