"""The prize pool: what was paid in for prizes, what the house adds, and the lines that explain it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RuleError


@dataclass(frozen=True)
class PoolLine:
    """One line of the public money page. `count` is how many payments it sums, 1 for a single amount."""

    code: str
    count: int
    amount_minor: int


@dataclass(frozen=True)
class Pool:
    """The sum of all `lines` is `pool_minor`; deductions are negative lines, the overlay is a line of its own."""

    lines: tuple[PoolLine, ...]
    collected_minor: int
    added_minor: int
    deducted_minor: int
    overlay_minor: int
    pool_minor: int


def make_pool(
    collected: Sequence[PoolLine],
    *,
    added: Sequence[PoolLine] = (),
    deductions: Sequence[PoolLine] = (),
    guarantee_minor: int = 0,
) -> Pool:
    """Pool = prize parts collected + added money - announced deductions, or the guarantee if that is more.

    `collected`: prize parts of paid entries, re-entries, rebuys and add-ons. All amounts are given as positive numbers.
    The house pays the overlay. Raises RuleError: amount_negative (code of the line), deductions_exceed_pool.
    """
    for line in (*collected, *added, *deductions, PoolLine("guarantee", 1, guarantee_minor)):
        if line.amount_minor < 0 or line.count < 0:
            raise RuleError("amount_negative", line=line.code, amount_minor=line.amount_minor)
    collected_minor, added_minor, deducted_minor = map(_total, (collected, added, deductions))
    own = collected_minor + added_minor - deducted_minor
    if own < 0:
        raise RuleError("deductions_exceed_pool", missing_minor=-own)
    overlay = max(0, guarantee_minor - own)
    lines = (
        *collected,
        *added,
        *(PoolLine(line.code, line.count, -line.amount_minor) for line in deductions),
    )
    overlay_lines = (PoolLine("overlay", 1, overlay),) if overlay else ()
    return Pool(
        (*lines, *overlay_lines), collected_minor, added_minor, deducted_minor, overlay, own + overlay
    )


def _total(lines: Sequence[PoolLine]) -> int:
    return sum(line.amount_minor for line in lines)
