"""The stage of a simulated night: a virtual clock, one owner, verbs carried out, timed and audited."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acts.auditing import audit
from tournaments.acting import Outcome
from tournaments.actors import Actor
from tournaments.errors import InvariantError
from tournaments.sources import VirtualSources


@dataclass
class Stage:
    """Carries out verbs on one tournament.

    `audit_every`: the auditor runs after every n-th act (0: only at the end). `journal`: every act that was answered
    is written there before the next one begins, so that a killed night can be compared with what it had promised.
    """

    clock: VirtualSources
    actor: Actor
    audit_every: int = 1
    journal: Path | None = None
    tournament_id: int = 0
    seconds: list[float] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)

    def act(self, verb: Callable[..., Outcome], **params: Any) -> Outcome:
        """Carry out a verb on the tournament, note how long it took, audit if it is time."""
        return self._timed(verb, tournament_id=self.tournament_id, **params)

    def club_act(self, verb: Callable[..., Outcome], **params: Any) -> Outcome:
        """Carry out a verb of the club."""
        return self._timed(verb, **params)

    def _timed(self, verb: Callable[..., Outcome], **params: Any) -> Outcome:
        begun = time.perf_counter()
        outcome = verb(actor=self.actor, **params)
        self.seconds.append(time.perf_counter() - begun)
        kind = verb.verb.kind  # type: ignore[attr-defined]
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self._note(outcome)
        if self.audit_every and self.tournament_id and len(self.seconds) % self.audit_every == 0:
            self.check(history=False)
        return outcome

    def _note(self, outcome: Outcome) -> None:
        """Note an answered act, on the disk before the next one begins: a promise that was lost proves nothing."""
        if self.journal is not None:
            with self.journal.open("a") as out:
                out.write(outcome.action_id + "\n")
                out.flush()
                os.fsync(out.fileno())

    def check(self, *, history: bool) -> None:
        """Run the auditor; anything found ends the night."""
        findings = audit(self.tournament_id, history=history)
        if findings:
            raise InvariantError("; ".join(f"{found.invariant}: {found.says}" for found in findings[:5]))
