"""The cheapest way to give every row a column of its own (Hungarian method, on whole numbers of any size)."""

from collections.abc import Sequence

type Matrix = Sequence[Sequence[int]]


def cheapest_assignment(cost: Matrix) -> list[int]:
    """For each row of a square matrix its column, so that the sum of the chosen cells is least. O(n³).

    Rows are placed one after another along a shortest path; prices keep every remaining cost at zero or above.
    """
    size = len(cost)
    prices = _Prices([0] * (size + 1), [0] * (size + 1), [0] * (size + 1))
    for row in range(1, size + 1):
        prices.owner[0] = row
        before, column = _shortest_path(cost, prices)
        while column:
            prices.owner[column] = prices.owner[before[column]]
            column = before[column]
    chosen = [0] * size
    for column in range(1, size + 1):
        chosen[prices.owner[column] - 1] = column - 1
    return chosen


class _Prices:
    """Prices of rows and columns and the row that holds each column, all counted from 1; 0 stands for "not yet"."""

    __slots__ = ("column", "owner", "row")

    def __init__(self, row: list[int], column: list[int], owner: list[int]) -> None:
        self.row, self.column, self.owner = row, column, owner


def _shortest_path(cost: Matrix, prices: _Prices) -> tuple[list[int], int]:
    """From column 0, which holds the new row, to a free column: the column before each one, and the free column."""
    size = len(cost)
    before = [0] * (size + 1)
    least: list[int | None] = [None] * (size + 1)
    visited, unvisited = [0], list(range(1, size + 1))
    at = 0
    while prices.owner[at]:
        row = prices.owner[at]
        cells, price = cost[row - 1], prices.row[row]
        for column in unvisited:
            value = cells[column - 1] - price - prices.column[column]
            known = least[column]
            if known is None or value < known:
                least[column], before[column] = value, at
        at = min(unvisited, key=lambda column: least[column] or 0)
        _reprice(prices, visited, unvisited, least, least[at] or 0)
        visited.append(at)
        unvisited.remove(at)
    return before, at


def _reprice(
    prices: _Prices, visited: list[int], unvisited: list[int], least: list[int | None], change: int
) -> None:
    """Move the prices by the step just made, so that the next one starts from zero."""
    if not change:
        return
    for column in visited:
        prices.row[prices.owner[column]] += change
        prices.column[column] -= change
    for column in unvisited:
        least[column] = (least[column] or 0) - change
