"""The director and the clock. Each verb records what was due before it, then anchors where the clock stands."""

from collections.abc import Callable
from datetime import time

from django.utils.translation import gettext_lazy as _

from acts.level_windows import WindowLevels, levels_given, set_windows
from acts.notices import announce_levels
from acts.refusals import refusing, whole
from clock.rules import acts as rules
from clock.rules import steering
from clock.rules.acts import MOST_AHEAD_MS
from clock.rules.state import Anchor
from clock.rules.structure import Structure
from clock.rules.zones import next_at
from clock.selectors import ClockFacts, load_clock
from clock.steps import append_anchor, record_due, write_structure
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS, FLOOR_STAFF
from tournaments.errors import DirectorError

type Builder = Callable[[Structure, Anchor | None, int], Anchor]

MINUTE_MS = 60_000
SECOND_MS = 1_000


def _anchor(act: Act, build: Builder) -> dict[str, object]:
    """Record what was due, build the next anchor by a pure rule, append it, and note level and time left."""
    clock = load_clock(act.event.pk)
    record_due(act, clock)
    with refusing():
        anchor = build(clock.structure, clock.anchor, act.now_ms)
    append_anchor(act, clock.structure_id, anchor)
    return told(act, load_clock(act.event.pk))


def told(act: Act, clock: ClockFacts) -> dict[str, object]:
    """Facts for the log and the answer: level and time left after the act."""
    state = clock.state(act.now_ms)
    act.facts |= {"level": state.level_number, "remaining_ms": state.remaining_ms, "phase": state.phase}
    if state.waits_ms:
        act.facts["waits_ms"] = state.waits_ms
    return {"level_index": state.level_index, "remaining_ms": state.remaining_ms, "running": state.running}


def require_reason_of_floor(act: Act) -> None:
    """Floor staff may adjust the clock with a reason (permission matrix)."""
    if act.role == "floor" and not act.reason:
        raise DirectorError("reason_missing", _("Say why: the reason goes into the log."))


@director_action("clock.schedule", roles=DIRECTORS, statuses=frozenset({"planned"}))
def schedule_start(
    act: Act, *, start_at_ms: int | None = None, in_minutes: int | None = None, at_local: str = ""
) -> dict[str, object]:
    """Count down to a start; the first level begins by itself at zero. Again at any time before it, to change it.

    The start is one of: `start_at_ms` (epoch milliseconds), `in_minutes` from now, or `at_local`, the next time the
    clocks of the tournament's zone show "19:30".
    """
    with refusing():
        at_ms = _start_ms(act, start_at_ms, in_minutes, at_local.strip())
    act.facts["start_at_ms"] = at_ms
    return _anchor(act, lambda structure, anchor, now: rules.schedule(structure, anchor, now, at_ms))


