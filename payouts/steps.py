"""Writing plans, payments and deals, inside an act."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import Max

from payouts.models import Deal, DealShare, Payment, PayoutPlan, PlanPrize
from payouts.rules.plan import Plan, PlanSettings
from tournaments.act import Act
from tournaments.models import Entry


def write_plan(act: Act, plan: Plan, settings: PlanSettings, *, locked: bool) -> PayoutPlan:
    """Store a new version of the prizes; earlier versions stay as they are."""
    last = PayoutPlan.objects.filter(tournament=act.event).aggregate(last=Max("number"))["last"] or 0
    row = act.create(
        PayoutPlan(
            tournament=act.event,
            number=last + 1,
            entries=plan.entries,
            pool_minor=plan.pool_minor,
            settings=stored_settings(settings),
            warnings=[{"code": notice.code, "facts": dict(notice.facts)} for notice in plan.warnings],
            locked=locked,
        )
    )
    PlanPrize.objects.bulk_create(
        PlanPrize(plan=row, place=prize.place, amount_minor=prize.amount_minor, label=prize.label)
        for prize in plan.prizes
    )
    return row


def stored_settings(settings: PlanSettings) -> dict[str, Any]:
    """Plan settings as JSON: percentages as the text they were typed as."""
    values = asdict(settings)
    values["custom_percents"] = [str(percent) for percent in settings.custom_percents]
    values["custom_amounts_minor"] = list(settings.custom_amounts_minor)
    if settings.places_percent is not None:
        values["places_percent"] = str(settings.places_percent)
    return values


def write_payment(
    act: Act,
    entry: Entry,
    *,
    places: tuple[int, int],
    owed_minor: int,
    amount_minor: int,
    method: str,
    receipt_number: int,
    note: str,
) -> Payment:
    """Store a payment as the next part of the entry's prize; the database keeps the sum within the prize."""
    earlier = Payment.objects.filter(entry=entry, revoked_by__isnull=True).order_by("-part").first()
    return act.create(
        Payment(
            tournament=act.event,
            entry=entry,
            part=earlier.part + 1 if earlier else 1,
            place_from=places[0],
            place_to=places[1],
            owed_minor=owed_minor,
            paid_before_minor=earlier.paid_before_minor + earlier.amount_minor if earlier else 0,
            amount_minor=amount_minor,
            method=method,
            receipt_number=receipt_number,
            at_ms=act.now_ms,
            note=note,
        )
    )


def write_deal(
    act: Act,
    method: str,
    settings: Mapping[str, Any],
    pool_minor: int,
    kept_minor: int,
    shares: Sequence[tuple[Entry, int, int]],
) -> Deal:
    """Store a deal: (entry, stack, amount) for each player in it; `kept_minor` is what play goes on for."""
    deal = act.create(
        Deal(
            tournament=act.event,
            method=method,
            settings=dict(settings),
            pool_minor=pool_minor,
            kept_minor=kept_minor,
            at_ms=act.now_ms,
        )
    )
    DealShare.objects.bulk_create(
        DealShare(deal=deal, entry=entry, stack_chips=stack, amount_minor=amount)
        for entry, stack, amount in shares
    )
    return deal
