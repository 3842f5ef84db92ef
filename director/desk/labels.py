"""The parts of a price, in the order in which they are always shown."""

from django.utils.translation import gettext as _


def part_lines(
    prize_minor: int, fee_minor: int, bounty_minor: int, staff_minor: int
) -> list[tuple[str, int]]:
    """The parts that are not zero as (label, amount): a price is shown before it is paid (RULES 2)."""
    parts = (
        (_("prizes"), prize_minor),
        (_("fee"), fee_minor),
        (_("bounty"), bounty_minor),
        (_("staff"), staff_minor),
    )
    return [(label, amount) for label, amount in parts if amount]
