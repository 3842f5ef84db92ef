"""What must hold of the books after every act."""

from ledger.models import AccountKind
from ledger.selectors import balances
from tournaments.act import Act
from tournaments.errors import InvariantError

NEVER_NEGATIVE = (AccountKind.IN_PLAY, AccountKind.DEBTS)
NEVER_POSITIVE = (AccountKind.PRIZE_POOL, AccountKind.BOUNTY_POOL, AccountKind.CHIP_BANK)


def check_books(act: Act) -> None:
    """Refuse an act that moved money or chips and left an account on the wrong side (invariants I3, I4, I6)."""
    if not any(delta["do"] == "transfer" for delta in act.deltas):
        return
    found = balances(act.event.pk)
    wrong = [kind for kind in NEVER_NEGATIVE if found[kind] < 0]
    wrong += [kind for kind in NEVER_POSITIVE if found[kind] > 0]
    if wrong:
        raise InvariantError(f"{act.kind} would leave {wrong} on the wrong side: {found}")
