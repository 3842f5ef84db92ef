"""How many players each table should have, and how many moves that takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

SHORT_BY = 3


@dataclass(frozen=True, slots=True)
class Size:
    """A table's players now, the fewest it can be brought down to, the most it holds, and its rank when sizes tie.

    `least`: players who may not be moved; `most`: usable seats; a lower `rank` gives players first.
    """

    now: int
    least: int = 0
    most: int = 10**6
    rank: tuple[int, ...] = ()


def tolerance_at(
    tables: int, few: int = 1, many: int = 2, many_tables: int = 6, *, tight: bool = False
) -> int:
    """The difference in players that is let be: `many` above `many_tables` tables (Robert's rules), else `few`.

    `tight`: near the money and near the final table it is never more than one.
    """
    if tight:
        return 1
    return many if tables > many_tables else few


def fewest_moves(sizes: Sequence[int], tolerance: int = 1) -> int:
    """The fewest moves after which no two tables differ by more than `tolerance` (docs/algorithms.md 2)."""
    players, tables = sum(sizes), len(sizes)
    if tables < 2:
        return 0
    lows = range(max(0, players // tables - tolerance), players // tables + 1)
    fitting = [low for low in lows if low * tables <= players <= (low + tolerance) * tables]
    return min(_moves_to_band(sizes, low, tolerance) for low in fitting)


def _moves_to_band(sizes: Sequence[int], low: int, tolerance: int) -> int:
    missing = sum(max(0, low - size) for size in sizes)
    too_many = sum(max(0, size - low - tolerance) for size in sizes)
    return max(missing, too_many)


def targets(sizes: Sequence[Size], tolerance: int = 1) -> tuple[int, ...]:
    """The sizes to aim at, in the order given: within `tolerance`, by the fewest moves.

    With tolerance 1 the r biggest of T tables keep q + 1 where q, r = divmod(players, T). Among equals the table with
    the lowest rank gives, and the one with the highest rank gets. Bounds of a table are kept even when they leave it
    outside the tolerance. Sizes within the tolerance stay as they are.
    """
    if not sizes:
        return ()
    wanted = _band(sizes, tolerance)
    return tuple(_fill(sizes, wanted))


def _band(sizes: Sequence[Size], tolerance: int) -> list[tuple[int, int]]:
    """For each table the least and most it may have, for the lowest size that needs the fewest moves."""
    players, mean = sum(size.now for size in sizes), sum(size.now for size in sizes) // len(sizes)
    best: tuple[tuple[int, int], list[tuple[int, int]]] | None = None
    for low in range(max(size.now for size in sizes) + 1):
        band = [_bounds(size, low, tolerance) for size in sizes]
        if sum(least for least, _ in band) <= players <= sum(most for _, most in band):
            moves = max(
                sum(max(0, least - size.now) for size, (least, _) in zip(sizes, band, strict=True)),
                sum(max(0, size.now - most) for size, (_, most) in zip(sizes, band, strict=True)),
            )
            if best is None or (moves, abs(low - mean)) < best[0]:
                best = ((moves, abs(low - mean)), band)
    return best[1] if best else [(size.now, size.now) for size in sizes]


def _bounds(size: Size, low: int, tolerance: int) -> tuple[int, int]:
    return min(max(low, size.least), size.most), max(min(low + tolerance, size.most), size.least)


def _fill(sizes: Sequence[Size], band: Sequence[tuple[int, int]]) -> list[int]:
    """Bring every table into its band, then give what is over to the smallest or take it from the biggest."""
    result = [min(max(size.now, least), most) for size, (least, most) in zip(sizes, band, strict=True)]
    over = sum(size.now for size in sizes) - sum(result)
    step = 1 if over > 0 else -1
    queue = [_turn(sizes, result, at, step) for at in range(len(sizes)) if _has_room(band, result, at, step)]
    heapify(queue)
    for _ in range(abs(over)):
        at = heappop(queue)[-1]
        result[at] += step
        if _has_room(band, result, at, step):
            heappush(queue, _turn(sizes, result, at, step))
    return result


def _has_room(band: Sequence[tuple[int, int]], result: Sequence[int], at: int, step: int) -> bool:
    least, most = band[at]
    return result[at] < most if step > 0 else result[at] > least


def _turn(
    sizes: Sequence[Size], result: Sequence[int], at: int, step: int
) -> tuple[int, int, tuple[int, ...], int]:
    """Sort key of the next table to change: the smallest gets, highest rank first; the biggest gives, lowest first."""
    rank = tuple(-part for part in sizes[at].rank) if step > 0 else sizes[at].rank
    return (step * result[at], sizes[at].now, rank, at)


def short_tables(sizes: Sequence[int], short_by: int = SHORT_BY) -> tuple[int, ...]:
    """Positions of the tables that are `short_by` or more players below the fullest one (TDA 11)."""
    fullest = max(sizes, default=0)
    return tuple(at for at, size in enumerate(sizes) if fullest - size >= short_by)
