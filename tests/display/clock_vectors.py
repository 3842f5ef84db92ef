"""The clock's answers at chosen and random moments, reckoned by clock/rules: what the browser must answer too.

`python -m tests.display.clock_vectors` writes tests/display/vectors/clock_state.json anew.
"""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from clock.rules.state import Anchor, clock_state
from clock.rules.structure import Structure, break_level, play_level
from clock.rules.timeline import outlook
from clock.rules.windows import (
    BreakAfter,
    PlayTime,
    UntilLevel,
    Window,
    closing_point,
    opening_point,
    window_state,
)

PATH = Path(__file__).parent / "vectors" / "clock_state.json"
MINUTE = 60_000
AT_MS = 1_793_462_400_000
MODES = {
    "not_started": "unscheduled",
    "countdown": "countdown",
    "playing": "level",
    "break": "level",
    "overtime": "overtime",
}
STRUCTURES = {
    "plain": (
        play_level(20, 25, 50),
        play_level(20, 50, 100),
        play_level(20, 75, 150),
        play_level(20, 100, 200),
    ),
    "breaks": (
        play_level(20, 25, 50),
        play_level(20, 50, 100),
        break_level(10, colour_ups=(25,)),
        play_level(20, 75, 150),
        play_level(20, 100, 200),
        break_level(15),
        break_level(5),
        play_level(1, 200, 400),
    ),
    "hands": (
        play_level(20, 25, 50),
        replace(play_level(15, 50, 100), hands=8),
        break_level(10),
        replace(play_level(15, 75, 150), hands=5),
    ),
}
WINDOWS: tuple[Window, ...] = (
    UntilLevel(2),
    UntilLevel(2, through_break=True),
    UntilLevel(0),
    UntilLevel(40),
    PlayTime(30 * MINUTE),
    BreakAfter(2),
)
CASES = (
    ("nothing scheduled", "plain", None, 0),
    ("countdown", "plain", ("schedule", 0, -30 * MINUTE, True), 0),
    ("a countdown reaches zero", "plain", ("schedule", 0, -30 * MINUTE, True), 30 * MINUTE),
    ("F45 asleep through the countdown", "plain", ("schedule", 0, -30 * MINUTE, True), 31 * MINUTE),
    ("F47 paused countdown", "plain", ("schedule", 0, -12 * MINUTE, False), 5 * MINUTE),
    ("start called off", "plain", ("unschedule", 0, 0, False), MINUTE),
    ("first millisecond", "plain", ("start", 0, 0, True), 0),
    ("F14 a minute on", "plain", ("start", 0, 0, True), MINUTE),
    ("last millisecond of a level", "plain", ("start", 0, 0, True), 20 * MINUTE - 1),
    ("exact end of a level", "plain", ("start", 0, 0, True), 20 * MINUTE),
    ("F53 asleep over several levels", "plain", ("start", 0, 0, True), 65 * MINUTE),
    ("two levels in forty minutes", "plain", ("start", 0, 0, True), 40 * MINUTE),
    ("F8 overtime", "plain", ("start", 0, 0, True), 100 * MINUTE),
    ("F55 a jump lands at the level's start", "plain", ("go_to_level", 2, 0, True), 0),
    ("F56 paused at 9:53", "plain", ("pause", 1, 20 * MINUTE - 593_000, False), 7 * MINUTE),
    ("time added beyond the level's length", "plain", ("adjust", 1, -3 * MINUTE, True), MINUTE),
    ("before the anchor", "plain", ("start", 1, 4 * MINUTE, True), -5_000),
    ("break", "breaks", ("start", 0, 0, True), 45 * MINUTE),
    ("two breaks in a row", "breaks", ("start", 4, 0, True), 36 * MINUTE),
    ("time runs into a level of hands", "hands", ("start", 0, 0, True), 25 * MINUTE),
    ("and not out of it", "hands", ("start", 0, 0, True), 65 * MINUTE),
    ("three hands were played", "hands", ("hand", 1, 9 * MINUTE, True, 3), 2 * MINUTE),
    ("the hands take longer than expected", "hands", ("hand", 1, 20 * MINUTE, True, 7), MINUTE),
    ("a break after hands ends by time", "hands", ("advance", 2, 0, True), 12 * MINUTE),
    ("the last level is one of hands", "hands", ("hand", 3, 14 * MINUTE, False, 4), 5 * MINUTE),
    ("waiting to go on by itself", "plain", ("wait", 1, 8 * MINUTE, True), -40_000),
    ("the wait is over", "plain", ("wait", 1, 8 * MINUTE, True), 0),
    ("and the level goes on", "plain", ("wait", 1, 8 * MINUTE, True), MINUTE),
    ("waiting in a break", "breaks", ("wait", 2, 4 * MINUTE, True), -MINUTE),
    ("waiting in overtime", "plain", ("wait", 3, 25 * MINUTE, True), -MINUTE),
    ("waiting in a level of hands", "hands", ("wait", 1, 16 * MINUTE, True, 3), -MINUTE),
    ("paused in overtime", "breaks", ("pause", 7, 5 * MINUTE, False), MINUTE),
)  # fmt: skip


