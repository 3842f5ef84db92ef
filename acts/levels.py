"""Levels changed from the clock itself: a break taken now, time for all coming levels, one level edited, one more.

Each is one act with one undo, tells the players what changed, and keeps the time played in the present level.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from acts.notices import announce_levels
from acts.refusals import refusing, whole
from acts.timing import require_reason_of_floor, told
from clock.rules import steering
from clock.rules.state import Anchor
from clock.rules.steering import MINUTE_MS, Turn
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, NO_ANTE, Level, Structure
from clock.selectors import load_clock
from clock.steps import append_anchor, record_due, write_structure
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS, FLOOR_STAFF
from tournaments.errors import DirectorError

type Builder = Callable[[Structure, Anchor | None, int], Turn]

LONGEST_LEVEL_MINUTES = 24 * 60
RUNNING = frozenset({"running"})


def _turn(act: Act, build: Builder) -> dict[str, object]:
    """Record what was due, build levels and anchor by a pure rule, store both, and tell the players what changed."""
    clock = load_clock(act.event.pk)
    record_due(act, clock)
    with refusing():
        after, anchor = build(clock.structure, clock.anchor, act.now_ms)
        row = write_structure(act, after)
    if anchor is not None:
        append_anchor(act, row.pk, anchor)
    announce_levels(act, clock, after)
    return told(act, load_clock(act.event.pk))


@director_action("clock.break_now", roles=FLOOR_STAFF, statuses=RUNNING)
def break_now(act: Act, *, minutes: int) -> dict[str, object]:
    """End the level and begin a break of so many minutes now. A break that would have come next is this one."""
    require_reason_of_floor(act)
    act.facts["minutes"] = minutes
    return _turn(act, lambda levels, anchor, now: steering.break_now(levels, anchor, now, minutes))


@director_action("clock.stretch", roles=DIRECTORS)
def stretch(act: Act, *, minutes: int) -> dict[str, object]:
    """Make every coming level of play longer by so many minutes, or shorter where they are negative; breaks stay."""
    act.facts["minutes"] = minutes
    return _turn(act, lambda levels, anchor, now: steering.stretched(levels, anchor, now, minutes))


@director_action("clock.add_level", roles=DIRECTORS)
def add_level(act: Act) -> dict[str, object]:
    """Put one more level behind the last, higher by the usual rise; in overtime it begins now."""
    return _turn(act, steering.with_one_more)


@director_action("clock.edit_level", roles=DIRECTORS)
def edit_level(
    act: Act,
    *,
    level_index: int | None = None,
    minutes: int | None = None,
    small_blind: int | None = None,
    big_blind: int | None = None,
    ante: int | None = None,
    bring_in: int | None = None,
    small_bet: int | None = None,
    big_bet: int | None = None,
) -> dict[str, object]:
    """Change the level being played (or a coming one by its 0-based index): its length, its bets; the rest stays.

    The time played is kept. What is not named stays as it is.
    """
    clock = load_clock(act.event.pk)
    index = clock.state(act.now_ms).level_index if level_index is None else level_index
    if not 0 <= index < len(clock.structure):
        raise DirectorError("no_such_level", _("There is no such level. Reload the page and choose again."))
    chips = {
        "small_blind": small_blind,
        "big_blind": big_blind,
        "ante": ante,
        "bring_in": bring_in,
        "small_bet": small_bet,
        "big_bet": big_bet,
    }
    level = _changed(clock.structure.levels[index], minutes, chips)
    act.facts["edited"] = clock.structure.numbers[index] or 0
    return _turn(act, lambda levels, anchor, now: steering.with_level(levels, anchor, now, index, level))


def _changed(level: Level, minutes: int | None, chips: dict[str, int | None]) -> Level:
    """The level with what was named; an ante that appears is paid by the big blind where there is one."""
    named: dict[str, Any] = {name: value for name, value in chips.items() if value is not None}
    if minutes is not None:
        named["duration_ms"] = whole(minutes, 1, LONGEST_LEVEL_MINUTES, _("Minutes")) * MINUTE_MS
    changed = replace(level, **named)
    if changed.ante and changed.ante_kind == NO_ANTE:
        return replace(changed, ante_kind=BIG_BLIND_ANTE if changed.big_blind else ANTE_EACH)
    return changed if changed.ante else replace(changed, ante_kind=NO_ANTE)
