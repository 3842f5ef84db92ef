"""When the last tables become one, and redraws at set numbers."""

from collections.abc import Collection

LARGEST_FINAL_TABLE = 10


def final_table_size(handed: int, most_seats: int | None = None) -> int:
    """How many players make the final table (TDA RP-9).

    Ten-handed events at ten, nine- and eight-handed at nine, seven- and six-handed at seven, shorter ones at their own
    size: the final table may hold one more than the others. `most_seats`: the most a game can be dealt to (stud 8).
    """
    if handed >= LARGEST_FINAL_TABLE:
        size = LARGEST_FINAL_TABLE
    elif handed in (8, 9):
        size = 9
    elif handed in (6, 7):
        size = 7
    else:
        size = handed
    return size if most_seats is None else min(size, most_seats)


def forms_final_table(players: int, tables: int, size: int) -> bool:
    """Whether everybody left moves to one table now."""
    return tables > 1 and players <= size


def redraw_due(players: int, numbers: Collection[int], done: Collection[int] = ()) -> int | None:
    """The set number whose redraw is due with `players` left, or None.

    `numbers`: e.g. (27, 18, 9); a number that was jumped over by several busts is due as soon as it is passed, but only
    the lowest one reached; `done`: numbers already redrawn.
    """
    reached = [number for number in numbers if players <= number]
    due = min(reached, default=None)
    return None if due in done else due
