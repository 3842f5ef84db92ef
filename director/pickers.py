"""The first step of a form nobody was named for: whom?"""

from collections.abc import Collection

from director.dialogs import PICK, Asked, Dialog
from director.entry_search import IN_PLAY, search_entries

LONGEST = 100


def pick(asked: Asked, form: str, heading: str, statuses: Collection[str] = IN_PLAY) -> Dialog:
    """A search for the player; each hit opens the form for him."""
    q = asked.request.GET.get("q", "").strip()[:LONGEST]
    hits = search_entries(asked.event, q, statuses) if q else []
    return Dialog(PICK, heading, {"form": form, "q": q, "hits": hits})
