"""The cockpit's figures: the map of the tables, the field, the money in short, and the last acts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clock.rules.state import level_on_screen
from director.log.recent import ActLine, last_acts
from director.scene.calls import call_part
from director.scene.clock_parts import ahead, clock_part, windows
from director.scene.ending import probable_end
from director.scene.money_lines import short_ledger
from director.scene.penalties import CardLeft, cards_by_player
from director.scene.scene import Scene
from director.todo.items import Rail
from director.web.permissions import PAGES
from tables.models import Table
from tables.rules.breaking import BreakAction
from tables.selectors import Seated
from tournaments.models import DirectorAction, Screen
from tournaments.presence import presence

TIGHT_FROM = 40
LAST_ACTS = 8
FREE, SEATED, NEXT, AWAY, KEPT = "f", "s", "n", "a", "r"
COUNT = "entry.count"
# Acts after which counted stacks no longer add up to what is in play, though nothing is missing.
CHANGE_STACKS = (
    "chips.race", "chips.remove", "entry.addon", "entry.bust", "entry.disqualify", "entry.leave", "entry.pay",
    "entry.rebuy", "entry.register", "entry.register_new", "entry.surrender", "entry.unregister",
    "penalty.give", "purchase.drop", "undo", "waiting.promote",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableSquare:
    """One table of the map; `states` has a letter for each seat (see the tag `oval`)."""

    number: int
    players: int
    states: str
    button_seat: int | None
    tone: str
    badges: tuple[Mapping[str, Any], ...]


def cockpit_context(scene: Scene, rail: Rail, role: str) -> dict[str, Any]:
    """Everything the cockpit shows, for one role."""
    return {
        "clock": clock_part(scene.clock, scene.now_ms),
        "ahead": ahead(scene.clock, scene.now_ms),
        "probable_end": probable_end(scene),
        "windows": windows(scene),
        "calls": calls(scene, role),
        "screens": screens(scene),
        **room_context(scene),
        "field": field(scene),
        "money": short_ledger(scene.booked),
        "acts": acts_told(scene, role),
        "todo": rail.items,
        "todo_now": rail.now,
        "todo_later": rail.later,
    }


def acts_told(scene: Scene, role: str) -> list[ActLine]:
    """The last acts, for who may read names in full and what became of people; to others nothing is told."""
    if role not in PAGES["full_names"]:
        return []
    return last_acts(scene.event.pk, role, scene.event.currency, LAST_ACTS)


def room_context(scene: Scene) -> dict[str, Any]:
    """The map of the tables, as cockpit and floor show it."""
    squares = table_squares(scene)
    return {"room": room(scene), "tables": squares, "tables_tight": len(squares) > TIGHT_FROM}


def room(scene: Scene) -> dict[str, int]:
    """The room in numbers."""
    sizes = [fact.size for fact in scene.floor.facts]
    return {
        "players": len(scene.floor.seated),
        "tables": len(sizes),
        "largest": max(sizes, default=0),
        "smallest": min(sizes, default=0),
        "free_seats": scene.free_seats,
        "needs_draw": scene.seatless,
    }


def table_squares(scene: Scene) -> list[TableSquare]:
    """Every open table from above, with what is the matter with it."""
    people: dict[int, list[Seated]] = defaultdict(list)
    for one in scene.floor.seated:
        people[one.table_id].append(one)
    moving = {(move.from_table, move.from_seat) for move in scene.balance_plan.moves}
    proposal = scene.table_proposal
    going = proposal.table if proposal.action == BreakAction.BREAK else None
    cards = cards_by_player(scene)
    return [
        _square(scene, table, people[table.pk], moving, table.number == going, cards)
        for table in scene.floor.tables
    ]


def _square(
    scene: Scene,
    table: Table,
    people: Sequence[Seated],
    moving: set[tuple[int, int]],
    goes: bool,
    cards: Mapping[int, CardLeft],
) -> TableSquare:
    badges: list[Mapping[str, Any]] = hand_badges(scene, table.number)
    if table.halted:
        badges.append({"kind": "halt", "icon": "halt", "text": _("halted")})
    if goes:
        badges.append({"kind": "call", "icon": "", "text": _("to break")})
    badges += [cards[one.player_id].badge for one in people if one.player_id in cards]
    moves = any((table.number, one.seat) in moving for one in people)
    return TableSquare(
        number=table.number,
        players=len(people),
        states=_states(table, people, moving),
        button_seat=table.button_seat,
        tone="halt" if table.halted else "call" if goes or moves else "",
        badges=tuple(badges),
    )


def hand_badges(scene: Scene, number: int) -> list[Mapping[str, Any]]:
    """How far a table is in the present hand of hand-for-hand."""
    hands = scene.matters.hands
    if hands and number in hands.done:
        return [{"kind": "good", "icon": "check", "text": _("done")}]
    if hands and number in hands.all_in:
        return [{"kind": "call", "icon": "hand", "text": _("all-in")}]
    return []


def _states(table: Table, people: Sequence[Seated], moving: set[tuple[int, int]]) -> str:
    """One letter per seat, from seat 1."""
    letters = dict.fromkeys(table.reserved_seats, KEPT)
    for one in people:
        letters[one.seat] = AWAY if one.away else NEXT if (table.number, one.seat) in moving else SEATED
    return "".join(letters.get(seat, FREE) for seat in range(1, table.seats + 1))


def counts_hold(tournament_id: int) -> bool:
    """Whether nothing that changes a sum of stacks came after the last count: a bust leaves the taker's count old."""
    kinds = DirectorAction.objects.filter(tournament_id=tournament_id, kind__in=[COUNT, *CHANGE_STACKS])
    return kinds.order_by("-sequence").values_list("kind", flat=True).first() == COUNT


