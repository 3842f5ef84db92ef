"""Warnings and cards."""

from tournaments.rules.discipline import (
    Card,
    Kind,
    Measure,
    Step,
    is_over,
    left,
    next_step,
    second_yellow,
)

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


def test_f82_a_round_of_ten_hands_is_served_hand_by_hand() -> None:
    served = [Card(Kind.YELLOW, Measure.HANDS, 10, hands_served=hands) for hands in (0, 8, 9, 10)]
    assert [left(one, now_ms=0, play_ms=0) for one in served] == [10, 2, 1, 0]
    assert [is_over(one, now_ms=0, play_ms=0) for one in served] == [False, False, False, True]


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


def test_a_timed_card_runs_on_playing_time_and_stands_still_in_a_pause() -> None:
    assert left(TWENTY, now_ms=9_000_000, play_ms=1_060_000) == 19 * 60_000
    assert left(TWENTY, now_ms=99_000_000, play_ms=1_060_000) == 19 * 60_000


def test_a_timed_card_can_run_on_the_wall_clock() -> None:
    card = Card(Kind.YELLOW, Measure.WALL_CLOCK, 60_000, given_ms=1_000)
    assert [left(card, now_ms=now, play_ms=0) for now in (1_000, 60_999, 61_000, 70_000)] == [60_000, 1, 0, 0]
