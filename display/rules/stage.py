"""Which picture the players need now: one of ten stages, from what happened and where the clock stands.

The same rules exist in static/display/stage.js; both are held to tests/display/vectors/stages.json.
"""

from dataclasses import dataclass

STAGES = (
    "before",
    "playing",
    "break",
    "closing",
    "bubble",
    "in_money",
    "final_table",
    "deal",
    "winner",
    "finished",
)
CLOSING_MS = 10 * 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFacts:
    """What decides the stage besides the clock.

    `players_left` and `places_paid` are counts; `winner` says that one player is known to have won; `deal` is "none",
    "talking" (players discuss one, the clock stands) or "agreed". `hand_for_hand`: every table waits after each hand.
    """

    finished: bool
    winner: bool
    deal: str
    prizes_on: bool
    places_paid: int
    players_left: int
    final_table: bool
    hand_for_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFacts:
    """Where the clock stands: `started` is false without an anchor and during the countdown.

    `entry_left_ms` is the time on the clock until the last entry window closes, 0 when none is open; `late_left_ms`
    the same for late registration alone.
    """

    started: bool
    on_break: bool
    entry_left_ms: int
    late_left_ms: int


def stage_of(facts: StageFacts, clock: ClockFacts) -> str:
    """The stage. What ends the night comes first, then what stops play, then what the money says, then the windows.

    There is no bubble and no money while somebody can still enter (docs/rules.md 6: places are provisional
    until then), nor in a tournament without prizes.
    """
    if facts.finished:
        return "winner" if facts.winner else "finished"
    if facts.deal == "talking":
        return "deal"
    if not clock.started:
        return "before"
    if clock.on_break:
        return "break"
    return money_stage(facts, clock) or window_stage(clock)


def money_stage(facts: StageFacts, clock: ClockFacts) -> str:
    """ "bubble", "final_table", "in_money", or "" when the money says nothing yet."""
    counted = facts.prizes_on and facts.places_paid > 0 and clock.entry_left_ms <= 0
    missing = places_to_money(facts)
    if counted and (missing == 1 or (missing > 1 and facts.hand_for_hand)):
        return "bubble"
    if facts.final_table:
        return "final_table"
    if counted and 0 < facts.players_left <= facts.places_paid:
        return "in_money"
    return ""


def window_stage(clock: ClockFacts) -> str:
    """ "closing" in the last ten minutes of late registration, else "playing"."""
    return "closing" if 0 < clock.late_left_ms <= CLOSING_MS else "playing"


def places_to_money(facts: StageFacts) -> int:
    """How many players must still go before everybody left is paid; 0 in the money or without prizes."""
    if not facts.prizes_on or not facts.places_paid:
        return 0
    return max(0, facts.players_left - facts.places_paid)
