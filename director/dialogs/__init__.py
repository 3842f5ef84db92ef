"""Dialogs of the cockpit, each beside the button that opens it."""

from director.dialogs import entry, money, penalty, play, race  # each registers its forms

__all__ = ["entry", "money", "penalty", "play", "race"]
