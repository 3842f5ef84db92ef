"""Stored penalties as the rules see them."""

from collections.abc import Iterable

from tournaments.models import Penalty
from tournaments.rules.discipline import Card, Kind, Measure


def card_of(row: Penalty) -> Card:
    """A penalty as a card: `amount` is ms for the two clocks, hands for hands."""
    return Card(
        kind=Kind(row.kind),
        measure=Measure(row.measure),
        amount=row.amount,
        given_ms=row.given_ms,
        given_play_ms=row.given_play_ms,
        hands_served=row.hands_served,
        ended=row.ended_ms is not None,
    )


def history_of(tournament_id: int, player_id: int) -> list[Card]:
    """All penalties of a player in an event, in the order given; they follow him through re-entries."""
    rows = Penalty.objects.filter(tournament_id=tournament_id, player_id=player_id, revoked_by__isnull=True)
    return cards(rows.order_by("pk"))


def cards(rows: Iterable[Penalty]) -> list[Card]:
    """Many penalties as cards."""
    return [card_of(row) for row in rows]
