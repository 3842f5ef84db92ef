"""Who gets how much: prizes of a plan, handed out by final places with their ties."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from payouts.rules.plan import PlanPrize
from payouts.rules.ties import split_pooled, tie_order
from tournaments.rules.errors import RuleError

# A tie about seats, tickets or things: their value shared in money, or the prizes drawn for one by one.
TiedLabels = Literal["money", "draw"]


@dataclass(frozen=True)
class Award[Key: Hashable]:
    """What one entry wins; `labels` name what of `amount_minor` is not paid in money but as a seat or thing."""

    key: Key
    place_from: int
    place_to: int
    amount_minor: int
    labels: tuple[str, ...] = ()


def settle[Key: Hashable](
    prizes: Sequence[PlanPrize],
    finishes: Sequence[tuple[int, int, Sequence[Key]]],
    *,
    unit_minor: int = 1,
    stacks: Mapping[Key, int] | None = None,
    draw_order: Sequence[Key] = (),
    tied_labels: TiedLabels = "money",
) -> tuple[Award[Key], ...]:
    """Awards of every entry whose place is final, best place first; 0 beyond the money.

    `finishes`: (place_from, place_to, entries), as derived from the busts; several entries tie and pool their prizes,
    split in units, odd units to the larger stack in `stacks`, else by `draw_order`. Not every place needs to be
    there: players paid while others still play. The sum of the awards is that of the prizes of the places covered.
    Raises RuleError: prizes_not_in_order, place_not_positive, places_and_entries_differ, places_overlap, entry_twice,
    draw_needed (keys), unit_not_positive.
    """
    if [prize.place for prize in prizes] != list(range(1, len(prizes) + 1)):
        raise RuleError("prizes_not_in_order")
    ordered = sorted(finishes, key=lambda finish: finish[0])
    _check(ordered)
    awards: list[Award[Key]] = []
    for place_from, place_to, keys in ordered:
        won = prizes[place_from - 1 : place_to]
        if _all_alike(won, len(keys)):
            awards += _one_by_one(won, place_from, place_to, keys)
            continue
        if tied_labels == "draw" and any(prize.label for prize in won):
            awards += _one_by_one(won, place_from, place_to, tie_order(keys, {}, draw_order))
            continue
        total = sum(prize.amount_minor for prize in won)
        amounts = split_pooled(total, keys, unit_minor, stacks or {}, draw_order)
        awards += (Award(key, place_from, place_to, amounts[key]) for key in keys)
    return tuple(awards)


def _check[Key: Hashable](finishes: Sequence[tuple[int, int, Sequence[Key]]]) -> None:
    for place_from, place_to, keys in finishes:
        if place_from < 1:
            raise RuleError("place_not_positive", place=place_from)
        if place_to - place_from + 1 != len(keys):
            raise RuleError(
                "places_and_entries_differ", place_from=place_from, place_to=place_to, entries=len(keys)
            )
    for (_from, above, _keys), (below, _to, _other) in pairwise(finishes):
        if below <= above:
            raise RuleError("places_overlap", place=below)
    everybody = [key for _from, _to, keys in finishes for key in keys]
    if len(set(everybody)) != len(everybody):
        raise RuleError("entry_twice")


def _all_alike(won: Sequence[PlanPrize], entries: int) -> bool:
    """Whether each of the entries gets the same prize, so that nothing has to be shared."""
    return len(won) == entries and len({(prize.amount_minor, prize.label) for prize in won}) == 1


def _one_by_one[Key: Hashable](
    won: Sequence[PlanPrize], place_from: int, place_to: int, keys: Sequence[Key]
) -> list[Award[Key]]:
    """A prize each in the order given, nothing for those after the last prize."""
    padded = [*won, *[PlanPrize(0, 0)] * (len(keys) - len(won))]
    return [
        Award(key, place_from, place_to, prize.amount_minor, (prize.label,) if prize.label else ())
        for key, prize in zip(keys, padded, strict=True)
    ]
