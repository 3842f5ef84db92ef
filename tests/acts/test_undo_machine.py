"""Random runs of verbs: the books stay clean after every act, and undoing everything gives back what was there.

Bounded and repeatable by default; FAULTS=all (as `make faults` sets it) plays more and longer runs.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.acts.undo_machine import NAMES, UndoMachine
from tests.building import Night

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
