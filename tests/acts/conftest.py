"""A club and a virtual clock for tests of the verbs."""

from tests.nights import clock, night

__all__ = ["clock", "night"]
