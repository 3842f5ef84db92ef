"""One table on a phone: who sits where, who posts next, whose card runs, and the player who was touched."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from acts.dealers import counts_stamp
from clock.event_windows import addon, rebuys, state_of
from clock.rules.state import level_on_screen
from clock.rules.timeline import played_ms
from clock.selectors import ClockFacts, load_clock
from club.templatetags.figures import chips
from director.desk.desk import entry_stamp
from director.scene.calls import call_part
from director.scene.clock_parts import clock_part
from director.scene.matters import RunningCard
from director.scene.penalties import CardLeft, card_left
from director.scene.scene import Counts, PlanFacts, counts_of, plan_of
from director.todo.reports import bust_form
from tables.models import DealerReport, SeatAssignment, Table
from tables.rules.button import HandPositions, positions
from tournaments.hand_clock import KIND as HAND_CLOCK
from tournaments.hand_clock import HandClock, read_call
from tournaments.hand_for_hand import KIND as HAND_FOR_HAND
from tournaments.hand_for_hand import HandForHand, read_facts
from tournaments.models import Entry, Notice, Penalty, Purchase, Tournament
from tournaments.reading import read_snapshot
from tournaments.rules.settings import RuleSettings, settings_from

BUST, COUNT = DealerReport.Kind.BUST, DealerReport.Kind.COUNT


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the table; `entry_id` None: nobody sits there. `kept`: nobody new may."""

    seat: int
    entry_id: int | None = None
    name: str = ""
    stack_chips: int | None = None
    bb: int | None = None
    is_button: bool = False
    is_next_bb: bool = False
    away: bool = False
    kept: bool = False
    badges: tuple[Mapping[str, Any], ...] = ()
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class TableScene:
    """A table, its people, and what of the tournament its page shows."""

    event: Tournament
    now_ms: int
    clock: ClockFacts
    table: Table
    people: tuple[SeatAssignment, ...]
    cards: Mapping[int, CardLeft]
    counts: Counts
    plan: PlanFacts | None
    hands: HandForHand | None
    call: HandClock | None
    reports: tuple[DealerReport, ...]

    @property
    def rules(self) -> RuleSettings:
        """The rule settings, complete."""
        return settings_from(self.event.rules)

    @property
    def next_hand(self) -> HandPositions | None:
        """Who posts in the table's next hand, where the button is known."""
        taken = [one.seat for one in self.people]
        return positions(self.table.seats, taken, self.table.button_seat, self.table.small_blind_seat)


def table_scene(event: Tournament, number: int, now_ms: int) -> TableScene | None:
    """The scene of one table in eight queries; None for a table that does not exist."""
    with read_snapshot():
        tables = Table.objects.filter(tournament=event, number=number, revoked_by__isnull=True)
        table = tables.select_related("dealer").first()
        if table is None:
            return None
        rows = SeatAssignment.objects.filter(table=table, closed_by__isnull=True)
        people = tuple(rows.select_related("entry__player").order_by("seat"))
        clock = load_clock(event.pk)
        hands, call = hand_notices(event, number, now_ms)
        return TableScene(
            event=event,
            now_ms=now_ms,
            clock=clock,
            table=table,
            people=people,
            cards=running_cards(event, [one.entry.player_id for one in people], clock, now_ms),
            counts=counts_of(event.pk),
            plan=plan_of(event.pk),
            hands=hands,
            call=call,
            reports=reports_here(table, [one.entry_id for one in people]),
        )


def hand_notices(event: Tournament, number: int, now_ms: int) -> tuple[HandForHand | None, HandClock | None]:
    """Hand-for-hand while it is on, and the clock called on a player of that table; one query."""
    on = Q(kind=HAND_FOR_HAND, until_ms__isnull=True) | Q(kind=HAND_CLOCK, until_ms__gt=now_ms)
    rows = list(Notice.objects.filter(on, tournament=event, revoked_by__isnull=True).order_by("-pk"))
    hands = next((read_facts(row.from_ms, row.facts) for row in rows if row.kind == HAND_FOR_HAND), None)
    calls = [row for row in rows if row.kind == HAND_CLOCK and row.facts["table"] == number]
    call = read_call(calls[0].pk, calls[0].from_ms, calls[0].until_ms or 0, calls[0].facts) if calls else None
    return hands, call


def reports_here(table: Table, entry_ids: list[int]) -> tuple[DealerReport, ...]:
    """What waits of the table's dealer, and of whoever sits here now: a report stays when its player is moved."""
    rows = DealerReport.objects.filter(Q(table=table) | Q(entry__in=entry_ids))
    waiting = rows.filter(settled_by__isnull=True, revoked_by__isnull=True)
    return tuple(waiting.select_related("entry__player").order_by("pk"))


