"""Every verb there is, so that importing this module registers them all."""

from acts import (
    discipline,
    elimination,
    founding,
    payouts,
    players,
    purchases,
    registration,
    seating,
    setup,
    timing,
    undo,
)

__all__ = [
    "discipline",
    "elimination",
    "founding",
    "payouts",
    "players",
    "purchases",
    "registration",
    "seating",
    "setup",
    "timing",
    "undo",
]
