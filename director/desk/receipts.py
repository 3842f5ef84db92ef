"""The receipt of a purchase: what was paid, for what, by whom it was served; and where it is printed."""

from typing import Any

from django.utils.translation import gettext as _

from director.desk.labels import bought_text, part_lines
from tables.selectors import seat_of
from tournaments.models import Purchase, Tournament


def receipt_url(tournament_id: int, purchase_id: int) -> str:
    """Where a receipt is printed."""
    return f"/t/{tournament_id}/print/receipt?purchase_id={purchase_id}"


def card_url(tournament_id: int, entry_id: int) -> str:
    """Where the seat card of an entry is printed."""
    return f"/t/{tournament_id}/print/seat_cards?entry_id={entry_id}"


def last_purchase(event: Tournament, entry_id: int) -> Purchase | None:
    """What an entry bought last."""
    rows = Purchase.objects.filter(entry__tournament=event, entry_id=entry_id, revoked_by__isnull=True)
    return rows.select_related("entry__player", "made_by__actor").order_by("-at_ms", "-pk").first()


def done_context(event: Tournament, entry_id: int) -> dict[str, Any] | None:
    """The receipt shown at the desk after a sale; None for an entry that bought nothing."""
    row = last_purchase(event, entry_id)
    if row is None:
        return None
    held = seat_of(entry_id)
    player, actor = row.entry.player, row.made_by.actor
    return {
        "club_name": event.club.name,
        "receipt_number": row.receipt_number,
        "at_ms": row.at_ms,
        "player_name": player.name,
        "player_number": player.number,
        "what": bought_text(row),
        "table": held.table.number if held else None,
        "seat": held.seat if held else None,
        "lines": part_lines(row.prize_minor, row.fee_minor, row.bounty_minor, row.staff_minor),
        "total_minor": row.price_minor,
        "is_paid": row.status == Purchase.Status.PAID,
        "chips": row.chips,
        "served_by": str(actor) if actor else _("nobody"),
        "receipt_url": receipt_url(event.pk, row.pk),
        "card_url": card_url(event.pk, entry_id) if held else "",
    }
