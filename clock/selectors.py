"""The clock as it is stored, read as facts. What time it is follows from them by clock/rules/state.py."""

import uuid
from dataclasses import dataclass
from functools import lru_cache

from clock.models import Anchor as AnchorRow
from clock.models import Level as LevelRow
from clock.models import LevelTransition
from clock.models import Structure as StructureRow
from clock.rules.state import Anchor, ClockState, clock_state
from clock.rules.structure import CHIP_FIELDS, Level, Structure


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """Structure and last anchor of one tournament; `structure_id` and `anchor_id` are their rows.

    `anchor_sequence` is the clock's stamp: the number of the last anchor, 0 without one.
    """

    tournament_id: int
    structure: Structure
    structure_id: int
    structure_number: int
    anchor: Anchor | None
    anchor_id: int | None
    anchor_sequence: int = 0

    @property
    def running(self) -> bool:
        """Whether time passes on it."""
        return self.anchor is not None and self.anchor.running

    def state(self, now_ms: int) -> ClockState:
        """The state of the clock at `now_ms`."""
        return clock_state(self.structure, self.anchor, now_ms)


def load_clock(tournament_id: int) -> ClockFacts:
    """The clock of a tournament in two queries (three the first time a structure is met)."""
    anchor = (
        AnchorRow.objects.filter(tournament_id=tournament_id)
        .select_related("structure")
        .order_by("-sequence")
        .first()
    )
    row = anchor.structure if anchor else _newest_structure(tournament_id)
    return ClockFacts(
        tournament_id=tournament_id,
        structure=levels_of(row.pk, row.action_id),
        structure_id=row.pk,
        structure_number=row.number,
        anchor=anchor_facts(anchor) if anchor else None,
        anchor_id=anchor.pk if anchor else None,
        anchor_sequence=anchor.sequence if anchor else 0,
    )


def _newest_structure(tournament_id: int) -> StructureRow:
    return StructureRow.objects.filter(tournament_id=tournament_id).order_by("-number")[0]


def anchor_facts(row: AnchorRow, steps_ms: int | None = None) -> Anchor:
    """An anchor without its row; with `steps_ms` given, its time as the wall clock reads after being set so far."""
    at_ms = row.at_ms if steps_ms is None else row.at_ms + steps_ms - row.steps_ms
    return Anchor(row.kind, at_ms, row.level_index, row.elapsed_ms, row.running, row.hands)  # type: ignore[arg-type]


@lru_cache(maxsize=512)
def levels_of(structure_id: int, _made_by: uuid.UUID) -> Structure:
    """The levels of a version of a structure. A version never changes, so it is read once per process.

    The act that made it is part of the key: a restored database may use a number again, never an act.
    """
    rows = LevelRow.objects.filter(structure_id=structure_id).order_by("level_index")
    return Structure(tuple(_level(row) for row in rows))


def _level(row: LevelRow) -> Level:
    return Level(
        kind=row.kind,  # type: ignore[arg-type]
        duration_ms=row.duration_ms,
        ante_kind=row.ante_kind,  # type: ignore[arg-type]
        game=row.game,
        note=row.note,
        marks=tuple(row.marks),
        hands=row.hands,
        **{name: getattr(row, name) for name in CHIP_FIELDS},
    )


def recorded_levels(anchor_id: int) -> set[int]:
    """The level indices already recorded under an anchor."""
    return set(LevelTransition.objects.filter(anchor_id=anchor_id).values_list("level_index", flat=True))


def anchor_stamp(tournament_id: int, _key: str) -> str:
    """The stamp of the clock: the last anchor's number."""
    row = AnchorRow.objects.filter(tournament_id=tournament_id).order_by("-sequence")
    return str(row.values_list("sequence", flat=True).first() or 0)


def structure_stamp(tournament_id: int, _key: str) -> str:
    """The stamp of the levels: the number of the version that counts."""
    return str(load_clock(tournament_id).structure_number)
