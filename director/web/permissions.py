"""What a role may open and do on the pages of the console, as the templates ask for it (`may.bust`)."""

from tournaments.acting import VERBS
from tournaments.actors import (
    DESK_STAFF,
    DIRECTORS,
    EVERYBODY_ON_STAFF,
    FLOOR_AND_DESK,
    FLOOR_STAFF,
    OWNER_ONLY,
)

# Money owed and the log are for those who answer for them; a cashier's log holds his own acts (permission matrix).
PAGES: dict[str, frozenset[str]] = {
    "cockpit": EVERYBODY_ON_STAFF,
    "floor": EVERYBODY_ON_STAFF,
    "prizes": EVERYBODY_ON_STAFF,
    "print": EVERYBODY_ON_STAFF,
    "find": FLOOR_AND_DESK,
    "desk": DESK_STAFF,
    "money": DESK_STAFF,
    "log": DESK_STAFF,
    "whole_log": DIRECTORS,
    "edit": DIRECTORS,
    "screens": FLOOR_STAFF,
    "deal": DIRECTORS,
    "home": EVERYBODY_ON_STAFF,
    "players": DESK_STAFF,
    "templates": DIRECTORS,
    "chips": DIRECTORS,
    "staff": OWNER_ONLY,
    "club": OWNER_ONLY,
    "full_names": FLOOR_AND_DESK,
    "import_players": DESK_STAFF,
    "export": DIRECTORS,
}

# One word of the templates for each act they offer.
ACTS: dict[str, str] = {
    "clock": "clock.pause",
    # Floor staff adjusts the clock with a reason; whoever may cut levels needs none.
    "clock_freely": "clock.edit_structure",
    "unschedule": "clock.unschedule",
    "announce": "notice.announce",
    "call": "hand_clock.call",
    "bust": "entry.bust",
    "rebuy": "entry.rebuy",
    "addon": "entry.addon",
    "register": "entry.register",
    "pay": "entry.pay",
    "unregister": "entry.unregister",
    "wait": "waiting.join",
    "offer": "waiting.offer",
    "promote": "waiting.promote",
    "seat": "seat.move",
    "move": "seat.move",
    "button": "table.button",
    "count": "entry.count",
    "away": "entry.away",
    "penalty": "penalty.give",
    "leave": "entry.leave",
    "surrender": "entry.surrender",
    "hand": "table.hand_done",
    "notice": "notice.show",
    "todo": "todo.put_off",
    "overrule": "todo.overrule",
    "deal_here": "table.deal",
    "report": "report.bust",
    "decline": "report.decline",
    "undo": "undo",
    "player_create": "player.create",
    "exclude": "player.exclude",
    "erase": "player.erase",
    "create": "tournament.create",
    "cancel": "tournament.cancel",
    "lock_prizes": "payouts.lock",
    "pay_prize": "payouts.pay",
}


def may_do(role: str, kind: str) -> bool:
    """Whether the role includes an act; one that does not exist is nobody's."""
    verb = VERBS.get(kind)
    return verb is not None and role in verb.roles


def may(role: str) -> dict[str, bool]:
    """Every page and act a template may ask about, for one role."""
    pages = {name: role in roles for name, roles in PAGES.items()}
    return pages | {name: may_do(role, kind) for name, kind in ACTS.items()}
