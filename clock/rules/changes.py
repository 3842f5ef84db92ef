"""What a change of the levels means to the players, as facts that every display words in its own language."""

from collections.abc import Sequence
from dataclasses import replace

from clock.rules.structure import Level, Structure

MINUTE_MS = 60_000


def change_told(before: Structure, after: Structure) -> dict[str, object]:
    """What changed, by its `code`; empty when nothing did.

    `minutes`: from `level_number` on levels last `after_minutes` instead of `before_minutes`; `break`: a break of
    `minutes` was put in, as `level_index` of the levels; `added`: level `level_number` was put behind the last;
    `levels`: something else, from level `level_number` on.
    """
    first = first_difference(before.levels, after.levels)
    if first is None:
        return {}
    return _lengths(before, after, first) or _one_more(before, after, first) or _from_level(after, first)


def first_difference(before: Sequence[Level], after: Sequence[Level]) -> int | None:
    """The first index at which two runs of levels differ; None when they are the same."""
    pairs = zip(before, after, strict=False)
    unequal = next((index for index, (one, other) in enumerate(pairs) if one != other), None)
    if unequal is None and len(before) != len(after):
        return min(len(before), len(after))
    return unequal


def _lengths(before: Structure, after: Structure, first: int) -> dict[str, object]:
    """All that changed is how long levels of play are, from one and the same length to another of whole minutes."""
    if len(before) != len(after):
        return {}
    pairs = [(one, other) for one, other in zip(before.levels, after.levels, strict=True) if one != other]
    only = all(replace(one, duration_ms=other.duration_ms) == other for one, other in pairs)
    lengths = {(one.duration_ms, other.duration_ms) for one, other in pairs}
    if not only or len(lengths) != 1 or any(one.is_break or one.hands for one, _other in pairs):
        return {}
    was, now = lengths.pop()
    if was % MINUTE_MS or now % MINUTE_MS:
        return {}
    return {
        "code": "minutes",
        "level_number": after.numbers[first],
        "before_minutes": was // MINUTE_MS,
        "after_minutes": now // MINUTE_MS,
    }


def _one_more(before: Structure, after: Structure, first: int) -> dict[str, object]:
    """One break put in, or one level put behind the last."""
    if after.levels[:first] + after.levels[first + 1 :] != before.levels:
        return {}
    added = after.levels[first]
    if added.is_break and not added.duration_ms % MINUTE_MS:
        return {"code": "break", "minutes": added.duration_ms // MINUTE_MS, "level_index": first}
    if first == len(before) and not added.is_break:
        return {"code": "added", "level_number": after.numbers[first]}
    return {}


def _from_level(after: Structure, first: int) -> dict[str, object]:
    index = min(after.after_breaks(first), len(after) - 1)
    number = after.numbers[index] or len(after.play_indices)
    return {"code": "levels", "level_number": number}
