"""Undo, row by row, from the deltas an act left behind.

Facts are undone by appending the opposite, changed rows are restored only if they still equal what the act left,
created rows are revoked if nothing that came later rests on them. Everything goes through the undoing act itself, so
undoing that act is the redo.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NoReturn, cast

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import deltas
from tournaments.act import Act
from tournaments.deltas import Delta
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction

type Reverter = Callable[[Act, DirectorAction, Sequence[Delta]], None]
type Guard = Callable[[models.Model, DirectorAction], DirectorAction | None]

REVERTERS: dict[str, Reverter] = {}
GUARDS: list[Guard] = []

# Seats are emptied before rows change and filled after, so that a swap or a redraw can be undone as a whole.
# What an act made and what it changed is taken back as it came, the last first: so nobody has two entries in between.
ORDER = (("seat_open",), ("change", "create"), ("transfer",), ("seat_close",), ("structure",), ("anchor",))


def register_reverter(kind: str, reverter: Reverter) -> None:
    """Let deltas of `kind` be undone by `reverter(act, original, deltas)`."""
    REVERTERS[kind] = reverter


def register_guard(guard: Guard) -> None:
    """Ask `guard(row, original)` before an undo takes a row away: it names the later act that rests on the row."""
    GUARDS.append(guard)


def apply_undo(act: Act, original: DirectorAction) -> None:
    """Undo `original` inside `act`. Refuses, naming the act in the way, and then changes nothing."""
    act.undoes_id = original.pk
    for kinds in ORDER:
        chosen = [delta for delta in reversed(original.deltas) if delta["do"] in kinds]
        for kind, run in groupby(chosen, key=itemgetter("do")):
            REVERTERS[kind](act, original, list(run))


def chain_of(action: DirectorAction) -> list[DirectorAction]:
    """The act that a chain of undo and redo began with, then undo, redo, undo …, up to and including `action`."""
    chain = [action]
    while chain[0].undoes is not None:
        chain.insert(0, chain[0].undoes)
    return chain


def still_counts(action: DirectorAction) -> bool:
    """Whether an act is in effect: never undone, or redone as often."""
    steps, row = 0, DirectorAction.objects.filter(undoes=action).first()
    while row is not None:
        steps, row = steps + 1, DirectorAction.objects.filter(undoes=row).first()
    return steps % 2 == 0


def later_act_on(original: DirectorAction, model: str, pk: object) -> DirectorAction | None:
    """The last act after `original` that made or changed the row."""
    later = DirectorAction.objects.filter(sequence__gt=original.sequence)
    later = later.filter(tournament=original.tournament, club=original.club).order_by("-sequence")
    return next((row for row in later.iterator() if deltas.touches(row.deltas, model, pk)), None)


def refuse_in_the_way(original: DirectorAction, model: str, pk: object) -> NoReturn:
    """Refuse an undo, naming the last act that changed the row since."""
    refuse_because_of(later_act_on(original, model, pk))


def refuse_because_of(way: DirectorAction | None) -> NoReturn:
    """Refuse an undo because of a later act (undo that one first)."""
    raise DirectorError(
        "undo_in_the_way",
        _(
            "This cannot be undone by itself: a later act (number %(number)s) rests on it. Undo that one first."
        ),
        conflict=True,
        number=way.sequence if way else "?",
        action_id=str(way.pk) if way else "",
        kind=way.kind if way else "",
    )


def _load(delta: Delta) -> models.Model:
    return deltas.model_of(delta)._base_manager.get(pk=delta["pk"])


def _restore(act: Act, original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Give changed fields their earlier values, if nobody changed them since."""
    for delta in chosen:
        row: Any = _same(act, _load(delta))
        wanted = dict(delta["fields"])
        if (
            delta["model"] == "tournaments.tournament"
            and deltas.plain(row.status) == wanted.get("status", [""])[0]
        ):
            del wanted["status"]  # an undo in between has put it right already
        fields = {name: deltas.field_named(type(row), name) for name in wanted}
        for name, (_before, after) in wanted.items():
            if deltas.plain(getattr(row, name)) != after:
                refuse_in_the_way(original, delta["model"], delta["pk"])
        back, now = wanted.get("revoked_by_id", ["", ""])
        if back is None:
            _refuse_orphan(row)
        elif now is None:  # a redo is undone: the row goes again
            _refuse_rested(row, original)
        act.change(row, **{name: deltas.typed(fields[name], value[0]) for name, value in wanted.items()})


def _refuse_orphan(row: models.Model) -> None:
    """A row counts again only if what it rests on does: no rebuy without its entry."""
    for field in row._meta.concrete_fields:
        held = getattr(row, field.name) if field.is_relation and field.name != "revoked_by" else None
        in_the_way: DirectorAction | None = getattr(held, "revoked_by", None)
        if in_the_way is not None:
            refuse_because_of(in_the_way)


def _same(act: Act, row: models.Model) -> models.Model:
    """The act's own object when the row is its tournament or club, so that the two never disagree."""
    for held in (act.tournament, act.club):
        if held is not None and type(held) is type(row) and held.pk == row.pk:
            return held
    return row


def _revoke(act: Act, original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Revoke created rows, unless a later act rests on one of them."""
    for delta in chosen:
        row: Any = _load(delta)
        _refuse_rested(row, original)
        act.change(_same(act, row), revoked_by_id=act.id)


def _refuse_rested(row: models.Model, original: DirectorAction) -> None:
    """A row is taken away only if nothing that came later rests on it, whichever undo or redo made it count."""
    for guard in GUARDS:
        way = guard(row, original)
        if way is not None:
            refuse_because_of(way)


def dependents_guard(row: models.Model, original: DirectorAction) -> DirectorAction | None:
    """The act that made another row resting on this one, when that row still counts."""
    for relation in row._meta.related_objects:
        names = {field.name for field in relation.related_model._meta.fields}
        if not {"made_by", "revoked_by"} <= names or relation.field.name in ("made_by", "revoked_by"):
            continue
        rests = relation.related_model._base_manager.filter(
            **{relation.field.name: row.pk, "revoked_by__isnull": True}
        ).exclude(made_by=chain_of(original)[0])
        found: Any = rests.select_related("made_by").first()
        if found is not None:
            return cast("DirectorAction", found.made_by)
    return None


register_reverter("change", _restore)
register_reverter("create", _revoke)
register_guard(dependents_guard)
