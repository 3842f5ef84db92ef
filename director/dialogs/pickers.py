"""The first step of a form nobody was named for: whom?"""

from collections.abc import Collection

from director.desk.entry_search import IN_PLAY, search_entries
from director.dialogs.registry import PICK, Asked, Dialog

LONGEST = 100


def pick(asked: Asked, form: str, heading: str, statuses: Collection[str] = IN_PLAY) -> Dialog:
    """A search for the player; each hit opens the form for him."""
    q = asked.request.GET.get("q", "").strip()[:LONGEST]
    hits = search_entries(asked.event, q, statuses) if q else []
    return Dialog(PICK, heading, {"form": form, "q": q, "hits": hits})
