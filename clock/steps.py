"""Writing structures, anchors and transitions, inside an act."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from clock.models import Anchor as AnchorRow
from clock.models import Level as LevelRow
from clock.models import LevelTransition
from clock.models import Structure as StructureRow
from clock.rules import acts as rules
from clock.rules.state import COMPENSATE, Anchor
from clock.rules.structure import Level, Structure
from clock.rules.structure_checks import require_sound
from clock.rules.transitions import Transition, due_transitions, next_transition_at
from clock.selectors import ClockFacts, anchor_facts, levels_of, load_clock, recorded_levels
from tournaments.act import Act
from tournaments.deltas import Delta
from tournaments.models import DirectorAction, Tournament
from tournaments.rules.errors import RuleError
from tournaments.undoing import refuse_because_of


def write_structure(act: Act, structure: Structure) -> StructureRow:
    """Store a new version of the tournament's levels; earlier versions stay as they are."""
    require_sound(structure)
    last = StructureRow.objects.filter(tournament=act.event).order_by("-number").first()
    row = StructureRow.objects.create(
        tournament=act.event, number=last.number + 1 if last else 1, action_id=act.id
    )
    LevelRow.objects.bulk_create(
        LevelRow(structure=row, level_index=index, **_columns(level))
        for index, level in enumerate(structure.levels)
    )
    act.append("structure", row)
    return row


def _columns(level: Level) -> dict[str, object]:
    return asdict(level) | {"marks": list(level.marks)}


def append_anchor(act: Act, structure_id: int, anchor: Anchor) -> AnchorRow:
    """Append where the clock stands from now on, and record what the anchor itself begins.

    What was due under the anchor before it must have been recorded already (`record_due`).
    """
    last = AnchorRow.objects.filter(tournament=act.event).order_by("-sequence").first()
    row = AnchorRow.objects.create(
        tournament=act.event,
        sequence=last.sequence + 1 if last else 1,
        structure_id=structure_id,
        action_id=act.id,
        steps_ms=act.cache.get("clock_steps_ms", last.steps_ms if last else 0),
        **asdict(anchor),
    )
    act.append("anchor", row)
    clock = load_clock(act.event.pk)
    record_due(act, clock)
    _keep_status(act, clock)
    return row


def _keep_status(act: Act, clock: ClockFacts) -> None:
    """A tournament runs once its clock has begun, whichever act began it, and is planned again when none has."""
    started = clock.state(act.now_ms).started
    if started and act.event.status == "planned":
        act.change(act.event, status="running")
    elif not started and act.event.status == "running":
        act.change(act.event, status="planned")


def record_due(act: Act, clock: ClockFacts, *, until_ms: int | None = None) -> list[Transition]:
    """Record the levels that have begun under the last anchor and are not yet recorded, each once.

    Recorded at the computed time. `until_ms` (now, unless the clock was set or stood still) is the moment up to which
    they count. Also keeps the sweep's index (`next_transition_at_ms`) of the tournament right.
    """
    new: list[Transition] = []
    until_ms = act.now_ms if until_ms is None else until_ms
    if clock.anchor_id is not None:
        done = recorded_levels(clock.anchor_id)
        due = due_transitions(clock.structure, clock.anchor, None, until_ms)
        new = [transition for transition in due if transition.level_index not in done]
        LevelTransition.objects.bulk_create(
            LevelTransition(
                tournament_id=clock.tournament_id,
                anchor_id=clock.anchor_id,
                level_index=transition.level_index,
                at_ms=transition.at_ms,
                recorded_ms=until_ms,
            )
            for transition in new
        )
    _index_next(act.event, next_transition_at(clock.structure, clock.anchor, act.now_ms))
    return new


def _index_next(tournament: Tournament, at_ms: int | None) -> None:
    """Keep the sweep's index. It is no truth and no part of the act, so undo does not know it."""
    if tournament.next_transition_at_ms != at_ms:
        tournament.next_transition_at_ms = at_ms
        Tournament.objects.filter(pk=tournament.pk).update(next_transition_at_ms=at_ms)


def revert_anchors(act: Act, _original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of anchors: the clock goes to where it would be now without them, if none that counts came later."""
    rows = AnchorRow.objects.filter(pk__in=[delta["pk"] for delta in chosen]).order_by("sequence")
    first, last = rows[0], rows[len(rows) - 1]
    since = AnchorRow.objects.filter(tournament=act.event, sequence__gt=last.sequence)
    later = since.exclude(kind=COMPENSATE)  # a compensation only keeps what it found
    way = _in_the_way(row.action for row in later.select_related("action").order_by("sequence"))
    if way is not None:
        refuse_because_of(way)
    record_due(act, load_clock(act.event.pk))
    previous = AnchorRow.objects.filter(tournament=act.event, sequence__lt=first.sequence)
    before = previous.select_related("structure").order_by("-sequence").first()
    structure = before.structure if before else first.structure
    levels = levels_of(structure.pk, structure.action_id)
    steps_ms = act.cache.get("clock_steps_ms", last.steps_ms)
    anchor = rules.undo(
        levels, anchor_facts(before, steps_ms) if before else None, anchor_facts(last, steps_ms), act.now_ms
    )
    append_anchor(act, structure.pk, anchor)


def _in_the_way(later: Iterable[DirectorAction]) -> DirectorAction | None:
    """The last act on the clock that counts: one that was undone does not, nor does its undo."""
    standing: list[DirectorAction] = []
    for action in later:
        if standing and action.pk == standing[-1].pk:
            continue
        if standing and action.undoes_id == standing[-1].pk:
            standing.pop()
        else:
            standing.append(action)
    return standing[-1] if standing else None


def revert_structures(act: Act, original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of an edit before any anchor: the version before it becomes the newest again, and the clock's if it has been
    set since.

    With an anchor in the same act the anchor's own undo brings the old structure back. The first version of a
    tournament stays: a tournament without levels does not exist.
    """
    row = StructureRow.objects.get(pk=chosen[0]["pk"])
    if row.number == 1 or any(delta["do"] == "anchor" for delta in original.deltas):
        return
    later = StructureRow.objects.filter(tournament=act.event, number__gt=row.number)
    way = _in_the_way(one.action for one in later.select_related("action").order_by("number"))
    if way is not None:
        refuse_because_of(way)
    before = StructureRow.objects.get(tournament=act.event, number=row.number - 1)
    levels = levels_of(before.pk, before.action_id)
    written, clock = write_structure(act, levels), load_clock(act.event.pk)
    if clock.anchor_id is None:
        return
    try:
        anchor = rules.edit_structure(clock.structure, levels, clock.anchor, act.now_ms)
    except RuleError:  # levels of the edit have been played
        refuse_because_of(AnchorRow.objects.get(pk=clock.anchor_id).action)
    if anchor is not None:
        append_anchor(act, written.pk, anchor)
