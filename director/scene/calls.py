"""What can be called out on the displays, as the console words it, in the order of its buttons."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
