"""One more level after the last, when the structure has run out: the same rise as before, in chips that can be paid."""

from typing import Any

from clock.rules.structure import CHIP_FIELDS, Structure

NICE = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)


def rows_with_one_more(structure: Structure) -> list[dict[str, Any]]:
    """The structure's rows and one further level of the last one's length, each bet half as high again."""
    rows: list[dict[str, Any]] = structure.to_rows()
    last = dict(rows[structure.play_indices[-1]])
    raised = {name: playable(last.get(name, 0) * 3 // 2) for name in CHIP_FIELDS}
    if raised["big_blind"]:
        raised["small_blind"] = raised["big_blind"] // 2
        if last.get("ante_kind") == "bba":
            raised["ante"] = raised["big_blind"]
    elif raised["small_bet"]:
        raised["big_bet"] = 2 * raised["small_bet"]
    return [*rows, {**last, **raised, "note": "", "marks": []}]


def playable(chips: int) -> int:
    """The nearest amount with one or two leading digits that is not less: 1,350 is 1,500."""
    if chips < 10:
        return chips
    unit: int = 10 ** (len(str(chips)) - 2)
    return next(step * unit for step in NICE if step * unit >= chips)
