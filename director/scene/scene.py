"""A tournament as its pages show it at one moment, read in a fixed number of queries whatever its size."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Exists, Q

from clock.event_windows import entries_may_come, reentry_state, registration_state
from clock.rules.state import ClockState
from clock.rules.timeline import played_ms
from clock.rules.windows import WindowState
from clock.selectors import ClockFacts, load_clock
from director.scene.matters import Matters, matters_of
from ledger.models import AccountKind
from ledger.selectors import Line, lines
from payouts.models import Deal, PayoutPlan
from tables.proposals import Floor, floor_of, propose_balance, propose_table
from tables.rules.breaking import BreakProposal
from tables.rules.plans import BalancePlan
from tournaments.models import Entry, Tournament
from tournaments.reading import read_snapshot
from tournaments.rules.errors import RuleError
from tournaments.rules.settings import RuleSettings, settings_from
from tournaments.selectors import PAID_ENTRY


@dataclass(frozen=True, slots=True)
class Counts:
    """Entries by what became of them. `players` are the people behind the paid ones."""

    entries: int
    players: int
    playing: int
    unpaid: int


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """The newest plan of prizes: what it was made for, how many places it pays, and whether a deal shared it all."""

    locked: bool
    entries: int
    pool_minor: int
    places: int
    shared: bool


@dataclass(frozen=True)
class Scene:
    """Everything the cockpit, the to-do rail and the floor page work from."""

    event: Tournament
    now_ms: int
    clock: ClockFacts
    counts: Counts
    floor: Floor
    booked: tuple[Line, ...]
    matters: Matters
    plan: PlanFacts | None

    @cached_property
    def state(self) -> ClockState:
        """Where the clock stands."""
        return self.clock.state(self.now_ms)

    @cached_property
    def played_ms(self) -> int:
        """Playing time so far."""
        return played_ms(self.clock.structure, self.state)

    @cached_property
    def rules(self) -> RuleSettings:
        """The rule settings, complete."""
        return settings_from(self.event.rules)

    @cached_property
    def edition(self) -> str:
        """The edition under which rules are cited."""
        return "home" if self.rules.preset == "home" else self.rules.tda_edition

    @cached_property
    def in_play_chips(self) -> int:
        """Chips issued minus chips removed."""
        return self.balance(AccountKind.IN_PLAY)

    @cached_property
    def seatless(self) -> int:
        """Players in play without a seat."""
        return self.counts.playing - len(self.floor.seated)

    @cached_property
    def free_seats(self) -> int:
        """Seats of open tables that can take somebody."""
        return sum(len(fact.free_seats) for fact in self.floor.facts)

    @cached_property
    def entries_open(self) -> bool:
        """Whether somebody may still enter."""
        return entries_may_come(self.event, self.clock, self.now_ms)

    @cached_property
    def entry_window(self) -> WindowState:
        """Of late registration and re-entry the one through which somebody may enter longest."""
        late = registration_state(self.event, self.clock, self.now_ms)
        again = reentry_state(self.event, self.clock, self.now_ms)
        still = [window for window in (late, again) if window.is_open]
        return max(still, key=lambda window: _endless_last(window.remaining_ms), default=late)

    @cached_property
    def table_proposal(self) -> BreakProposal:
        """Whether a table goes now."""
        held = self.matters.waiting_only + self.matters.offered(self.now_ms)
        return propose_table(self.event, self.floor, entries_open=self.entries_open, held=held)

    @cached_property
    def balance_plan(self) -> BalancePlan:
        """The moves that even out the tables; none where the rules cannot tell."""
        try:
            return propose_balance(self.event, self.floor)
        except RuleError:
            return BalancePlan()

    def balance(self, kind: str) -> int:
        """What an account received minus what it gave."""
        received = sum(line.amount for line in self.booked if line.debit == kind)
        return received - sum(line.amount for line in self.booked if line.credit == kind)

    def count(self, code: str) -> int:
        """How many transfers of a code still count."""
        return sum(line.count for line in self.booked if line.code == code)

    @cached_property
    def pool_minor(self) -> int:
        """What came into the prize pool so far, without the house's top-up."""
        into = [line for line in self.booked if line.credit == AccountKind.PRIZE_POOL]
        return sum(line.amount for line in into if line.code != "overlay")

    @cached_property
    def promised_minor(self) -> int:
        """The pool that prizes are made from: what came in, or the guarantee."""
        return max(self.pool_minor, self.event.guarantee_minor)


def _endless_last(remaining_ms: int | None) -> float:
    """What is left of a window as something to compare; one without an end has the most."""
    return float("inf") if remaining_ms is None else remaining_ms


def scene_of(event: Tournament, now_ms: int) -> Scene:
    """The scene in seven queries (eight for stud; one more the first time a structure is met)."""
    with read_snapshot():
        return Scene(
            event=event,
            now_ms=now_ms,
            clock=load_clock(event.pk),
            counts=counts_of(event.pk),
            floor=floor_of(event),
            booked=tuple(lines(event.pk)),
            matters=matters_of(event.pk, now_ms),
            plan=plan_of(event.pk),
        )


def counts_of(tournament_id: int) -> Counts:
    """Entries counted in one query."""
    found = Entry.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).aggregate(
        entries=Count("pk", filter=PAID_ENTRY),
        players=Count("player", filter=PAID_ENTRY, distinct=True),
        playing=Count("pk", filter=Q(status="active")),
        unpaid=Count("pk", filter=Q(status="registered")),
    )
    return Counts(**found)


def plan_of(tournament_id: int) -> PlanFacts | None:
    """The newest plan, in one query."""
    rows = PayoutPlan.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    paid = Count("prizes", filter=Q(prizes__amount_minor__gt=0) | ~Q(prizes__label=""))
    shared = Deal.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True, kept_minor=0)
    row = (
        rows.annotate(places=paid, shared=Exists(shared))
        .order_by("-number")
        .values_list("locked", "entries", "pool_minor", "places", "shared")
        .first()
    )
    return PlanFacts(*row) if row else None
