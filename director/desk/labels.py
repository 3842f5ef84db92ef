"""What was bought, in words, and the parts of its price in the order in which they are always shown."""

from django.utils.translation import gettext as _

from tournaments.models import Purchase


def part_lines(
    prize_minor: int, fee_minor: int, bounty_minor: int, staff_minor: int
) -> list[tuple[str, int]]:
    """The parts that are not zero as (label, amount), to be shown before they are paid (docs/rules.md 2)."""
    parts = (
        (_("prizes"), prize_minor),
        (_("fee"), fee_minor),
        (_("bounty"), bounty_minor),
        (_("staff"), staff_minor),
    )
    return [(label, amount) for label, amount in parts if amount]


def bought_text(row: Purchase) -> str:
    """What a purchase was; a further entry of the same player is a re-entry, also on his receipt."""
    again = row.kind == Purchase.Kind.ENTRY and row.entry.turn > 1
    return _("re-entry") if again else row.get_kind_display()
