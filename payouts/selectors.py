"""Pool, prizes and results of a tournament, derived from ledger, plan and places."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from ledger.models import AccountKind
from ledger.selectors import lines
from payouts.models import Deal, Payment, PayoutPlan
from payouts.rules.notices import Notice
from payouts.rules.plan import Plan, PlanPrize, PlanSettings, make_plan
from payouts.rules.pool import Pool, PoolLine, make_pool
from payouts.rules.settle import Award, settle
from tournaments.models import Entry, Tournament
from tournaments.rules.places import Place, Standing
from tournaments.selectors import Field, field_of, last_entries, standing_of

OVERLAY = "overlay"
ADDED = "added"


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes as they stand. `plan_id` is None while nobody has made a plan: then they follow the settings.

    `stale`: locked (or typed) for other entries or another pool than there are now.
    """

    pool: Pool
    plan: Plan
    plan_id: int | None
    locked: bool
    stale: bool
    entries_at_lock: int
    settings: PlanSettings
    deal: Deal | None

    @property
    def amounts_minor(self) -> tuple[int, ...]:
        """Prizes from first place down."""
        return tuple(prize.amount_minor for prize in self.plan.prizes)


@dataclass(frozen=True, slots=True)
class Result:
    """One player of the results: where he finished and what he gets. `place_from` None: still playing."""

    player_id: int
    entry_id: int
    name: str
    display_name: str
    place_from: int | None
    place_to: int | None
    prize_minor: int
    paid_minor: int
    label: str = ""

    @property
    def owed_minor(self) -> int:
        """What is still to be paid."""
        return self.prize_minor - self.paid_minor


@dataclass(frozen=True, slots=True)
class Results:
    """Everybody in order: those still in first, then by place."""

    rows: tuple[Result, ...]
    standing: Standing
    prizes: Prizes


def pool_of(event: Tournament) -> Pool:
    """The pool with every line that makes it, topped up to the guarantee."""
    found = [
        line for line in lines(event.pk) if line.credit == AccountKind.PRIZE_POOL and line.code != OVERLAY
    ]
    collected = [PoolLine(line.code, line.count, line.amount) for line in found if line.code != ADDED]
    added = [PoolLine(line.code, line.count, line.amount) for line in found if line.code == ADDED]
    return make_pool(collected, added=added, guarantee_minor=event.guarantee_minor)


def default_settings(event: Tournament) -> PlanSettings:
    """The plan settings of a tournament nobody has made a plan for."""
    return PlanSettings(
        preset=event.payout_preset if event.prizes_on else "none",
        places_percent=event.places_percent,
        unit_minor=event.payout_unit_minor,
        rounding=event.payout_rounding,  # type: ignore[arg-type]
        min_cash_minor=event.min_cash_minor,
    )


def settings_of(stored: Mapping[str, Any]) -> PlanSettings:
    """Plan settings from the JSON of a stored plan."""
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
    }
    return PlanSettings(**values)


def current_plan(tournament_id: int) -> PayoutPlan | None:
    """The newest plan that counts."""
    rows = PayoutPlan.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return rows.order_by("-number").first()


def prizes_of(event: Tournament, field: Field | None = None) -> Prizes:
    """The prizes as they stand: the locked plan as it is, otherwise reckoned from today's pool and entries."""
    field = field or field_of(event.pk)
    pool = pool_of(event)
    row = current_plan(event.pk)
    deal = Deal.objects.filter(tournament=event, revoked_by__isnull=True).first()
    settings = settings_of(row.settings) if row else default_settings(event)
    changed = row is not None and (row.entries, row.pool_minor) != (field.entries, pool.pool_minor)
    frozen = row is not None and (row.locked or (bool(settings.custom_amounts_minor) and changed))
    if row is not None and frozen:
        plan = stored_plan(row)
    else:
        plan = make_plan(pool.pool_minor, field.entries, settings, players=field.players or None)
    return Prizes(
        pool=pool,
        plan=plan,
        plan_id=row.pk if row else None,
        locked=bool(row and row.locked),
        stale=frozen and changed,
        entries_at_lock=row.entries if row else 0,
        settings=settings,
        deal=deal,
    )


