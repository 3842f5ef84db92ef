"""Hand-for-hand near the money: start, tick table by table, end (TDA RP-8)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from acts.balancing import hand_done
from acts.dealers import DEALING, require_own_table
from acts.elimination import active_count
from acts.entries import find_table
from acts.windows import clock_of, rule_settings
from clock.rules import acts as clock_rules
from clock.rules.state import Anchor
from clock.selectors import ClockFacts, load_clock
from clock.steps import append_anchor, record_due
from tables.models import SeatAssignment, Table
from tables.rules.hand_for_hand import charged_ms, waiting_for
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError
from tournaments.hand_for_hand import KIND, current_notice, last_batch
from tournaments.models import Notice

RUNNING = frozenset({"running"})
STATES = ("playing", "all_in", "done")


@director_action("hand_for_hand.start", roles=FLOOR_STAFF, statuses=RUNNING)
def start_hand_for_hand(act: Act) -> dict[str, object]:
    """Announce hand-for-hand: the clock stands from now on, every table plays one hand and waits."""
    if current_notice(act.event.pk):
        raise DirectorError("hand_for_hand_on", _("Hand-for-hand is on already."), conflict=True)
    if len(_playing_tables(act)) < 2:
        raise DirectorError("one_table", _("Hand-for-hand needs two tables at least."))
    step_ms = rule_settings(act.event).hand_for_hand_step_seconds * 1000
    row = act.create(
        Notice(tournament=act.event, kind=KIND, facts=_first_hand(act, 1, step_ms), from_ms=act.now_ms)
    )
    clock = clock_of(act)
    state = clock.state(act.now_ms)
    if state.running or state.waits_ms:
        record_due(act, clock)
        append_anchor(act, clock.structure_id, clock_rules.pause(clock.structure, clock.anchor, act.now_ms))
    act.facts["left"] = active_count(act)
    return {"notice_id": row.pk}


def _first_hand(act: Act, number: int, step_ms: int) -> dict[str, Any]:
    """The facts of a hand nobody has finished."""
    return {
        "hand_number": number,
        "began_ms": act.now_ms,
        "step_ms": step_ms,
        "batches_before": last_batch(act.event.pk),
        "done": [],
        "all_in": [],
    }


def _playing_tables(act: Act) -> set[int]:
    """Open tables at which a hand can be played."""
    rows = SeatAssignment.objects.filter(
        tournament=act.event, closed_by__isnull=True, table__status=Table.Status.OPEN
    ).values_list("table__number", flat=True)
    numbers = list(rows)
    return {number for number in numbers if numbers.count(number) > 1}


@director_action("hand_for_hand.tick", roles=DEALING, statuses=RUNNING)
def tick(act: Act, *, number: int, state: str = "done") -> dict[str, object]:
    """Say how far a table is: still playing, all-in and waiting, or done. With the last one done the next hand goes.

    A table that is done moves its button on; a hand of all tables takes a set step off the clock, a long one more.
    """
    row, table = _current(act), find_table(act, number)
    require_own_table(act, table)
    if state not in STATES:
        raise DirectorError("state_unknown", _("Say whether the table plays, waits all-in, or is done."))
    facts = dict(row.facts)
    if table.number in facts["done"]:
        raise DirectorError(
            "ticked_already", _("Table %(table)s is done already."), conflict=True, table=number
        )
    facts["all_in"] = sorted({*facts["all_in"]} - {number} | ({number} if state == "all_in" else set()))
    if state == "done":
        hand_done.verb.body(act, number=number)
        facts["done"] = sorted({*facts["done"], number})
    waits = waiting_for(_playing_tables(act), facts["done"])
    act.facts |= {"table": number, "state": state, "hand": facts["hand_number"], "waiting": list(waits)}
    if not waits:
        facts = _next_hand(act, facts)
    act.change(row, facts=facts)
    return {"hand_number": facts["hand_number"], "waiting": list(waits)}


def _current(act: Act) -> Notice:
    row = current_notice(act.event.pk)
    if row is None:
        raise DirectorError("hand_for_hand_off", _("Hand-for-hand is not on."), conflict=True)
    return row


def _next_hand(act: Act, facts: dict[str, Any]) -> dict[str, Any]:
    """Every table is done: the clock is moved on, the next hand begins."""
    settings = rule_settings(act.event)
    charged = charged_ms(act.now_ms - facts["began_ms"], facts["step_ms"], settings.hand_for_hand_cap_steps)
    clock = load_clock(act.event.pk)
    anchor = _after_hand(clock, act.now_ms, charged)
    if anchor is not None:
        append_anchor(act, clock.structure_id, anchor)
    act.facts["charged_ms"] = charged
    return _first_hand(act, facts["hand_number"] + 1, facts["step_ms"])


def _after_hand(clock: ClockFacts, now_ms: int, charged: int) -> Anchor | None:
    """In a level of hands the hand itself is counted, not its time; a last level that is over takes neither."""
    state = clock.state(now_ms)
    of = clock.structure.levels[state.level_index].hands
    if of:
        return clock_rules.hand_played(clock.structure, clock.anchor, now_ms) if state.hands < of else None
    if not state.remaining_ms:
        return None
    return clock_rules.adjust(clock.structure, clock.anchor, now_ms, -charged)


@director_action("hand_for_hand.end", roles=FLOOR_STAFF)
def end_hand_for_hand(act: Act) -> dict[str, object]:
    """End hand-for-hand: the clock goes on from where it stands."""
    row = _current(act)
    act.change(row, until_ms=act.now_ms)
    clock = clock_of(act)
    if act.event.status == "running" and clock.state(act.now_ms).paused:
        append_anchor(act, clock.structure_id, clock_rules.resume(clock.structure, clock.anchor, act.now_ms))
    act.facts["hand"] = row.facts["hand_number"]
    return {"notice_id": row.pk}
