"""Writing structures and anchors, inside an act."""

from collections.abc import Sequence
from dataclasses import asdict, fields

from clock.models import Anchor, Level, Structure
from clock.rules.structure import Level as LevelFacts
from tournaments.act import Act

LEVEL_FIELDS = tuple(field.name for field in fields(LevelFacts))


def write_structure(act: Act, levels: Sequence[LevelFacts]) -> Structure:
    """Store a new version of the tournament's levels; earlier versions stay as they are."""
    last = Structure.objects.filter(tournament=act.event).order_by("-number").first()
    structure = Structure.objects.create(
        tournament=act.event, number=last.number + 1 if last else 1, action_id=act.id
    )
    Level.objects.bulk_create(
        Level(structure=structure, level_index=index, **_columns(level)) for index, level in enumerate(levels)
    )
    act.append("structure", structure)
    return structure


def _columns(level: LevelFacts) -> dict[str, object]:
    values = asdict(level)
    values["marks"] = list(values.get("marks", ()))
    return values


def append_anchor(
    act: Act, kind: str, structure: Structure, *, level_index: int, elapsed_ms: int, running: bool
) -> Anchor:
    """Append where the clock stands from now on. The last anchor and the time say everything else."""
    last = Anchor.objects.filter(tournament=act.event).order_by("-sequence").first()
    anchor = Anchor.objects.create(
        tournament=act.event,
        sequence=last.sequence + 1 if last else 1,
        kind=kind,
        at_ms=act.now_ms,
        structure=structure,
        level_index=level_index,
        elapsed_ms=elapsed_ms,
        running=running,
        action_id=act.id,
    )
    act.append("anchor", anchor)
    return anchor
