"""What the tables need: moves, a table to break, the final table, halts, a button nobody knows."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.balancing import redraw_key
from clock.rules.windows import WindowState
from club.templatetags.figures import at
from director.scene.scene import Scene
from director.todo.items import LATER, Doing, Item, View, builds, fields
from tables.proposals import propose_halts
from tables.rules.breaking import BreakAction, BreakProposal
from tables.rules.halting import Halt, HaltState
from tables.rules.plans import BalancePlan, Move, Why

SINGLY = 3


def why_text(why: Why) -> str:
    """Why this player, in words."""
    return {
        Why.NEXT_BIG_BLIND: _("next big blind"),
        Why.MOVED_BEFORE: _("others moved before"),
        Why.KEPT_APART: _("keeps people apart"),
        Why.NOT_MOVABLE: _("others stay at their table"),
        Why.FEWEST_CHIPS: _("fewest chips"),
        Why.SAME_SEAT: _("same seat"),
        Why.NEXT_SEAT: _("next seat clockwise"),
        Why.LOWEST_CARD: _("lowest card"),
    }[why]


@builds
def tables_items(view: View) -> Iterator[Item]:
    """A table that goes comes before moves between those that stay."""
    scene = view.scene
    if scene.event.status != "running" or len(scene.floor.tables) < 2:
        return
    proposal = scene.table_proposal
    if proposal.action != BreakAction.FINAL_TABLE and (due := redraw_due(scene)) is not None:
        yield _redraw_item(view, due)
        return
    if proposal.action in (BreakAction.BREAK, BreakAction.FINAL_TABLE):
        yield _break_item(view, proposal)
        return
    if proposal.action == BreakAction.WAIT:
        yield _waiting_item(view, proposal)
    yield from balance_items(view, scene.balance_plan)


def redraw_due(scene: Scene) -> int | None:
    """The number of players at which new seats are drawn now: passed on the way down, and not drawn for since."""
    playing, seen = scene.counts.playing, {row.item_key for row in scene.matters.put_off if row.overruled}
    if scene.entries_open:
        return None
    due = [number for number in scene.rules.redraw_at if playing <= number < scene.counts.entries]
    return min((number for number in due if redraw_key(number) not in seen), default=None)


def _redraw_item(view: View, number: int) -> Item:
    """New seats for everybody, as announced; tables that are not needed close with it."""
    playing = view.scene.counts.playing
    left = ngettext("%(players)s player is left", "%(players)s players are left", playing)
    return Item(
        key=redraw_key(number),
        title=_("Draw new seats for everybody"),
        why=_("%(left)s; seats are drawn anew at %(number)s")
        % {"left": left % {"players": playing}, "number": number},
        order=8,
        rule=view.rule("redraw"),
        do=Doing(_("Draw seats"), "seat.redraw"),
    )


def _break_item(view: View, proposal: BreakProposal) -> Item:
    figures = {"table": proposal.table, "players": proposal.players, "tables": proposal.tables - 1}
    key = f"{proposal.action}:{proposal.table}:{proposal.players}"
    if proposal.action == BreakAction.FINAL_TABLE:
        return _final_item(view, proposal, key, figures)
    fit = ngettext(
        "%(players)s players fit on %(tables)s table",
        "%(players)s players fit on %(tables)s tables",
        proposal.tables - 1,
    )
    return Item(
        key=key,
        title=_("Break table %(table)s") % figures,
        why=fit % figures,
        order=10,
        rule=view.rule(proposal.rule),
        do=Doing(_("Break it"), "table.break", fields(number=proposal.table)),
    )


def _final_item(view: View, proposal: BreakProposal, key: str, figures: dict[str, int | None]) -> Item:
    """The final table. While somebody may still enter it is possible, but nothing has to be done yet."""
    why = ngettext("%(players)s player is left", "%(players)s players are left", proposal.players) % figures
    item = Item(
        key=key,
        title=_("Form the final table at table %(table)s") % figures,
        why=why,
        order=5,
        rule=view.rule(proposal.rule),
        do=Doing(_("Draw seats"), "table.final", fields(stays=proposal.table)),
    )
    if not view.scene.entries_open:
        return item
    window = view.scene.entry_window
    return replace(
        item,
        key=f"{key}:open",
        why=f"{why}; {_entries_open(view.scene, window)}",
        state=LATER,
        order=65,
        left_ms=window.remaining_ms,
    )


def _entries_open(scene: Scene, window: WindowState) -> str:
    """Until when entries are open, as far as the clock can tell: while it stands, it cannot."""
    if window.closes_at_ms is None or not scene.state.running:
        return _("entries are still open")
    return _("entries are open until %(time)s") % {"time": at(window.closes_at_ms)}


def _waiting_item(view: View, proposal: BreakProposal) -> Item:
    """A table could go, but its seats are kept while people may still enter."""
    figures = {"table": proposal.table, "kept": proposal.kept_seats}
    text = ngettext(
        "%(kept)s seat is kept while entries are open",
        "%(kept)s seats are kept while entries are open",
        proposal.kept_seats,
    )
    return Item(
        key=f"wait:{proposal.table}:{proposal.players}:{proposal.kept_seats}",
        title=_("Table %(table)s can be broken later") % figures,
        why=text % figures,
        state=LATER,
        order=70,
        rule=view.rule(proposal.rule),
    )


def balance_items(view: View, plan: BalancePlan) -> Iterator[Item]:
    """Single moves one by one, many as one item; and what must be known before anybody can be named."""
    if len(plan.moves) <= SINGLY:
        yield from (_move_item(view, move) for move in plan.moves)
    else:
        yield _moves_item(view, plan)
    for number in plan.asks_button:
        yield Item(
            key=f"button:{number}",
            title=_("Table %(table)s: where is the button?") % {"table": number},
            why=_("It decides who moves."),
            order=15,
            form=f"button?table={number}",
            link_label=_("Set the button"),
        )
    for number in plan.asks_stacks:
        yield Item(
            key=f"stacks:{number}",
            title=_("Table %(table)s: count the stacks") % {"table": number},
            why=_("The player with the fewest chips moves."),
            order=15,
            form=f"count?table={number}",
            link_label=_("Enter the count"),
        )
    for number in plan.asks_draw:
        yield Item(
            key=f"card:{number}:{view.scene.counts.playing}",
            title=_("Table %(table)s: a card decides who moves") % {"table": number},
            why=_("The lowest card dealt to the players of the table moves."),
            order=15,
            do=Doing(_("Deal the cards"), "seat.balance"),
        )


def _move_item(view: View, move: Move) -> Item:
    person = view.scene.floor.person(int(str(move.player_key)))
    figures = _figures(move) | {"player": view.name(person), "why": why_text(move.why)}
    planned = {"entry_id": move.player_key, "to_table": move.to_table, "to_seat": move.to_seat}
    notes = [_("%(from_size)s against %(to_size)s") % figures]
    if move.waits:
        notes.append(_("waits until the button has passed"))
    return Item(
        key=f"move:{move.player_key}:{move.to_table}-{move.to_seat}",
        title=_(
            "Move table %(from_table)s, seat %(from_seat)s (%(why)s) to table %(to_table)s, seat %(to_seat)s"
        )
        % figures,
        why=f"{figures['player']}, {', '.join(notes)}",
        order=20,
        rule=view.rule(move.rule),
        do=Doing(_("Move"), "seat.balance", fields(moves=[planned])),
    )


def _figures(move: Move) -> dict[str, object]:
    names = ("from_table", "from_seat", "to_table", "to_seat", "from_size", "to_size")
    return {name: getattr(move, name) for name in names}


def _moves_item(view: View, plan: BalancePlan) -> Item:
    """Many moves at once, all in one act."""
    moves = [
        {"entry_id": move.player_key, "to_table": move.to_table, "to_seat": move.to_seat}
        for move in plan.moves
    ]
    listed = ", ".join(f"{m.from_table}-{m.from_seat} → {m.to_table}-{m.to_seat}" for m in plan.moves[:6])
    count = len(plan.moves)
    return Item(
        key=f"moves:{count}:{listed_in_key(moves)}",
        title=ngettext("Move %(count)s player", "Move %(count)s players", count) % {"count": count},
        why=listed + (" …" if count > 6 else ""),
        order=20,
        rule=view.rule(plan.moves[0].rule),
        do=Doing(_("Move them all"), "seat.balance", fields(moves=moves)),
    )


def listed_in_key(moves: list[dict[str, object]]) -> str:
    """The moves as a part of an item's key, cut to what a key may hold."""
    return "-".join(f"{move['entry_id']}.{move['to_table']}" for move in moves)[:120]


