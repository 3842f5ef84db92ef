"""Hand-for-hand as it is stored: a notice that is not over; its facts are the hand and the tables that ticked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from tournaments.models import Elimination, Notice

KIND = "hand_for_hand"


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Where hand-for-hand stands: `hand_number` from 1, when that hand began, and the numbers of tables.

    `batches_before`: the last batch of busts before the present hand.
    """

    since_ms: int
    began_ms: int
    hand_number: int
    step_ms: int
    done: frozenset[int]
    all_in: frozenset[int]
    batches_before: int = 0


def current_notice(tournament_id: int) -> Notice | None:
    """The notice of hand-for-hand while it is on."""
    rows = Notice.objects.filter(
        tournament_id=tournament_id, kind=KIND, until_ms__isnull=True, revoked_by__isnull=True
    )
    return rows.order_by("-pk").first()


def read_facts(since_ms: int, facts: Mapping[str, Any]) -> HandForHand:
    """The state from a notice's facts."""
    return HandForHand(
        since_ms=since_ms,
        began_ms=facts["began_ms"],
        hand_number=facts["hand_number"],
        step_ms=facts["step_ms"],
        done=frozenset(facts["done"]),
        all_in=frozenset(facts["all_in"]),
        batches_before=facts["batches_before"],
    )


def hand_for_hand_of(tournament_id: int) -> HandForHand | None:
    """Where hand-for-hand stands, None when it is not on; one query."""
    row = current_notice(tournament_id)
    return read_facts(row.from_ms, row.facts) if row else None


def last_batch(tournament_id: int) -> int:
    """The number of the last batch of busts, undone ones included."""
    found = Elimination.objects.filter(tournament_id=tournament_id).aggregate(last=Max("batch"))
    return found["last"] or 0


def batch_of_hand(tournament_id: int, hand: HandForHand) -> int | None:
    """Those out in the present hand, at whatever table, are one batch, ranked together (docs/rules.md 11)."""
    rows = Elimination.objects.filter(
        tournament_id=tournament_id,
        hand_for_hand=True,
        batch__gt=hand.batches_before,
        revoked_by__isnull=True,
    )
    return rows.order_by("-batch").values_list("batch", flat=True).first()
