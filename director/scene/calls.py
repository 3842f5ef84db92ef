"""What can be called out on the displays, in the order of its buttons, and the clocks called on players."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.hand_clock import HandClock

CALLS = {
    "one_minute": gettext_lazy("One minute left in this level"),
    "last_hand": gettext_lazy("Last hand"),
    "prepare": gettext_lazy("Play goes on in one minute"),
    "deal": gettext_lazy("Shuffle up and deal"),
    "break_over": gettext_lazy("The break is over"),
}


def call_label(code: str) -> str:
    """A call in the reader's language."""
    return str(CALLS[code]) if code in CALLS else _("a call")


def call_part(call: HandClock, name: str, banks: int | None, stamp: str = "") -> dict[str, Any]:
    """A called clock as components/clock_calls.html shows it; `banks`: the time-bank chips its player has left."""
    return {
        "entry_id": call.entry_id,
        "table": call.table_number,
        "seat": call.seat,
        "name": name,
        "from_ms": call.from_ms,
        "until_ms": call.until_ms,
        "last_ms": call.last_seconds * 1000,
        "banks": banks,
        "stamp": stamp,
    }
