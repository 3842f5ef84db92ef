"""Keeping the clock right when the machine's own clock is set, the machine sleeps, or nothing ran for a while.

The row `clock` of Heartbeat holds the last reading of the machine's clocks. Against it every act (under its lock) and
the watcher of every web process compare the present reading: a set wall clock is answered by a compensating anchor, an
absence longer than ten seconds by what the setting `after_outage` says. Both are found again from stored facts, so it
does not matter who notices first, or twice.
"""

from dataclasses import replace

from django.db import transaction
from django.db.models import Subquery

from clock.models import Anchor as AnchorRow
from clock.models import Heartbeat
from clock.rules import acts as rules
from clock.rules.drift import OUTAGE_MS, TOLERANCE_MS, Drift, after_outage, compare
from clock.rules.state import WAIT
from clock.selectors import load_clock
from clock.steps import append_anchor, record_due
from tournaments.act import Act
from tournaments.acting import NothingToDo, director_action
from tournaments.actors import CLOCK_ITSELF, system_actor
from tournaments.models import Notice, Tournament
from tournaments.rules.clocks import Sample
from tournaments.rules.settings import settings_from
from tournaments.sources import RealSources, current_sources

ROOM = "clock"
STORED_EVERY_MS = 900
# What others are measured against is not stored from a reading that took longer.
SHARP_ENOUGH_MS = 100


def _stored(row: Heartbeat) -> Sample:
    return Sample(row.wall_ms, row.monotonic_ms, row.boot_ms or None, row.boot_id)


def room_clock() -> Heartbeat | None:
    """The last reading of the room's clock, if there ever was one."""
    return Heartbeat.objects.filter(part=ROOM).first()


def steps_now(row: Heartbeat | None, now: Sample) -> int:
    """By how much the wall clock has been set until now, all steps together, milliseconds."""
    return 0 if row is None else row.steps_ms + compare(_stored(row), now).step_ms


def settle_clock(act: Act) -> None:
    """Before any act, under its lock: answer an outage and a set wall clock first. Only real time can jump.

    What the machine did is no part of the act: undoing the act leaves it.
    """
    if isinstance(act.sources, RealSources):
        before = len(act.deltas)
        _settle(act)
        act.cache["clock_settled"] = bool(act.deltas[before:])
        del act.deltas[before:]


def _settle(act: Act) -> None:
    anchors = AnchorRow.objects.filter(tournament=act.event).order_by("-sequence")
    row = (
        Heartbeat.objects.filter(part=ROOM)
        .annotate(
            anchor_steps=Subquery(anchors.values("steps_ms")[:1]),
            anchor_runs=Subquery(anchors.values("running")[:1]),
        )
        .first()
    )
    now = act.clocks
    act.cache["clock_steps_ms"] = steps_now(row, now)
    if row is None or not row.anchor_runs:
        return
    last = _stored(row)
    if compare(last, now).passed_ms > OUTAGE_MS:
        _answer_outage(act, last, now)
    step_ms = act.cache["clock_steps_ms"] - row.anchor_steps
    # Two processes read one step a millisecond apart: what is less than any step can be is no second one.
    if abs(step_ms) > TOLERANCE_MS and load_clock(act.event.pk).running:
        _compensate(act, step_ms)


def _compensate(act: Act, step_ms: int) -> None:
    """The wall clock was set by `step_ms`: record what was due by the clock as it was, then anchor anew."""
    clock = load_clock(act.event.pk)
    record_due(act, clock, until_ms=act.now_ms - step_ms)
    anchor = rules.compensate(clock.structure, clock.anchor, act.now_ms, step_ms)
    append_anchor(act, clock.structure_id, anchor)
    act.facts["clock_set_ms"] = step_ms


