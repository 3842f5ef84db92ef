"""Cases whose place is elsewhere, with the reason: every other row of the list has a test here."""

ELSEWHERE = {
    "F14": "two clocks in a browser against each other: tests/browser and tests/display",
    "F20": "typing and focus in a browser",
    "F23": "full screen in a browser",
    "F46": "sound in two windows of a browser",
    "F51": "logos of tournaments, which there are none of yet",
    "F92": "tapping a row on a tablet in a browser",
    "F95": "the wake lock of a browser",
}
