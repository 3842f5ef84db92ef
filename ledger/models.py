"""Double entry for money and chips: accounts and immutable transfers between them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Unit(models.TextChoices):
    MONEY = "money", _("money")
    CHIPS = "chips", _("chips")


class AccountKind(models.TextChoices):
    TILL = "till", _("till")
    DEBTS = "debts", _("owed to the till")
    PRIZE_POOL = "prize_pool", _("prize pool")
    BOUNTY_POOL = "bounty_pool", _("bounty pool")
    FEE = "fee", _("fee")
    STAFF = "staff", _("staff")
    HOUSE = "house", _("house")
    CHIP_BANK = "chip_bank", _("chips in the bank")
    IN_PLAY = "in_play", _("chips in play")
    CHIPS_REMOVED = "chips_removed", _("chips removed")
    RACE_DIFFERENCE = "race_difference", _("race difference")


class Account(models.Model):
    """One account of one tournament. Its balance is the sum of its transfers: it is never stored."""

    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="accounts")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="accounts"
    )
    kind = models.CharField(max_length=16, choices=AccountKind)
    unit = models.CharField(max_length=6, choices=Unit)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="account_once_per_tournament"),
            models.CheckConstraint(condition=Q(kind__in=AccountKind.values), name="account_kind_is_known"),
            models.CheckConstraint(condition=Q(unit__in=Unit.values), name="account_unit_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.kind}"


class Transfer(models.Model):
    """`amount` (minor units or chips, > 0) goes from the credited to the debited account.

    Immutable: triggers on both databases refuse update and delete. A mistake is corrected by a transfer that
    reverses it; each transfer can be reversed once.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="transfers"
    )
    debit = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="debits")
    credit = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="credits")
    amount = models.BigIntegerField()
    unit = models.CharField(max_length=6, choices=Unit)
    code = models.CharField(max_length=32)
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="transfers"
    )
    purchase = models.ForeignKey(
        "tournaments.Purchase", null=True, blank=True, on_delete=models.PROTECT, related_name="transfers"
    )
    action = models.ForeignKey(
        "tournaments.DirectorAction", on_delete=models.PROTECT, related_name="transfers"
    )
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_amount_is_positive"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="transfer_sides_differ"),
        ]
        indexes = [models.Index(fields=["tournament", "unit"], name="transfer_by_unit")]

    def __str__(self) -> str:
        return f"{self.code} {self.amount} {self.unit}"