def _answer_outage(act: Act, last: Sample, now: Sample) -> None:
    """Nothing ran since `last`: freeze the clock there or let the time count and offer it back, by the setting."""
    clock = load_clock(act.event.pk)
    if clock.anchor is None or not clock.running:
        return
    since_ms = clock.anchor.at_ms - last.wall_ms
    lay_ahead = clock.anchor.kind == WAIT
    if lay_ahead and clock.state(act.now_ms).waits_ms:
        return  # the clock stands until its time, whatever has happened
    if since_ms > OUTAGE_MS and not lay_ahead:
        return  # the act that wrote this anchor has answered it
    last = _later(last, max(0, since_ms), now)
    decision = after_outage(settings_from(act.event.rules).after_outage, last, now)  # type: ignore[arg-type]
    if decision.action == "none":
        return
    if decision.action == "hold" and decision.hold_at_ms is not None:
        record_due(act, clock, until_ms=decision.hold_at_ms)
        anchor = rules.hold(clock.structure, clock.anchor, act.now_ms, decision.hold_at_ms)
        append_anchor(act, clock.structure_id, anchor)
    _tell_outage(act, last.wall_ms, decision.outage_ms, held=decision.action == "hold")


def _later(last: Sample, by_ms: int, now: Sample) -> Sample:
    """The last sign of life: the reading, or the act upon the clock that came so long after it."""
    boot_ms = None if last.boot_ms is None else last.boot_ms + by_ms
    monotonic_ms = min(last.monotonic_ms + by_ms, max(last.monotonic_ms, now.monotonic_ms))
    return replace(last, wall_ms=last.wall_ms + by_ms, monotonic_ms=monotonic_ms, boot_ms=boot_ms)


def _tell_outage(act: Act, from_ms: int, outage_ms: int, *, held: bool) -> None:
    """Note the outage once; the to-do rail offers the time back, or asks whether to go on."""
    told = Notice.objects.filter(tournament=act.event, kind="outage", from_ms=from_ms)
    if not told.exists():
        facts = {"outage_ms": outage_ms, "held": held}
        act.create(
            Notice(tournament=act.event, kind="outage", facts=facts, from_ms=from_ms, until_ms=act.now_ms)
        )


@director_action(
    "clock.settle",
    roles=CLOCK_ITSELF,
    no_undo_reason="it answers what happened to the machine; adjust the clock or give time back instead",
)
def settle(act: Act) -> dict[str, object]:
    """Have the clock of one tournament settled even if nobody acts: the wrapper has done it by now, or nothing."""
    if not act.cache.get("clock_settled"):
        raise NothingToDo
    return {"clock_set_ms": act.facts.get("clock_set_ms", 0)}


def keep_time() -> Drift | None:
    """Once a second: compare the machine's clocks with the last reading, settle every running clock, store the reading.

    The tournaments are settled before the reading is stored: whoever is interrupted in between leaves it to be done
    again, and each tournament is settled once.
    """
    now = current_sources().read()
    if now.spread_ms > SHARP_ENOUGH_MS:
        return None  # this process is not let run; the next look, or another's, is a better one
    row = room_clock()
    if row is None:
        _store(None, now)
        return None
    if row.boot_id != now.boot_id and now.wall_ms - row.wall_ms <= OUTAGE_MS:
        return None  # another machine keeps the room's clock
    drift = compare(_stored(row), now)
    if drift.passed_ms < STORED_EVERY_MS and not drift.step_ms:
        return None  # another process of this machine has just done it
    if drift.step_ms or drift.passed_ms > OUTAGE_MS:
        running = Tournament.objects.filter(
            status__in=("planned", "running"), anchors__isnull=False
        ).distinct()
        for pk, club_id in list(running.values_list("pk", "club_id")):
            settle(actor=system_actor(club_id), tournament_id=pk)
    _store(row, now)
    return drift


def _store(row: Heartbeat | None, now: Sample) -> None:
    """Store the reading, with the steps so far, unless somebody has stored a later one."""
    with transaction.atomic():
        stored = Heartbeat.objects.select_for_update().filter(part=ROOM).first()
        if stored is None:
            stored = Heartbeat(part=ROOM)
        elif row is not None and stored.monotonic_ms > now.monotonic_ms and stored.boot_id == now.boot_id:
            return
        else:
            stored.steps_ms = steps_now(stored, now)
        stored.wall_ms, stored.monotonic_ms = now.wall_ms, now.monotonic_ms
        stored.boot_ms, stored.boot_id = now.boot_ms or 0, now.boot_id
        stored.save()
