"""Dealers: who deals where, and what a dealer says of his own table. Floor staff answers; nothing happens before."""

import json
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from acts.elimination import MOST_CHIPS
from acts.entries import find_table
from acts.refusals import whole
from club.models import Membership
from tables.models import DealerReport, SeatAssignment, Table
from tables.selectors import open_reports
from tables.steps import settle_reports
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DEALER, FLOOR_STAFF, covers
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.stamps import register_stamp

DEALING = FLOOR_STAFF | {DEALER}
BUST, COUNT = DealerReport.Kind.BUST, DealerReport.Kind.COUNT
LONGEST_NUMBER = 10


class SaidOut(TypedDict):
    """A player whom the dealer saw lose all chips, with the stack at the start of the hand if he knows it."""

    entry_id: int
    stack_chips: NotRequired[int | None]


class SaidStack(TypedDict):
    """A stack as the dealer counted it."""

    entry_id: int
    stack_chips: int


def newest_count(tournament_id: int, key: str) -> str:
    """Stamp of the counts that wait at a table: the last one made there, so that nothing unseen is answered."""
    if not (key.isascii() and key.isdigit() and len(key) < LONGEST_NUMBER):
        return "gone"
    rows = DealerReport.objects.filter(tournament=tournament_id, table__number=int(key), kind=COUNT)
    found = rows.filter(settled_by__isnull=True, revoked_by__isnull=True).order_by("-pk")
    return str(found.values_list("pk", flat=True).first() or "gone")


register_stamp("count_report", newest_count)


def counts_stamp(number: int, shown: Sequence[int]) -> str:
    """The stamp of a "not so" that answers the counts shown (their ids) and none made since."""
    return json.dumps({f"count_report:{number}": str(max(shown))})


def require_own_table(act: Act, table: Table) -> None:
    """A dealer acts at the table he deals at; floor staff at any (permission matrix)."""
    if act.role == DEALER and table.dealer_id != act.actor.user_id:
        raise NotAllowed(
            "not_your_table",
            _('You do not deal at table %(table)s. Touch "I deal here" on its page first.'),
            table=table.number,
        )


@director_action("table.deal", roles=DEALING)
def deal_at(act: Act, *, number: int, user_id: int | None = None) -> dict[str, object]:
    """Say who deals at a table from now on: oneself, or whom floor staff sends. He leaves the table he dealt at."""
    table = _open_table(act, number)
    dealer = _dealer(act, user_id or act.actor.user_id)
    if table.dealer_id == dealer.user_id:
        raise DirectorError(
            "deals_there", _("%(dealer)s deals there already."), conflict=True, dealer=str(dealer.user)
        )
    for other in Table.objects.filter(tournament=act.event, dealer=dealer.user_id, revoked_by__isnull=True):
        act.change(other, dealer_id=None)
    act.change(table, dealer_id=dealer.user_id)
    act.facts |= {"table": number, "dealer": str(dealer.user)}
    return {"table": number, "user_id": dealer.user_id}


def _open_table(act: Act, number: int) -> Table:
    table = find_table(act, number)
    if table.status != Table.Status.OPEN:
        raise DirectorError(
            "table_closed",
            _("Table %(table)s is closed. Open it again or choose another table."),
            conflict=True,
            table=number,
        )
    return table


def _dealer(act: Act, user_id: int | None) -> Membership:
    """Somebody who works here and may deal; a dealer names nobody but himself."""
    if act.role == DEALER and user_id != act.actor.user_id:
        raise NotAllowed("only_yourself", _("You can only say where you deal yourself. Ask floor staff."))
    rows = Membership.objects.filter(club_id=act.event.club_id, active=True).select_related("user")
    member = rows.filter(user_id=user_id).first() if user_id else None
    if member is None or not covers(member.role, DEALER):
        raise NotFound("dealer_unknown", _("Nobody of that name deals in this club."))
    return member


@director_action("table.relieve", roles=DEALING)
def relieve(act: Act, *, number: int) -> dict[str, object]:
    """Nobody deals at the table any more, until somebody says so."""
    table = find_table(act, number)
    require_own_table(act, table)
    if table.dealer is None:
        raise DirectorError(
            "nobody_deals", _("Nobody deals at table %(table)s."), conflict=True, table=number
        )
    act.facts |= {"table": number, "dealer": str(table.dealer)}
    act.change(table, dealer_id=None)
    return {"table": number}


