"""Surrender: a player gives up a live stack for a re-entry (a setting, off by default; TDA 8-B)."""

from django.utils.translation import gettext_lazy as _

from acts.elimination import active_count, next_batch, refuse_debt, take_out
from acts.entries import find_active, refuse_excluded
from acts.refusals import whole
from acts.registration import enter
from acts.windows import clock_of, require_reentries_left, rule_settings
from clock.event_windows import reentry_state
from ledger.models import AccountKind as A
from ledger.selectors import chips_in_play
from ledger.steps import Posting, post
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DESK_STAFF
from tournaments.errors import DirectorError
from tournaments.models import Elimination, Entry


@director_action("entry.surrender", roles=DESK_STAFF, club=True, statuses=frozenset({"running"}))
def surrender(
    act: Act, *, entry_id: int, stack_chips: int, table_number: int | None = None, seat: int | None = None
) -> dict[str, object]:
    """The counted stack leaves play, and the player enters again: paid, with a full stack and a new seat.

    Refused: the setting is off, bounties are played for, re-entry is over or used up, a rebuy is still to be paid.
    """
    entry = find_active(act, entry_id)
    turn = _turn_after(act, entry)
    others = active_count(act) - 1
    whole(stack_chips, 1, max(1, chips_in_play(act.event.pk) - others), _("The stack"))
    out = take_out(
        act, entry, Elimination.Cause.SURRENDERED, next_batch(act), status="left", stack_chips=stack_chips
    )
    post(act, [Posting(A.CHIPS_REMOVED, A.IN_PLAY, stack_chips, "surrendered.chips", entry)])
    act.facts |= {"player": out["player"], "stack_chips": stack_chips}
    return enter(act, entry.player, turn, paid=True, table_number=table_number, seat=seat)


def _turn_after(act: Act, entry: Entry) -> int:
    """Which entry of the player the next one is, if the stack may be given up for it."""
    event, player = act.event, entry.player
    if not rule_settings(event).surrender_reentry:
        raise DirectorError("no_surrender", _("In this tournament no live stack is given up for a re-entry."))
    if event.entry_bounty_minor:
        raise DirectorError("no_surrender", _("Where bounties are played for, no stack can be given up."))
    refuse_debt(entry)
    refuse_excluded(act, player)
    rows = Entry.objects.filter(tournament=event, player=player, revoked_by__isnull=True)
    had = rows.exclude(status="cancelled").count()
    require_reentries_left(act, player, had)
    if not reentry_state(event, clock_of(act), act.now_ms).is_open:
        raise DirectorError("reentry_closed", _("The time for re-entries is over."))
    return had + 1