def _start_ms(act: Act, start_at_ms: int | None, in_minutes: int | None, at_local: str) -> int:
    """The one moment that was named, in epoch milliseconds."""
    named = [start_at_ms is not None, in_minutes is not None, bool(at_local)]
    if sum(named) != 1:
        raise DirectorError(
            "start_missing", _("Say when: a time of day such as 19:30, or in how many minutes.")
        )
    if in_minutes is not None:
        return act.now_ms + whole(in_minutes, 1, MOST_AHEAD_MS // MINUTE_MS, _("Minutes")) * MINUTE_MS
    if start_at_ms is not None:
        return start_at_ms
    try:
        clock = time.fromisoformat(at_local)
    except ValueError as error:
        raise DirectorError("time_unreadable", _("Write the time of day as 19:30.")) from error
    if clock.tzinfo is not None or clock.microsecond:
        raise DirectorError("time_unreadable", _("Write the time of day as 19:30."))
    return next_at(clock, act.event.timezone, act.now_ms)


@director_action("clock.unschedule", roles=DIRECTORS, statuses=frozenset({"planned"}))
def unschedule_start(act: Act) -> dict[str, object]:
    """Take the countdown back."""
    return _anchor(act, rules.unschedule)


@director_action("clock.start", roles=FLOOR_STAFF, statuses=frozenset({"planned"}))
def start_clock(act: Act) -> dict[str, object]:
    """Begin level 1 now."""
    act.change(act.event, status="running")
    return _anchor(act, rules.start)


@director_action("clock.pause", roles=FLOOR_STAFF)
def pause_clock(act: Act, *, for_ms: int = 0) -> dict[str, object]:
    """Stop the clock where it is; blinds stay on the screen. With `for_ms` it goes on by itself after so long."""
    return _anchor(act, lambda structure, anchor, now: rules.pause(structure, anchor, now, for_ms))


@director_action("clock.resume", roles=FLOOR_STAFF)
def resume_clock(act: Act, *, in_ms: int = 0) -> dict[str, object]:
    """Go on from where the clock stands, to the millisecond: now, or by itself in `in_ms`."""
    return _anchor(act, lambda structure, anchor, now: rules.resume(structure, anchor, now, in_ms))


@director_action("clock.adjust", roles=FLOOR_STAFF)
def adjust_clock(act: Act, *, delta_ms: int) -> dict[str, object]:
    """Add time to the level (plus) or take it off (minus); past zero the next level begins with its full length."""
    require_reason_of_floor(act)
    act.facts["delta_ms"] = delta_ms
    return _anchor(act, lambda structure, anchor, now: rules.adjust(structure, anchor, now, delta_ms))


@director_action("clock.set_left", roles=FLOOR_STAFF)
def set_time_left(act: Act, *, minutes: int = 0, seconds: int = 0) -> dict[str, object]:
    """Set the time left in the level, or in the countdown, to so many minutes and seconds."""
    require_reason_of_floor(act)
    left_ms = MINUTE_MS * minutes + SECOND_MS * seconds
    act.facts["set_ms"] = left_ms
    return _anchor(act, lambda structure, anchor, now: steering.set_left(structure, anchor, now, left_ms))


@director_action("clock.next_level", roles=FLOOR_STAFF)
def next_level(act: Act) -> dict[str, object]:
    """Begin the following level or break now."""
    require_reason_of_floor(act)
    return _anchor(act, rules.next_level)


@director_action("clock.previous_level", roles=FLOOR_STAFF)
def previous_level(act: Act) -> dict[str, object]:
    """Begin the level or break before this one now, with its full length."""
    require_reason_of_floor(act)
    return _anchor(act, rules.previous_level)


@director_action("clock.go_to_level", roles=FLOOR_STAFF)
def go_to_level(act: Act, *, level_index: int) -> dict[str, object]:
    """Begin that level or break (0-based index) now with its full length."""
    require_reason_of_floor(act)
    return _anchor(act, lambda structure, anchor, now: rules.go_to_level(structure, anchor, now, level_index))


@director_action("clock.next_break", roles=FLOOR_STAFF)
def next_break(act: Act) -> dict[str, object]:
    """Begin the next break of the structure now, whatever levels are before it."""
    require_reason_of_floor(act)
    return _anchor(act, steering.next_break)


@director_action("clock.end_break", roles=FLOOR_STAFF)
def end_break(act: Act) -> dict[str, object]:
    """End the break early: the level after it begins now."""
    return _anchor(act, rules.end_break)


@director_action("clock.hand", roles=FLOOR_STAFF)
def count_hand(act: Act) -> dict[str, object]:
    """A hand of a level of hands is over; with its last one the next level begins."""
    found = _anchor(act, rules.hand_played)
    act.facts["hands"] = load_clock(act.event.pk).state(act.now_ms).hands
    return found | {"hands": act.facts["hands"]}


@director_action("clock.give_back", roles=DIRECTORS)
def give_back(act: Act, *, amount_ms: int) -> dict[str, object]:
    """Give back time that ran while nobody could see the clock, over the starts of levels if need be."""
    act.facts["amount_ms"] = amount_ms
    return _anchor(act, lambda structure, anchor, now: rules.give_back(structure, anchor, now, amount_ms))


@director_action("clock.edit_structure", roles=DIRECTORS)
def edit_structure(
    act: Act,
    *,
    levels: list[dict],
    origins: list[int | None] | None = None,
    windows: WindowLevels | None = None,
) -> dict[str, object]:
    """Replace the levels. Past ones are frozen, the present one keeps its time played; players get a notice.

    `levels` are rows as in Structure.to_rows(); `origins` tells for each new row which old index it was (None: new);
    `windows` sets with which level registration, re-entry and rebuys end, and after which the add-on is sold.
    """
    clock = load_clock(act.event.pk)
    record_due(act, clock)
    with refusing():
        after = levels_given(levels)
        anchor = None
        if clock.anchor is not None:
            anchor = rules.edit_structure(clock.structure, after, clock.anchor, act.now_ms, origins)
        row = write_structure(act, after)
    if anchor is not None:
        append_anchor(act, row.pk, anchor)
    announce_levels(act, clock, after)
    set_windows(act, windows or {})
    return told(act, load_clock(act.event.pk))
