"""Places, derived from the order of elimination (docs/rules.md 6).

Places count players, not entries, and are counted from the end: the last one out before the winner is 2nd. A late
entry therefore shifts all of them, and until entry is closed they are provisional.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

type PlayerKey = int


class TiePolicy(StrEnum):
    """Busts of one hand-for-hand round at different tables.

    TIE_ACROSS (TDA): one table by stack, different tables tie, a mixed batch ties all; STACK_ACROSS (home): the bigger
    stack finishes higher at any table.
    """

    TIE_ACROSS = "tie_across"
    STACK_ACROSS = "stack_across"


class Cause(StrEnum):
    """How an entry ended."""

    BUST = "bust"
    LEFT = "left"
    DISQUALIFIED = "disqualified"
    SURRENDERED = "surrendered"


@dataclass(frozen=True, slots=True)
class Bust:
    """One elimination.

    `order`: the order in which eliminations were entered; `batch`: groups those of one hand, or of one hand-for-hand
    round; `stack_chips`: at the start of that hand, None if not known; `ante_chips`: what he paid as BB ante in it.
    """

    player_key: PlayerKey
    order: int
    batch: int
    table_number: int | None = None
    stack_chips: int | None = None
    hand_for_hand: bool = False
    cause: Cause = Cause.BUST
    ante_chips: int = 0


@dataclass(frozen=True, slots=True)
class PlaceRules:
    """The settings that places follow.

    `stack_after_ante`: compare stacks after the BB ante was paid (TDA 2026; the caller applies it in the money only);
    `disqualified_keeps_place`: else a disqualified player is not ranked.
    """

    policy: TiePolicy = TiePolicy.TIE_ACROSS
    stack_after_ante: bool = False
    disqualified_keeps_place: bool = True


DEFAULT = PlaceRules()


class Place(NamedTuple):
    """Players who share the places from `place_from` to `place_to`; one player when both are equal."""

    place_from: int
    place_to: int
    keys: tuple[PlayerKey, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The ranking at one moment.

    `places`: of those out, best first; `playing`: those still in; `winner` only when it is certain (he is in `places`
    too then); `provisional`: entry is open, so places can still shift; `waits_for_entry`: one is left, but somebody
    could still come back.
    """

    places: tuple[Place, ...]
    playing: tuple[PlayerKey, ...]
    winner: PlayerKey | None = None
    provisional: bool = False
    waits_for_entry: bool = False

    @property
    def finished(self) -> bool:
        """Whether the tournament has its winner."""
        return self.winner is not None

    @property
    def ranking(self) -> tuple[PlayerKey, ...]:
        """Everybody in the order of the list: those still in first, then by place."""
        out = [key for place in self.places for key in place.keys if key not in self.playing]
        return (*self.playing, *out)

    def place_of(self, key: PlayerKey) -> Place | None:
        """The place of a player; None while he is playing."""
        return next((place for place in self.places if key in place.keys), None)


def standing(
    playing: Sequence[PlayerKey],
    busts: Iterable[Bust],
    rules: PlaceRules = DEFAULT,
    *,
    entry_open: bool = False,
    can_return: Collection[PlayerKey] = (),
    ended: bool = False,
) -> Standing:
    """Places of everybody who is out, and the winner when there is one.

    `playing`: players with a live entry, in the order to show them; `busts`: every elimination that was not taken back.
    A player who is playing again, or has several eliminations, counts once, by his last entry. `entry_open`: somebody
    may still enter; `can_return`: players who may still re-enter. Either keeps the last player from winning.
    `ended`: play is over; several who are in shared all that was left by a deal, and with it the first places.
    """
    places = places_of(playing, busts, rules)
    open_still = entry_open or any(key not in playing for key in can_return)
    if ended and len(playing) > 1:
        return Standing((Place(1, len(playing), tuple(playing)), *places), tuple(playing))
    if len(playing) != 1:
        return Standing(places, tuple(playing), provisional=open_still)
    if open_still or not places:
        return Standing(places, tuple(playing), provisional=open_still, waits_for_entry=open_still)
    winner = Place(1, 1, tuple(playing))
    return Standing((winner, *places), tuple(playing), winner=playing[0])


