"""Forms of the floor: out, move, count, penalty, button, tables, draw, a message to the room."""

from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clock.event_windows import entries_may_come, rebuys, reentry, state_of
from clock.models import Anchor
from clock.rules.state import ON_BREAK
from clock.selectors import ClockFacts, anchor_facts, levels_of
from director.cockpit.floor import table_stamp_text
from director.desk.desk import grace_ms
from director.dialogs.pickers import pick
from director.dialogs.registry import Asked, Dialog, entry_facts, people_at, seated_people, shows
from director.scene.scene import counts_of, scene_of
from director.todo.tables import why_text
from tables.models import DealerReport, SeatAssignment, Table
from tables.selectors import free_seats, open_reports, seat_of, seated
from tournaments.hand_for_hand import batch_of_hand, hand_for_hand_of
from tournaments.models import Notice
from tournaments.rules.places import TiePolicy
from tournaments.selectors import busts_of_batch, place_rules

MOST_CHOICES = 400
MOST_MESSAGES = 10
SECOND_MS = 1_000


@shows("bust", verb="entry.bust")
def bust(asked: Asked) -> Dialog:
    """Who is out: the player named and the others of his table, since several may go in one hand."""
    if not asked.has("entry_id") and not asked.has("table"):
        return pick(asked, "bust", _("Player out"))
    entry = asked.entry() if asked.has("entry_id") else None
    held = seat_of(entry.pk) if entry else None
    table = held.table if held else None if entry else asked.table()
    people = people_at(table) if table else []
    told = reported_out(table) if table else {}
    context = {
        "table": {"number": table.number if table else None, "stamp": ""},
        "players": [_out(one, entry.pk if entry else None) | told.get(one.entry_id, {}) for one in people],
        "place": place_text(asked),
        "ask_in_time": just_closed(asked),
        "in_time_note": _("Rebuys or re-entries have just closed: ask the dealer when the hand was dealt."),
        "bounty": asked.event.entry_bounty_minor > 0,
        "winners": [(one.entry_id, one.entry.player.name) for one in people],
        "hand_for_hand": False,
        "joins_others": table is not None and _joins_others(asked, table.number),
    }
    return Dialog("console/forms/bust.html", _("Player out"), context)


def _joins_others(asked: Asked, table_number: int) -> bool:
    """Whether somebody is out already in this hand of hand-for-hand whose stack is compared with the next one's."""
    hand = hand_for_hand_of(asked.event.pk)
    batch = batch_of_hand(asked.event.pk, hand) if hand else None
    if batch is None:
        return False
    out = busts_of_batch(asked.event, batch)
    across = place_rules(asked.event).policy is TiePolicy.STACK_ACROSS
    return bool(out) and (across or {one.table_number for one in out} == {table_number})


def reported_out(table: Table) -> dict[int, dict[str, Any]]:
    """Whom the dealer of the table says to be out: ticked in the form, with the stack he named.

    Of several hands only the first, since players of one hand are placed by their stacks.
    """
    told = list(open_reports(table).filter(kind=DealerReport.Kind.BUST))
    rows = [row for row in told if row.at_ms == told[0].at_ms]
    stacks = {row.entry_id: {"stack_chips": row.stack_chips} if row.stack_chips else {} for row in rows}
    return {entry_id: {"chosen": True} | stack for entry_id, stack in stacks.items()}


def _out(one: SeatAssignment, chosen: int | None) -> dict[str, Any]:
    return {
        "entry_id": one.entry_id,
        "name": one.entry.player.name,
        "seat": one.seat,
        "stack_chips": one.entry.stack_chips or None,
        "chosen": one.entry_id == chosen,
    }


def place_text(asked: Asked) -> str:
    """The place of the next one out; provisional while entries are open."""
    place = {"place": counts_of(asked.event.pk).playing}
    if entries_may_come(asked.event, asked.clock, asked.at_ms):
        return _("Place %(place)s for now: entries are open.") % place
    return _("Place %(place)s.") % place


def just_closed(asked: Asked) -> bool:
    """Whether a rebuy or re-entry window closed within the grace of the last hand, so that the hand's begin matters.

    A break that came with the close counts whole: busts of the last hand before it are often entered late in it.
    """
    grace = grace_ms(asked.event)
    state = asked.clock.state(asked.at_ms)
    since_ms = max(grace, state.elapsed_ms + SECOND_MS if state.phase == ON_BREAK else 0)
    again = None if asked.event.late_closed_early else reentry(asked.event)
    windows = [window for window in (rebuys(asked.event), again) if window]
    earlier = _clock_at(asked, asked.at_ms - since_ms)
    now = [state_of(window, asked.clock, asked.at_ms).is_open for window in windows]
    before = [state_of(window, earlier, asked.at_ms - since_ms).is_open for window in windows]
    return bool(grace) and any(was and not still for was, still in zip(before, now, strict=True))


def _clock_at(asked: Asked, at_ms: int) -> ClockFacts:
    """The clock as it was set then: a close may have come by the director's own hand since, going to the next level."""
    rows = Anchor.objects.filter(tournament=asked.event, at_ms__lte=at_ms).select_related("structure")
    row = rows.order_by("-sequence").first()
    if row is None:
        return replace(asked.clock, anchor=None)
    levels = levels_of(row.structure_id, row.structure.action_id)
    return replace(asked.clock, structure=levels, anchor=anchor_facts(row))


