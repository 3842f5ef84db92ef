"""The chip race: a chip leaves play at one table (TDA 24, home and casual variants).

Odd chips are counted in units of the greatest common divisor of both chips; when the new chip is a multiple of the old
one, a unit is one odd chip. A unit is worth one card.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import gcd
from random import Random

from tables.rules.cards import Card, card_value, rank_value, shuffled_deck
from tournaments.rules.errors import RuleError

DECK = 52
TIE_CARDS = 4


class RaceMethod(StrEnum):
    """TDA: the highest cards win one chip each; WINNER_TAKES_ALL (home); ROUND_UP_ALL (casual): everybody gets one."""

    TDA = "tda"
    WINNER_TAKES_ALL = "winner_takes_all"
    ROUND_UP_ALL = "round_up_all"


class Rounding(StrEnum):
    """What happens to the odd value that makes no whole new chip."""

    HALF_UP = "half_up"
    UP = "up"
    DOWN = "down"


class Saving(StrEnum):
    """Where the chip comes from for a player who would lose his last: added by the house, or out of those raced for."""

    EXTRA = "extra"
    FROM_RACE = "from_race"


@dataclass(frozen=True, slots=True)
class RaceRules:
    """The settings of a race. `lowest`: the chip a saved player gets, None: the new chip."""

    old: int
    new: int
    method: RaceMethod = RaceMethod.TDA
    rounding: Rounding = Rounding.HALF_UP
    saving: Saving = Saving.EXTRA
    lowest: int | None = None

    @property
    def unit(self) -> int:
        """The value one card stands for."""
        return gcd(self.old, self.new)

    @property
    def saved_chip(self) -> int:
        """The value of the chip that saves a player."""
        return self.new if self.lowest is None else self.lowest


@dataclass(frozen=True, slots=True)
class RaceSeat:
    """A player's chips of the old kind, whether he has any others, and the cards dealt to him, one for each unit.

    `extra_cards`: further cards, dealt one by one where equal ranks decide nothing (winner takes all).
    """

    seat: int
    old_chips: int
    has_other_chips: bool = True
    cards: tuple[Card, ...] = ()
    extra_cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceRow:
    """One line of the worksheet. Chips are counted; `exchanged`: new chips at par; `odd_value`: chips' worth raced.

    `change`: what the player's stack gains or loses.
    """

    seat: int
    old_chips: int
    exchanged: int
    odd_value: int
    cards: tuple[Card, ...]
    won: int
    saved: bool
    change: int


@dataclass(frozen=True, slots=True)
class RaceResult:
    """The outcome at one table.

    `raced`: new chips raced for; `remainder`: odd value beyond whole new chips; `removed` and `added`: odd value taken
    from play and value put in; `total_change` of the chips in play = added − removed, for the ledger.
    """

    rows: tuple[RaceRow, ...]
    odd_value: int
    remainder: int
    raced: int
    removed: int
    added: int
    total_change: int

    @property
    def saved(self) -> tuple[int, ...]:
        """Seats of players who were given a chip so that nobody is raced out."""
        return tuple(row.seat for row in self.rows if row.saved)

    @property
    def award(self) -> dict[int, int]:
        """New chips won, by seat."""
        return {row.seat: row.won for row in self.rows}


def exchange(old_chips: int, old: int, new: int) -> tuple[int, int]:
    """(new chips at par, odd value left) for a number of old chips.

    Through the common multiple when `new` is no multiple of `old`: nine 10s are three 25s and 15 to race for.
    """
    return divmod(old_chips * old, new)


def cards_needed(seats: Sequence[RaceSeat], rules: RaceRules) -> dict[int, int]:
    """How many cards each seat gets, from seat 1, all of a player's before the next."""
    return {
        one.seat: exchange(one.old_chips, rules.old, rules.new)[1] // rules.unit
        for one in sorted(seats, key=lambda one: one.seat)
    }


def chips_raced(odd_value: int, new: int, rounding: Rounding) -> int:
    """How many new chips are raced for: whole ones, and one more for the rest by the setting."""
    whole, rest = divmod(odd_value, new)
    more = {Rounding.HALF_UP: 2 * rest >= new, Rounding.UP: rest > 0, Rounding.DOWN: False}[rounding]
    return whole + more


