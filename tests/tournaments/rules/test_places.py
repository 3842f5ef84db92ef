"""Places, from the order of elimination."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.places import (
    Bust,
    Cause,
    Place,
    PlaceRules,
    TiePolicy,
    places_of,
    standing,
)

TIE = PlaceRules(TiePolicy.TIE_ACROSS)
STACK = PlaceRules(TiePolicy.STACK_ACROSS)


def one_by_one(*keys: str) -> list[Bust]:
    return [Bust(key, order, order, table_number=1) for order, key in enumerate(keys, start=1)]


def round_of(*busts: tuple[str, int, int | None], hand_for_hand: bool = True) -> list[Bust]:
    """(player, table, stack) of one hand-for-hand round."""
    return [
        Bust(key, order, 1, table, stack, hand_for_hand=hand_for_hand)
        for order, (key, table, stack) in enumerate(busts, start=1)
    ]


def test_f10_those_still_in_come_first_then_the_last_out() -> None:
    now = standing(["D", "E", "F"], one_by_one("A", "B", "C"))
    assert now.places == ((4, 4, ("C",)), (5, 5, ("B",)), (6, 6, ("A",)))
    assert now.ranking == ("D", "E", "F", "C", "B", "A")


def test_f27_busts_of_one_hand_are_ranked_by_stack_and_equal_stacks_share() -> None:
    first = [Bust(key, 1, 1, 1, stack) for key, stack in (("A", 1000), ("B", 3000), ("C", 2000))]
    assert places_of(["D", "E", "F"], first) == ((4, 4, ("B",)), (5, 5, ("C",)), (6, 6, ("A",)))
    later = [Bust(key, 2, 2, 1, 800) for key in ("D", "E")]
    assert places_of(["F"], first + later)[0] == (2, 3, ("D", "E"))


def test_f28_a_player_who_entered_again_is_ranked_once() -> None:
    assert standing(["A", "B", "C", "D"], one_by_one("A")).ranking == ("A", "B", "C", "D")
    again = [*one_by_one("A", "B"), Bust("A", 3, 3, 1)]
    assert places_of(["C", "D"], again) == ((3, 3, ("A",)), (4, 4, ("B",)))


def test_f30_nobody_wins_while_somebody_could_come_back() -> None:
    busts = one_by_one("A", "B")
    for open_still in (standing(["C"], busts, entry_open=True), standing(["C"], busts, can_return=["A"])):
        assert (open_still.finished, open_still.waits_for_entry, open_still.provisional) == (
            False,
            True,
            True,
        )
    closed = standing(["C"], busts)
    assert (closed.winner, closed.waits_for_entry, closed.places[0]) == ("C", False, (1, 1, ("C",)))
    assert closed.ranking == ("C", "B", "A")


def test_the_last_player_himself_cannot_keep_the_tournament_open() -> None:
    assert standing(["C"], one_by_one("A", "B"), can_return=["C"]).winner == "C"


def test_f88_those_who_withdrew_before_the_start_are_not_ranked() -> None:
    assert standing(["D"], one_by_one("E", "F")).ranking == ("D", "F", "E")


def test_while_entry_is_open_a_late_entry_shifts_every_place() -> None:
    before = standing(["B", "C"], one_by_one("A"), entry_open=True)
    after = standing(["B", "C", "late"], one_by_one("A"), entry_open=True)
    assert (before.place_of("A"), after.place_of("A")) == ((3, 3, ("A",)), (4, 4, ("A",)))
    assert before.provisional


def test_a_player_still_in_has_no_place() -> None:
    assert standing(["B", "C"], one_by_one("A")).place_of("B") is None


def test_an_undone_bust_leaves_no_trace() -> None:
    busts = one_by_one("A", "B", "C")
    assert places_of(["D", "C"], busts[:2]) == ((3, 3, ("B",)), (4, 4, ("A",)))


def test_tda_different_tables_of_one_round_tie_and_one_table_goes_by_stack() -> None:
    apart = round_of(("A", 1, 12_000), ("B", 2, 8000))
    same = round_of(("A", 1, 8000), ("B", 1, 12_000))
    assert places_of(range(48), apart, TIE) == ((49, 50, ("A", "B")),)
    assert places_of(range(48), same, TIE) == ((49, 49, ("B",)), (50, 50, ("A",)))


def test_tda_a_batch_of_one_table_and_another_ties_all() -> None:
    mixed = round_of(("A", 1, 8000), ("B", 1, 12_000), ("C", 2, 500))
    assert places_of(range(49), mixed, TIE) == ((50, 52, ("A", "B", "C")),)


def test_at_home_the_bigger_stack_is_higher_at_any_table() -> None:
    mixed = round_of(("A", 1, 8000), ("B", 1, 12_000), ("C", 2, 9000))
    assert places_of(range(49), mixed, STACK) == ((50, 50, ("B",)), (51, 51, ("C",)), (52, 52, ("A",)))


def test_different_tables_without_hand_for_hand_go_in_the_order_reported() -> None:
    mixed = round_of(("A", 1, 8000), ("C", 2, 500), ("B", 1, 12_000), hand_for_hand=False)
    assert places_of(range(3), mixed, TIE) == ((4, 4, ("B",)), (5, 5, ("A",)), (6, 6, ("C",)))


def test_without_a_stack_the_order_reported_decides() -> None:
    unknown = round_of(("A", 1, 8000), ("B", 1, None))
    assert places_of(range(3), unknown, TIE) == ((4, 4, ("B",)), (5, 5, ("A",)))


def test_unknown_stacks_entered_in_one_act_share_the_places() -> None:
    together = [Bust(key, 7, 1, 1) for key in ("A", "B")]
    assert places_of(range(3), together) == ((4, 5, ("A", "B")),)


def test_tda_2026_stacks_are_compared_after_the_big_blind_ante() -> None:
    hand = [Bust("BB", 1, 1, 1, 5000, ante_chips=1000), Bust("UTG", 2, 1, 1, 4500)]
    assert [place.keys for place in places_of(range(3), hand, TIE)] == [("BB",), ("UTG",)]
    after_ante = PlaceRules(stack_after_ante=True)
    assert [place.keys for place in places_of(range(3), hand, after_ante)] == [("UTG",), ("BB",)]


@pytest.mark.parametrize(("keeps", "ranking"), [(True, ("C", "D", "B", "A")), (False, ("C", "D", "A"))])
def test_a_disqualified_player_keeps_his_place_or_has_none(keeps: bool, ranking: tuple[str, ...]) -> None:
    busts = [*one_by_one("A"), Bust("B", 2, 2, 1, cause=Cause.DISQUALIFIED)]
    assert standing(["C", "D"], busts, PlaceRules(disqualified_keeps_place=keeps)).ranking == ranking


def test_a_removed_stack_takes_its_place_at_that_moment() -> None:
    busts = [*one_by_one("A"), Bust("B", 2, 2, 1, 30_000, cause=Cause.LEFT), Bust("C", 3, 3, 1)]
    assert [place.keys for place in places_of(["D"], busts)] == [("C",), ("B",), ("A",)]


def test_nobody_has_won_before_anybody_is_out() -> None:
    alone = standing(["A"], [])
    assert (alone.winner, alone.waits_for_entry) == (None, False)


@st.composite
def nights(draw: st.DrawFn) -> tuple[list[int], list[Bust]]:
    """Batches of busts, some of players who are back, and those still in."""
    busts: list[Bust] = []
    for batch in range(draw(st.integers(0, 8))):
        players = draw(st.sets(st.integers(1, 12), min_size=1, max_size=4))
        for player in sorted(players):
            busts.append(
                Bust(
                    player,
                    len(busts),
                    batch,
                    draw(st.integers(1, 3)),
                    draw(st.sampled_from([None, 500, 1000, 2000])),
                    hand_for_hand=draw(st.booleans()),
                )
            )
    return sorted(draw(st.sets(st.integers(1, 12), max_size=6))), busts


@given(nights(), st.sampled_from(TiePolicy))
def test_places_are_a_permutation_with_ties_and_those_still_in_take_the_first(
    night: tuple[list[int], list[Bust]], policy: TiePolicy
) -> None:
    playing, busts = night
    places = places_of(playing, busts, PlaceRules(policy))
    out = {bust.player_key for bust in busts} - set(playing)
    covered = [number for place in places for number in range(place.place_from, place.place_to + 1)]
    assert covered == list(range(len(playing) + 1, len(playing) + len(out) + 1))
    assert sorted(key for place in places for key in place.keys) == sorted(out)
    assert all(len(place.keys) == place.place_to - place.place_from + 1 for place in places)
    assert all(isinstance(place, Place) for place in places)


@given(nights())
def test_nobody_is_placed_above_somebody_who_went_out_in_a_later_hand(
    night: tuple[list[int], list[Bust]],
) -> None:
    playing, busts = night
    last = {bust.player_key: bust for bust in busts}
    keys = [key for place in places_of(playing, busts) for key in place.keys]
    batches = [last[key].batch for key in keys]
    assert batches == sorted(batches, reverse=True)
