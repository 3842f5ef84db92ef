"""What was done, by whom and when (append-only), and the side effects still to be carried out."""

import uuid

from django.db import models
from django.db.models import Q


class DirectorAction(models.Model):
    """One act of a person or of the clock. Append-only: triggers on both databases refuse update and delete.

    `payload` is what was asked (canonical JSON), `result` the ids and figures answered, `facts` what the log line is
    rendered from in the reader's language, `deltas` what the act changed row by row (read by undo). `hash` chains
    every row to the one before it of the same tournament (or, for acts of the club, of the same club).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="actions")
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.PROTECT, related_name="actions"
    )
    sequence = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=60)
    actor = models.ForeignKey("club.User", null=True, on_delete=models.PROTECT, related_name="actions")
    role = models.CharField(max_length=12)
    device = models.CharField(max_length=120, blank=True, default="")
    request_id = models.CharField(max_length=80, null=True)  # noqa: DJ001  null is outside the unique index
    payload_hash = models.CharField(max_length=64)
    reason = models.CharField(max_length=400, blank=True, default="")
    at_ms = models.BigIntegerField()
    payload = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    deltas = models.JSONField(default=list)
    undoes = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="undone_by")
    previous_hash = models.CharField(max_length=64, blank=True, default="")
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sequence"],
                condition=Q(tournament__isnull=False),
                name="action_sequence_once_per_tournament",
            ),
            models.UniqueConstraint(
                fields=["club", "sequence"],
                condition=Q(tournament__isnull=True),
                name="action_sequence_once_per_club",
            ),
            models.UniqueConstraint(
                fields=["club", "actor", "request_id"],
                condition=Q(request_id__isnull=False),
                name="action_request_once_per_actor",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "-sequence"], name="action_newest_first")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
