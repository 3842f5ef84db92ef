"""An example club with a tournament under way, made through the same verbs as a real one.

It begins in the past on a virtual clock and ends at the present, so that everything in it has a history: who came when,
who is out, what was paid. Names are numbers: nobody is meant.
"""

import base64
import datetime as dt
import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any

from django.core.signing import Signer

from acts.club import add_member
from acts.discipline import give_penalty
from acts.elimination import bust
from acts.founding import found_club, setup_code
from acts.importing import PlayerRow, import_players
from acts.payouts import lock_payouts, pay_prize
from acts.registration import join_waiting_list, register_entry
from acts.screens import create_screen
from acts.seating import mark_away, record_count
from acts.secrecy import Secret, fingerprint
from acts.setup import create_tournament
from acts.timing import start_clock
from club.models import Club, Membership, User
from ledger.selectors import chips_in_play
from payouts.selectors import results_of
from tournaments.acting import Deed, Outcome
from tournaments.actors import Actor
from tournaments.models import Entry, Screen, Tournament
from tournaments.sources import RealSources, VirtualSources, using

OWNER, FLOOR, CASHIER = "demo", "demo-floor", "demo-cashier"
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
PLAYED_MINUTES = 76
PLAYERS = 60
ENTRIES = 38
LATE = 5
CAPACITY = 42
WAITING = 3


class AlreadyInUse(RuntimeError):
    """The database belongs to a real club: the example is never put beside it."""


def demo_password() -> str:
    """The example's password: of this installation only, and the same each time it is asked for.

    Digits, in groups: letters would be refused where they happen to resemble the user name.
    """
    number = int.from_bytes(_digest("password")[:8]) % 10**12
    return f"{number // 10**8:04}-{number // 10**4 % 10**4:04}-{number % 10**4:04}"


def demo_token() -> str:
    """The token of the example's wall screen, the same each time it is asked for."""
    return _derived("screen", 24)


def _derived(what: str, length: int) -> str:
    return base64.urlsafe_b64encode(_digest(what)).decode()[:length]


def _digest(what: str) -> bytes:
    return hashlib.sha256(Signer(salt="demo").signature(what).encode()).digest()


def demo_exists() -> bool:
    """Whether the example was made here already."""
    return Membership.objects.filter(user__username=OWNER).exists()


@dataclass
class Demo:
    """The example while it is made."""

    clock: VirtualSources
    club: Club
    owner: Actor
    tournament_id: int = 0
    player_ids: list[int] = field(default_factory=list)

    def do(self, verb: Deed, **params: Any) -> Outcome:
        """Do an act of the owner, on the tournament at hand where it is about one."""
        where = {"tournament_id": self.tournament_id} if verb.verb.needs_tournament else {}
        return verb(actor=self.owner, **where, **params)

    def pass_minutes(self, minutes: int) -> None:
        self.clock.advance(minutes * MINUTE_MS)

    def playing(self) -> list[Entry]:
        """Entries in play, in the order of their numbers."""
        rows = Entry.objects.filter(
            tournament_id=self.tournament_id, status="active", revoked_by__isnull=True
        )
        return list(rows.order_by("number"))

    def create(self, name: str, starts_ms: int, template: str, tables: int, **settings: Any) -> None:
        outcome = self.do(
            create_tournament,
            name=name,
            starts_at=dt.datetime.fromtimestamp(starts_ms / 1000, dt.UTC),
            template=template,
            tables=tables,
            settings=settings,
        )
        self.tournament_id = outcome.result["tournament_id"]

    def register(self, player_ids: list[int], every_minutes: int = 0, **params: Any) -> None:
        for player_id in player_ids:
            self.do(register_entry, player_id=player_id, **params)
            self.pass_minutes(every_minutes)


def make_demo() -> None:
    """Make the example club, unless it is there. AlreadyInUse in a database of somebody else's club."""
    if demo_exists():
        return
    if Membership.objects.exists():
        raise AlreadyInUse
    now_ms = RealSources().now_ms()
    # On a round quarter of an hour, as tournaments begin.
    starts_ms = now_ms - PLAYED_MINUTES * MINUTE_MS
    starts_ms -= starts_ms % (15 * MINUTE_MS)
    with using(VirtualSources(now_ms - 8 * DAY_MS, secrets.randbits(60))) as clock:
        demo = _found(clock)  # type: ignore[arg-type]
        _play_last_week(demo)
        clock.current_ms = starts_ms - HOUR_MS  # type: ignore[attr-defined]
        _plan_tomorrow(demo, starts_ms + DAY_MS)
        _play_tonight(demo, starts_ms, now_ms)


