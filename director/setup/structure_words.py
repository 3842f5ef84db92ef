"""What is wrong or odd about levels (acts/sentences.py has the words), and which cells of the editor it is about."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from acts.refusals import told, worded
from clock.event_windows import addon, late_registration, rebuys, reentry, waiting_list
from clock.rules.structure import Structure
from clock.rules.structure_checks import Problem
from clock.rules.windows import Window, check_window
from tournaments.models import Tournament
from tournaments.models_tournament import Game

WINDOWS: tuple[tuple[Promise, Callable[[Tournament], Window | None]], ...] = (
    (gettext_lazy("Late registration"), late_registration),
    (gettext_lazy("Re-entry"), reentry),
    (gettext_lazy("Rebuys"), rebuys),
    (gettext_lazy("Add-on"), addon),
    (gettext_lazy("Waiting list"), waiting_list),
)

CELLS: dict[str, tuple[str, ...]] = {
    "no_duration": ("minutes",),
    "too_short": ("minutes",),
    "too_long": ("minutes",),
    "hands_in_break": ("hands",),
    "hands_out_of_range": ("hands",),
    "small_blind_above_big": ("small_blind", "big_blind"),
    "small_bet_above_big": ("small_bet", "big_bet"),
    "bring_in_above_small_bet": ("bring_in", "small_bet"),
    "ante_without_kind": ("ante", "ante_kind"),
    "ante_above_big_blind": ("ante",),
    "falling_ante": ("ante",),
}


def said(problem: Problem) -> str:
    """A finding about a structure, as a sentence; a game by its name."""
    facts = dict(problem.facts)
    if "game" in facts:
        facts["game"] = Game(str(facts["game"])).label
    return worded(problem.code, facts)


def window_warnings(event: Tournament, structure: Structure) -> list[str]:
    """What is odd about the tournament's windows with these levels: one that never closes, or never opens."""
    # Several often end together, as the waiting list does with late registration: the first one speaks for them.
    named: dict[Window, Promise] = {}
    for label, read in WINDOWS:
        window = read(event)
        if window:
            named.setdefault(window, label)
    return [
        f"{label}: {told(problem)}"
        for window, label in named.items()
        for problem in check_window(structure, window)
    ]


def cells_of(problem: Problem) -> tuple[str, ...]:
    """The cells of the editor a finding is about."""
    if "field" in problem.facts:
        return (str(problem.facts["field"]),)
    return CELLS.get(problem.code, ())
