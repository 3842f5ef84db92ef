"""A small club and tournaments for tests, made through the real verbs on a virtual clock."""

import datetime as dt
from typing import Any

from acts.founding import found_club, setup_code
from acts.players import create_player
from acts.registration import register_entry
from acts.setup import create_tournament
from acts.timing import start_clock
from club.models import Club, Membership, User
from tournaments.acting import Outcome
from tournaments.actors import Actor
from tournaments.models import Entry, Tournament
from tournaments.sources import VirtualSources

START_MS = 1_767_200_400_000  # 2025-12-31 17:00 UTC
MINUTE_MS = 60_000


def levels(*minutes: int, break_after: int | None = None, break_minutes: int = 10) -> list[dict[str, Any]]:
    """Playing levels of so many minutes with rising blinds, and a break after the n-th."""
    rows: list[dict[str, Any]] = []
    for number, length in enumerate(minutes, start=1):
        big = 50 * 2 ** (number - 1)
        rows.append(
            {"kind": "play", "duration_ms": length * MINUTE_MS, "small_blind": big // 2, "big_blind": big}
        )
        if number == break_after:
            rows.append({"kind": "break", "duration_ms": break_minutes * MINUTE_MS})
    return rows


class Night:
    """One club with an owner, and one tournament under way in it."""

    def __init__(self, clock: VirtualSources) -> None:
        self.clock = clock
        outcome = found_club(
            code=setup_code(),
            username="owner",
            password="a-long-enough-pass-phrase",
            full_name="Olga Owner",
            club_name="Test club",
        )
        self.club = Club.objects.get(pk=outcome.result["club_id"])
        self.owner = Actor(self.club.pk, outcome.result["user_id"], "laptop")
        self.tournament_id = 0
        self.entries: dict[str, int] = {}
        self.players: dict[str, int] = {}

    def staff(self, role: str) -> Actor:
        """A further member of staff with that role."""
        user = User.objects.create(username=f"{role}-{User.objects.count()}", first_name=role.title())
        Membership.objects.create(club=self.club, user=user, role=role)
        return Actor(self.club.pk, user.pk, "phone")

    def create(self, rows: list[dict[str, Any]] | None = None, tables: int = 1, **settings: Any) -> int:
        """A tournament of `rows` (six levels of 20 minutes by default) with late registration until level 4."""
        base = {"late_until_level": 4, "entry_prize_minor": 10_000, "stack_chips": 10_000}
        outcome = create_tournament(
            actor=self.owner,
            name="Test tournament",
            starts_at=dt.datetime.fromtimestamp(START_MS / 1000, dt.UTC),
            template="empty",
            settings=base | settings,
            levels=rows or levels(20, 20, 20, 20, 20, 20),
            tables=tables,
        )
        self.tournament_id = outcome.result["tournament_id"]
        self.entries = {}
        return self.tournament_id

    @property
    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament_id)

    def do(self, verb: Any, *, actor: Actor | None = None, **params: Any) -> Outcome:
        """Carry out a verb on the tournament, as the owner unless somebody else is named."""
        return verb(actor=actor or self.owner, tournament_id=self.tournament_id, **params)

    def player(self, name: str) -> int:
        """The player of that name, made on first mention."""
        if name not in self.players:
            outcome = create_player(actor=self.owner, name=name)
            self.players[name] = outcome.result["player_id"]
        return self.players[name]

    def enter(self, *names: str, **params: Any) -> None:
        """Register and pay players by name."""
        for name in names:
            outcome = self.do(register_entry, player_id=self.player(name), **params)
            self.entries[name] = outcome.result.get("entry_id", 0)

    def start(self) -> None:
        self.do(start_clock)

    def minutes(self, minutes: float) -> None:
        """Let time pass."""
        self.clock.advance(int(minutes * MINUTE_MS))

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(pk=self.entries[name])
