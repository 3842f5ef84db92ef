"""Screens players look at, notices shown on them, and to-do items a director put off or overruled."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models_entries import made_by, revoked_by


class Screen(models.Model):
    """One display. The link's token is stored hashed; a screen shows one tournament of its club, or several.

    `mode` is what it shows; `panels` are the panels that take turns beside the clock in the mode `rotation`, each for
    `panel_seconds`. `shown_mode` takes the place of the mode until `shown_until_ms`. `sounds`: the one display of its
    tournament that is to be heard; `speaks`: it also says the announcements.
    """

    class Mode(models.TextChoices):
        AUTO = "auto", _("what the moment asks for")
        CLOCK = "clock", _("clock")
        SEATS = "seats", _("seats")
        MOVES = "moves", _("seats just changed")
        PRIZES = "prizes", _("prizes")
        STRUCTURE = "structure", _("structure")
        WAITING = "waiting", _("waiting list")
        RULES = "rules", _("house rules")
        ROTATION = "rotation", _("panels in turn")

    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="screens")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="screens")
    name = models.CharField(max_length=120)
    token_hash = models.CharField(max_length=64, unique=True)
    mode = models.CharField(max_length=12, choices=Mode, default=Mode.AUTO)
    language = models.CharField(max_length=8, default="en")
    sounds = models.BooleanField(default=False)
    speaks = models.BooleanField(default=False)
    panels = models.JSONField(default=list)
    panel_seconds = models.PositiveSmallIntegerField(default=15)
    shown_mode = models.CharField(max_length=12, blank=True, default="")
    shown_until_ms = models.BigIntegerField(null=True, blank=True)
    expires_ms = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    def __str__(self) -> str:
        return self.name


class ScreenTournament(models.Model):
    """A further tournament of the club that a display shows beside its own, in the order of `position`."""

    screen = models.ForeignKey(Screen, on_delete=models.PROTECT, related_name="others")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="shown_on"
    )
    position = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["screen", "tournament"],
                condition=models.Q(revoked_by__isnull=True),
                name="screen_shows_tournament_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.screen}: {self.tournament}"


class ScreenPresence(models.Model):
    """When the stream of a display was last seen open. Not an act: see tournaments/presence.py."""

    screen = models.OneToOneField(Screen, on_delete=models.CASCADE, primary_key=True, related_name="presence")
    heard_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.screen_id}: {self.heard_ms}"


class Notice(models.Model):
    """A message on the displays, such as "late registration closes after this level" or a change of the structure."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=24, default="message")
    text = models.CharField(max_length=300, blank=True, default="")
    facts = models.JSONField(default=dict)
    from_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    def __str__(self) -> str:
        return self.text or self.kind


class Deferral(models.Model):
    """A to-do item put off until a time, or overruled with a reason. The key names the item and what it rests on."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="deferrals"
    )
    item_key = models.CharField(max_length=200)
    overruled = models.BooleanField(default=False)
    reason = models.CharField(max_length=400, blank=True, default="")
    until_ms = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    made_by = made_by()
    revoked_by = revoked_by()

    def __str__(self) -> str:
        return self.item_key