def field(scene: Scene) -> dict[str, Any]:
    """The field in numbers. Counted stacks are held against the ledger once every player was counted."""
    counts, in_play = scene.counts, scene.in_play_chips
    counted = [one.stack_chips for one in scene.floor.seated if one.stack_chips is not None]
    complete = bool(counted) and len(counted) == counts.playing and counts_hold(scene.event.pk)
    off = sum(counted) - in_play if complete else 0
    average = in_play // counts.playing if counts.playing else None
    stake = level_on_screen(scene.clock.structure, scene.state).stake
    return {
        "left": counts.playing,
        "entries": counts.entries,
        "players": counts.players,
        "reentries": counts.entries - counts.players,
        "rebuys": scene.count("rebuy.chips"),
        "addons": scene.count("addon.chips"),
        "average_chips": average,
        "average_bb": (2 * average + stake) // (2 * stake) if average and stake else None,
        "in_play_chips": in_play,
        "waiting": scene.matters.waiting_only,
        "offered": scene.matters.offered(scene.now_ms),
        "free_seats": scene.free_seats,
        "chips_balance": not off,
        "chips_off": abs(off),
    }


def calls(scene: Scene, role: str) -> list[dict[str, Any]]:
    """The clocks called on players who still sit there, with their names as the role may read them."""
    seated = {(one.entry_id, one.table_number): one for one in scene.floor.seated}
    full = role in PAGES["full_names"]
    called = [(call, seated.get((call.entry_id, call.table_number))) for call in scene.matters.calls]
    found = [(call, one) for call, one in called if one]
    return [call_part(call, one.name if full else one.display_name, None) for call, one in found]


def screens(scene: Scene) -> list[dict[str, Any]]:
    """The displays of the tournament."""
    modes = dict(Screen.Mode.choices)
    return [
        {
            "screen_id": one.id,
            "name": one.name,
            "sounds": one.sounds,
            "mode_label": modes.get(one.mode, ""),
            "shown_label": modes.get(one.shown_mode, "") if one.shown_until_ms > scene.now_ms else "",
            "shown_until_ms": one.shown_until_ms,
            "state": presence(one.heard_ms, scene.now_ms),
            "seen_at_ms": one.heard_ms,
        }
        for one in scene.matters.screens
        if not one.expires_ms or one.expires_ms > scene.now_ms
    ]
