"""Undo of what was done to the clock and to the levels.

The clock goes to where the acts still in effect have it now, as if the undone one had never been; a redo brings back
what that act left. Acts undone since, and their undos, are in nobody's way: together they are nothing.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from clock.models import Anchor as AnchorRow
from clock.models import Structure as StructureRow
from clock.rules import acts as rules
from clock.rules.state import COMPENSATE, WAIT
from clock.selectors import anchor_facts, levels_of, load_clock
from clock.steps import append_anchor, record_due, write_structure
from tournaments.act import Act
from tournaments.deltas import Delta, touches
from tournaments.models import DirectorAction
from tournaments.rules.errors import RuleError
from tournaments.undoing import chain_of, refuse_because_of, still_counts


def revert_anchors(act: Act, original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of anchors, if none that counts came later; the levels go with them."""
    rows = AnchorRow.objects.filter(pk__in=[delta["pk"] for delta in chosen]).order_by("sequence")
    last = rows[len(rows) - 1]
    later = AnchorRow.objects.filter(tournament=act.event, sequence__gt=last.sequence)
    rows_since = later.select_related("action").order_by("-sequence")
    _refuse_later(original, [row for row in rows_since if not _only_keeps(row)])
    record_due(act, load_clock(act.event.pk))
    before = _anchor_without(act, original)
    structure = before.structure if before else _structure_without(act, original)
    levels = levels_of(structure.pk, structure.action_id)
    steps_ms = act.cache.get("clock_steps_ms", last.steps_ms)
    previous = anchor_facts(before, steps_ms) if before else None
    anchor = rules.undo(levels, previous, anchor_facts(last, steps_ms), act.now_ms)
    append_anchor(act, structure.pk, anchor)


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
    _refuse_later(original, later.select_related("action").order_by("-number"))
    before = _structure_without(act, original)
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


def _only_keeps(row: AnchorRow) -> bool:
    """Whether it answers a wall clock that was set: a compensation, or a wait that no act asked for, kept as it was."""
    if row.kind == WAIT:
        return not touches(row.action.deltas, "clock.anchor", row.pk)
    return bool(row.kind == COMPENSATE)


def _refuse_later(original: DirectorAction, rows: Iterable[AnchorRow | StructureRow]) -> None:
    """Refuse because of a later act that is in effect, and because of an earlier one undone or redone since: what the
    clock would be rests on it. `rows`: those written after the original's, newest first."""
    root = chain_of(original)[0]
    turns: dict[DirectorAction, set[DirectorAction]] = {}
    for row in rows:
        turns.setdefault(chain_of(row.action)[0], set()).add(row.action)
    for other, turned in turns.items():
        later = other.sequence > root.sequence and still_counts(other)
        changed = other.sequence < root.sequence and len(turned) % 2 == 1
        if later or changed:
            refuse_because_of(max(turned, key=lambda action: action.sequence))


def _anchor_without(act: Act, original: DirectorAction) -> AnchorRow | None:
    """The anchor in effect once `original` is undone: of an act or its redo the last one before the act, of an undo the
    one that the act or the redo before it left."""
    rows = AnchorRow.objects.filter(tournament=act.event).select_related("structure").order_by("-sequence")
    chain = chain_of(original)
    if len(chain) % 2 == 0:
        for done in reversed(chain[:-1:2]):
            left = rows.filter(action=done).first()
            if left is not None:
                return left
    return rows.filter(action__sequence__lt=chain[0].sequence).first()


def _structure_without(act: Act, original: DirectorAction) -> StructureRow:
    """The version of the levels in effect once `original` is undone, by the same reckoning."""
    rows = StructureRow.objects.filter(tournament=act.event).order_by("-number")
    chain = chain_of(original)
    if len(chain) % 2 == 0:
        for done in reversed(chain[:-1:2]):
            left = rows.filter(action=done).first()
            if left is not None:
                return left
    made = Q(action__tournament__isnull=True)  # the first version is of the act that made the tournament
    return rows.filter(made | Q(action__sequence__lt=chain[0].sequence))[0]
