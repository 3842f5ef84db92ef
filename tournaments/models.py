"""The kernel's tables: tournaments, entries and what happened to them, screens and acts."""

from tournaments.models_acts import DirectorAction
from tournaments.models_entries import Elimination, Entry, Penalty, Purchase, WaitingListEntry
from tournaments.models_screens import Deferral, Notice, Screen, ScreenPresence, ScreenTournament
from tournaments.models_tournament import Tournament, TournamentTemplate

__all__ = [
    "Deferral",
    "DirectorAction",
    "Elimination",
    "Entry",
    "Notice",
    "Penalty",
    "Purchase",
    "Screen",
    "ScreenPresence",
    "ScreenTournament",
    "Tournament",
    "TournamentTemplate",
    "WaitingListEntry",
]
