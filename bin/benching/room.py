"""A club with fields of players, made through the real verbs in the bench's own folder."""

import datetime as dt
from typing import Any

from acts.founding import found_club, setup_code
from acts.importing import import_players
from acts.registration import register_entry
from acts.setup import create_tournament
from acts.timing import start_clock
from club.models import Player, User
from tournaments.actors import Actor

LEVELS = 30
SEATS = 9


def found() -> tuple[Actor, User]:
    """The bench's club and its owner."""
    outcome = found_club(
        code=setup_code(),
        username="bench",
        password="only-for-measuring-a-night",  # noqa: S106  # nosec B106: a folder of its own
        full_name="Bench Owner",
        club_name="Bench club",
    )
    actor = Actor(outcome.result["club_id"], outcome.result["user_id"], "bench")
    return actor, User.objects.get(username="bench")


def tournament(actor: Actor, name: str, tables: int, duration_ms: int = 1_200_000) -> int:
    """A tournament of thirty levels, not begun."""
    rows: list[dict[str, Any]] = [
        {"kind": "play", "duration_ms": duration_ms, "small_blind": 50 * step, "big_blind": 100 * step}
        for step in range(1, LEVELS + 1)
    ]
    outcome = create_tournament(
        actor=actor,
        name=name,
        starts_at=dt.datetime.now(dt.UTC),
        template="empty",
        settings={"late_until_level": 12, "entry_prize_minor": 10_000, "stack_chips": 10_000},
        levels=rows,
        tables=tables,
    )
    return int(outcome.result["tournament_id"])


def field(actor: Actor, entries: int) -> int:
    """A running tournament with so many players, all paid and seated."""
    tournament_id = tournament(actor, f"Field of {entries}", -(-entries // SEATS))
    for begin in range(0, entries, 1000):
        names = range(begin, min(begin + 1000, entries))
        import_players(actor=actor, rows=[{"name": f"Field {entries} Player {number}"} for number in names])
    players = Player.objects.filter(name__startswith=f"Field {entries} ").values_list("pk", flat=True)
    for player_id in players:
        register_entry(actor=actor, tournament_id=tournament_id, player_id=player_id)
    start_clock(actor=actor, tournament_id=tournament_id)
    return tournament_id
