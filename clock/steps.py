"""Writing structures, anchors and transitions, inside an act."""

from dataclasses import asdict

from clock.models import Anchor as AnchorRow
from clock.models import Level as LevelRow
from clock.models import LevelTransition
from clock.models import Structure as StructureRow
from clock.rules.state import Anchor
from clock.rules.structure import Level, Structure
from clock.rules.structure_checks import require_sound
from clock.rules.transitions import Transition, due_transitions, next_transition_at
from clock.selectors import ClockFacts, load_clock, recorded_levels
from tournaments.act import Act
from tournaments.models import Tournament


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
