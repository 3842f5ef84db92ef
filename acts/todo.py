"""To-do items a person put off for a while, or overruled with a reason. Doing one is the act it proposes."""

from django.utils.translation import gettext_lazy as _

from acts.refusals import text, whole
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import CASHIER, FLOOR_AND_DESK, FLOOR_STAFF
from tournaments.errors import DirectorError, NotAllowed
from tournaments.models import Deferral

MINUTE_MS = 60_000
LONGEST_MINUTES = 24 * 60
LONGEST_KEY = 200
# Items about money, which the desk may put off as well; all others are the floor's (permission matrix).
DESK_ITEMS = ("debt:", "offered:", "unpaid:", "pay:")


def _deferral(act: Act, item_key: str, item: str) -> Deferral:
    """A row for the item, which stays unsaved. The key names what the item rests on: another state is another item."""
    key = text(item_key, LONGEST_KEY, _("The item"))
    act.facts |= {"item": text(item, 300, _("The item"), required=False) or key}
    return Deferral(tournament=act.event, item_key=key)


@director_action("todo.put_off", roles=FLOOR_AND_DESK)
def put_off(act: Act, *, item_key: str, minutes: int = 10, item: str = "") -> dict[str, object]:
    """Take an item out of the way for some minutes. `item` is its text, for the log."""
    if act.role == CASHIER and not item_key.startswith(DESK_ITEMS):
        raise NotAllowed("not_of_the_desk", _("This is for floor staff to put off."))
    row = _deferral(act, item_key, item)
    row.until_ms = act.now_ms + whole(minutes, 1, LONGEST_MINUTES, _("Minutes")) * MINUTE_MS
    act.create(row)
    act.facts["minutes"] = minutes
    return {"deferral_id": row.pk, "until_ms": row.until_ms}


@director_action("todo.overrule", roles=FLOOR_STAFF)
def overrule(act: Act, *, item_key: str, item: str = "") -> dict[str, object]:
    """Decide otherwise than an item proposes. The reason of the act is kept (docs/rules.md 1)."""
    if not act.reason:
        raise DirectorError("reason_missing", _("Say why: the reason goes into the log."))
    row = _deferral(act, item_key, item)
    row.overruled, row.reason = True, act.reason
    act.create(row)
    return {"deferral_id": row.pk}