@director_action("report.bust", roles=DEALING, statuses=frozenset({"running"}))
def report_bust(act: Act, *, number: int, outs: list[SaidOut]) -> dict[str, object]:
    """Say who lost all chips in the hand at the dealer's table. They stay in until floor staff enters it."""
    table = _own_table(act, number)
    rows = _people_at(table, [said["entry_id"] for said in outs])
    for row, said in zip(rows, outs, strict=True):
        _refuse_reported(row)
        stack = said.get("stack_chips")
        if stack is not None:
            whole(stack, 1, MOST_CHIPS, _("The stack"))
        _report(act, row, BUST, stack)
    return _told(act, table, rows)


@director_action("report.count", roles=DEALING)
def report_count(act: Act, *, number: int, counts: list[SaidStack]) -> dict[str, object]:
    """Say what players at the dealer's table hold. A newer count takes the place of one not answered yet."""
    table = _own_table(act, number)
    rows = _people_at(table, [said["entry_id"] for said in counts])
    settle_reports(act, [row.entry_id for row in rows], [COUNT])
    for row, said in zip(rows, counts, strict=True):
        _report(act, row, COUNT, whole(said["stack_chips"], 0, MOST_CHIPS, _("The stack")))
    return _told(act, table, rows)


@director_action("report.decline", roles=DEALING)
def decline(act: Act, *, number: int, kind: str, at_ms: int | None = None) -> dict[str, object]:
    """Answer what the dealer of a table said of that kind ("bust", "count") with no: it was not so.

    `at_ms`: what he said at that moment, which is one hand; without it all that waits. A dealer takes his word back.
    """
    table = find_table(act, number)
    require_own_table(act, table)
    said = open_reports(table).filter(kind=kind)
    if at_ms is not None:
        said = said.filter(at_ms=at_ms)
    ids = list(said.values_list("entry_id", flat=True))
    if not ids:
        raise DirectorError(
            "nothing_reported", _("Nothing of the dealer waits for an answer there."), conflict=True
        )
    rows = settle_reports(act, ids, [kind], declined=True)
    act.facts |= {"table": number, "players": [row.entry.player.name for row in rows], "what": kind}
    return {"reports": len(rows)}


def _own_table(act: Act, number: int) -> Table:
    table = _open_table(act, number)
    require_own_table(act, table)
    return table


def _people_at(table: Table, entry_ids: Sequence[int]) -> list[SeatAssignment]:
    """Who sits there, in the order asked for; nobody, somebody twice and somebody elsewhere is refused."""
    if not entry_ids:
        raise DirectorError("nobody", _("Choose a player first."))
    if len(set(entry_ids)) != len(entry_ids):
        raise DirectorError("twice", _("A player is named twice."))
    rows = SeatAssignment.objects.filter(table=table, closed_by__isnull=True, entry_id__in=entry_ids)
    found = {row.entry_id: row for row in rows.select_related("entry__player")}
    if set(found) != set(entry_ids):
        raise DirectorError(
            "not_at_table",
            _("Somebody named there does not sit at table %(table)s any more. Look again."),
            conflict=True,
            table=table.number,
        )
    return [found[entry_id] for entry_id in entry_ids]


def _refuse_reported(row: SeatAssignment) -> None:
    reports = DealerReport.objects.filter(entry=row.entry_id, kind=BUST)
    if reports.filter(settled_by__isnull=True, revoked_by__isnull=True).exists():
        raise DirectorError(
            "reported_already",
            _("%(player)s was reported out already: floor staff comes."),
            conflict=True,
            player=row.entry.player.display_name,
        )


def _report(act: Act, row: SeatAssignment, kind: str, stack: int | None) -> None:
    act.create(
        DealerReport(
            tournament=act.event,
            table_id=row.table_id,
            entry_id=row.entry_id,
            kind=kind,
            stack_chips=stack,
            at_ms=act.now_ms,
        )
    )


def _told(act: Act, table: Table, rows: Sequence[SeatAssignment]) -> dict[str, object]:
    act.facts |= {"table": table.number, "players": [row.entry.player.name for row in rows]}
    return {"table": table.number, "reports": len(rows)}