@shows("move", verb="seat.move")
def move(asked: Asked) -> Dialog:
    """Where a player goes: the proposal of the rules, a seat chosen, by draw, or a swap."""
    if not asked.has("entry_id"):
        return pick(asked, "move", _("Move a player"))
    entry = asked.entry()
    free = sorted(free_seats(asked.event.pk), key=lambda place: (place[0].number, place[1]))
    others = [one for one in seated(asked.event.pk) if one.entry_id != entry.pk][:MOST_CHOICES]
    context = {
        "entry": entry_facts(entry),
        "proposal": _proposal(asked, entry.pk),
        "seats": [
            (f"{table.number}-{seat}", _place(table.number, seat)) for table, seat in free[:MOST_CHOICES]
        ],
        "swaps": [(one.entry_id, f"{one.table_number}-{one.seat} {one.name}") for one in others],
        "after_hand": asked.clock.state(asked.at_ms).running and asked.event.status == "running",
    }
    return Dialog("console/forms/move.html", _("Move a player"), context)


def _place(table: int, seat: int) -> str:
    return _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}


def _proposal(asked: Asked, entry_id: int) -> dict[str, Any] | None:
    """Where the rules would move this player now, if they would."""
    scene = scene_of(asked.event, asked.at_ms)
    for planned in scene.balance_plan.moves:
        if planned.player_key == entry_id:
            where = _place(planned.to_table, planned.to_seat)
            value = f"{planned.to_table}-{planned.to_seat}"
            return {"value": value, "why": f"{where}: {why_text(planned.why)}"}
    return None


@shows("count", verb="entry.count")
def count(asked: Asked) -> Dialog:
    """The stack of a player, of everybody at a table, or of everybody in play, as a deal needs it."""
    if asked.has("everybody"):
        return _count_of([_out(one, None) for one in seated_people(asked.event.pk)], in_play_chips(asked))
    if not asked.has("entry_id") and not asked.has("table"):
        return pick(asked, "count", _("Count a stack"))
    if asked.has("table"):
        return _count_of([_out(one, None) for one in people_at(asked.table())])
    facts = entry_facts(asked.entry())
    row = {name: facts[name] for name in ("entry_id", "name", "seat", "stack_chips")}
    return _count_of([row], stamp=facts["stamp"])


def _count_of(rows: list[dict[str, Any]], expected_chips: int | None = None, stamp: str = "") -> Dialog:
    context = {"rows": rows, "expected_chips": expected_chips, "stamp": stamp}
    return Dialog("console/forms/count.html", _("Count"), context)


def in_play_chips(asked: Asked) -> int:
    """What all stacks together should hold."""
    return scene_of(asked.event, asked.at_ms).in_play_chips


@shows("button", verb="table.button")
def button(asked: Asked) -> Dialog:
    """Where the button of the next hand is."""
    table = asked.table()
    names = {one.seat: one.entry.player.name for one in people_at(table)}
    context = {
        "table": {
            "number": table.number,
            "button_seat": table.button_seat,
            "stamp": table_stamp_text(table),
        },
        "seats": [(seat, names.get(seat, "")) for seat in range(1, table.seats + 1)],
    }
    return Dialog("console/forms/button.html", _("Table %(table)s") % {"table": table.number}, context)


@shows("room", verb="table.open")
def room(asked: Asked) -> Dialog:
    """All tables, open and closed."""
    rows = list(Table.objects.filter(tournament=asked.event, revoked_by__isnull=True).order_by("number"))
    players: dict[int, int] = {}
    for one in seated(asked.event.pk):
        players[one.table_id] = players.get(one.table_id, 0) + 1
    context = {
        "tables": [
            {
                "number": row.number,
                "players": players.get(row.pk, 0),
                "seats": row.seats,
                "is_open": row.status == Table.Status.OPEN,
                "stamp": table_stamp_text(row),
                "break_form": f"break_table?number={row.number}",
            }
            for row in rows
        ],
        "next_number": max((row.number for row in rows), default=0) + 1,
    }
    return Dialog("console/forms/room.html", _("Tables"), context)


@shows("draw", verb="seat.draw")
def draw(asked: Asked) -> Dialog:
    """Seats for everybody by draw, before the start."""
    counts, open_tables = (
        counts_of(asked.event.pk),
        Table.objects.filter(tournament=asked.event, status=Table.Status.OPEN, revoked_by__isnull=True),
    )
    context = {
        "paid": counts.playing,
        "unpaid": counts.unpaid,
        "open_tables": open_tables.count(),
        "free_seats": len(free_seats(asked.event.pk)),
        "stamp": "",
    }
    return Dialog("console/forms/draw.html", _("Draw seats"), context)


@shows("notice", verb="notice.show")
def notice(asked: Asked) -> Dialog:
    """A message on all displays, and those shown now."""
    alive = Q(until_ms__isnull=True) | Q(until_ms__gt=asked.at_ms)
    rows = Notice.objects.filter(alive, tournament=asked.event, revoked_by__isnull=True, kind="message")
    context = {
        "ready": [
            _("Late registration closes with this level."),
            _("Shuffle up and deal."),
            _("Last hand before the break."),
        ],
        "shown": [
            {"notice_id": row.pk, "text": row.text, "stamp": ""}
            for row in rows.order_by("-pk")[:MOST_MESSAGES]
        ],
    }
    return Dialog("console/forms/notice.html", _("Message on the displays"), context)
