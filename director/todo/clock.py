"""What the clock brings: a start nobody set, windows that close, breaks with something to do, the end of the levels."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.event_windows import addon, rebuys, reentry_state, registration_state, state_of
from clock.rules.next_level import rows_with_one_more
from clock.rules.state import HOLD, NOT_STARTED, ON_BREAK, OVERTIME
from clock.rules.windows import WindowState
from club.templatetags.figures import at, at_s, grouped, money_short
from club.templatetags.figures import clock as clock_text
from director.scene.races import raced_tables
from director.todo.items import LATER, Doing, Item, View, builds, fields
from tournaments.presence import LOST, presence

CLOSING_MS = 15 * 60_000
LAST_MS = 5 * 60_000


@builds
def start_items(view: View) -> Iterator[Item]:
    """A tournament that was to begin and whose clock nobody has set."""
    scene = view.scene
    if scene.event.status != "planned" or scene.state.phase != NOT_STARTED:
        return
    starts_ms = int(scene.event.starts_at.timestamp() * 1000)
    if starts_ms > scene.now_ms:
        yield Item(
            key=f"schedule:{starts_ms}",
            title=_("Set the start to %(time)s") % {"time": at(starts_ms)},
            why=_("The displays count down and level 1 begins by itself."),
            order=45,
            do=Doing(_("Set it"), "clock.schedule", fields(start_at_ms=starts_ms)),
        )
        return
    yield Item(
        key="start",
        title=_("Start the clock"),
        why=_("The start was planned for %(time)s.") % {"time": at(starts_ms)},
        order=1,
        do=Doing(_("Start"), "clock.start"),
    )


@builds
def window_items(view: View) -> Iterator[Item]:
    """Windows that close soon, with those who could still use them."""
    scene = view.scene
    if scene.event.status != "running":
        return
    event, clock, now_ms = scene.event, scene.clock, scene.now_ms
    late = "late_registration"
    closing = (
        (_("Late registration closes"), registration_state(event, clock, now_ms), late),
        (_("Re-entry closes"), reentry_state(event, clock, now_ms), late),
        (_("Rebuys end"), state_of(rebuys(event), clock, now_ms), "rebuy"),
    )
    yield from (_closing(view, title, state, rule) for title, state, rule in closing if _closes_soon(state))


def _closes_soon(state: WindowState) -> bool:
    return state.is_open and state.remaining_ms is not None and state.remaining_ms <= CLOSING_MS


def _closing(view: View, title: str, state: WindowState, rule: str) -> Item:
    scene = view.scene
    waiting = len(scene.matters.waiting)
    why = ngettext("%(count)s on the waiting list", "%(count)s on the waiting list", waiting) % {
        "count": waiting
    }
    seats = ngettext("%(count)s free seat", "%(count)s free seats", scene.free_seats) % {
        "count": scene.free_seats
    }
    return Item(
        key=f"closes:{rule}:{title}",
        title=title,
        why=f"{why}, {seats}",
        state="now" if (state.remaining_ms or 0) <= LAST_MS else LATER,
        order=35,
        left_ms=state.remaining_ms,
        rule=view.rule(rule),
        url=view.url("desk"),
        link_label=_("To the desk"),
    )


@builds
def addon_items(view: View) -> Iterator[Item]:
    """The break in which add-ons are sold."""
    scene = view.scene
    state = state_of(addon(scene.event), scene.clock, scene.now_ms)
    if not state.is_open or scene.event.status != "running":
        return
    sold = scene.count("addon.chips")
    price = scene.event.addon_prize_minor + scene.event.addon_fee_minor
    yield Item(
        key="addon",
        title=_("Sell add-ons: %(price)s for %(chips)s chips")
        % {"price": money_short(price, scene.event.currency), "chips": grouped(scene.event.addon_chips)},
        why=_("%(sold)s of %(playing)s players have taken one")
        % {"sold": sold, "playing": scene.counts.playing},
        order=22,
        left_ms=state.remaining_ms,
        lasts=True,
        url=view.url("desk"),
        link_label=_("To the desk"),
    )


@builds
def race_items(view: View) -> Iterator[Item]:
    """Chips that leave play in this break, or were to leave in an earlier one, until every table has raced."""
    scene = view.scene
    if not scene.state.started or scene.event.status != "running":
        return
    reached = scene.clock.structure.levels[: scene.state.level_index + 1]
    due = [(index, chip) for index, level in enumerate(reached) for chip in level.colour_ups]
    raced = raced_tables(scene.event) if due else {}
    for index, chip in due:
        left = {table.number for table in scene.floor.tables} - raced.get(chip, set())
        if left:
            yield _race_item(view, index, chip, len(left))


def _race_item(view: View, index: int, chip: int, tables: int) -> Item:
    scene = view.scene
    in_break = scene.state.phase == ON_BREAK and index == scene.state.level_index
    late = ngettext(
        "the break is over and %(count)s table still has them",
        "the break is over and %(count)s tables still have them",
        tables,
    )
    now = ngettext("%(count)s table, in this break", "%(count)s tables, in this break", tables)
    return Item(
        key=f"race:{index}:{chip}",
        title=_("Race off the %(chip)s chips") % {"chip": grouped(chip)},
        why=(now if in_break else late) % {"count": tables},
        order=28,
        left_ms=scene.state.remaining_ms if in_break else None,
        lasts=True,
        rule=view.rule("chip_race"),
        form=f"race?old={chip}",
        link_label=_("Race them off"),
    )


@builds
def overtime_items(view: View) -> Iterator[Item]:
    """The levels are over and play goes on: one more is needed."""
    scene = view.scene
    if scene.state.phase != OVERTIME or scene.event.status != "running":
        return
    rows = rows_with_one_more(scene.clock.structure)
    last = rows[-1]
    stake = (
        (last["small_blind"], last["big_blind"])
        if last["big_blind"]
        else (last["small_bet"], last["big_bet"])
    )
    yield Item(
        key=f"overtime:{len(rows)}",
        title=_("The last level is over: add one"),
        why=_("The clock counts overtime. The next would be %(low)s / %(high)s.")
        % {"low": grouped(stake[0]), "high": grouped(stake[1])},
        order=3,
        do=Doing(_("Add the level"), "clock.edit_structure", fields(levels=rows)),
    )


@builds
def outage_items(view: View) -> Iterator[Item]:
    """Time that ran while nobody could see the clock is offered back; a clock that was held asks whether to go on.

    Once the clock was touched since, the director has decided.
    """
    scene, anchor = view.scene, view.scene.clock.anchor
    if anchor is None or scene.event.status != "running":
        return
    for outage in scene.matters.outages:
        held = anchor.kind == HOLD and not anchor.running
        if not held and anchor.at_ms > outage.from_ms:
            continue
        yield Item(
            key=f"outage:{outage.id}",
            title=_("The clock was held: go on?")
            if held
            else _("Give %(time)s back") % {"time": clock_text(outage.outage_ms)},
            why=_("Nothing ran from %(from)s to %(until)s.")
            % {"from": at_s(outage.from_ms), "until": at_s(outage.until_ms)},
            order=0,
            rule=view.rule("after_outage"),
            do=Doing(_("Go on"), "clock.resume")
            if held
            else Doing(_("Give it back"), "clock.give_back", fields(amount_ms=outage.outage_ms)),
        )


@builds
def display_items(view: View) -> Iterator[Item]:
    """Displays that were open and are not: players may be looking at a dark wall, or at one that counts on alone."""
    scene = view.scene
    if scene.event.status != "running":
        return
    for one in scene.matters.screens:
        if presence(one.heard_ms, scene.now_ms) != LOST or one.expires_ms <= scene.now_ms:
            continue
        yield Item(
            key=f"display:{one.id}:{one.heard_ms}",
            title=_("The display “%(name)s” is lost") % {"name": one.name},
            why=_("It was last heard at %(time)s.") % {"time": at(one.heard_ms)},
            order=12,
            url=view.url("screens"),
            link_label=_("To the displays"),
        )
