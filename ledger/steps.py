"""Posting and reversing transfers, inside an act. Nothing else writes to the ledger."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.models import Account, AccountKind, Transfer, Unit
from ledger.selectors import in_effect, last_of_chain
from tournaments.act import Act
from tournaments.deltas import Delta
from tournaments.models import DirectorAction, Entry, Purchase, Tournament
from tournaments.undoing import refuse_because_of

CHIP_ACCOUNTS = frozenset(
    {AccountKind.CHIP_BANK, AccountKind.IN_PLAY, AccountKind.CHIPS_REMOVED, AccountKind.RACE_DIFFERENCE}
)


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` (minor units or chips) goes from account `credit` to account `debit`."""

    debit: AccountKind
    credit: AccountKind
    amount: int
    code: str
    entry: Entry | None = None
    purchase: Purchase | None = None


def open_accounts(tournament: Tournament) -> None:
    """Make the accounts of a new tournament."""
    Account.objects.bulk_create(
        Account(club_id=tournament.club_id, tournament=tournament, kind=kind, unit=unit_of(kind))
        for kind in AccountKind
    )


def unit_of(kind: AccountKind | str) -> Unit:
    """Whether an account holds money or chips."""
    return Unit.CHIPS if kind in CHIP_ACCOUNTS else Unit.MONEY


def _accounts(act: Act) -> dict[str, Account]:
    if "accounts" not in act.cache:
        act.cache["accounts"] = {row.kind: row for row in Account.objects.filter(tournament=act.event)}
    return act.cache["accounts"]


def post(act: Act, postings: Iterable[Posting]) -> list[Transfer]:
    """Post transfers; those of amount 0 (a part a tournament does not have) are left out.

    Raises ValueError for a negative amount: a correction is a reversal, never a negative transfer.
    """
    accounts = _accounts(act)
    wanted = [posting for posting in postings if posting.amount != 0]
    if any(posting.amount < 0 for posting in wanted):
        raise ValueError("a transfer must be positive; reverse the earlier one instead")
    rows = Transfer.objects.bulk_create(
        Transfer(
            tournament=act.event,
            debit=accounts[posting.debit],
            credit=accounts[posting.credit],
            amount=posting.amount,
            unit=unit_of(posting.debit),
            code=posting.code,
            entry=posting.entry,
            purchase=posting.purchase,
            action_id=act.id,
        )
        for posting in wanted
    )
    for row in rows:
        act.append("transfer", row)
    return rows


def reverse(act: Act, transfers: Iterable[Transfer]) -> list[Transfer]:
    """Reverse transfers (debit and credit swapped). One already reversed is refused by the database."""
    rows = Transfer.objects.bulk_create(
        Transfer(
            tournament_id=row.tournament_id,
            debit_id=row.credit_id,
            credit_id=row.debit_id,
            amount=row.amount,
            unit=row.unit,
            code=row.code,
            entry_id=row.entry_id,
            purchase_id=row.purchase_id,
            action_id=act.id,
            reverses=row,
        )
        for row in transfers
    )
    for row in rows:
        act.append("transfer", row)
    return rows


def revert_transfers(act: Act, _original: DirectorAction, chosen: Sequence[Delta]) -> None:
    """Undo of posted transfers: each is reversed. One that a later act reversed stands in the way, unless that act was
    undone: then it is the newest of its chain that is reversed."""
    rows = Transfer.objects.filter(pk__in=[delta["pk"] for delta in chosen]).order_by("pk")
    newest = []
    for row in rows:
        last, counts = last_of_chain(row)
        if not counts:
            refuse_because_of(last.action)
        newest.append(last)
    reverse(act, newest)


def reverse_in_effect(act: Act, purchase: Purchase) -> None:
    """Take back the money and the chips of a purchase, however often that was done and undone before."""
    reverse(act, in_effect(Transfer.objects.filter(purchase=purchase, reverses__isnull=True).order_by("pk")))