@builds
def halt_items(view: View) -> Iterator[Item]:
    """Tables too short to go on, and tables that wait though they need not."""
    scene = view.scene
    if scene.event.status != "running":
        return
    halted = {table.number for table in scene.floor.tables if table.halted}
    short = propose_halts(scene.event, scene.floor)
    yield from (_halt_item(view, halt) for halt in short if _asks(halt, halted))
    for number in sorted(halted - {halt.table for halt in short}):
        yield Item(
            key=f"play_again:{number}",
            title=_("Table %(table)s can play again") % {"table": number},
            why=_("It is no longer short."),
            order=8,
            rule=view.rule("halt"),
            do=Doing(_("Play"), "table.halt", fields(number=number, halted="false")),
        )


def _asks(halt: Halt, halted: set[int]) -> bool:
    return halt.state != HaltState.WAIVED and halt.table not in halted


def _halt_item(view: View, halt: Halt) -> Item:
    figures = {"table": halt.table, "short": halt.short_by, "seat": halt.at_seat, "hands": halt.in_hands}
    due = halt.state == HaltState.DUE
    why = _("It has %(short)s players fewer than the fullest table") % figures
    if due and halt.in_hands:
        later = ngettext(
            "the blind reaches seat %(seat)s in %(hands)s hand",
            "the blind reaches seat %(seat)s in %(hands)s hands",
            halt.in_hands,
        )
        why = f"{why}; {later % figures}"
    return Item(
        key=f"halt:{halt.table}:{halt.fullest}:{halt.short_by}",
        title=_("Table %(table)s is short: halt it") % figures,
        why=why,
        state=LATER if due else "now",
        order=9,
        rule=view.rule(halt.rule),
        do=Doing(_("Halt"), "table.halt", fields(number=halt.table, halted="true")),
        instead=Doing(_("Let it play"), "table.waive_halt", fields(number=halt.table)),
    )
