"""Warnings and cards: what comes next on the ladder, how long a card lasts, what it bars (docs/rules.md 8).

A card belongs to the player: it follows him through moves and re-entries. Its length is fixed when it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MINUTE_MS = 60_000


class Kind(StrEnum):
    """WARNING; YELLOW: away for a time or for hands; RED: out, no refund, chips removed."""

    WARNING = "warning"
    YELLOW = "yellow"
    RED = "red"


class Measure(StrEnum):
    """How a card is measured: not at all, in ms of playing time or of the wall clock, or in hands."""

    NONE = "none"
    PLAYING_TIME = "playing_time"
    WALL_CLOCK = "wall_clock"
    HANDS = "hands"


class Step(StrEnum):
    """A rung of a ladder."""

    WARNING = "warning"
    MINUTES = "minutes"
    MISSED_HANDS = "missed_hands"
    MISSED_ROUNDS = "missed_rounds"
    OUT = "out"


LADDERS: dict[str, tuple[Step, ...]] = {
    "home": (Step.WARNING, Step.MINUTES, Step.OUT),
    "tda": (Step.WARNING, Step.MISSED_HANDS, Step.MISSED_ROUNDS, Step.OUT),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One warning or card, in the order given.

    `amount`: ms for the two clocks, hands for HANDS, 0 for NONE. `given_ms`: wall clock; `given_play_ms`: playing time
    of the tournament then. `hands_served`: hands missed since. `ended`: ended early by the director.
    """

    kind: Kind
    measure: Measure = Measure.NONE
    amount: int = 0
    given_ms: int = 0
    given_play_ms: int = 0
    hands_served: int = 0
    ended: bool = False


def next_step(ladder: str, history: Sequence[Card]) -> Step:
    """The rung to propose: one for each card since the last red one, never beyond the top. `ladder`: home or tda."""
    steps = LADDERS[ladder]
    return steps[min(len(_since_red(history)), len(steps) - 1)]


def second_yellow(history: Sequence[Card], given: Card) -> bool:
    """Whether `given` is a second yellow card, so that it is asked (or set) whether it becomes red.

    Yellow cards from before a red one are settled by it: a later yellow is not a second one.
    """
    return given.kind is Kind.YELLOW and any(card.kind is Kind.YELLOW for card in _since_red(history))


def _since_red(history: Sequence[Card]) -> Sequence[Card]:
    reds = [at for at, card in enumerate(history) if card.kind is Kind.RED]
    return history[reds[-1] + 1 :] if reds else history


def left(card: Card, *, now_ms: int, play_ms: int) -> int:
    """What is left of a card now: ms or hands by its measure; 0 when it is over or has no length."""
    if card.ended:
        return 0
    passed = {
        Measure.NONE: card.amount,
        Measure.PLAYING_TIME: play_ms - card.given_play_ms,
        Measure.WALL_CLOCK: now_ms - card.given_ms,
        Measure.HANDS: card.hands_served,
    }[card.measure]
    return max(0, card.amount - passed)


def is_over(card: Card, *, now_ms: int, play_ms: int) -> bool:
    """Whether a card has ended by itself or by the director. A red card is never over."""
    return card.kind is not Kind.RED and left(card, now_ms=now_ms, play_ms=play_ms) == 0