def stored_plan(row: PayoutPlan) -> Plan:
    """A plan as it was stored, to the cent."""
    prizes = tuple(PlanPrize(prize.place, prize.amount_minor, prize.label) for prize in row.prizes.all())
    warnings = tuple(Notice(item["code"], item["facts"]) for item in row.warnings)
    return Plan(row.pool_minor, row.entries, prizes, warnings)


def paid_by_entry(tournament_id: int) -> dict[int, int]:
    """What every entry has been paid so far, minor units."""
    rows = Payment.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return dict(rows.values_list("entry_id").annotate(total=Sum("amount_minor")).order_by())


def shared_by_deal(tournament_id: int) -> bool:
    """Whether everybody still in shares by a deal all that was left to be won, so that nothing is played for."""
    deal = Deal.objects.filter(tournament=tournament_id, revoked_by__isnull=True, kept_minor=0).first()
    if deal is None:
        return False
    active = Entry.objects.filter(tournament=tournament_id, status="active", revoked_by__isnull=True)
    return not active.exclude(pk__in=deal.shares.values("entry_id")).exists()


def deal_amounts(deal: Deal | None) -> dict[int, int]:
    """The share of every entry of a deal."""
    return dict(deal.shares.values_list("entry_id", "amount_minor")) if deal else {}


def results_of(event: Tournament, *, entry_open: bool) -> Results:
    """Everybody with place, prize and what was paid; with a deal its shares go before the plan's prizes."""
    prizes = prizes_of(event)
    standing = standing_of(event, entry_open=entry_open)
    entries = last_entries(event.pk)
    paid = paid_by_entry(event.pk)
    awards = _award_by_player(event, prizes, standing)
    shares = deal_amounts(prizes.deal)
    places = {key: place for place in standing.places for key in place.keys}
    rows = tuple(
        _result(entries[key], places.get(key), awards.get(key), paid, shares, prizes.deal)
        for key in standing.ranking
    )
    return Results(rows, standing, prizes)


def _result(
    entry: Entry,
    place: Place | None,
    award: Award[int] | None,
    paid: Mapping[int, int],
    shares: Mapping[int, int],
    deal: Deal | None,
) -> Result:
    """One player; what he gets by a deal goes before the plan, with what was left to play for if he won it."""
    prize_minor, labels = (award.amount_minor, award.labels) if award else (0, ())
    if deal is not None and entry.pk in shares:
        won = place is not None and place.place_from == 1
        prize_minor, labels = shares[entry.pk] + (deal.kept_minor if won else 0), ()
    return Result(
        player_id=entry.player_id,
        entry_id=entry.pk,
        name=entry.player.name,
        display_name=entry.player.display_name,
        place_from=place.place_from if place else None,
        place_to=place.place_to if place else None,
        prize_minor=prize_minor,
        paid_minor=paid.get(entry.pk, 0),
        label=", ".join(labels),
    )


def _award_by_player(event: Tournament, prizes: Prizes, standing: Standing) -> dict[int, Award[int]]:
    """Prizes of those who have a place, tied places shared."""
    if not prizes.amounts_minor:
        return {}
    stacks = _stacks(event, standing)
    drawn = tuple(key for place in standing.places for key in place.keys)
    awards = settle(
        prizes.plan.prizes,
        standing.places,
        unit_minor=event.payout_unit_minor,
        stacks=stacks,
        draw_order=drawn,
    )
    return {award.key: award for award in awards}


def _stacks(event: Tournament, standing: Standing) -> dict[int, int]:
    """Stacks of tied players at the start of their hand: the bigger one gets the odd unit."""
    tied = {key for place in standing.places if place.place_from != place.place_to for key in place.keys}
    rows = event.eliminations.filter(
        revoked_by__isnull=True, entry__player_id__in=tied, stack_chips__isnull=False
    )
    counted = rows.order_by("order").values_list("entry__player_id", "stack_chips")
    return {player_id: chips for player_id, chips in counted if chips is not None}
