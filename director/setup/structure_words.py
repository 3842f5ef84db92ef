"""What is wrong or odd about levels, in sentences, and which cells of the editor it is about."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.refusals import told
from clock.event_windows import addon, late_registration, rebuys, reentry, waiting_list
from clock.rules.structure import Structure
from clock.rules.structure_checks import Problem
from clock.rules.windows import Window, check_window
from club.templatetags.figures import chips
from tournaments.models import Tournament

WINDOWS: tuple[tuple[Promise, Callable[[Tournament], Window | None]], ...] = (
    (gettext_lazy("Late registration"), late_registration),
    (gettext_lazy("Re-entry"), reentry),
    (gettext_lazy("Rebuys"), rebuys),
    (gettext_lazy("Add-on"), addon),
    (gettext_lazy("Waiting list"), waiting_list),
)

FIELD_LABELS: dict[str, Any] = {
    "small_blind": gettext_lazy("Small blind"),
    "big_blind": gettext_lazy("Big blind"),
    "ante": gettext_lazy("Ante"),
    "bring_in": gettext_lazy("Bring-in"),
    "small_bet": gettext_lazy("Small bet"),
    "big_bet": gettext_lazy("Big bet"),
}

SENTENCES: dict[str, Any] = {
    "structure_is_empty": gettext_lazy("A structure needs at least one level."),
    "only_breaks": gettext_lazy("A structure needs at least one level that is not a break."),
    "too_many_levels": gettext_lazy("There are too many levels: %(most)s at most."),
    "begins_with_break": gettext_lazy("The structure begins with a break."),
    "ends_with_break": gettext_lazy("The structure ends with a break."),
    "no_duration": gettext_lazy("A level lasts longer than nothing: enter its minutes."),
    "too_short": gettext_lazy("A level lasts at least %(least_s)s seconds."),
    "too_long": gettext_lazy("No level lasts longer than a day."),
    "hands_in_break": gettext_lazy("A break has no hands."),
    "hands_out_of_range": gettext_lazy("A level of hands has %(most)s hands at most."),
    "negative": gettext_lazy("%(field)s cannot be less than nothing."),
    "too_large": gettext_lazy("%(field)s is too large."),
    "bet_in_break": gettext_lazy("A break has no bets."),
    "small_blind_above_big": gettext_lazy("The small blind is above the big blind."),
    "small_bet_above_big": gettext_lazy("The small bet is above the big bet."),
    "bring_in_above_small_bet": gettext_lazy("The bring-in is above the small bet."),
    "no_forced_bets": gettext_lazy("Nobody has to bet in this level."),
    "ante_without_kind": gettext_lazy("Say who pays the ante: each player, or the big blind for all."),
    "ante_above_big_blind": gettext_lazy("The ante is above the big blind."),
    "break_after_break": gettext_lazy("Two breaks follow each other."),
    "falling_blinds": gettext_lazy("%(field)s falls from %(before)s to %(now)s."),
    "falling_ante": gettext_lazy("The ante falls from %(before)s to %(now)s."),
    "unpayable": gettext_lazy("%(field)s cannot be paid with the chips in play."),
    # Edits of a tournament under way
    "past_level_changed": gettext_lazy("This level is past: it stays as it was played."),
    "present_level_deleted": gettext_lazy("The level that is being played cannot be deleted."),
    "present_level_moved": gettext_lazy("The level that is being played stays where it is."),
    "present_level_kind_changed": gettext_lazy(
        "The level that is being played stays a level, a break stays a break."
    ),
    # Pasted text
    "row_not_understood": gettext_lazy(
        "This is no level: write it as 100/200, with ante and minutes if need be."
    ),
    "break_not_understood": gettext_lazy("This break has more than one number: write it as Break 15."),
    "columns_not_understood": gettext_lazy(
        "These are too many or too few columns: small blind, big blind, ante, minutes."
    ),
    "column_not_known": gettext_lazy("There is no column “%(column)s” in a structure."),
    "duration_not_understood": gettext_lazy("These are no minutes: “%(text)s”."),
    "not_a_number": gettext_lazy("“%(text)s” is no number of chips."),
    "not_whole_chips": gettext_lazy("“%(text)s” is no whole number of chips."),
    "ambiguous_number": gettext_lazy("“%(text)s” could be read in two ways: write it out."),
    "text_too_long": gettext_lazy("This text is too long for a structure."),
}

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


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """What a code means, with its numbers."""
    text = SENTENCES.get(code)
    if text is None:
        return _("This level cannot be used (%(code)s).") % {"code": code}
    filled = {name: chips(value) if type(value) is int else value for name, value in facts.items()}
    if "field" in facts:
        filled["field"] = FIELD_LABELS.get(str(facts["field"]), facts["field"])
    return str(text) % filled


def said(problem: Problem) -> str:
    """A finding about a structure, as a sentence."""
    return sentence(problem.code, problem.facts)


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