def running_cards(
    event: Tournament, players: list[int], clock: ClockFacts, now_ms: int
) -> dict[int, CardLeft]:
    """The yellow cards of these players that run, by player."""
    play_ms = played_ms(clock.structure, clock.state(now_ms))
    rows = Penalty.objects.filter(
        tournament=event, player_id__in=players, kind="yellow", ended_ms__isnull=True, revoked_by__isnull=True
    )
    return {row.player_id: card_left(_running(row), now_ms, play_ms) for row in rows.order_by("pk")}


def _running(row: Penalty) -> RunningCard:
    return RunningCard(
        id=row.pk,
        player_id=row.player_id,
        name="",
        display_name="",
        measure=row.measure,
        amount=row.amount,
        given_ms=row.given_ms,
        given_play_ms=row.given_play_ms,
        hands_served=row.hands_served,
    )


def floor_context(
    scene: TableScene, chosen: int | None, *, full_names: bool, user_id: int | None
) -> dict[str, Any]:
    """Everything the page of a table shows to a user; `chosen` is the seat that was touched."""
    seats = seats_of(scene, full_names=full_names)
    found = next((seat for seat in seats if seat.seat == chosen and seat.entry_id), None)
    number = scene.table.number
    return {
        "table": {
            "number": number,
            "halted": scene.table.halted,
            "halt_note": _("Players stay; no hand is dealt until somebody comes."),
            "button_seat": scene.table.button_seat,
            "closed": scene.table.status != Table.Status.OPEN,
            "stamp": table_stamp_text(scene.table),
            "button_form": f"button?table={number}",
            "bust_form": f"bust?table={number}",
            "slip_url": f"/t/{scene.event.pk}/print/slip?table={number}",
            "dealer": str(scene.table.dealer) if scene.table.dealer else "",
            "is_mine": scene.table.dealer_id is not None and scene.table.dealer_id == user_id,
            "dealer_form": f"dealer?table={number}",
            "out_form": f"report_bust?table={number}",
            "stacks_form": f"report_count?table={number}",
        },
        "reports": reports_told(scene, full_names=full_names),
        "calls": calls_here(scene, full_names=full_names),
        "clock": clock_part(scene.clock, scene.now_ms),
        "money_line": money_line(scene.counts, scene.plan),
        "hand_for_hand": hand_context(scene),
        "seats": seats,
        "chosen": _chosen(scene, found) if found else None,
    }


def calls_here(scene: TableScene, *, full_names: bool) -> list[dict[str, Any]]:
    """The clock called on a player of the table, if one runs."""
    entry = next(
        (one.entry for one in scene.people if scene.call and one.entry_id == scene.call.entry_id), None
    )
    if scene.call is None or entry is None:
        return []
    name = entry.player.name if full_names else entry.player.display_name
    banks = banks_left(scene.rules, entry)
    return [call_part(scene.call, name, banks, entry_stamp(entry.pk, entry.revision))]


def banks_left(rules: RuleSettings, entry: Entry) -> int | None:
    """The time-bank chips a player has left; None where there are none at all."""
    return max(0, rules.time_bank_chips - entry.time_banks_used) if rules.time_bank_chips else None


def reports_told(scene: TableScene, *, full_names: bool) -> list[dict[str, Any]]:
    """What the dealer said and nobody has answered: each hand with players out, and the stacks he counted."""
    here = [row for row in scene.reports if row.table_id == scene.table.pk]
    hands = groupby((row for row in here if row.kind == BUST), lambda row: row.at_ms)
    told = [_out_told(scene, list(rows), full_names) for _at_ms, rows in hands]
    counts = [row for row in here if row.kind == COUNT]
    return told + ([_counts_told(scene, counts, full_names)] if counts else [])


def _out_told(scene: TableScene, rows: list[DealerReport], full_names: bool) -> dict[str, Any]:
    """One hand."""
    here = {one.entry_id for one in scene.people}
    number = scene.table.number
    return {
        "kind": BUST,
        "text": ", ".join(_said(row, full_names) for row in rows),
        "form": bust_form(number, [row.entry_id for row in rows], here),
        "fields": [("number", number), ("kind", BUST), ("at_ms", rows[0].at_ms)],
        "stamp": "",
    }


def _counts_told(scene: TableScene, rows: list[DealerReport], full_names: bool) -> dict[str, Any]:
    number = scene.table.number
    counts = [{"entry_id": row.entry_id, "stack_chips": row.stack_chips} for row in rows]
    return {
        "kind": COUNT,
        "text": ", ".join(_said(row, full_names) for row in rows),
        "counts": json.dumps(counts),
        "fields": [("number", number), ("kind", COUNT)],
        "stamp": counts_stamp(number, [row.pk for row in rows]),
    }


