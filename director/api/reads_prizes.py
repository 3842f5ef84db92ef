"""Reading the prizes: pool, plan, results, payments, and a deal."""

from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from clock.event_windows import entries_may_come
from clock.selectors import load_clock
from director.api.base import PagedRead, Read
from director.api.reads_club import PersonShape
from director.api.shapes import Limited, LimitedRow, PageQuery
from payouts.models import Deal, DealShare, Payment
from payouts.selectors import Result, Results, prizes_of, results_of
from payouts.steps import stored_settings
from tournaments.actors import DESK_STAFF, EVERYBODY_ON_STAFF, FLOOR_AND_DESK
from tournaments.stamps import read_stamp


class PoolLineShape(Limited):
    """A line of the pool; deductions are negative."""

    code = serializers.CharField()
    count = serializers.IntegerField()
    amount_minor = serializers.IntegerField()


class PoolShape(Limited):
    """The prize pool and the lines that make it."""

    lines = PoolLineShape(many=True)
    collected_minor = serializers.IntegerField()
    added_minor = serializers.IntegerField()
    deducted_minor = serializers.IntegerField()
    overlay_minor = serializers.IntegerField()
    pool_minor = serializers.IntegerField()


class PrizeShape(Limited):
    """The prize of a place."""

    place = serializers.IntegerField()
    amount_minor = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]


class WarningShape(Limited):
    """Something to know about the plan."""

    code = serializers.CharField()
    facts = serializers.DictField()


class PlanSettingsShape(Limited):
    """What the plan was made by, as `payouts.plan` takes it."""

    preset = serializers.CharField()
    places = serializers.IntegerField(allow_null=True)
    places_percent = serializers.CharField(allow_null=True)
    custom_percents = serializers.ListField(child=serializers.CharField())
    custom_amounts_minor = serializers.ListField(child=serializers.IntegerField())
    unit_minor = serializers.IntegerField()
    rounding = serializers.CharField()
    min_cash_minor = serializers.IntegerField()
    first_minor = serializers.IntegerField()


class PrizesShape(Limited):
    """The prizes as they stand. `plan_id` is null while they follow the settings; `stale`: locked for other entries.

    `plan_stamp` is the stamp `plan`.
    """

    version = serializers.IntegerField()
    pool = PoolShape()
    prizes = PrizeShape(many=True)
    warnings = WarningShape(many=True)
    settings = PlanSettingsShape()
    plan_id = serializers.IntegerField(allow_null=True)
    plan_stamp = serializers.CharField()
    locked = serializers.BooleanField()
    stale = serializers.BooleanField()
    entries_at_lock = serializers.IntegerField()
    has_deal = serializers.BooleanField()


class PrizesRead(Read):
    """Pool and prizes as they stand."""

    roles = EVERYBODY_ON_STAFF
    shape = PrizesShape
    tag = "payouts"

    def read(self) -> Any:
        prizes = prizes_of(self.event)
        names = ("plan_id", "locked", "stale", "entries_at_lock")
        return {
            "version": self.version,
            "pool": asdict(prizes.pool),
            "prizes": prizes.plan.prizes,
            "warnings": [{"code": row.code, "facts": dict(row.facts)} for row in prizes.plan.warnings],
            "settings": stored_settings(prizes.settings),
            "plan_stamp": read_stamp(self.event.pk, "plan"),
            "has_deal": prizes.deal is not None,
        } | {name: getattr(prizes, name) for name in names}


class ResultShape(Limited):
    """A player's place and prize; tied players share `place_from` to `place_to`. No place: still playing."""

    player_id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    display_name = serializers.CharField()
    name = serializers.CharField()
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)
    prize_minor = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    paid_minor = serializers.IntegerField()
    owed_minor = serializers.IntegerField()
    limited = {"name": FLOOR_AND_DESK, "paid_minor": DESK_STAFF, "owed_minor": DESK_STAFF}


class ResultsShape(Limited):
    """Everybody in order: those still in first, then by place. Provisional while somebody may still enter."""

    version = serializers.IntegerField()
    provisional = serializers.BooleanField()
    total = serializers.IntegerField()
    next_after = serializers.IntegerField(allow_null=True)
    results = ResultShape(many=True)


class ResultsRead(Read):
    """Places, prizes, and what has been paid. `after` counts rows: the order can change between two pages."""

    roles = EVERYBODY_ON_STAFF
    shape = ResultsShape
    query = PageQuery
    tag = "payouts"

    def read(self) -> Any:
        asked, event = self.asked(), self.event
        entry_open = event.status == "running" and entries_may_come(event, load_clock(event.pk), self.now_ms)
        results = results_of(event, entry_open=entry_open)
        begin, rows = max(0, asked.get("after", 0)), ordered(results, newest_first=asked["newest_first"])
        end = begin + asked["limit"]
        return {
            "version": self.version,
            "provisional": results.standing.provisional,
            "total": len(rows),
            "next_after": end if end < len(rows) else None,
            "results": rows[begin:end],
        }


def ordered(results: Results, *, newest_first: bool) -> list[Result]:
    """The rows from the top, or from the last place up."""
    return list(reversed(results.rows)) if newest_first else list(results.rows)


class PaymentShape(LimitedRow):
    """Money handed to a player for his prize; `revoked`: taken back by an undo."""

    entry_id = serializers.IntegerField()
    player = PersonShape(source="entry.player")
    action_id = serializers.UUIDField(source="made_by_id")
    revoked = serializers.SerializerMethodField()

    class Meta:
        model = Payment
        fields = (
            "id", "entry_id", "player", "part", "place_from", "place_to", "owed_minor", "paid_before_minor",
            "amount_minor", "method", "receipt_number", "at_ms", "note", "action_id", "revoked",
        )  # fmt: skip

    def get_revoked(self, row: Payment) -> bool:
        return row.revoked_by_id is not None


class Payments(PagedRead):
    """Payments of prizes in the order in which they were made."""

    roles = DESK_STAFF
    row = PaymentShape
    tag = "payouts"

    def rows(self) -> QuerySet[Payment]:
        return Payment.objects.filter(tournament=self.event).select_related("entry__player")


class ShareShape(LimitedRow):
    """What an entry gets by the deal, and the stack it was reckoned from."""

    entry_id = serializers.IntegerField()
    player = PersonShape(source="entry.player")

    class Meta:
        model = DealShare
        fields = ("entry_id", "player", "stack_chips", "amount_minor")


class DealFactsShape(LimitedRow):
    """A deal; `kept_minor` is what play goes on for."""

    settings = serializers.DictField()
    action_id = serializers.UUIDField(source="made_by_id")
    shares = ShareShape(many=True)

    class Meta:
        model = Deal
        fields = ("id", "method", "settings", "pool_minor", "kept_minor", "at_ms", "action_id", "shares")


class DealShape(Limited):
    """The deal that counts, or null."""

    version = serializers.IntegerField()
    deal = DealFactsShape(allow_null=True, help_text=_("null while there is none."))


class DealRead(Read):
    """The deal the players left agreed to, if there is one."""

    roles = EVERYBODY_ON_STAFF
    shape = DealShape
    tag = "payouts"

    def read(self) -> Any:
        rows = Deal.objects.filter(tournament=self.event, revoked_by__isnull=True)
        return {"version": self.version, "deal": rows.prefetch_related("shares__entry__player").first()}
