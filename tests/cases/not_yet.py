"""Cases whose place is elsewhere, with the reason: every other row of the list has a test here."""

ELSEWHERE = {
    "F14": "clocks in a browser against each other: tests/browser/test_clock_cases.py, test_display_walls.py",
    "F20": "typing and focus in a browser",
    "F23": "full screen in a browser: tests/browser/test_display_walls.py",
    "F46": "sound in two windows of a browser: tests/browser, tests/acts/test_club_screens.py",
    "F51": "pictures of the club: tests/acts/test_club_theme.py, tests/browser/test_display_walls.py",
    "F92": "tapping a row on a tablet in a browser",
    "F95": "the wake lock of a browser: tests/browser/test_display_walls.py",
}
