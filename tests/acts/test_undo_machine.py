"""Random runs of verbs: the books stay clean after every act, and undoing everything gives back what was there.

Bounded and repeatable by default; FAULTS=all (as `make faults` sets it) plays more and longer runs.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.acts import undo_machine
from tests.acts.undo_machine import NAMES, UndoMachine
from tests.building import Night
from tournaments.acting import CALLABLES

DEEP = os.environ.get("FAULTS") == "all"
PROFILE = settings(
    max_examples=int(os.environ.get("UNDO_MACHINE_RUNS", "200" if DEEP else "20")),
    stateful_step_count=60 if DEEP else 30,
    derandomize=not DEEP,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink) if DEEP else (Phase.generate,),
    print_blob=True,
)


@pytest.mark.slow
def test_any_run_of_acts_keeps_the_books_clean_and_can_be_undone_whole(night: Night) -> None:
    UndoMachine.night = night
    UndoMachine.players = tuple(night.player(name) for name in NAMES)
    run_state_machine_as_test(UndoMachine, settings=PROFILE)


def test_the_runs_know_every_act_of_a_tournament_that_can_be_undone() -> None:
    text = Path(undo_machine.__file__).read_text(encoding="utf-8")
    unknown = {
        kind
        for kind, call in CALLABLES.items()
        if call.verb.needs_tournament and call.verb.undo and call.__name__ not in text
    }
    # Displays are no part of a tournament's state; the system itself ends cards and tournaments while time passes.
    system = {"penalty.served", "tournament.won"}
    displays = {"screen.create", "screen.change", "screen.renew", "screen.revoke", "screen.show_all"}
    assert unknown == displays | system
