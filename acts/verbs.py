"""Every verb there is, so that importing this module registers them all."""

from acts import (
    club,
    deals,
    discipline,
    elimination,
    founding,
    importing,
    payouts,
    players,
    purchases,
    registration,
    screens,
    seating,
    setup,
    timing,
    undo,
    upkeep,
)

__all__ = [
    "club",
    "deals",
    "discipline",
    "elimination",
    "founding",
    "importing",
    "payouts",
    "players",
    "purchases",
    "registration",
    "screens",
    "seating",
    "setup",
    "timing",
    "undo",
    "upkeep",
]
