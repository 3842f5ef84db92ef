"""Where breaks stand in a structure, and which chips leave play in each."""

from collections.abc import Sequence

from clock.rules.chips_leave import earliest_removals, joined_removals
from clock.rules.structure import Level, Structure, break_level

BREAK_EVERY = range(3, 7)
BEST_BREAK_EVERY = 4


def place_breaks(
    levels: Sequence[Level], places: Sequence[int], minutes: int, chips: Sequence[int]
) -> Structure:
    """Playing levels with a break after each level number in `places`; each names the chips that leave in it.

    `chips` are the denominations of the set; a chip leaves in the first break at or after its point
    (docs/rules.md 7).
    """
    removals = joined_removals(earliest_removals(Structure(tuple(levels)), chips))
    leaving: dict[int, list[int]] = {}
    for chip, point in removals.items():
        place = next((place for place in sorted(places) if place >= point), None)
        if place is not None:
            leaving.setdefault(place, []).append(chip)
    rows: list[Level] = []
    for number, level in enumerate(levels, start=1):
        rows.append(level)
        if number in places:
            rows.append(break_level(minutes, colour_ups=leaving.get(number, ())))
    return Structure(tuple(rows))


def break_places(levels: int, points: Sequence[int]) -> tuple[int, ...]:
    """After which level numbers breaks come: three to six levels apart, chips waiting as little as can be.

    `points` are the levels after which chips can leave. The last break leaves one to six levels to play.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for place in range(1, levels):
        options = [
            (best[place - gap][0] + _break_cost(place - gap, place, points), (*best[place - gap][1], place))
            for gap in BREAK_EVERY
            if place - gap in best
        ]
        if options:
            best[place] = min(options)
    last = max(BREAK_EVERY)
    ends = [
        (cost + _break_cost(place, levels, points), places)
        for place, (cost, places) in best.items()
        if levels - place <= last
    ]
    return min(ends)[1] if ends else ()


def _break_cost(before: int, place: int, points: Sequence[int]) -> int:
    """How far breaks at `before` and `place` are from the best: the gap, and twice the levels that chips wait."""
    waits = sum(2 * (place - point) for point in points if before < point <= place)
    return (place - before - BEST_BREAK_EVERY) ** 2 + waits
