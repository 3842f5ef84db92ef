"""A club and a virtual clock for tests of what payouts read and write."""

from tests.nights import clock, night

__all__ = ["clock", "night"]
