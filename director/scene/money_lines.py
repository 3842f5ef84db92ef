"""The money of a tournament as lines with counts and prices. Every line is of the ledger; every sum is checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.models import AccountKind as A
from ledger.selectors import Line

KINDS = ("entry", "rebuy", "addon")
POOLS = (A.PRIZE_POOL, A.FEE, A.BOUNTY_POOL, A.STAFF)
CHIPS = (A.CHIP_BANK, A.IN_PLAY, A.CHIPS_REMOVED, A.RACE_DIFFERENCE)


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A line of a ledger; `count` × `each_minor` is shown only where it gives the amount exactly."""

    label: str
    amount_minor: int
    count: int | None = None
    each_minor: int | None = None
    is_sum: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one name; `balances`: two independent ways to the sum agree (None: there is one way only)."""

    name: str
    lines: tuple[MoneyLine, ...]
    balances: bool | None = None
    note: str = ""


def purchase_label(kind: str) -> str:
    """What was bought, as a heading of its line."""
    return {"entry": _("Buy-ins"), "rebuy": _("Rebuys"), "addon": _("Add-ons")}[kind]


def pool_label(account: str) -> str:
    """Where money of a purchase goes."""
    return {
        A.PRIZE_POOL: _("Prize pool"),
        A.FEE: _("Fee"),
        A.BOUNTY_POOL: _("Bounties"),
        A.STAFF: _("Staff"),
    }[A(account)]


def money_only(booked: Sequence[Line]) -> list[Line]:
    """The transfers of money among all."""
    return [line for line in booked if line.debit not in CHIPS and line.credit not in CHIPS]


def counted(label: str, amount_minor: int, count: int) -> MoneyLine:
    """A line with its count, and the price where all had the same."""
    each = amount_minor // count if count and amount_minor % count == 0 else None
    return MoneyLine(label, amount_minor, count if each is not None else None, each)


def _of_kind(booked: Sequence[Line], kind: str) -> list[Line]:
    return [line for line in money_only(booked) if line.code.partition(".")[0] == kind]


def sold(booked: Sequence[Line]) -> list[MoneyLine]:
    """What was sold: buy-ins, rebuys and add-ons with how many."""
    found = []
    for kind in KINDS:
        parts = _of_kind(booked, kind)
        bought = sum(line.count for line in booked if line.code == f"{kind}.chips")
        if parts or bought:
            found.append(counted(purchase_label(kind), sum(line.amount for line in parts), bought))
    return found


def shared_out(booked: Sequence[Line]) -> list[MoneyLine]:
    """Where the money of what was sold went, part by part."""
    parts = [line for line in money_only(booked) if line.code.partition(".")[0] in KINDS]
    amounts = {pool: sum(line.amount for line in parts if line.credit == pool) for pool in POOLS}
    return [MoneyLine(pool_label(pool), amount) for pool, amount in amounts.items() if amount]


def total(lines: Sequence[MoneyLine]) -> int:
    """The sum of lines that are no sums themselves."""
    return sum(line.amount_minor for line in lines if not line.is_sum)


def with_sum(lines: Sequence[MoneyLine], label: str) -> tuple[MoneyLine, ...]:
    """The lines and their sum."""
    return (*lines, MoneyLine(label, total(lines), is_sum=True))


def short_ledger(booked: Sequence[Line]) -> dict[str, object]:
    """The money of the cockpit: what was sold, and where it went; both sums must agree."""
    ins, outs = sold(booked), shared_out(booked)
    return {
        "lines": [*with_sum(ins, _("Taken in")), *outs],
        "adds_up": total(ins) == total(outs) and not unexplained(booked),
    }


def balance(booked: Sequence[Line], account: str) -> int:
    """What an account received minus what it gave."""
    received = sum(line.amount for line in booked if line.debit == account)
    return received - sum(line.amount for line in booked if line.credit == account)


KNOWN: tuple[Callable[[Line], bool], ...] = (
    lambda line: line.code.partition(".")[0] in KINDS,
    lambda line: line.code in ("overlay", "added", "prize", "debt.paid"),
)


def unexplained(booked: Sequence[Line]) -> list[Line]:
    """Transfers of money that no line of the pages shows; there must be none."""
    return [line for line in money_only(booked) if not any(known(line) for known in KNOWN)]
