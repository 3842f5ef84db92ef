"""A club and a virtual clock."""

from tests.nights import clock, night

__all__ = ["clock", "night"]
