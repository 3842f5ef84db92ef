"""The hall for every browser test; a file with a night of its own makes its own."""

from tests.browser.hall import clock, errors, night, opened

__all__ = ["clock", "errors", "night", "opened"]
