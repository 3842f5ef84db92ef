"""Tables for the tests: small ones by hand, whole rooms by hypothesis."""

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.rules.facts import SeatFact, TableFact


def table(
    number: int, seats: int, taken: Iterable[int], button: int | None = None, **facts: Any
) -> TableFact:
    """A table whose players are called after it and their seat: "T2S7"."""
    people = tuple(SeatFact(seat, f"T{number}S{seat}", number) for seat in taken)
    return TableFact(number, seats, people, button, **facts)


def table_of(number: int, seats: int, people: Sequence[SeatFact], button: int | None = None) -> TableFact:
    """A table with given people."""
    return TableFact(number, seats, tuple(people), button)


def sat(number: int, seat: int, **facts: Any) -> SeatFact:
    """One person, called after table and seat."""
    return SeatFact(seat, f"T{number}S{seat}", number, **facts)


@st.composite
def rooms(draw: st.DrawFn, *, most_tables: int = 6, fewest: int = 2) -> list[TableFact]:
    """Open tables of nine with known buttons, fixed and often-moved players here and there."""
    count = draw(st.integers(2, most_tables))
    room = []
    for number in range(1, count + 1):
        taken = draw(st.sets(st.integers(1, 9), min_size=fewest, max_size=9))
        people = [
            sat(number, seat, moved_count=draw(st.integers(0, 2)), fixed=draw(st.integers(0, 9)) == 0)
            for seat in sorted(taken)
        ]
        room.append(table_of(number, 9, people, draw(st.integers(1, 9))))
    return room