def places_of(
    playing: Collection[PlayerKey], busts: Iterable[Bust], rules: PlaceRules = DEFAULT
) -> tuple[Place, ...]:
    """The places of those who are out, best first: r + 1 … r + m for a batch of m with r left."""
    last = last_busts(playing, busts, rules)
    result: list[Place] = []
    best = len(playing) + 1
    for batch in _batches_from_the_end(last):
        for tied in ranked_batch(batch, rules):
            result.append(Place(best, best + len(tied) - 1, tuple(bust.player_key for bust in tied)))
            best += len(tied)
    return tuple(result)


def last_busts(playing: Collection[PlayerKey], busts: Iterable[Bust], rules: PlaceRules) -> list[Bust]:
    """The eliminations that count: the last one of each player who is not playing (again), by order.

    A disqualified player whose place is not kept is left out; so are withdrawn ones, who never had an elimination.
    """
    last: dict[PlayerKey, Bust] = {}
    for bust in sorted(busts, key=lambda bust: bust.order):
        last[bust.player_key] = bust
    return [
        bust
        for key, bust in last.items()
        if key not in playing and (rules.disqualified_keeps_place or bust.cause is not Cause.DISQUALIFIED)
    ]


def _batches_from_the_end(busts: Sequence[Bust]) -> list[list[Bust]]:
    """Batches, the latest first; a batch is as late as the latest of its eliminations."""
    batches: dict[int, list[Bust]] = {}
    for bust in busts:
        batches.setdefault(bust.batch, []).append(bust)
    return sorted(batches.values(), key=lambda batch: max(bust.order for bust in batch), reverse=True)


def ranked_batch(batch: Sequence[Bust], rules: PlaceRules) -> list[list[Bust]]:
    """The players of one batch, best first, those who tie together.

    One table, or STACK_ACROSS: by stack. Several tables in one hand-for-hand round under TIE_ACROSS: all tie. Several
    tables otherwise: as reported, each table by stack.
    """
    groups = compared_by_stack(batch, rules)
    if not groups:
        return [sorted(batch, key=lambda bust: bust.order)]
    return [tied for group in groups for tied in _by_stack(group, rules)]


def compared_by_stack(batch: Sequence[Bust], rules: PlaceRules) -> list[list[Bust]]:
    """The players of one batch whose stacks are compared with each other, best group first; none where all tie."""
    tables = {bust.table_number for bust in batch}
    if len(tables) == 1 or rules.policy is TiePolicy.STACK_ACROSS:
        return [list(batch)]
    if any(bust.hand_for_hand for bust in batch):
        return []
    by_table: dict[int | None, list[Bust]] = {}
    for bust in batch:
        by_table.setdefault(bust.table_number, []).append(bust)
    return sorted(by_table.values(), key=lambda group: max(bust.order for bust in group), reverse=True)


def without_stack(batch: Sequence[Bust], rules: PlaceRules) -> list[PlayerKey]:
    """Players of one batch whose stacks have to be known before places follow from them, and are not."""
    groups = [group for group in compared_by_stack(batch, rules) if len(group) > 1]
    return [bust.player_key for group in groups for bust in group if bust.stack_chips is None]


def ranked_by_stack(batch: Sequence[Bust], rules: PlaceRules) -> bool:
    """Whether known stacks already put some of a batch before others."""
    return any(len(_by_stack(group, rules)) > 1 for group in compared_by_stack(batch, rules))


def _by_stack(batch: Sequence[Bust], rules: PlaceRules) -> list[list[Bust]]:
    """Bigger stacks higher, equal ones tied; as reported (later is higher) when a stack is not known."""
    in_order = sorted(batch, key=lambda bust: bust.order)
    if any(bust.stack_chips is None for bust in in_order):
        later_first = sorted(batch, key=lambda bust: bust.order, reverse=True)
        return [list(group) for _, group in groupby(later_first, key=lambda bust: bust.order)]

    def stack(bust: Bust) -> int:
        return (bust.stack_chips or 0) - (bust.ante_chips if rules.stack_after_ante else 0)

    highest_first = sorted(in_order, key=stack, reverse=True)
    return [list(group) for _, group in groupby(highest_first, key=stack)]
