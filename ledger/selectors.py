"""Balances, derived from transfers."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Sum

from ledger.models import AccountKind, Transfer


def balances(tournament_id: int) -> dict[str, int]:
    """Every account's balance (received minus given, minor units or chips) by kind, in one query."""
    sums = (
        Transfer.objects.filter(tournament_id=tournament_id)
        .values_list("debit__kind", "credit__kind")
        .order_by()
        .annotate(total=Sum("amount"))
    )
    found: dict[str, int] = defaultdict(int)
    for debit, credit, total in sums:
        found[debit] += total
        found[credit] -= total
    return {kind: found[kind] for kind in AccountKind.values}


def chips_in_play(tournament_id: int) -> int:
    """Chips issued minus chips removed."""
    return balances(tournament_id)[AccountKind.IN_PLAY]


def last_of_chain(row: Transfer) -> tuple[Transfer, bool]:
    """The newest of a transfer and its reversals, each of which reverses the one before; and whether the transfer is in
    effect (undone an even number of times)."""
    steps = 0
    while (following := Transfer.objects.filter(reverses=row).first()) is not None:
        row, steps = following, steps + 1
    return row, steps % 2 == 0


def in_effect(rows: Iterable[Transfer]) -> list[Transfer]:
    """Of transfers that reverse nothing, the newest of each chain that is in effect: what a correction must reverse."""
    return [last for last, counts in map(last_of_chain, rows) if counts]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the money page: `count` transfers of `code` from `credit` to `debit`, in all `amount`."""

    code: str
    debit: str
    credit: str
    amount: int
    count: int


def lines(tournament_id: int) -> list[Line]:
    """Transfers grouped by code and accounts. A transfer and its reversal cancel, however often undone and redone."""
    rows = (
        Transfer.objects.filter(tournament_id=tournament_id)
        .values_list("code", "debit__kind", "credit__kind")
        .order_by()
        .annotate(total=Sum("amount"), number=Count("pk"))
    )
    sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for code, debit, credit, total, number in rows:
        sums[code, debit, credit][0] += total
        sums[code, debit, credit][1] += number
    return [line for line in (_net(key, sums) for key in sorted(sums)) if line]


def _net(key: tuple[str, str, str], sums: dict[tuple[str, str, str], list[int]]) -> Line | None:
    """The line of one direction after taking off what went the other way; None when nothing is left."""
    code, debit, credit = key
    back = sums.get((code, credit, debit), [0, 0])
    amount, count = sums[key][0] - back[0], sums[key][1] - back[1]
    return Line(code, debit, credit, amount, count) if amount > 0 else None