def deal_race(seats: Sequence[RaceSeat], rules: RaceRules, rng: Random) -> tuple[RaceSeat, ...]:
    """The seats with cards dealt from a shuffled deck (several when one is too small), and extra ones for ties."""
    ordered, needed = sorted(seats, key=lambda one: one.seat), cards_needed(seats, rules)
    total = sum(needed.values())
    deck = shuffled_deck(rng, 1 + (total + TIE_CARDS * len(ordered)) // DECK)
    dealt = []
    for at, one in enumerate(ordered):
        start = sum(needed[before.seat] for before in ordered[:at])
        cards = tuple(deck[start : start + needed[one.seat]])
        dealt.append(replace(one, cards=cards, extra_cards=tuple(deck[total + at :: len(ordered)])))
    return tuple(dealt)


def race(seats: Sequence[RaceSeat], rules: RaceRules) -> RaceResult:
    """Race one table off.

    The number of new chips raced for never exceeds the players with odd chips, and under TDA nobody wins two. Raises
    RuleError `cards_missing` when a seat has not as many cards as it needs, `another_card_needed` when equal ranks
    still tie for everything (winner takes all), `not_a_card`, and `race_upwards` unless the new chip is worth more.
    """
    if not 0 < rules.old < rules.new:
        raise RuleError("race_upwards", old=rules.old, new=rules.new)
    ordered = sorted(seats, key=lambda one: one.seat)
    odd = {one.seat: exchange(one.old_chips, rules.old, rules.new)[1] for one in ordered}
    odd_value = sum(odd.values())
    racing = [one for one in ordered if odd[one.seat]]
    everybody = rules.method is RaceMethod.ROUND_UP_ALL
    raced = len(racing) if everybody else chips_raced(odd_value, rules.new, rules.rounding)
    won, saved = ({one.seat: 1 for one in racing}, set()) if everybody else _outcome(racing, rules, raced)
    rows = tuple(_row(one, rules, odd[one.seat], won.get(one.seat, 0), one.seat in saved) for one in ordered)
    added = sum(won.values()) * rules.new + len(saved) * rules.saved_chip
    return RaceResult(rows, odd_value, odd_value % rules.new, raced, odd_value, added, added - odd_value)


def _row(one: RaceSeat, rules: RaceRules, odd_value: int, won: int, saved: bool) -> RaceRow:
    exchanged = exchange(one.old_chips, rules.old, rules.new)[0]
    change = won * rules.new + saved * rules.saved_chip - odd_value
    return RaceRow(one.seat, one.old_chips, exchanged, odd_value, one.cards, won, saved, change)


def _outcome(racing: Sequence[RaceSeat], rules: RaceRules, raced: int) -> tuple[dict[int, int], set[int]]:
    """(new chips won by seat, seats saved) among the players with odd chips."""
    _check_cards(racing, rules)
    order = _by_highest_card(racing)
    last_chips = {one.seat for one in racing if _would_be_raced_out(one, rules)}
    saved: set[int] = set()
    while True:
        left = raced - len(saved) if rules.saving is Saving.FROM_RACE else raced
        won = _awards([one for one in order if one.seat not in saved], rules, max(0, left))
        lost = last_chips - saved - won.keys()
        if not lost:
            return won, saved
        # Out of those raced for, each chip that saves somebody takes one from the lowest winner, who may need saving.
        saved |= lost


def _would_be_raced_out(one: RaceSeat, rules: RaceRules) -> bool:
    return not one.has_other_chips and not exchange(one.old_chips, rules.old, rules.new)[0]


def _check_cards(racing: Sequence[RaceSeat], rules: RaceRules) -> None:
    needed = cards_needed(racing, rules)
    missing = [one.seat for one in racing if len(one.cards) != needed[one.seat]]
    if missing:
        raise RuleError("cards_missing", seats=missing, needed={seat: needed[seat] for seat in missing})


def _by_highest_card(racing: Sequence[RaceSeat]) -> list[RaceSeat]:
    """Highest single card first, suits counting; the lower seat first where several decks gave the same card."""
    return sorted(racing, key=lambda one: (max(map(card_value, one.cards)), -one.seat), reverse=True)


def _awards(order: Sequence[RaceSeat], rules: RaceRules, raced: int) -> dict[int, int]:
    if not raced or not order:
        return {}
    if rules.method is RaceMethod.TDA:
        return {one.seat: 1 for one in order[:raced]}
    return {_highest_rank(order).seat: raced}


def _highest_rank(racing: Sequence[RaceSeat]) -> RaceSeat:
    """The holder of the highest single card by rank; equal ranks draw one more card until one is higher (home)."""
    highest = max(rank_value(card) for one in racing for card in one.cards)
    tied = [one for one in racing if highest in map(rank_value, one.cards)]
    extra = 0
    while len(tied) > 1:
        if any(len(one.extra_cards) <= extra for one in tied):
            raise RuleError("another_card_needed", seats=[one.seat for one in tied], cards=extra + 1)
        best = max(rank_value(one.extra_cards[extra]) for one in tied)
        tied = [one for one in tied if rank_value(one.extra_cards[extra]) == best]
        extra += 1
    return tied[0]


def totals(results: Sequence[RaceResult]) -> Mapping[str, int]:
    """Sums of values over the tables, for the ledger and the foot of the worksheet."""
    return {
        "removed": sum(result.removed for result in results),
        "added": sum(result.added for result in results),
        "total_change": sum(result.total_change for result in results),
    }