def _said(row: DealerReport, full_names: bool) -> str:
    player = row.entry.player
    name = player.name if full_names else player.display_name
    return name if row.stack_chips is None else f"{name} {chips(row.stack_chips)}"


def hand_context(scene: TableScene) -> dict[str, Any] | None:
    """Where this table is in the present hand of hand-for-hand."""
    hands, number = scene.hands, scene.table.number
    if hands is None:
        return None
    done, all_in = number in hands.done, number in hands.all_in
    words = (
        _("This table is done.")
        if done
        else _("All-in: the cards wait.")
        if all_in
        else _("Play this hand, then wait.")
    )
    return {"hand_number": hands.hand_number, "done": done, "waiting": all_in, "note": words}


def table_stamp_text(table: Table) -> str:
    """The stamp of a table as a form carries it."""
    return json.dumps({f"table:{table.number}": str(table.revision)})


def seats_of(scene: TableScene, *, full_names: bool) -> list[Seat]:
    """Every seat from 1 on."""
    hand, held = scene.next_hand, {one.seat: one for one in scene.people}
    button = hand.button if hand else scene.table.button_seat
    stake = level_on_screen(scene.clock.structure, scene.clock.state(scene.now_ms)).stake
    return [
        _taken(scene, held[seat], stake, button, hand, full_names=full_names)
        if seat in held
        else Seat(seat, is_button=seat == button, kept=seat in scene.table.reserved_seats)
        for seat in range(1, scene.table.seats + 1)
    ]


def _taken(
    scene: TableScene,
    one: SeatAssignment,
    stake: int,
    button: int | None,
    hand: HandPositions | None,
    *,
    full_names: bool,
) -> Seat:
    entry, player = one.entry, one.entry.player
    card = scene.cards.get(player.pk)
    said = ({"kind": "bad", "icon": "", "text": _("reported out")},) if _is_reported(scene, entry.pk) else ()
    stack = entry.stack_chips
    return Seat(
        seat=one.seat,
        entry_id=entry.pk,
        name=player.name if full_names else player.display_name,
        stack_chips=stack,
        bb=stack // stake if stack and stake else None,
        is_button=one.seat == button,
        is_next_bb=hand is not None and one.seat == hand.big_blind,
        away=entry.away,
        badges=said + ((card.badge,) if card else ()),
        stamp=entry_stamp(entry.pk, entry.revision),
    )


def _is_reported(scene: TableScene, entry_id: int) -> bool:
    return any(row.entry_id == entry_id and row.kind == DealerReport.Kind.BUST for row in scene.reports)


def money_line(counts: Counts, plan: PlanFacts | None) -> str:
    """How many are left, and how many places are paid once that is certain."""
    if plan is None or not plan.locked:
        return _("%(left)s left") % {"left": counts.playing}
    return _("%(left)s left, %(paid)s paid") % {"left": counts.playing, "paid": plan.places}


def _chosen(scene: TableScene, seat: Seat) -> dict[str, Any]:
    """The player who was touched, with what can be done."""
    event, ident = scene.event, seat.entry_id
    entry = next(one.entry for one in scene.people if one.entry_id == ident)
    return {
        "seat": seat.seat,
        "entry_id": ident,
        "name": seat.name,
        "stack_chips": seat.stack_chips,
        "bb": seat.bb,
        "away": seat.away,
        "banks": banks_left(scene.rules, entry),
        "reported": _is_reported(scene, entry.pk),
        "stamp": seat.stamp,
        "can_rebuy": event.status == "running" and state_of(rebuys(event), scene.clock, scene.now_ms).is_open,
        "can_addon": _addon_left(scene, entry),
        "bust_form": f"bust?entry_id={ident}",
        "out_form": f"report_bust?entry_id={ident}",
        "stack_form": f"report_count?entry_id={ident}",
        "count_form": f"count?entry_id={ident}",
        "penalty_form": f"penalty?entry_id={ident}",
        "move_form": f"move?entry_id={ident}",
        "rebuy_form": f"rebuy?entry_id={ident}",
        "entry_form": f"entry?entry_id={ident}",
    }


def _addon_left(scene: TableScene, entry: Entry) -> bool:
    """Whether the player may take the add-on now."""
    if not state_of(addon(scene.event), scene.clock, scene.now_ms).is_open:
        return False
    rows = Purchase.objects.filter(entry=entry, kind="addon", revoked_by__isnull=True)
    return not rows.exclude(status__in=("refunded", "dropped")).exists()
