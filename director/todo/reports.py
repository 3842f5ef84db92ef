"""What dealers said and floor staff has to answer: players out, stacks counted."""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.dealers import counts_stamp
from club.templatetags.figures import chips
from director.scene.matters import Report
from director.todo.items import Doing, Item, View, builds, fields
from tables.models import DealerReport

BUST, COUNT = DealerReport.Kind.BUST, DealerReport.Kind.COUNT
MOST_NAMES = 6


@builds
def report_items(view: View) -> Iterator[Item]:
    """One item for each hand with players out, since places follow from it, and one for the counts of a table."""
    for (kind, table, _hand), group in groupby(sorted(view.scene.matters.reports, key=_what), _what):
        rows = list(group)
        yield _out(view, table, rows) if kind == BUST else _counted(view, table, rows)


def _what(row: Report) -> tuple[str, int, int]:
    return row.kind, row.table_number, row.at_ms if row.kind == BUST else 0


def _out(view: View, table: int, rows: list[Report]) -> Item:
    """A bust may need more than the dealer said (stacks, the bounty), so that its dialog is opened, filled in."""
    names = ", ".join(view.name(row) for row in rows[:MOST_NAMES])
    here = {one.entry_id for one in view.scene.floor.seated if one.table_number == table}
    return Item(
        key=_key(BUST, rows),
        title=_("The dealer of table %(table)s says: %(players)s out") % {"table": table, "players": names},
        why=_("Nobody is out before you enter it."),
        order=3,
        form=bust_form(table, [row.entry_id for row in rows], here) if view.may["bust"] else "",
        link_label=_("Enter it"),
        instead=Doing(_("Not so"), "report.decline", fields(number=table, kind=BUST, at_ms=rows[0].at_ms)),
    )


def _counted(view: View, table: int, rows: list[Report]) -> Item:
    counts = [{"entry_id": row.entry_id, "stack_chips": row.stack_chips} for row in rows]
    listed = ", ".join(f"{view.name(row)} {chips(row.stack_chips)}" for row in rows[:MOST_NAMES])
    text = ngettext(
        "The dealer of table %(table)s counted %(count)s stack",
        "The dealer of table %(table)s counted %(count)s stacks",
        len(rows),
    )
    return Item(
        key=_key(COUNT, rows),
        title=text % {"table": table, "count": len(rows)},
        why=listed + (" …" if len(rows) > MOST_NAMES else ""),
        order=45,
        do=Doing(_("Take it over"), "entry.count", fields(counts=counts)),
        # Answers what is shown: when the dealer has said more since, the stamp stops it.
        instead=Doing(
            _("Not so"),
            "report.decline",
            fields(number=table, kind=COUNT),
            counts_stamp(table, [row.id for row in rows]),
        ),
    )


def bust_form(table: int, out: Iterable[int], here: Collection[int]) -> str:
    """The table's form; of somebody who was moved since (balanced, table broken) the form of where he sits now.

    `out`: entries reported out; `here`: those who sit at the table.
    """
    moved = next((entry_id for entry_id in out if entry_id not in here), None)
    return f"bust?entry_id={moved}" if moved else f"bust?table={table}"


def _key(kind: str, rows: list[Report]) -> str:
    return f"report:{kind}:{min(row.id for row in rows)}:{max(row.id for row in rows)}"