def _found(clock: VirtualSources) -> Demo:
    """The club, its staff and its players."""
    outcome = found_club(
        code=setup_code(),
        username=OWNER,
        password=demo_password(),
        full_name="Demo Owner",
        club_name="Example Card Club",
        rule_preset="tda",
    )
    demo = Demo(
        clock,
        Club.objects.get(pk=outcome.result["club_id"]),
        Actor(outcome.result["club_id"], outcome.result["user_id"], "demo"),
    )
    for username, role in ((FLOOR, "floor"), (CASHIER, "cashier")):
        demo.do(
            add_member,
            username=username,
            role=role,
            password=Secret(demo_password()),
            full_name=f"Demo {role}",
        )
    names = [f"Player {number:02}" for number in range(1, PLAYERS + 1)]
    rows = [
        PlayerRow(name=name, display_name=name, club_number=f"{100 + n}") for n, name in enumerate(names, 1)
    ]
    demo.player_ids = demo.do(import_players, rows=rows).result["player_ids"]
    return demo


def _play_last_week(demo: Demo) -> None:
    """A small freeze-out that is over, its prizes locked and all but one paid."""
    demo.create("Last week's freeze-out", demo.clock.now_ms() + HOUR_MS, "freezeout-turbo", 1)
    demo.register(demo.player_ids[:9], every_minutes=3)
    demo.do(start_clock)
    demo.pass_minutes(45)
    demo.do(lock_payouts)
    while len(entries := demo.playing()) > 1:
        demo.do(bust, busts=[{"entry_id": entries[0].pk, "stack_chips": 900, "by_entry_id": entries[-1].pk}])
        demo.pass_minutes(6)
    results = results_of(Tournament.objects.get(pk=demo.tournament_id), entry_open=False)
    for row in [row for row in results.rows if row.owed_minor][:-1]:
        demo.do(pay_prize, entry_id=row.entry_id)


def _plan_tomorrow(demo: Demo, starts_ms: int) -> None:
    """One that is planned, with a few who have entered without paying."""
    demo.create("Tomorrow: rebuys and add-on", starts_ms, "rebuy-addon", 2, guarantee_minor=100_000)
    demo.register(demo.player_ids[:6], paid=False)


def _play_tonight(demo: Demo, starts_ms: int, now_ms: int) -> None:
    """The one that runs: entries, late ones, busts and re-entries, a card, counts, a waiting list, a wall screen."""
    demo.create(
        "Friday main event", starts_ms, "reentry-bba", 5,
        capacity=CAPACITY, guarantee_minor=600_000, late_until_level=6, reentry_limit=2,
    )  # fmt: skip
    demo.register(demo.player_ids[:ENTRIES], every_minutes=1)
    demo.clock.current_ms = starts_ms
    demo.do(start_clock)
    late = demo.player_ids[ENTRIES : ENTRIES + LATE]
    for round_number in range(12):
        demo.pass_minutes(6)
        _one_round(demo, round_number, late)
    for player_id in demo.player_ids[ENTRIES + LATE : ENTRIES + LATE + WAITING]:
        demo.do(join_waiting_list, player_id=player_id)
    demo.do(create_screen, name="Wall", token=Secret(demo_token()), sounds=True, days=365)
    demo.clock.current_ms = now_ms


def _one_round(demo: Demo, number: int, late: list[int]) -> None:
    """Six minutes of the night."""
    entries = demo.playing()
    if number % 3 == 1 and late:
        demo.do(register_entry, player_id=late.pop(0))
    if number in (4, 6, 7, 9, 10):
        out, by = entries[number], entries[-number]
        demo.do(bust, busts=[{"entry_id": out.pk, "by_entry_id": by.pk}])
        if number in (4, 7):
            demo.pass_minutes(1)
            demo.do(register_entry, player_id=out.player_id)
            demo.clock.advance(-MINUTE_MS)
    if number == 8:
        demo.do(give_penalty, entry_id=entries[3].pk, kind="yellow", cause="phone", minutes=40)
        demo.do(mark_away, entry_id=entries[5].pk)
    if number == 11:
        stacks = counted_stacks(chips_in_play(demo.tournament_id), len(entries))
        counts = [
            {"entry_id": entry.pk, "stack_chips": chips} for entry, chips in zip(entries, stacks, strict=True)
        ]
        demo.do(record_count, counts=counts)


def counted_stacks(in_play: int, players: int) -> list[int]:
    """Stacks that look played and add up to what is in play; the last player holds the rest."""
    average = in_play // players // 100 * 100
    offsets = [average * ((place // 2 * 37) % 90) // 100 // 100 * 100 for place in range(players)]
    stacks = [average + (offset if place % 2 else -offset) for place, offset in enumerate(offsets)]
    stacks[-1] += in_play - sum(stacks)
    return stacks


@dataclass(frozen=True, slots=True)
class DemoLinks:
    """What there is to open."""

    wall: str
    player: str


def demo_links(base_url: str) -> DemoLinks:
    """Addresses of the wall screen and of one player's own page; empty where they were taken away."""
    screen = Screen.objects.filter(token_hash=fingerprint(demo_token()), revoked_by__isnull=True).first()
    user = User.objects.get(username=OWNER)
    rows = Entry.objects.filter(
        tournament__club__memberships__user=user, tournament__status="running", status="active",
        revoked_by__isnull=True,
    )  # fmt: skip
    entry = rows.order_by("number").first()
    return DemoLinks(
        wall=f"{base_url}/d/{demo_token()}" if screen else "",
        player=f"{base_url}/p/{entry.code}" if entry else "",
    )
