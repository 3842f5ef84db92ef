"""The open state in a few flat fields, as the pages of clubs read a clock: one look, no reckoning.

docs/guide/open-state.md describes every field. `secondsLeft` is that of the moment of the answer.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from clock.rules.state import Anchor, ClockState, clock_state
from clock.rules.structure import Level, Structure

FORMAT = 1


def simple_state(state: Mapping[str, Any], now_ms: int) -> dict[str, Any]:
    """The flat fields of an open state at a moment (epoch milliseconds)."""
    rows = state["clock"]["levels"]
    clock = _clock_of(state["clock"], now_ms) if rows else None
    return {
        "format": FORMAT,
        "version": state["version"],
        "title": state["tournament"]["name"],
        "club": state["tournament"]["club"],
        "stage": state["stage"],
        "status": state["status"],
        **(_clock_fields(rows, clock) if clock else _no_clock()),
        **_field_fields(state["field"]),
        **_money_fields(state),
    }


def _clock_of(clock: Mapping[str, Any], now_ms: int) -> ClockState:
    levels = tuple(
        Level(row["kind"], row["duration_ms"], hands=row.get("hands", 0)) for row in clock["levels"]
    )
    at = clock["anchor"]
    facts = ("kind", "at_ms", "level_index", "elapsed_ms", "running", "hands")
    anchor = Anchor(*(at[name] for name in facts)) if at else None
    return clock_state(Structure(levels), anchor, now_ms)


def _clock_fields(rows: list[dict[str, Any]], clock: ClockState) -> dict[str, Any]:
    """The level on the clock; before the start the first, in a break the one that follows."""
    here = rows[clock.level_index]
    ahead = [row for row in rows[clock.level_index + 1 :] if row["kind"] == "play"]
    on_break = here["kind"] == "break"
    bets = ahead[0] if on_break and ahead else here
    later = ahead[1:] if on_break else ahead
    return {
        "level": bets.get("level_number", 0),
        "onBreak": on_break and clock.started,
        "game": bets.get("game", ""),
        "blinds": blinds_text(bets),
        "smallBlind": bets.get("small_blind", 0),
        "bigBlind": bets.get("big_blind", 0),
        "ante": bets.get("ante", 0),
        "nextBlinds": blinds_text(later[0]) if later else "",
        "nextAnte": later[0].get("ante", 0) if later else 0,
        "secondsLeft": -(-clock.remaining_ms // 1000),
        "secondsToBreak": _seconds_to_break(rows, clock),
        "handsLeft": max(0, here["hands"] - clock.hands) if here.get("hands") else 0,
        "started": clock.started,
        "paused": clock.paused,
    }


def _no_clock() -> dict[str, Any]:
    """The same fields where there is no structure."""
    return {
        "level": 0,
        "onBreak": False,
        "game": "",
        "blinds": "",
        "smallBlind": 0,
        "bigBlind": 0,
        "ante": 0,
        "nextBlinds": "",
        "nextAnte": 0,
        "secondsLeft": 0,
        "secondsToBreak": None,
        "handsLeft": 0,
        "started": False,
        "paused": False,
    }


def _seconds_to_break(rows: list[dict[str, Any]], clock: ClockState) -> int | None:
    """Seconds of play until the next break; None when none follows."""
    left_ms = clock.remaining_ms if clock.started else rows[clock.level_index]["duration_ms"]
    for row in rows[clock.level_index + 1 :]:
        if row["kind"] == "break":
            return -(-left_ms // 1000)
        left_ms += row["duration_ms"]
    return None


def blinds_text(level: Mapping[str, Any]) -> str:
    """ "400/800", of a game with fixed bets those."""
    if level.get("big_blind"):
        return f"{level.get('small_blind', 0)}/{level['big_blind']}"
    return f"{level.get('small_bet', 0)}/{level['big_bet']}" if level.get("big_bet") else ""


def _field_fields(field: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "playersLeft": field["players_left"],
        "buyIns": field["entries"],
        "tables": field["tables"],
        "chipsInPlay": field["chips_in_play"],
        "average": field["average_stack_chips"],
        "waiting": field["waiting"],
    }


def _money_fields(state: Mapping[str, Any]) -> dict[str, Any]:
    about, money = state["tournament"], state["money"]
    first = money["prizes"][0]["amount_minor"] if money["prizes"] else 0
    digits = about["currency_digits"]
    return {
        "currency": about["currency"],
        "buyIn": in_units(sum(about["buy_in"].values()), digits),
        "prizePool": in_units(money["pool_minor"], digits),
        "placesPaid": money["places_paid"],
        "firstPrize": in_units(first, digits),
    }


def in_units(minor: int, digits: int) -> int | float:
    """An amount in the currency's unit as other programs read it: whole where it is whole."""
    amount = Decimal(minor).scaleb(-digits)
    return int(amount) if amount == amount.to_integral_value() else float(amount)
