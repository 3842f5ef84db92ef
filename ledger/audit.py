"""What must hold of the books after every act."""

from django.utils.translation import gettext_lazy as _

from ledger.models import AccountKind
from ledger.selectors import balances
from tournaments.act import Act
from tournaments.errors import DirectorError, InvariantError

NEVER_NEGATIVE = (AccountKind.IN_PLAY, AccountKind.DEBTS)
NEVER_POSITIVE = (AccountKind.PRIZE_POOL, AccountKind.BOUNTY_POOL, AccountKind.CHIP_BANK)


# What a person can bring about by numbers typed or by an undo: refused with a sentence. All else is a bug.
REFUSED = {
    AccountKind.IN_PLAY: _("That would take more chips out of play than there are. Count them again."),
    AccountKind.PRIZE_POOL: _("That would leave less in the prize pool than was paid out of it."),
    AccountKind.BOUNTY_POOL: _("That would leave less for bounties than was paid out."),
}


def check_books(act: Act) -> None:
    """Refuse an act that moved money or chips and left an account on the wrong side (invariants I3, I4, I6)."""
    if not any(delta["do"] == "transfer" for delta in act.deltas):
        return
    found = balances(act.event.pk)
    wrong = [kind for kind in NEVER_NEGATIVE if found[kind] < 0]
    wrong += [kind for kind in NEVER_POSITIVE if found[kind] > 0]
    if not wrong:
        return
    if wrong[0] in REFUSED:
        raise DirectorError(f"{wrong[0]}_short", REFUSED[wrong[0]], conflict=True)
    raise InvariantError(f"{act.kind} would leave {wrong} on the wrong side: {found}")
