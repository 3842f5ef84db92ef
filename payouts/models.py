"""Prize plans, payments of prizes, and deals."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class PayoutPlan(models.Model):
    """One version of the prizes. The newest version not revoked is the plan; a locked one no longer follows entries.

    `entries` and `pool_minor` are those it was made for: when they differ from today's, a locked plan is stale.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="plans")
    number = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    pool_minor = models.BigIntegerField()
    settings = models.JSONField(default=dict)
    warnings = models.JSONField(default=list)
    locked = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="+")
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="plan_number_once"),
            models.CheckConstraint(condition=Q(pool_minor__gte=0), name="plan_pool_is_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class PlanPrize(models.Model):
    """The prize of one place in one plan: money, and for tickets or things a label."""

    plan = models.ForeignKey(PayoutPlan, on_delete=models.PROTECT, related_name="prizes")
    place = models.PositiveIntegerField()
    amount_minor = models.BigIntegerField()
    label = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "place"], name="plan_prize_once_per_place"),
            models.CheckConstraint(
                condition=Q(amount_minor__gte=0, place__gte=1), name="plan_prize_is_a_prize"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.amount_minor}"


class Payment(models.Model):
    """Money handed to a player for his prize. A paid row is never edited; a mistake is revoked by an act.

    `owed_minor` is the whole prize at that moment, `part` numbers the payments of one entry from 1 and
    `paid_before_minor` is the sum of the earlier parts, so that the database itself keeps the sum within the prize.
    """

    class Method(models.TextChoices):
        CASH = "cash", _("cash")
        TRANSFER = "transfer", _("bank transfer")
        OTHER = "other", _("other")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="payments"
    )
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="payments")
    part = models.PositiveSmallIntegerField()
    place_from = models.PositiveIntegerField()
    place_to = models.PositiveIntegerField()
    owed_minor = models.BigIntegerField()
    paid_before_minor = models.BigIntegerField(default=0)
    amount_minor = models.BigIntegerField()
    method = models.CharField(max_length=10, choices=Method, default=Method.CASH)
    receipt_number = models.PositiveBigIntegerField()
    at_ms = models.BigIntegerField()
    note = models.CharField(max_length=200, blank=True, default="")
    made_by = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "part"], condition=Q(revoked_by__isnull=True), name="payment_part_once"
            ),
            models.CheckConstraint(
                condition=Q(
                    amount_minor__gt=0,
                    paid_before_minor__gte=0,
                    owed_minor__gte=models.F("amount_minor") + models.F("paid_before_minor"),
                ),
                name="payment_is_at_most_the_prize",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.amount_minor}"


class Deal(models.Model):
    """An agreement of all players left about what is still to be won. `kept_minor` is what play goes on for."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="deals")
    method = models.CharField(max_length=24)
    settings = models.JSONField(default=dict)
    pool_minor = models.BigIntegerField()
    kept_minor = models.BigIntegerField(default=0)
    at_ms = models.BigIntegerField()
    revision = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="+")
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(revoked_by__isnull=True), name="deal_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(pool_minor__gte=0, kept_minor__gte=0), name="deal_amounts_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.method}"


class DealShare(models.Model):
    """What one entry gets by a deal, and the stack it was reckoned from."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="shares")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="deal_shares")
    stack_chips = models.BigIntegerField()
    amount_minor = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "entry"], name="deal_share_once_per_entry"),
            models.CheckConstraint(
                condition=Q(amount_minor__gte=0, stack_chips__gt=0), name="deal_share_is_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.amount_minor}"
