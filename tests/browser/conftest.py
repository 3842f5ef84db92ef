"""The hall for every browser test; a file with a night of its own makes its own."""

import sys

from tests.browser.hall import clock, errors, night, opened

LINUX = sys.platform == "linux"
collect_ignore = [] if LINUX else ["test_daylight_saving.py"]

__all__ = ["clock", "errors", "night", "opened"]


def pytest_report_header() -> str:
    """Say what is left out, and why."""
    return "" if LINUX else "left out: tests/browser/test_daylight_saving.py, which needs Linux"
