"""Numbers on pages: exact, in the reader's locale."""

import pytest
from django.utils import timezone, translation

from club.templatetags.figures import (
    amount,
    at,
    at_s,
    chips,
    clock,
    clock_face,
    minutes,
    money,
    money_short,
    on_at,
    stake,
)

NB = "\u00a0"
MINUTE_MS = 60_000


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "€18,460.05"), ("et", f"18{NB}460,05{NB}€"), ("ro", f"18.460,05{NB}€")],
)
def test_money_is_written_as_the_readers_locale_writes_it(language: str, shown: str) -> None:
    with translation.override(language):
        assert money(1_846_005, "EUR") == shown


@pytest.mark.parametrize(
    ("amount_minor", "currency", "shown"),
    [
        (0, "EUR", "€0.00"),
        (5, "EUR", "€0.05"),
        (-15_000, "EUR", "−€150.00"),
        (12_500, "GBP", "£125.00"),
        (12_500, "RON", f"125.00{NB}lei"),
        (1_250, "JPY", "¥1,250"),
        (1_234_567, "KWD", f"1,234.567{NB}KWD"),
        (9_007_199_254_740_993, "EUR", "€90,071,992,547,409.93"),
    ],
)
def test_money_is_exact_whatever_the_currency_and_size(amount_minor: int, currency: str, shown: str) -> None:
    assert money(amount_minor, currency) == shown


def test_short_money_drops_only_decimals_that_are_zero() -> None:
    assert (money_short(2_000_000, "EUR"), money_short(2_000_050, "EUR")) == ("€20,000", "€20,000.50")


@pytest.mark.parametrize(
    ("amount_minor", "currency", "typed"),
    [(15_000, "EUR", "150.00"), (-5, "EUR", "-0.05"), (1_250, "JPY", "1250"), (None, "EUR", "")],
)
def test_an_amount_in_a_field_can_be_typed_again_in_every_language(
    amount_minor: int | None, currency: str, typed: str
) -> None:
    with translation.override("et"):
        assert amount(amount_minor, currency) == typed


def test_chips_are_never_shortened() -> None:
    """F100: 15,250 is not 15.3K."""
    assert [chips(number) for number in (15_250, 4_260_000, 0, None)] == ["15,250", "4,260,000", "0", ""]


@pytest.mark.parametrize(
    ("duration_ms", "shown"),
    [
        (852_000, "14:12"),
        (851_001, "14:12"),
        (3_852_000, "1:04:12"),
        (1, "0:01"),
        (0, "0:00"),
        (-30_000, "−0:30"),
    ],
)
def test_a_duration_is_rounded_up_so_that_zero_means_over(duration_ms: int, shown: str) -> None:
    assert clock(duration_ms) == shown


@pytest.mark.parametrize(
    ("duration_ms", "shown"), [(593_000, "09:53"), (852_000, "14:12"), (3_852_000, "1:04:12"), (None, "")]
)
def test_the_face_of_the_clock_does_not_jump_in_width(duration_ms: int | None, shown: str) -> None:
    assert clock_face(duration_ms) == shown


def test_lengths_have_seconds_only_where_there_are_some() -> None:
    assert (minutes(20 * MINUTE_MS), minutes(20 * MINUTE_MS + 30_000)) == ("20 min", "20:30")


def test_times_of_day_are_those_of_the_active_zone() -> None:
    """F58: an hour off around a change of the clocks. 2026-11-01 05:30 and 06:30 UTC, both 01:30 in New York."""
    with timezone.override("America/New_York"):
        assert [at(ms) for ms in (1_793_511_000_000, 1_793_514_600_000)] == ["01:30", "01:30"]
        assert at_s(1_793_511_007_900) == "01:30:07"
        assert on_at(1_793_511_000_000) == "Nov. 1, 2026, 01:30"


def test_a_level_is_called_by_its_blinds_and_a_stud_level_by_its_bets() -> None:
    blinds = {"small_blind": 500, "big_blind": 1000, "small_bet": 0, "big_bet": 0}
    bets = {"small_blind": 0, "big_blind": 0, "small_bet": 800, "big_bet": 1600}
    assert [stake(blinds), stake(bets)] == [f"500{NB}/{NB}1,000", f"800{NB}/{NB}1,600"]
