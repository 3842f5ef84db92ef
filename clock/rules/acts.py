"""What the director does to the clock: pure builders of the next anchor from (structure, last anchor, now).

Every act first asks clock_state where the clock stands and anchors it there, so pausing and resuming loses nothing.
An act that makes no sense now raises RuleError with a code. Whoever stores an anchor records what was due before it
first (transitions.py). Adding and taking off time moves the clock within a level; it never leads back to another one.
"""

from collections.abc import Sequence

from clock.rules.state import (
    ADJUST,
    ADVANCE,
    COMPENSATE,
    COUNTDOWN,
    GIVE_BACK,
    GO_TO_LEVEL,
    HAND,
    HOLD,
    NOT_STARTED,
    ON_BREAK,
    PAUSE,
    RESUME,
    SCHEDULE,
    START,
    UNDO,
    UNSCHEDULE,
    WAIT,
    Anchor,
    AnchorKind,
    ClockState,
    clock_state,
)
from clock.rules.state import STRUCTURE as STRUCTURE_EDIT
from clock.rules.structure import Structure
from clock.rules.structure_checks import require_sound
from tournaments.rules.errors import RuleError

DAY_MS = 24 * 60 * 60 * 1_000
MOST_ADJUSTED_MS = DAY_MS
# A countdown longer than this is a slip of the year; far beyond it no calendar could show the start.
MOST_AHEAD_MS = 2 * 366 * DAY_MS
MOST_GIVEN_BACK_MS = 31 * DAY_MS
MOST_WAITED_MS = DAY_MS


def schedule(structure: Structure, anchor: Anchor | None, now_ms: int, start_at_ms: int) -> Anchor:
    """Count down to a start at `start_at_ms`; again at any time before it. The start happens by itself at zero.

    Errors: `already_started`, `start_not_ahead`, `start_too_far` (two years).
    """
    if clock_state(structure, anchor, now_ms).started:
        raise RuleError("already_started")
    if start_at_ms <= now_ms:
        raise RuleError("start_not_ahead", start_at_ms=start_at_ms, now_ms=now_ms)
    if start_at_ms - now_ms > MOST_AHEAD_MS:
        raise RuleError("start_too_far", start_at_ms=start_at_ms, most_ms=MOST_AHEAD_MS)
    return Anchor(SCHEDULE, now_ms, 0, now_ms - start_at_ms, running=True)


