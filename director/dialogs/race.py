"""The chip race: which table, and how many chips of the old kind everybody there has."""

from typing import Any

from django.utils.translation import gettext as _

from club.templatetags.figures import grouped
from director.dialogs.registry import Asked, Dialog, found_or_404, people_at, shows
from director.scene.races import raced_tables
from tables.models import Table
from tables.selectors import open_tables, seated
from tournaments.models import Tournament
from tournaments.rules.settings import settings_from


@shows("race", verb="chips.race")
def race(asked: Asked) -> Dialog:
    """The tables that are still to race a chip off, or the form of one of them."""
    old = found_or_404(asked.number("old"))
    heading = _("Race off the %(chip)s chips") % {"chip": grouped(old)}
    if not asked.has("table"):
        context: dict[str, Any] = {"tables": tables_to_race(asked.event, old)}
        return Dialog("console/forms/race_tables.html", heading, context)
    table = asked.table()
    context = {
        "old": old,
        "new": next_chip(asked.event, old),
        "table_number": table.number,
        "rows": [{"seat": one.seat, "name": one.entry.player.name} for one in people_at(table)],
        "method_note": method_note(asked.event),
    }
    return Dialog(
        "console/forms/race.html", f"{heading}, {_('Table %(table)s') % {'table': table.number}}", context
    )


def tables_to_race(event: Tournament, old: int) -> list[dict[str, Any]]:
    """Every open table, and whether it has raced that chip off already."""
    done = raced_tables(event)[old]
    players: dict[int, int] = {}
    for one in seated(event.pk):
        players[one.table_id] = players.get(one.table_id, 0) + 1
    return [
        _to_race(table, players.get(table.pk, 0), old, table.number in done)
        for table in open_tables(event.pk)
    ]


def _to_race(table: Table, players: int, old: int, done: bool) -> dict[str, Any]:
    form = f"race?old={old}&table={table.number}"
    return {"number": table.number, "players": players, "done": done, "form": form}


def next_chip(event: Tournament, old: int) -> int | None:
    """The next bigger chip of the tournament."""
    return next((chip for chip in sorted(event.denominations) if chip > old), None)


def method_note(event: Tournament) -> str:
    """How the tournament races, in words."""
    return {
        "tda": _("One card for each odd chip; the highest cards win one new chip each. Nobody is raced out."),
        "winner_takes_all": _("One card for each odd chip; the highest card takes all new chips."),
        "round_up_all": _("Everybody with odd chips gets one new chip."),
    }[settings_from(event.rules).race_method]
