"""The clock as pages of the console show it: its face, what comes next, and which windows are open."""

import json
from typing import Any

from django.utils.translation import gettext as _

from clock.event_windows import (
    addon,
    late_registration,
    rebuys,
    reentry,
    reentry_state,
    registration_state,
    state_of,
    waiting_list,
    waiting_state,
)
from clock.rules.state import COUNTDOWN, NOT_STARTED, ON_BREAK, OVERTIME, ClockState, level_on_screen
from clock.rules.structure import Level, Structure
from clock.rules.timeline import upcoming
from clock.rules.windows import BEFORE, WindowState
from clock.selectors import ClockFacts
from director.scene.scene import Scene

STAGES = {NOT_STARTED: "none", COUNTDOWN: "countdown", ON_BREAK: "break", OVERTIME: "over"}
SHOWN_AHEAD = 5


def clock_part(clock: ClockFacts, now_ms: int) -> dict[str, Any]:
    """The clock of components/clock.html. In overtime `remaining_ms` is the time past the end."""
    state = clock.state(now_ms)
    over = state.phase == OVERTIME
    duration_ms = clock.structure.durations_ms[state.level_index]
    runs_out = state.running and not over
    return {
        "stage": STAGES.get(state.phase, "playing"),
        "running": state.running,
        "is_idle": not state.started,
        "has_no_minutes": not state.started or bool(clock.structure.levels[state.level_index].hands),
        "level_number": state.level_number,
        "remaining_ms": state.overtime_ms if over else state.remaining_ms,
        "duration_ms": duration_ms,
        "gone_permille": gone_permille(clock, state),
        "ends_at_ms": now_ms + state.remaining_ms if runs_out else None,
        "waits_until_ms": now_ms + state.waits_ms if state.waits_ms else None,
        **hands_part(clock, state),
        "level": level_on_screen(clock.structure, state),
        "schedule": schedule(clock, now_ms),
        "stamp": json.dumps({"anchor": str(clock.anchor_sequence)}),
    }


def hands_part(clock: ClockFacts, state: ClockState) -> dict[str, int]:
    """Which hand of a level of hands is being played; 0 of 0 in a level that time ends."""
    of = clock.structure.levels[state.level_index].hands if state.started else 0
    return {"hand_number": min(state.hands + 1, of), "hands_of": of}


def gone_permille(clock: ClockFacts, state: ClockState) -> int:
    """How much of the level is gone: of its time, or of its hands."""
    level = clock.structure.levels[state.level_index]
    played, of = (state.hands, level.hands) if level.hands else (state.elapsed_ms, level.duration_ms)
    return max(0, min(1000, 1000 * played // of))


def schedule(clock: ClockFacts, now_ms: int) -> dict[str, Any]:
    """All the page's own clock needs to go on without the server: levels, last anchor, the server's time."""
    anchor = clock.anchor
    numbers = clock.structure.numbers
    return {
        "server_ms": now_ms,
        "anchor": None
        if anchor is None
        else {
            "sequence": clock.anchor_sequence,
            "kind": anchor.kind,
            "at_ms": anchor.at_ms,
            "level_index": anchor.level_index,
            "elapsed_ms": anchor.elapsed_ms,
            "running": anchor.running,
            "hands": anchor.hands,
        },
        "levels": [
            _slim(level, number) for level, number in zip(clock.structure.levels, numbers, strict=True)
        ],
    }


def _slim(level: Level, number: int | None) -> dict[str, Any]:
    shown = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "hands")
    named = {name: value for name in shown if (value := getattr(level, name))}
    return {"kind": level.kind, "duration_ms": level.duration_ms, "level_number": number or 0, **named}


def ahead(clock: ClockFacts, now_ms: int) -> list[dict[str, Any]]:
    """The levels after the present one, with the time of day at which they begin if the clock runs on."""
    state = clock.state(now_ms)
    skip = 1 if state.started else 0
    rows = upcoming(clock.structure, clock.anchor, now_ms, SHOWN_AHEAD + skip)[skip:]
    by_hands = [bool(level.hands) for level in clock.structure.levels]
    return [
        {
            **_row(clock.structure, row.level_index, row.starts_at_ms, row.level_number),
            # Hands lie before it, so its time is only reckoned.
            "is_about": any(by_hands[state.level_index : row.level_index]),
        }
        for row in rows
    ]


def _row(structure: Structure, index: int, starts_at_ms: int | None, number: int | None) -> dict[str, Any]:
    level = structure.levels[index]
    return {
        "index": index,
        "starts_at_ms": starts_at_ms,
        "is_break": level.is_break,
        "level_number": number,
        "duration_ms": level.duration_ms,
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "small_bet": level.small_bet,
        "big_bet": level.big_bet,
        "ante": level.ante,
    }


def windows(scene: Scene) -> list[dict[str, Any]]:
    """The windows of the tournament that are open or still to open, each with the time left on the clock."""
    event, clock, now_ms = scene.event, scene.clock, scene.now_ms
    found: list[tuple[str, WindowState]] = []
    if event.late_until_level or event.late_minutes:
        found.append((_("Late registration"), registration_state(event, clock, now_ms)))
    if reentry(event):
        found.append((_("Re-entry"), reentry_state(event, clock, now_ms)))
    own = ((_("Rebuys"), rebuys(event)), (_("Add-on"), addon(event)))
    found += [(label, state_of(window, clock, now_ms)) for label, window in own if window]
    if event.waiting_until_level and waiting_list(event) != late_registration(event):
        found.append((_("Waiting list"), waiting_state(event, clock, now_ms)))
    return [_window(label, state) for label, state in found]


def _window(label: str, state: WindowState) -> dict[str, Any]:
    """One window: its time left when it is open, a word otherwise."""
    if state.is_open:
        note = "" if state.remaining_ms is not None else _("open")
        return {"label": label, "left_ms": state.remaining_ms, "note": note}
    if state.status == BEFORE:
        return {"label": label, "left_ms": state.opens_in_ms, "note": _("until it opens")}
    return {"label": label, "left_ms": None, "note": _("closed")}
