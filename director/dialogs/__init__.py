"""Dialogs of the cockpit, each beside the button that opens it."""

from director.dialogs import (
    clock,
    dealing,
    entry,
    money,
    penalty,
    play,
    race,
    screens,
)  # each registers its forms

__all__ = ["clock", "dealing", "entry", "money", "penalty", "play", "race", "screens"]
