"""What a verb holds in its hands while it runs."""

import random
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from club.models import Club
from tournaments.actors import Actor
from tournaments.deltas import Delta, changed, created, fact, field_named
from tournaments.models import Tournament
from tournaments.rules.clocks import Sample
from tournaments.sources import Sources


@dataclass(slots=True)
class Act:
    """One act under way. Rows are written through `create`, `change` and the apps' steps, which keep the deltas.

    `facts` is what the log line is made of, in any language: plain values only. `cache` lets a step keep rows it read
    under the lock for the rest of the act.
    """

    id: uuid.UUID
    kind: str
    actor: Actor
    role: str
    locked_club: Club | None
    tournament: Tournament | None
    clocks: Sample
    reason: str
    sources: Sources
    facts: dict[str, Any] = field(default_factory=dict)
    deltas: list[Delta] = field(default_factory=list)
    undoes_id: uuid.UUID | None = None
    cache: dict[str, Any] = field(default_factory=dict)
    _rng: random.Random | None = None

    @property
    def now_ms(self) -> int:
        """The time of the act: read once, after the lock was granted."""
        return self.clocks.wall_ms

    @property
    def club(self) -> Club:
        """The club of the act; most acts on a tournament never ask for it, so it is read on demand there."""
        return self.locked_club or self.event.club

    @property
    def event(self) -> Tournament:
        """The locked tournament of the act."""
        if self.tournament is None:
            raise LookupError(f"{self.kind} is an act of the club: it has no tournament")
        return self.tournament

    @property
    def rng(self) -> random.Random:
        """Chance from one seed, recorded with the act: the same seed gives the same draw."""
        if self._rng is None:
            seed = self.sources.seed()
            self.facts["seed"] = seed
            self._rng = random.Random(seed)  # noqa: S311  a draw must be repeatable from its recorded seed
        return self._rng

    def create[M: models.Model](self, obj: M) -> M:
        """Insert a row that undo can revoke; rows that name the act behind them get it here."""
        if hasattr(obj, "made_by_id"):
            obj.made_by_id = self.id
        obj.save(force_insert=True)
        self.deltas.append(created(obj))
        return obj

    def change[M: models.Model](self, obj: M, **fields: Any) -> M:
        """Change fields of a row, remembering what they were. Unchanged fields are left out; no change, no write."""
        model = type(obj)
        named = {field_named(model, name).attname: value for name, value in fields.items()}
        after = {name: value for name, value in named.items() if getattr(obj, name) != value}
        if not after:
            return obj
        before = {name: getattr(obj, name) for name in after}
        written = dict(after)
        if hasattr(obj, "revision"):
            written["revision"] = obj.revision + 1
        for name, value in written.items():
            setattr(obj, name, value)
        model._base_manager.filter(pk=obj.pk).update(**written)
        self.deltas.append(changed(obj, before, after))
        return obj

    def append(self, kind: str, obj: models.Model) -> None:
        """Remember an appended fact (transfer, seat row, anchor) whose app knows how to undo it."""
        self.deltas.append(fact(kind, obj))
