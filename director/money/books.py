"""The money page: every line of the ledger under a name, every sum reached in two ways, and who is still owed what."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _

from director.desk.desk import PRICE
from director.desk.labels import bought_text
from director.scene.money_lines import (
    MoneyLine,
    Section,
    balance,
    counted,
    purchase_label,
    shared_out,
    sold,
    total,
    unexplained,
    with_sum,
)
from ledger.models import AccountKind as A
from ledger.models import Transfer
from ledger.selectors import Line, lines
from payouts.models import Payment
from tournaments.models import Purchase, Tournament
from tournaments.reading import read_snapshot


def money_context(event: Tournament, now_ms: int) -> dict[str, Any]:
    """The whole page in six queries."""
    with read_snapshot():
        booked = lines(event.pk)
        bought = purchases_by_kind(event)
        payments = Payment.objects.filter(tournament=event, revoked_by__isnull=True)
        paid_out = payments.aggregate(total=Sum("amount_minor"))["total"] or 0
        sections = sections_of(booked, bought, paid_out)
        return {
            "money": {
                "adds_up": not unexplained(booked) and all(part.balances is not False for part in sections),
                "checked_at_ms": now_ms,
                "sections": sections,
            },
            "owed": owed(event),
            "by_person": by_person(event),
            "exports": [],
        }


def purchases_by_kind(event: Tournament) -> dict[str, int]:
    """What purchases that count cost, by kind: read from their own rows, not from the ledger."""
    rows = Purchase.objects.filter(entry__tournament=event, revoked_by__isnull=True)
    rows = rows.exclude(status__in=("refunded", "dropped"))
    return dict(rows.values_list("kind").annotate(total=Sum(PRICE)).order_by())


def sections_of(booked: Sequence[Line], bought: dict[str, int], paid_out: int) -> list[Section]:
    """What was sold, where it went, the prize pool, the drawer, and chips."""
    return [
        _sold(booked, bought),
        _shared(booked),
        _pool(booked, paid_out),
        _drawer(booked, bought, paid_out),
    ]


def _sold(booked: Sequence[Line], bought: dict[str, int]) -> Section:
    """Sales by the ledger; the purchases' own rows must say the same."""
    found = sold(booked)
    return Section(_("Sold"), with_sum(found, _("Sold in all")), total(found) == sum(bought.values()))


def _shared(booked: Sequence[Line]) -> Section:
    """The same money by where it went."""
    found = shared_out(booked)
    return Section(_("Where it goes"), with_sum(found, _("In all")), total(found) == total(sold(booked)))


def _pool(booked: Sequence[Line], paid_out: int) -> Section:
    """The prize pool: what came in, what the house added, what was paid out, what is left."""
    into = [line for line in booked if line.credit == A.PRIZE_POOL]
    rows = [
        counted(purchase_label(kind), sum(line.amount for line in parts), sum(line.count for line in parts))
        for kind in ("entry", "rebuy", "addon")
        if (parts := [line for line in into if line.code.startswith(f"{kind}.")])
    ]
    added = {"added": _("Added"), "overlay": _("Topped up to the guarantee by the house")}
    rows += [MoneyLine(added[line.code], line.amount) for line in into if line.code in added]
    rows += [
        MoneyLine(added["overlay"], -line.amount)
        for line in booked
        if line.debit == A.PRIZE_POOL and line.code == "overlay"
    ]
    rows.append(MoneyLine(_("Prizes paid out"), -paid_out))
    left = -balance(booked, A.PRIZE_POOL)
    return Section(_("Prize pool"), with_sum(rows, _("Left in the pool")), total(rows) == left)


def _drawer(booked: Sequence[Line], bought: dict[str, int], paid_out: int) -> Section:
    """The till: taken, still owed, paid out; it must hold what the ledger says."""
    owed_minor = balance(booked, A.DEBTS)
    rows = [
        MoneyLine(_("Sold"), sum(bought.values())),
        MoneyLine(_("Still owed by players"), -owed_minor),
        MoneyLine(_("Prizes paid out"), -paid_out),
    ]
    return Section(_("Drawer"), with_sum(rows, _("In the drawer")), total(rows) == balance(booked, A.TILL))


def owed(event: Tournament) -> list[dict[str, Any]]:
    """Debts of players for what they bought."""
    rows = Purchase.objects.filter(entry__tournament=event, status="pending", revoked_by__isnull=True)
    return [
        {
            "name": row.entry.player.name,
            "what": bought_text(row),
            "amount_minor": row.price_minor,
            "since_ms": row.at_ms,
            "purchase_id": row.pk,
            "drop_form": f"drop_debt?purchase_id={row.pk}",
        }
        for row in rows.select_related("entry__player").order_by("at_ms")
    ]


def by_person(event: Tournament) -> list[dict[str, Any]]:
    """Who took and paid how much: takings less refunds, prizes paid, and the difference he holds."""
    taken: dict[int | None, int] = defaultdict(int)
    given: dict[int | None, int] = defaultdict(int)
    names: dict[int | None, str] = {}
    for actor, name, code, sign, amount in _till_moves(event):
        names[actor] = name
        if code == "prize":
            given[actor] -= sign * amount
        else:
            taken[actor] += sign * amount
    return [
        {
            "name": names[actor],
            "in_minor": taken[actor],
            "out_minor": given[actor],
            "sum_minor": taken[actor] - given[actor],
        }
        for actor in sorted(names, key=lambda actor: names[actor])
    ]


def _till_moves(event: Tournament) -> Iterator[tuple[int | None, str, str, int, int]]:
    """What went into the till (+1) and out of it (-1), summed by person and code."""
    columns = (
        "action__actor_id",
        "action__actor__first_name",
        "action__actor__last_name",
        "action__actor__username",
    )
    for sign, side in ((1, "debit__kind"), (-1, "credit__kind")):
        rows = Transfer.objects.filter(tournament=event, **{side: A.TILL}).order_by()
        for actor, first, last, username, code, amount in rows.values_list(*columns, "code").annotate(
            total=Sum("amount")
        ):
            yield (
                actor,
                f"{first or ''} {last or ''}".strip() or username or _("by itself"),
                code,
                sign,
                amount,
            )
