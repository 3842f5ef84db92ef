"""A tournament and the templates it can be copied from."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Game(models.TextChoices):
    HOLDEM = "holdem", _("Hold'em")
    OMAHA = "omaha", _("Omaha")
    OMAHA_HILO = "omaha_hilo", _("Omaha hi-lo")
    OMAHA_FIVE = "omaha_five", _("Five-card Omaha")
    COURCHEVEL = "courchevel", _("Courchevel")
    WATERMELON = "watermelon", _("Watermelon")
    CRAZY_PINEAPPLE = "crazy_pineapple", _("Crazy pineapple")
    CRAZY_PINEAPPLE_HILO = "crazy_pineapple_hilo", _("Crazy pineapple hi-lo")
    DOUBLE_FLOP = "double_flop", _("Double-flop hold'em")
    TRIPLE_27 = "triple_27", _("Deuce-to-seven triple draw")
    TRIPLE_A5 = "triple_a5", _("Ace-to-five triple draw")
    STUD = "stud", _("Seven-card stud")
    STUD_HILO = "stud_hilo", _("Stud hi-lo")
    RAZZ = "razz", _("Razz")
    STUD_FIVE = "stud_five", _("Five-card stud")
    SOKO = "soko", _("Sökö")
    MIXED = "mixed", _("Mixed games")


class Betting(models.TextChoices):
    NO_LIMIT = "no_limit", _("no-limit")
    POT_LIMIT = "pot_limit", _("pot-limit")
    FIXED_LIMIT = "fixed_limit", _("fixed-limit")


class RebuyKind(models.TextChoices):
    NONE = "none", _("no rebuys")
    BROKE = "broke", _("rebuy when broke")
    ANY = "any", _("rebuy any time")


class TournamentStatus(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Tournament(models.Model):
    """One tournament. Settings are columns; what authorities disagree about is in `rules` (tournaments/rules/settings).

    `version` counts acts (it orders displays), `revision` changes of this row (a stale form is refused by it),
    `next_transition_at_ms` is an index for the sweep, not the truth about the clock.
    """

    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=200)
    game = models.CharField(max_length=24, choices=Game, default=Game.HOLDEM)
    betting = models.CharField(max_length=12, choices=Betting, default=Betting.NO_LIMIT)
    status = models.CharField(max_length=12, choices=TournamentStatus, default=TournamentStatus.PLANNED)
    starts_at = models.DateTimeField()
    timezone = models.CharField(max_length=64)
    currency = models.CharField(max_length=3)
    seats_per_table = models.PositiveSmallIntegerField(default=9)
    capacity = models.PositiveIntegerField(null=True, blank=True)

    entry_prize_minor = models.BigIntegerField(default=0)
    entry_fee_minor = models.BigIntegerField(default=0)
    entry_bounty_minor = models.BigIntegerField(default=0)
    entry_staff_minor = models.BigIntegerField(default=0)
    stack_chips = models.BigIntegerField(default=10000)

    rebuy_kind = models.CharField(max_length=8, choices=RebuyKind, default=RebuyKind.NONE)
    rebuy_prize_minor = models.BigIntegerField(default=0)
    rebuy_fee_minor = models.BigIntegerField(default=0)
    rebuy_chips = models.BigIntegerField(default=0)
    rebuy_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    rebuy_threshold_chips = models.BigIntegerField(null=True, blank=True)
    rebuy_until_level = models.PositiveSmallIntegerField(null=True, blank=True)

    addon_offered = models.BooleanField(default=False)
    addon_prize_minor = models.BigIntegerField(default=0)
    addon_fee_minor = models.BigIntegerField(default=0)
    addon_chips = models.BigIntegerField(default=0)
    addon_after_level = models.PositiveSmallIntegerField(null=True, blank=True)

    reentry_offered = models.BooleanField(default=False)
    reentry_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    reentry_until_level = models.PositiveSmallIntegerField(null=True, blank=True)

    late_until_level = models.PositiveSmallIntegerField(null=True, blank=True)
    late_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    late_through_break = models.BooleanField(default=False)
    late_closed_early = models.BooleanField(default=False)
    waiting_until_level = models.PositiveSmallIntegerField(null=True, blank=True)

    guarantee_minor = models.BigIntegerField(default=0)
    prizes_on = models.BooleanField(default=True)
    payout_preset = models.CharField(max_length=24, default="club")
    places_percent = models.PositiveSmallIntegerField(default=15)
    payout_unit_minor = models.BigIntegerField(default=100)
    payout_rounding = models.CharField(max_length=24, default="floor_first")
    min_cash_minor = models.BigIntegerField(default=0)
    denominations = models.JSONField(default=list)
    rules = models.JSONField(default=dict)
    note = models.TextField(blank=True, default="")

    version = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")
    next_transition_at_ms = models.BigIntegerField(null=True, blank=True, db_index=True)
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=TournamentStatus.values), name="tournament_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(seats_per_table__gte=2, seats_per_table__lte=12), name="tournament_seats_2_to_12"
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=2),
                name="tournament_capacity_is_two_or_more",
            ),
            models.CheckConstraint(
                condition=Q(
                    entry_prize_minor__gte=0,
                    entry_fee_minor__gte=0,
                    entry_bounty_minor__gte=0,
                    entry_staff_minor__gte=0,
                    rebuy_prize_minor__gte=0,
                    rebuy_fee_minor__gte=0,
                    addon_prize_minor__gte=0,
                    addon_fee_minor__gte=0,
                    guarantee_minor__gte=0,
                    min_cash_minor__gte=0,
                ),
                name="tournament_prices_are_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(
                    stack_chips__gt=0, rebuy_chips__gte=0, addon_chips__gte=0, payout_unit_minor__gt=0
                ),
                name="tournament_chips_and_unit_are_positive",
            ),
        ]
        indexes = [models.Index(fields=["club", "status"], name="tournament_by_club_and_status")]

    def __str__(self) -> str:
        return self.name

    @property
    def entry_price_minor(self) -> int:
        """What a player pays for one entry, in minor units: prize part + fee + bounty part + staff part."""
        return (
            self.entry_prize_minor + self.entry_fee_minor + self.entry_bounty_minor + self.entry_staff_minor
        )


class TournamentTemplate(models.Model):
    """A club's own template; `content` is the same JSON that the built-in ones have. Tournaments copy it."""

    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="templates")
    name = models.CharField(max_length=200)
    content = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    revoked_by = models.ForeignKey(
        "tournaments.DirectorAction", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(revoked_by__isnull=True),
                name="template_name_once_per_club",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