def structure_json(structure: Structure) -> list[dict[str, Any]]:
    return [
        {"kind": level.kind, "duration_ms": level.duration_ms, "level_number": number or 0}
        | ({"hands": level.hands} if level.hands else {})
        for level, number in zip(structure.levels, structure.numbers, strict=True)
    ]


def window_json(structure: Structure, window: Window) -> dict[str, Any]:
    """A window as the open state carries it."""
    opens, closes = opening_point(structure, window), closing_point(structure, window)
    points = {
        "closes_level_index": closes and closes.level_index,
        "closes_elapsed_ms": closes and closes.offset_ms,
        "opens_level_index": opens and opens.level_index,
        "opens_elapsed_ms": opens and opens.offset_ms,
    }
    return {name: value for name, value in points.items() if value is not None}


def answer(structure: Structure, anchor: Anchor | None, now_ms: int) -> dict[str, Any]:
    """What clock/rules says at a moment."""
    state = clock_state(structure, anchor, now_ms)
    ahead = outlook(structure, state)
    return {
        "mode": MODES[state.phase],
        "levelIndex": state.level_index,
        "elapsedMs": state.elapsed_ms,
        "remainingMs": state.remaining_ms,
        "overtimeMs": state.overtime_ms,
        "running": state.running,
        "hands": state.hands,
        "waitsMs": state.waits_ms,
        "nextBreakIndex": ahead.next_break_index,
        "nextBreakInMs": ahead.next_break_in_ms,
        "windowsMs": [left(structure, window, anchor, now_ms) for window in WINDOWS],
    }


def left(structure: Structure, window: Window, anchor: Anchor | None, now_ms: int) -> int:
    """Time until an open window closes; 0: not open, -1: never closes."""
    state = window_state(structure, window, anchor, now_ms)
    if not state.is_open:
        return 0
    return -1 if state.remaining_ms is None else state.remaining_ms


def vector(name: str, which: str, given: tuple[Any, ...] | None, after_ms: int) -> dict[str, Any]:
    structure = Structure(STRUCTURES[which])
    anchor = None if given is None else Anchor(given[0], AT_MS, *given[1:])
    spelled = anchor and {
        "sequence": 1,
        "kind": anchor.kind,
        "at_ms": anchor.at_ms,
        "level_index": anchor.level_index,
        "elapsed_ms": anchor.elapsed_ms,
        "running": anchor.running,
        "hands": anchor.hands,
    }
    return {
        "name": name,
        "structure": which,
        "anchor": spelled,
        "now_ms": AT_MS + after_ms,
        "state": answer(structure, anchor, AT_MS + after_ms),
    }


def vectors() -> dict[str, Any]:
    """Chosen moments first, then a hundred and twenty random ones."""
    chance = random.Random(20_261_130)
    rows = [vector(*case) for case in CASES]
    for number in range(120):
        which = chance.choice(sorted(STRUCTURES))
        level = chance.randrange(len(STRUCTURES[which]))
        elapsed = chance.randrange(-MINUTE, STRUCTURES[which][level].duration_ms)
        given = ("adjust", level, elapsed, chance.random() < 0.8)
        rows.append(vector(f"random {number}", which, given, chance.randrange(-MINUTE, 150 * MINUTE)))
    structures = {name: Structure(levels) for name, levels in STRUCTURES.items()}
    return {
        "structures": {name: structure_json(structure) for name, structure in structures.items()},
        "windows": {
            name: [window_json(structure, window) for window in WINDOWS]
            for name, structure in structures.items()
        },
        "vectors": rows,
    }


def written() -> str:
    """The file's text."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
