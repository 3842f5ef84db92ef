"""Warnings and cards."""

import pytest

from tournaments.rules.discipline import (
    Card,
    Kind,
    Measure,
    Step,
    bars_entry,
    card_for,
    hands_for_rounds,
    is_over,
    keeps_away,
    left,
    next_step,
    second_yellow,
)
from tournaments.rules.errors import RuleError

WARNING, YELLOW, RED = Card(Kind.WARNING), Card(Kind.YELLOW, Measure.HANDS, 10), Card(Kind.RED)
TWENTY = Card(Kind.YELLOW, Measure.PLAYING_TIME, 20 * 60_000, given_ms=5_000_000, given_play_ms=1_000_000)


def test_the_home_ladder_goes_from_a_warning_over_twenty_minutes_to_out() -> None:
    histories = [[], [WARNING], [WARNING, YELLOW], [WARNING, YELLOW, YELLOW]]
    assert [next_step("home", cards) for cards in histories] == [
        Step.WARNING,
        Step.MINUTES,
        Step.OUT,
        Step.OUT,
    ]


def test_the_tda_ladder_goes_from_a_warning_over_hands_and_rounds_to_out() -> None:
    histories = [[], [WARNING], [WARNING, YELLOW], [WARNING, YELLOW, YELLOW]]
    assert [next_step("tda", cards) for cards in histories] == [
        Step.WARNING,
        Step.MISSED_HANDS,
        Step.MISSED_ROUNDS,
        Step.OUT,
    ]


@pytest.mark.parametrize(
    ("step", "card"),
    [
        (Step.WARNING, Card(Kind.WARNING)),
        (Step.MINUTES, Card(Kind.YELLOW, Measure.WALL_CLOCK, 1_200_000)),
        (Step.MISSED_HANDS, Card(Kind.YELLOW, Measure.HANDS, 3)),
        (Step.MISSED_ROUNDS, Card(Kind.YELLOW, Measure.HANDS, 18)),
        (Step.OUT, Card(Kind.RED)),
    ],
)
def test_each_rung_gives_its_card_with_a_length_fixed_now(step: Step, card: Card) -> None:
    assert card_for(step, clock=Measure.WALL_CLOCK, minutes=20, hands=3, rounds=2, players=9) == card


def test_f82_a_round_is_fixed_when_given_and_busts_do_not_shorten_it() -> None:
    card = card_for(Step.MISSED_ROUNDS, clock=Measure.PLAYING_TIME, minutes=20, players=10)
    assert card.amount == 10
    served = [Card(card.kind, card.measure, card.amount, hands_served=hands) for hands in (0, 8, 9, 10)]
    assert [left(one, now_ms=0, play_ms=0) for one in served] == [10, 2, 1, 0]
    assert [is_over(one, now_ms=0, play_ms=0) for one in served] == [False, False, False, True]


def test_rounds_without_players_cannot_be_counted() -> None:
    with pytest.raises(RuleError, match="players_unknown"):
        hands_for_rounds(1, 0)


def test_f83_a_second_yellow_is_noticed() -> None:
    assert [second_yellow(history, YELLOW) for history in ([], [WARNING], [YELLOW], [WARNING, YELLOW])] == [
        False,
        False,
        True,
        True,
    ]
    assert not second_yellow([YELLOW], WARNING)


def test_f85_a_yellow_after_a_red_that_was_served_is_not_a_second_one() -> None:
    assert not second_yellow([YELLOW, RED], YELLOW)
    assert second_yellow([YELLOW, RED, YELLOW], YELLOW)
    assert next_step("home", [WARNING, YELLOW, RED]) is Step.WARNING


def test_a_red_card_bars_every_further_entry() -> None:
    assert [bars_entry(history) for history in ([], [WARNING, YELLOW], [RED], [RED, YELLOW])] == [
        False,
        False,
        True,
        True,
    ]


def test_a_timed_card_runs_on_playing_time_and_stands_still_in_a_pause() -> None:
    assert left(TWENTY, now_ms=9_000_000, play_ms=1_060_000) == 19 * 60_000
    assert left(TWENTY, now_ms=99_000_000, play_ms=1_060_000) == 19 * 60_000


def test_a_timed_card_can_run_on_the_wall_clock() -> None:
    card = Card(Kind.YELLOW, Measure.WALL_CLOCK, 60_000, given_ms=1_000)
    assert [left(card, now_ms=now, play_ms=0) for now in (1_000, 60_999, 61_000, 70_000)] == [60_000, 1, 0, 0]


def test_a_card_keeps_away_until_its_time_is_over_or_the_director_ends_it() -> None:
    assert keeps_away([WARNING, TWENTY], now_ms=0, play_ms=2_199_999)
    assert not keeps_away([WARNING, TWENTY], now_ms=0, play_ms=2_200_000)
    assert not keeps_away([Card(Kind.YELLOW, Measure.HANDS, 10, ended=True)], now_ms=0, play_ms=0)


def test_a_warning_keeps_nobody_away_and_a_red_card_does_for_good() -> None:
    assert not keeps_away([WARNING], now_ms=0, play_ms=0)
    assert keeps_away([RED], now_ms=10**13, play_ms=10**13)
