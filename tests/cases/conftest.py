"""The club of the cases."""

from tests.nights import clock, night

__all__ = ["clock", "night"]