def unschedule(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """Take back a scheduled start. Errors: `already_started`, `not_scheduled`."""
    state = clock_state(structure, anchor, now_ms)
    if state.started:
        raise RuleError("already_started")
    if state.phase == NOT_STARTED:
        raise RuleError("not_scheduled")
    return _unscheduled(now_ms)


def start(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """Begin the first level now, whatever a countdown says. Error: `already_started`."""
    if clock_state(structure, anchor, now_ms).started:
        raise RuleError("already_started")
    return Anchor(START, now_ms, 0, 0, running=True)


def pause(structure: Structure, anchor: Anchor | None, now_ms: int, for_ms: int = 0) -> Anchor:
    """Stop the clock where it is, a countdown too (F47); with `for_ms` only for so long, then it goes on by itself.

    Errors: `not_started`, `already_paused`, `wait_out_of_range` (a day).
    """
    state = _known(structure, anchor, now_ms)
    if not state.running and not state.waits_ms:
        raise RuleError("already_paused")
    return _waiting(state, now_ms, for_ms) if for_ms else _standing(PAUSE, state, now_ms, running=False)


def resume(structure: Structure, anchor: Anchor | None, now_ms: int, in_ms: int = 0) -> Anchor:
    """Go on from where the clock stands, to the millisecond: now, or by itself in `in_ms`.

    Errors: `not_started`, `already_running`, `wait_out_of_range` (a day).
    """
    state = _known(structure, anchor, now_ms)
    if state.running:
        raise RuleError("already_running")
    return _waiting(state, now_ms, in_ms) if in_ms else _standing(RESUME, state, now_ms, running=True)


def adjust(structure: Structure, anchor: Anchor | None, now_ms: int, delta_ms: int) -> Anchor:
    """Change the time left by `delta_ms`: plus adds time to the level, minus takes it off.

    Minus to zero or past it begins the next level now with its full length (F16); in the last level overtime
    begins. Plus may leave more than the level's whole length. In overtime plus gives that much time left.
    Errors: `not_started`, `adjust_too_large` (a day), `no_time_left` (minus in overtime), `level_of_hands`.
    """
    state = _known(structure, anchor, now_ms)
    if state.started and structure.levels[state.level_index].hands:
        raise RuleError("level_of_hands")
    if abs(delta_ms) > MOST_ADJUSTED_MS:
        raise RuleError("adjust_too_large", delta_ms=delta_ms, most_ms=MOST_ADJUSTED_MS)
    if delta_ms <= 0 and not state.remaining_ms:
        raise RuleError("no_time_left")
    left_ms = state.remaining_ms + delta_ms
    if left_ms > 0:
        base_ms = 0 if state.phase == COUNTDOWN else structure.durations_ms[state.level_index]
        return _kept(ADJUST, state._replace(elapsed_ms=base_ms - left_ms), now_ms)
    if state.phase == COUNTDOWN:
        return Anchor(START, now_ms, 0, 0, running=state.running)
    return _level_over(structure, state, now_ms)


def go_to_level(structure: Structure, anchor: Anchor | None, now_ms: int, level_index: int) -> Anchor:
    """Begin that level or break now with its full length (F55), running or paused as before; a wait is over with it.

    `level_index` counts breaks; Structure.level_index(n) finds the level shown as n. Going to the present level
    begins it again. Errors: `not_started`, `no_such_level`.
    """
    state = _playing(structure, anchor, now_ms)
    if not 0 <= level_index < len(structure):
        raise RuleError("no_such_level", level_index=level_index, levels=len(structure))
    return _begun(GO_TO_LEVEL, state, now_ms, level_index)


def next_level(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """Begin the following level or break now. Errors: `not_started`, `no_next_level`."""
    index = _playing(structure, anchor, now_ms).level_index + 1
    if index >= len(structure):
        raise RuleError("no_next_level")
    return go_to_level(structure, anchor, now_ms, index)


def previous_level(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """Begin the level or break before this one now, full length. Errors: `not_started`, `no_previous_level`."""
    index = _playing(structure, anchor, now_ms).level_index - 1
    if index < 0:
        raise RuleError("no_previous_level")
    return go_to_level(structure, anchor, now_ms, index)


def end_break(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """End the break early: the level after it begins now. Errors: `not_started`, `not_on_break`, `no_next_level`."""
    state = _playing(structure, anchor, now_ms)
    if state.phase != ON_BREAK:
        raise RuleError("not_on_break")
    index = state.level_index + 1
    if index >= len(structure):
        raise RuleError("no_next_level")
    return _begun(ADVANCE, state, now_ms, index)


def count_hand(structure: Structure, anchor: Anchor | None, now_ms: int, step_ms: int) -> Anchor:
    """Hand-for-hand: the frozen clock is charged a set time for a hand (TDA RP-8); what is over goes to the next level.

    Errors: `not_started`, `clock_is_running`, `step_not_positive`.
    """
    state = _playing(structure, anchor, now_ms)
    if state.running:
        raise RuleError("clock_is_running")
    if step_ms <= 0:
        raise RuleError("step_not_positive", step_ms=step_ms)
    moved = Anchor(ADJUST, now_ms - step_ms, state.level_index, state.elapsed_ms, running=True)
    after = clock_state(structure, moved, now_ms)
    kind: AnchorKind = ADJUST if after.level_index == state.level_index else ADVANCE
    return _standing(kind, after, now_ms, running=False)


def hand_played(structure: Structure, anchor: Anchor | None, now_ms: int) -> Anchor:
    """A hand of a level of hands is over; after the last one the next level begins, running or paused as before.

    Errors: `not_started`, `no_level_of_hands`, `no_next_level`.
    """
    state = _playing(structure, anchor, now_ms)
    of = structure.levels[state.level_index].hands
    if not of:
        raise RuleError("no_level_of_hands")
    if state.hands + 1 >= of and state.level_index + 1 < len(structure):
        return _begun(ADVANCE, state, now_ms, state.level_index + 1)
    if state.hands >= of:
        raise RuleError("no_next_level")
    return _kept(HAND, state._replace(hands=state.hands + 1), now_ms)


def frozen_levels(structure: Structure, anchor: Anchor | None, now_ms: int) -> int:
    """How many levels, from the first, are past and can no longer be edited."""
    state = clock_state(structure, anchor, now_ms)
    return state.level_index if state.started else 0


def edit_structure(
    before: Structure,
    after: Structure,
    anchor: Anchor | None,
    now_ms: int,
    origins: Sequence[int | None] | None = None,
) -> Anchor | None:
    """The anchor under an edited structure; None if no start was ever set.

    Past levels are frozen, the present one can be changed but not deleted and stays level or break; the time played
    in it is kept (docs/rules.md 5). If that is more than its new length, the next level begins now with its full
    length; so does a level appended in overtime (F8). `origins` gives for each level of `after` its index in
    `before` (None: new), as an edit form knows it; without it levels are matched by position.
    Errors: `structure_unsound`; with `level_index` `past_level_changed`, `present_level_deleted`,
    `present_level_moved`, `present_level_kind_changed`; `origins_do_not_fit` (not one for each level).
    """
    require_sound(after)
    state = clock_state(before, anchor, now_ms)
    if not state.started:
        return None if anchor is None else _kept(STRUCTURE_EDIT, state, now_ms)
    _require_past_kept(before, after, state.level_index, origins)
    present = after.levels[state.level_index]
    done = state.hands >= present.hands if present.hands else state.elapsed_ms >= present.duration_ms
    if not done:
        return _kept(STRUCTURE_EDIT, state, now_ms)
    if state.level_index + 1 < len(after):
        return _begun(ADVANCE, state, now_ms, state.level_index + 1)
    return _kept(STRUCTURE_EDIT, state, now_ms)


def give_back(structure: Structure, anchor: Anchor | None, now_ms: int, amount_ms: int) -> Anchor:
    """Give back time that ran while nobody could see the clock (an outage): the clock is moved back by it.

    Unlike added time this leads back over the starts of levels, to where the clock stood; never before the start.
    Errors: `not_started`, `amount_not_positive`, `amount_too_large` (31 days).
    """
    state = _known(structure, anchor, now_ms)
    if amount_ms <= 0 or anchor is None:
        raise RuleError("amount_not_positive", amount_ms=amount_ms)
    if amount_ms > MOST_GIVEN_BACK_MS:
        raise RuleError("amount_too_large", amount_ms=amount_ms, most_ms=MOST_GIVEN_BACK_MS)
    ran_ms = max(0, now_ms - anchor.at_ms) if anchor.running else 0
    earlier = clock_state(structure, anchor, now_ms - min(amount_ms, ran_ms))
    if amount_ms > ran_ms:
        earlier = _further_back(structure, earlier, amount_ms - ran_ms)
    return _kept(GIVE_BACK, earlier._replace(running=state.running), now_ms)


def hold(structure: Structure, anchor: Anchor | None, now_ms: int, last_seen_ms: int) -> Anchor:
    """Freeze the clock where it stood at `last_seen_ms`, the last heartbeat, until the director chooses.

    Going on from there is resume(); counting the outage after all is undo() of the hold. Of the transitions record
    those due by `last_seen_ms` before it, no others. Errors: `not_started`, `already_paused`.
    """
    if not _known(structure, anchor, now_ms).running:
        raise RuleError("already_paused")
    return _standing(HOLD, clock_state(structure, anchor, last_seen_ms), now_ms, running=False)


def compensate(structure: Structure, anchor: Anchor | None, now_ms: int, step_ms: int) -> Anchor:
    """Keep the clock where it truly is after the wall clock was set by `step_ms` (plus: forwards).

    `now_ms` is the new reading of the wall clock. Record first the transitions due by `now_ms - step_ms`, which is
    now on the clock they were computed for. Error: `not_started` (nothing to compensate).
    """
    _known(structure, anchor, now_ms)
    state = clock_state(structure, anchor, now_ms - step_ms)
    return _kept(COMPENSATE, state, now_ms)


def undo(structure: Structure, previous: Anchor | None, undone: Anchor, now_ms: int) -> Anchor:
    """The clock as if `undone` had never been stored: where `previous` would have it now, under its structure.

    A level that players have seen already is not announced again (docs/rules.md 5): the kind is `undo`. If time
    went on to a level they have not seen, it is `advance`, which announces it.
    """
    state = clock_state(structure, previous, now_ms)
    if state.phase == NOT_STARTED:
        return _unscheduled(now_ms)
    seen = state.phase == COUNTDOWN or state.level_index in _levels_seen(structure, previous, undone, now_ms)
    return _kept(UNDO if seen else ADVANCE, state, now_ms)


def _levels_seen(structure: Structure, previous: Anchor | None, undone: Anchor, now_ms: int) -> set[int]:
    """Levels on the screen when `undone` was stored, and since. Nobody saw what was on when a clock was held."""
    seen = set()
    # A wait's own time lies ahead of the act; until then the level stays the one it was paused in.
    stored_ms = previous.at_ms if previous and undone.kind == WAIT else undone.at_ms
    before = clock_state(structure, previous, stored_ms)
    if before.started and undone.kind != HOLD:
        seen.add(before.level_index)
    if undone.level_index < len(structure):
        since = clock_state(structure, undone, now_ms)
        seen.update(range(undone.level_index, since.level_index + 1) if since.started else ())
    return seen


def _known(structure: Structure, anchor: Anchor | None, now_ms: int) -> ClockState:
    state = clock_state(structure, anchor, now_ms)
    if state.phase == NOT_STARTED:
        raise RuleError("not_started")
    return state


def _playing(structure: Structure, anchor: Anchor | None, now_ms: int) -> ClockState:
    state = _known(structure, anchor, now_ms)
    if not state.started:
        raise RuleError("not_started")
    return state


def _standing(kind: AnchorKind, state: ClockState, now_ms: int, *, running: bool) -> Anchor:
    """An anchor at a state of the clock. A countdown stays one whatever the act: only its kind tells it from play."""
    if state.phase == COUNTDOWN:
        kind = SCHEDULE
    elif state.phase == NOT_STARTED:
        return _unscheduled(now_ms)
    return Anchor(kind, now_ms, state.level_index, state.elapsed_ms, running, state.hands)


def _kept(kind: AnchorKind, state: ClockState, now_ms: int) -> Anchor:
    """An anchor at a state of the clock, running, standing or waiting as it does."""
    if state.waits_ms:
        return _waiting(state, now_ms, state.waits_ms)
    return _standing(kind, state, now_ms, running=state.running)


def _waiting(state: ClockState, now_ms: int, wait_ms: int) -> Anchor:
    """The clock stands at that state and goes on by itself after `wait_ms`."""
    if not state.started:
        raise RuleError("not_started")
    if not 0 < wait_ms <= MOST_WAITED_MS:
        raise RuleError("wait_out_of_range", wait_ms=wait_ms, most_ms=MOST_WAITED_MS)
    return Anchor(
        WAIT, now_ms + wait_ms, state.level_index, state.elapsed_ms, running=True, hands=state.hands
    )


def _begun(kind: AnchorKind, state: ClockState, now_ms: int, level_index: int) -> Anchor:
    """That level begins now. Whoever begins a level waits no longer."""
    return Anchor(kind, now_ms, level_index, 0, running=state.running or state.waits_ms > 0)


def _unscheduled(now_ms: int) -> Anchor:
    return Anchor(UNSCHEDULE, now_ms, 0, 0, running=False)


def _level_over(structure: Structure, state: ClockState, now_ms: int) -> Anchor:
    if state.level_index + 1 < len(structure):
        return _begun(ADVANCE, state, now_ms, state.level_index + 1)
    duration_ms = structure.durations_ms[state.level_index]
    return _kept(ADJUST, state._replace(elapsed_ms=duration_ms), now_ms)


def _further_back(structure: Structure, state: ClockState, amount_ms: int) -> ClockState:
    index, elapsed_ms = state.level_index, state.elapsed_ms - amount_ms
    if state.phase == COUNTDOWN:
        return state._replace(elapsed_ms=elapsed_ms)
    while elapsed_ms < 0 and index > 0:
        index -= 1
        elapsed_ms += structure.durations_ms[index]
    hands = state.hands if index == state.level_index else 0
    return state._replace(level_index=index, elapsed_ms=max(0, elapsed_ms), hands=hands)


def _require_past_kept(
    before: Structure, after: Structure, present: int, origins: Sequence[int | None] | None
) -> None:
    kept = range(len(after)) if origins is None else origins
    if len(kept) != len(after):
        raise RuleError("origins_do_not_fit", origins=len(kept), levels=len(after))
    for index in range(min(present, len(after))):
        if kept[index] != index or after.levels[index] != before.levels[index]:
            raise RuleError("past_level_changed", level_index=index)
    if present not in kept:
        raise RuleError("present_level_deleted", level_index=present)
    if kept[present] != present:
        raise RuleError("present_level_moved", level_index=present)
    if after.levels[present].kind != before.levels[present].kind:
        raise RuleError("present_level_kind_changed", level_index=present)
