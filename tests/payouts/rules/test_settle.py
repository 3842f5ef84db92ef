"""Prizes handed out by final places, ties shared."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.rules.plan import PlanPrize
from payouts.rules.settle import Award, settle
from payouts.rules.ties import pooled, split_pooled
from tournaments.rules.errors import RuleError


def prizes(*values: int) -> list[PlanPrize]:
    return [PlanPrize(place, value) for place, value in enumerate(values, 1)]


@st.composite
def finishes(draw: st.DrawFn) -> list[tuple[int, int, list[int]]]:
    """Places 1 … n cut into groups of tied entries; every player has a key of his own."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=8))
    found, place, key = [], 1, 100
    for size in sizes:
        found.append((place, place + size - 1, list(range(key, key + size))))
        place, key = place + size, key + size
    return found


falling = st.lists(st.integers(1, 10**6), min_size=1, max_size=12).map(
    lambda values: sorted(values, reverse=True)
)


@settings(max_examples=80, deadline=None)
@given(falling, finishes(), st.sampled_from([1, 5, 100]))
def test_awards_add_up_to_the_prizes_of_the_places_and_never_increase(
    values: list[int], places: list[tuple[int, int, list[int]]], unit: int
) -> None:
    drawn = [key for _from, _to, keys in places for key in keys]
    awards = settle(prizes(*values), places, unit_minor=unit, draw_order=drawn)
    assert sum(award.amount_minor for award in awards) == sum(values[: len(drawn)])
    groups = [
        [a.amount_minor for a in awards if a.place_from == place_from] for place_from, _to, _keys in places
    ]
    assert all(max(group) - min(group) <= unit + unit - 1 for group in groups)
    assert [award.key for award in awards] == drawn


def test_tied_players_share_the_prizes_of_their_places() -> None:
    awards = settle(prizes(1000, 600, 400), [(1, 1, ["a"]), (2, 3, ["b", "c"])])
    assert [(award.key, award.amount_minor) for award in awards] == [("a", 1000), ("b", 500), ("c", 500)]


def test_three_busts_over_one_paid_place_get_a_third_each() -> None:
    """Hand-for-hand: 52 left, 50 paid, three out."""
    awards = settle(prizes(*[300] * 50), [(50, 52, ["a", "b", "c"])])
    assert [award.amount_minor for award in awards] == [100, 100, 100]


def test_the_odd_unit_goes_to_the_larger_stack() -> None:
    awards = settle(prizes(1000, 601), [(2, 3, ["a", "b"])], stacks={"a": 500, "b": 900})
    assert {award.key: award.amount_minor for award in awards} == {"a": 300, "b": 301}


def test_the_odd_unit_is_drawn_when_stacks_do_not_decide() -> None:
    awards = settle(
        prizes(1000, 601), [(2, 3, ["a", "b"])], stacks={"a": 500, "b": 500}, draw_order=["b", "a"]
    )
    assert {award.key: award.amount_minor for award in awards} == {"a": 300, "b": 301}


def test_a_draw_is_asked_for_only_when_something_is_odd() -> None:
    tied = [(2, 3, ["a", "b"])]
    assert [a.amount_minor for a in settle(prizes(1000, 600), tied)] == [300, 300]
    with pytest.raises(RuleError) as refused:
        settle(prizes(1000, 601), tied)
    assert refused.value.code == "draw_needed"
    assert refused.value.facts == {"keys": ("a", "b")}


def test_what_is_less_than_a_unit_goes_to_the_first_in_order() -> None:
    assert split_pooled(703, ["a", "b"], 50, {"a": 1, "b": 2}) == {"a": 350, "b": 353}


def test_places_beyond_the_money_get_nothing() -> None:
    awards = settle(prizes(1000), [(1, 1, ["a"]), (2, 2, ["b"]), (3, 4, ["c", "d"])])
    assert [award.amount_minor for award in awards] == [1000, 0, 0, 0]
    assert pooled([1000], 2, 5) == 0


def test_players_can_be_paid_while_others_still_play() -> None:
    awards = settle(prizes(1000, 600, 400), [(3, 3, ["c"])])
    assert awards == (Award("c", 3, 3, 400),)


SEATS = [PlanPrize(1, 300, "Main Event"), PlanPrize(2, 300, "Main Event"), PlanPrize(3, 60)]


def test_equal_seats_are_not_ranked_and_nothing_is_shared() -> None:
    awards = settle(SEATS, [(1, 2, ["a", "b"]), (3, 3, ["c"])])
    assert [(a.key, a.amount_minor, a.labels) for a in awards] == [
        ("a", 300, ("Main Event",)),
        ("b", 300, ("Main Event",)),
        ("c", 60, ()),
    ]


def test_a_seat_that_falls_to_tied_players_is_shared_in_money_or_drawn() -> None:
    tied = [(1, 1, ["a"]), (2, 3, ["b", "c"])]
    shared = settle(SEATS, tied)
    drawn = settle(SEATS, tied, draw_order=["c", "b"], tied_labels="draw")
    assert [(a.key, a.amount_minor, a.labels) for a in shared[1:]] == [("b", 180, ()), ("c", 180, ())]
    assert [(a.key, a.amount_minor, a.labels) for a in drawn[1:]] == [
        ("c", 300, ("Main Event",)),
        ("b", 60, ()),
    ]
    with pytest.raises(RuleError) as refused:
        settle(SEATS, tied, tied_labels="draw")
    assert refused.value.code == "draw_needed"


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ([(0, 0, ["a"])], "place_not_positive"),
        ([(1, 2, ["a"])], "places_and_entries_differ"),
        ([(1, 2, ["a", "b"]), (2, 2, ["c"])], "places_overlap"),
        ([(1, 1, ["a"]), (2, 2, ["a"])], "entry_twice"),
    ],
)
def test_places_that_cannot_be_are_refused(places: list[tuple[int, int, list[str]]], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        settle(prizes(100, 50), places)
    assert refused.value.code == code


def test_prizes_out_of_order_are_refused() -> None:
    with pytest.raises(RuleError) as refused:
        settle([PlanPrize(2, 100), PlanPrize(1, 200)], [(1, 1, ["a"])])
    assert refused.value.code == "prizes_not_in_order"


@pytest.mark.parametrize(
    ("keys", "unit", "code"),
    [([], 1, "no_players"), (["a", "a"], 1, "player_twice"), (["a"], 0, "unit_not_positive")],
)
def test_splits_that_make_no_sense_are_refused(keys: list[str], unit: int, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        split_pooled(100, keys, unit, {})
    assert refused.value.code == code
