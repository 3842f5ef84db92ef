"""Forms of the clock: start, time left, level, break, coming levels, one level, announcements; and why, of floor."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from acts.sentences import FIELD_LABELS
from clock.rules import steering
from clock.rules.state import COUNTDOWN, NOT_STARTED, ON_BREAK
from clock.rules.timeline import ends_at_ms, outlook
from club.templatetags.figures import clock
from director.dialogs.money import reason_context
from director.dialogs.registry import Asked, Dialog, shows
from director.scene.calls import CALLS, call_label
from director.scene.clock_parts import clock_part
from director.web.permissions import may_do
from tournaments.models import Notice
from tournaments.rules.errors import RuleError

MOST_MS = 24 * 3_600_000
MINUTE_MS = 60_000
START_MINUTES = (5, 10, 15, 30)
BREAK_MINUTES = (5, 10, 15, 20, 30, 60)
WAIT_MINUTES = (1, 2, 5, 10, 15)
STEPS = (-10, -5, -2, -1, 1, 2, 5, 10)
STRETCHES = (-10, -5, -2, 2, 5, 10)
BETS = {"blinds": ("small_blind", "big_blind", "ante"), "stud": ("ante", "bring_in", "small_bet", "big_bet")}


@shows("clock_why", verb="clock.adjust")
def clock_why(asked: Asked) -> Dialog:
    """The reason that an adjustment of the clock needs, in words or by one of the usual ones."""
    verb = asked.request.GET.get("verb", "")
    delta_ms = _delta(asked.request.GET.get("delta_ms", ""))
    headings = {
        "clock.adjust": _("%(time)s more") if delta_ms > 0 else _("%(time)s less"),
        "clock.previous_level": _("Level back"),
        "clock.next_level": _("Next level"),
    }
    if verb not in headings or (verb == "clock.adjust") != bool(delta_ms):
        raise Http404
    fields = [("delta_ms", delta_ms)] if delta_ms else []
    heading = headings[verb] % {"time": clock(abs(delta_ms))}
    stamp = "" if delta_ms else _stamp(asked)
    context = reason_context(verb, fields, "", heading, stamp=stamp, required=True) | {"usual": _usual()}
    return Dialog("console/forms/reason.html", heading, context)


def _delta(text: str) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    value = sign * int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
    return value if abs(value) <= MOST_MS else 0


def _usual() -> list[str]:
    return [_("The clock was not stopped in time"), _("A ruling took long"), _("The break began late")]


def _stamp(asked: Asked) -> str:
    return str(clock_part(asked.clock, asked.at_ms)["stamp"])


def _shared(asked: Asked) -> dict[str, Any]:
    """What all of these forms read: the stamp, and whether the person has to say why."""
    return {
        "stamp": _stamp(asked),
        "why": not may_do(asked.role, "clock.edit_structure"),
        "usual": _usual(),
        "may_edit": may_do(asked.role, "clock.edit_level"),
        "clock": clock_part(asked.clock, asked.at_ms),
    }


@shows("start", verb="clock.schedule")
def start(asked: Asked) -> Dialog:
    """When the tournament begins: in some minutes, at a time of day, as planned, or now."""
    state = asked.clock.state(asked.at_ms)
    planned_ms = int(asked.event.starts_at.timestamp() * 1000)
    context = _shared(asked) | {
        "zone": asked.event.timezone,
        "choices": START_MINUTES,
        "planned_ms": planned_ms if planned_ms > asked.at_ms else None,
        "set_ms": asked.at_ms + state.remaining_ms if state.phase == COUNTDOWN and state.running else None,
        "counts": state.phase == COUNTDOWN,
        "open": state.phase in {COUNTDOWN, NOT_STARTED},
    }
    return Dialog("console/forms/clock_start.html", _("Start of play"), context)


@shows("time_left", verb="clock.set_left")
def time_left(asked: Asked) -> Dialog:
    """More or less time, or the time left set outright."""
    state = asked.clock.state(asked.at_ms)
    context = _shared(asked) | {
        "steps": [(minutes * MINUTE_MS, _signed(minutes)) for minutes in STEPS],
        "idle": state.phase == NOT_STARTED,
        "by_hands": state.started and bool(asked.clock.structure.levels[state.level_index].hands),
    }
    return Dialog("console/forms/clock_time.html", _("Time left"), context)


def _signed(minutes: int) -> str:
    return f"+{minutes}" if minutes > 0 else f"\N{MINUS SIGN}{-minutes}"


@shows("level", verb="clock.go_to_level")
def level(asked: Asked) -> Dialog:
    """Every level and break, to begin one of them now."""
    structure, state = asked.clock.structure, asked.clock.state(asked.at_ms)
    rows = [
        {
            "index": index,
            "number": structure.numbers[index],
            "level": one,
            "is_break": one.is_break,
            "present": state.started and index == state.level_index,
            "past": state.started and index < state.level_index,
        }
        for index, one in enumerate(structure.levels)
    ]
    return Dialog(
        "console/forms/clock_level.html",
        _("Go to level"),
        _shared(asked) | {"rows": rows, "idle": not state.started},
    )


@shows("break", verb="clock.break_now")
def take_break(asked: Asked) -> Dialog:
    """A break: the next of the structure, one now, or a pause that ends by itself."""
    structure, state = asked.clock.structure, asked.clock.state(asked.at_ms)
    coming = outlook(structure, state).next_break_index
    skipped = (
        0 if coming is None else len([i for i in structure.play_indices if state.level_index < i < coming])
    )
    context = _shared(asked) | {
        "idle": not state.started,
        "on_break": state.phase == ON_BREAK,
        "next_ms": None if coming is None else structure.durations_ms[coming],
        "skipped": skipped,
        "can_take": structure.after_breaks(state.level_index + 1) < len(structure),
        "breaks": BREAK_MINUTES,
        "waits": [(minutes * MINUTE_MS, minutes) for minutes in WAIT_MINUTES],
        "running": state.running,
        "is_waiting": state.waits_ms > 0,
    }
    return Dialog("console/forms/clock_break.html", _("Break or pause"), context)


@shows("stretch", verb="clock.stretch")
def stretch(asked: Asked) -> Dialog:
    """Time for every coming level, with the end of the last one that each choice leads to."""
    structure, anchor, now = asked.clock.structure, asked.clock.anchor, asked.at_ms
    coming = steering.coming_levels(structure, asked.clock.state(now))
    lengths = {structure.durations_ms[index] for index in coming}
    context = _shared(asked) | {
        "levels": len(coming),
        "each_ms": lengths.pop() if len(lengths) == 1 else None,
        "ends_ms": ends_at_ms(structure, anchor, now),
        "choices": [row for row in (_stretch_row(asked, minutes) for minutes in STRETCHES) if row],
    }
    return Dialog("console/forms/clock_stretch.html", _("Time for every coming level"), context)


def _stretch_row(asked: Asked, minutes: int) -> dict[str, Any] | None:
    """One choice; None where levels are too short for it."""
    now = asked.at_ms
    try:
        turn = steering.stretched(asked.clock.structure, asked.clock.anchor, now, minutes)
    except RuleError:
        return None
    return {
        "minutes": minutes,
        "label": _signed(minutes),
        "ends_ms": ends_at_ms(turn.structure, turn.anchor, now),
    }


@shows("edit_level", verb="clock.edit_level")
def edit_level(asked: Asked) -> Dialog:
    """The level being played: its length and its bets."""
    structure, state = asked.clock.structure, asked.clock.state(asked.at_ms)
    index = asked.number("level_index")
    index = state.level_index if index is None or index >= len(structure) else index
    found = structure.levels[index]
    names = () if found.is_break else BETS["blinds" if found.big_blind else "stud"]
    whole = found.duration_ms % MINUTE_MS == 0
    context = _shared(asked) | {
        "index": index,
        "minutes": found.duration_ms // MINUTE_MS if whole else "",
        "bets": [(name, FIELD_LABELS[name], getattr(found, name)) for name in names],
        "played_ms": max(0, state.elapsed_ms) if state.started and index == state.level_index else None,
        "hands": found.hands,
    }
    number = structure.numbers[index]
    heading = _("Change level %(level)s") % {"level": number} if number else _("Change the break")
    return Dialog("console/forms/clock_edit.html", heading, context)


@shows("announce", verb="notice.announce")
def announce(asked: Asked) -> Dialog:
    """What can be called out on all displays, and what is on them now."""
    rows = Notice.objects.filter(
        tournament=asked.event, kind="announce", revoked_by__isnull=True, until_ms__gt=asked.at_ms
    )
    context = _shared(asked) | {
        "calls": [(code, str(label)) for code, label in CALLS.items()],
        "shown": [{"notice_id": row.pk, "text": call_label(row.facts["code"])} for row in rows],
    }
    return Dialog("console/forms/announce.html", _("Announce"), context)
