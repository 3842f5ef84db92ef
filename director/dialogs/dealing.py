"""Forms of a table's dealer: who deals, and what he says of his players. A dealer reads display names only."""

from typing import Any

from django.utils.translation import gettext as _

from club.models import Membership
from director.dialogs.registry import Asked, Dialog, found_or_404, people_at, shows
from director.web.permissions import PAGES
from tables.models import DealerReport, SeatAssignment, Table
from tables.selectors import open_reports, seat_of
from tournaments.actors import DEALER, covers


@shows("dealer", verb="table.button")
def dealer(asked: Asked) -> Dialog:
    """Whom floor staff sends to a table to deal."""
    table = asked.table()
    rows = Membership.objects.filter(club=asked.event.club_id, active=True).select_related("user")
    people = [row for row in rows if covers(row.role, DEALER)]
    # Dealers first: owner, director and floor may deal, but rarely do.
    people.sort(key=lambda row: (row.role != DEALER, str(row.user)))
    where = {
        other.dealer_id: other.number
        for other in Table.objects.filter(
            tournament=asked.event, dealer__isnull=False, revoked_by__isnull=True
        )
    }
    context = {
        "table": {"number": table.number, "dealer": str(table.dealer) if table.dealer else ""},
        "people": [
            {"user_id": row.user_id, "name": str(row.user), "table": where.get(row.user_id)}
            for row in people
            if row.user_id != table.dealer_id
        ],
    }
    return Dialog(
        "console/forms/dealer.html", _("Who deals at table %(table)s?") % {"table": table.number}, context
    )


@shows("report_bust", verb="report.bust")
def report_bust(asked: Asked) -> Dialog:
    """Who is out at the dealer's table; floor staff enters it."""
    table, chosen = _table_and_chosen(asked)
    told = open_reports(table).filter(kind=DealerReport.Kind.BUST)
    reported = set(told.values_list("entry_id", flat=True))
    players = [_row(asked, one, chosen) for one in people_at(table) if one.entry_id not in reported]
    context = {"table": {"number": table.number}, "players": players}
    return Dialog("console/forms/report_bust.html", _("Player out"), context)


@shows("report_count", verb="report.count")
def report_count(asked: Asked) -> Dialog:
    """What one player or all at the dealer's table hold."""
    table, chosen = _table_and_chosen(asked)
    told = open_reports(table).filter(kind=DealerReport.Kind.BUST)
    reported = set(told.values_list("entry_id", flat=True)) if chosen is None else set()
    at_table = [one for one in people_at(table) if one.entry_id not in reported]
    people = [one for one in at_table if chosen in (None, one.entry_id)]
    context = {
        "rows": [_row(asked, one, chosen) for one in people],
        "expected_chips": None,
        "stamp": "",
        "verb": "report.count",
        "hidden": [("number", table.number)],
        "submit": _("Tell floor staff"),
    }
    return Dialog("console/forms/count.html", _("Count"), context)


def _table_and_chosen(asked: Asked) -> tuple[Table, int | None]:
    """The table named, or the one at which the entry named sits."""
    if asked.has("table"):
        return asked.table(), None
    entry = asked.entry()
    return found_or_404(seat_of(entry.pk)).table, entry.pk


def _row(asked: Asked, one: SeatAssignment, chosen: int | None) -> dict[str, Any]:
    player = one.entry.player
    return {
        "entry_id": one.entry_id,
        "name": player.name if asked.role in PAGES["full_names"] else player.display_name,
        "seat": one.seat,
        "stack_chips": one.entry.stack_chips or None,
        "chosen": one.entry_id == chosen,
    }
