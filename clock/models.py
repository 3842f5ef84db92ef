"""The clock as stored: structures (immutable versions), append-only anchors, and the transitions recorded."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class LevelKind(models.TextChoices):
    PLAY = "play", _("level")
    BREAK = "break", _("break")


class AnteKind(models.TextChoices):
    NONE = "none", _("no ante")
    EACH = "each", _("ante of each player")
    BBA = "bba", _("big-blind ante")


class Structure(models.Model):
    """One version of a tournament's levels. An edit makes a new version; nothing in an old one ever changes."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="structures"
    )
    number = models.PositiveIntegerField()
    action = models.ForeignKey(
        "tournaments.DirectorAction", on_delete=models.PROTECT, related_name="structures"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="structure_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Level(models.Model):
    """A period with blinds, or a break. `level_index` counts both from 0; the number shown counts play only."""

    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="levels")
    level_index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=LevelKind)
    duration_ms = models.PositiveBigIntegerField()
    small_blind = models.BigIntegerField(default=0)
    big_blind = models.BigIntegerField(default=0)
    ante = models.BigIntegerField(default=0)
    ante_kind = models.CharField(max_length=8, choices=AnteKind, default=AnteKind.NONE)
    bring_in = models.BigIntegerField(default=0)
    small_bet = models.BigIntegerField(default=0)
    big_bet = models.BigIntegerField(default=0)
    game = models.CharField(max_length=24, blank=True, default="")
    note = models.CharField(max_length=120, blank=True, default="")
    marks = models.JSONField(default=list)
    hands = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["level_index"]
        constraints = [
            models.UniqueConstraint(fields=["structure", "level_index"], name="level_index_once"),
            models.CheckConstraint(condition=Q(duration_ms__gt=0), name="level_lasts"),
            models.CheckConstraint(
                condition=Q(small_blind__lte=F("big_blind")), name="level_blinds_in_order"
            ),
            models.CheckConstraint(
                condition=Q(
                    small_blind__gte=0, ante__gte=0, bring_in__gte=0, small_bet__gte=0, big_bet__gte=0
                ),
                name="level_bets_are_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.level_index}: {self.small_blind}/{self.big_blind}"


class Anchor(models.Model):
    """Where the clock stood at one moment. Append-only: what time it is follows from the last one.

    `elapsed_ms` is the time played in level `level_index` at `at_ms` (epoch milliseconds, UTC); before the start it is
    negative: a countdown. `hands` were played in it, if it is a level of hands. `steps_ms` is by how much the wall
    clock had been set (all steps together) when the anchor was written: when it has been set further since, the anchor
    needs a compensating one.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="anchors")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    at_ms = models.BigIntegerField()
    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="anchors")
    level_index = models.PositiveSmallIntegerField()
    elapsed_ms = models.BigIntegerField()
    running = models.BooleanField()
    hands = models.PositiveSmallIntegerField(default=0)
    steps_ms = models.BigIntegerField(default=0)
    action = models.ForeignKey("tournaments.DirectorAction", on_delete=models.PROTECT, related_name="anchors")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "sequence"], name="anchor_sequence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class LevelTransition(models.Model):
    """A level that began, recorded once per anchor and level, at the computed time (not at the time of recording)."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="level_transitions"
    )
    anchor = models.ForeignKey(Anchor, on_delete=models.PROTECT, related_name="transitions")
    level_index = models.PositiveSmallIntegerField()
    at_ms = models.BigIntegerField()
    recorded_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["anchor", "level_index"], name="transition_once_per_anchor_and_level"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.anchor}: {self.level_index}"


class Heartbeat(models.Model):
    """The last sign of life of a part (worker, beat) and the clocks it read then.

    The part `clock` is the room's clock: readings of one machine (`boot_id`), and in `steps_ms` by how much its wall
    clock has been set since, all steps together.
    """

    part = models.CharField(max_length=40, unique=True)
    wall_ms = models.BigIntegerField()
    monotonic_ms = models.BigIntegerField(default=0)
    boot_ms = models.BigIntegerField(default=0)
    boot_id = models.CharField(max_length=64, blank=True, default="")
    steps_ms = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.part
