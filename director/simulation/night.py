"""A seeded director who plays a whole tournament through the real verbs.

Players register, some late, some again; stacks go up and down in all-ins at their tables; the director balances,
breaks, gives cards, pauses, corrects himself with undo, locks the prizes, makes a deal or plays heads-up, and pays.
Everything comes from one seed, so the same seed gives the same night to the last digest.
"""

import datetime as dt
import math
import random
from dataclasses import dataclass
from typing import Any

from acts.balancing import balance, break_table, form_final_table, hand_done
from acts.deals import record_deal
from acts.discipline import give_penalty
from acts.elimination import bust
from acts.payouts import lock_payouts, pay_prize
from acts.players import create_player
from acts.purchases import add_on, rebuy
from acts.registration import offer_place, pay_entry, promote, register_entry, unregister_entry
from acts.seating import record_count
from acts.setup import create_tournament
from acts.timing import adjust_clock, pause_clock, resume_clock, start_clock
from acts.undo import undo
from acts.upkeep import upkeep
from acts.windows import rule_settings
from clock.event_windows import (
    addon,
    entries_may_come,
    rebuys,
    reentry,
    registration_state,
    state_of,
    waiting_list,
)
from clock.recording import sweep
from clock.rules.windows import WindowState
from clock.selectors import ClockFacts, load_clock
from director.simulation.stage import Stage
from ledger.selectors import chips_in_play
from payouts.selectors import results_of
from tables.proposals import floor_of, propose_balance, propose_table
from tables.selectors import Seated, seated
from tournaments.models import Entry, Tournament, WaitingListEntry
from tournaments.selectors import field_of

STEP_MS = 4 * 60_000
LATE_SHARE = 0.25
REENTRY_CHANCE = 0.35
REBUY_CHANCE = 0.6
LEVELS_PLAYED = 22
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """What night to play: template code, number of entries, whether a deal ends it, places (0: as many as come)."""

    template: str
    entries: int
    deal: bool
    capacity: int = 0


class SimulatedNight:
    """One night from the first registration to the last prize paid."""

    def __init__(self, stage: Stage, wish: Wish, seed: int) -> None:
        self.stage = stage
        self.wish = wish
        self.rng = random.Random(seed)  # noqa: S311  a night is repeatable from its seed
        self.stacks: dict[int, int] = {}
        self.unregistered: list[int] = []
        self.again: list[int] = []
        self.steps = 0
        self.read: tuple[int, Tournament] | None = None

    @property
    def event(self) -> Tournament:
        """The tournament as it is now: read again once something was done."""
        acts = len(self.stage.seconds)
        if self.read is None or self.read[0] != acts:
            self.read = acts, Tournament.objects.select_related("club").get(pk=self.stage.tournament_id)
        return self.read[1]

    def play(self) -> None:
        """The whole night."""
        self._open()
        self.stage.act(start_clock)
        while self.event.status == "running":
            self._step()
        self._pay()
        self.stage.check(history=True)

    def go_on(self) -> None:
        """Play on with a tournament that was broken off. Everybody seated has an equal part of the chips in play;
        whoever had not come yet stays away."""
        people = seated(self.stage.tournament_id)
        if people:
            part = chips_in_play(self.stage.tournament_id) // len(people)
            self.stacks = {one.entry_id: part for one in people}
        if self.event.status == "planned":
            while self._entered() < FEWEST:
                self._register(self._player(1))
            self.stage.act(start_clock)
        while self.event.status == "running":
            self._step()
        self._pay()
        self.stage.check(history=True)

    # Before the start ---------------------------------------------------------------------------------------------

    def _open(self) -> None:
        now = dt.datetime.fromtimestamp(self.stage.clock.now_ms() / 1000, dt.UTC)
        seats = 9
        tables = max(1, -(-int(self.wish.entries * (1 - LATE_SHARE)) // seats))
        made = self.stage.club_act(
            create_tournament,
            name=f"Simulated night {self.wish.template}",
            starts_at=now + dt.timedelta(minutes=30),
            template=self.wish.template,
            tables=tables,
            settings={"guarantee_minor": self.wish.entries * 12_000} | self._room(),
        )
        self.stage.tournament_id = int(made.result["tournament_id"])
        players = [self._player(number) for number in range(1, self._people() + 1)]
        early = round(len(players) * (1 - LATE_SHARE))
        self.unregistered = players[early:]
        for player in players[:early]:
            self.stage.clock.advance(self.rng.randint(1_000, 9_000))
            self._register(player)

    def _room(self) -> dict[str, int]:
        return {"capacity": self.wish.capacity} if self.wish.capacity else {}

    def _people(self) -> int:
        """People behind the entries: with re-entry some of them come twice."""
        again = round(self.wish.entries * 0.12) if self._offers_reentry() else 0
        return self.wish.entries - again

    def _offers_reentry(self) -> bool:
        return self.event.reentry_offered

    def _player(self, number: int) -> int:
        made = self.stage.club_act(create_player, name=f"Player {number:04d}", another_person=True)
        return int(made.result["player_id"])

    def _register(self, player_id: int) -> None:
        """Most pay at once; some pay later, a few change their mind, a few were entered by mistake (undo, redo)."""
        how = self.rng.random()
        made = self.stage.act(register_entry, player_id=player_id, paid=how >= 0.08)
        if made.result["waiting"]:
            return
        if how < 0.08:
            self.stage.act(pay_entry, entry_id=made.result["entry_id"])
        if 0.08 <= how < 0.12:
            self.stage.act(unregister_entry, entry_id=made.result["entry_id"])
            made = self.stage.act(register_entry, player_id=player_id)
        elif 0.12 <= how < 0.16:
            undone = self.stage.act(undo, action_id=made.action_id)
            self.stage.act(undo, action_id=undone.action_id)
        self.stacks[int(made.result["entry_id"])] = self.event.stack_chips

    # During play --------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        """A few minutes of play: time, late entries, all-ins, tables, now and then something else."""
        self.steps += 1
        self.stage.clock.advance(STEP_MS)
        sweep()
        upkeep()
        self.read = None
        event, clock = self.event, load_clock(self.stage.tournament_id)
        if event.status != "running":
            return
        self._late(event, clock)
        self._serve_list(event, clock)
        self._sell_addons(event, clock)
        self._lock_when_closed(event, clock)
        if clock.state(self._now()).phase != "break":
            self._all_ins(event, clock)
        if self.event.status == "running":
            self._even_out()
            self._incidents()

    def _now(self) -> int:
        return self.stage.clock.now_ms()

    def _late(self, event: Tournament, clock: ClockFacts) -> None:
        """Late entries and re-entries, as many at a time as finish before the windows close."""
        open_still = registration_state(event, clock, self._now()).is_open
        for _turn in range(min(len(self.unregistered), 3) if open_still else 0):
            self._register(self.unregistered.pop())
        again = state_of(reentry(event), clock, self._now()).is_open
        while again and self.again and self._entered() < self.wish.entries:
            self._register(self.again.pop())
        if not open_still:
            self.unregistered.clear()
            self.again.clear()

    def _serve_list(self, event: Tournament, clock: ClockFacts) -> None:
        """Free places are offered in order; most come, some let the time pass (upkeep then takes them off)."""
        if not self.wish.capacity or not state_of(waiting_list(event), clock, self._now()).is_open:
            return
        rows = WaitingListEntry.objects.filter(tournament=event, revoked_by__isnull=True).order_by("number")
        for row in rows.filter(status="offered"):
            if self.rng.random() < 0.7:
                made = self.stage.act(promote, waiting_id=row.pk)
                self.stacks[int(made.result["entry_id"])] = event.stack_chips
        field = field_of(event.pk)
        places = self.wish.capacity - field.playing - field.unpaid - field.offered
        for _place in range(min(max(places, 0), field.waiting)):
            self.stage.act(offer_place)

    def _entered(self) -> int:
        rows = Entry.objects.filter(tournament_id=self.stage.tournament_id, revoked_by__isnull=True)
        return rows.exclude(status="cancelled").count()

    def _sell_addons(self, event: Tournament, clock: ClockFacts) -> None:
        if not state_of(addon(event), clock, self._now()).is_open:
            return
        for one in seated(event.pk):
            if self.rng.random() < 0.2 and not self._has_addon(one.entry_id):
                self.stage.act(add_on, entry_id=one.entry_id)
                self.stacks[one.entry_id] += event.addon_chips

    def _has_addon(self, entry_id: int) -> bool:
        return Entry.objects.get(pk=entry_id).purchases.filter(kind="addon", revoked_by__isnull=True).exists()

    def _lock_when_closed(self, event: Tournament, clock: ClockFacts) -> None:
        if not entries_may_come(event, clock, self._now()) and not self._locked():
            self.stage.act(lock_payouts)

    def _locked(self) -> bool:
        return self.event.plans.filter(locked=True, revoked_by__isnull=True).exists()

    def _all_ins(self, event: Tournament, clock: ClockFacts) -> None:
        """All-ins at random tables, so many that about one player is left after LEVELS_PLAYED levels."""
        people = seated(event.pk)
        play_ms = sum(level.duration_ms for level in clock.structure.levels[:LEVELS_PLAYED])
        expected = 2 * len(people) * math.log(self.wish.entries) * STEP_MS / play_ms
        wanted = int(expected + self.rng.random())
        tables: dict[int, list[Seated]] = {}
        for one in people:
            tables.setdefault(one.table_number, []).append(one)
        for _turn in range(wanted):
            table = self.rng.choice(sorted(tables))
            if len(tables[table]) > 1 and self.event.status == "running":
                self._all_in(event, clock, tables[table])

    def _all_in(self, event: Tournament, clock: ClockFacts, table: list[Seated]) -> None:
        """Two or three players of a table put it all in; who has least and loses is out."""
        players = self.rng.sample(table, 3 if len(table) > 5 and self.rng.random() < 0.15 else 2)
        winner = self.rng.choice(players)
        losers = [one for one in players if one is not winner]
        out = [one for one in losers if self._loses(one, winner)]
        if not out:
            return
        broke = [one for one in out if not self._rebuys(event, clock, one)]
        for one in broke:
            table.remove(one)
        if broke:
            self._bust(broke, winner)
        self.stage.act(hand_done, number=winner.table_number) if self.event.status == "running" else None

    def _loses(self, loser: Seated, winner: Seated) -> bool:
        """Move chips from loser to winner; whether the loser has none left."""
        pot = min(self.stacks[loser.entry_id], self.stacks[winner.entry_id])
        self.stacks[winner.entry_id] += pot
        self.stacks[loser.entry_id] -= pot
        return self.stacks[loser.entry_id] == 0

    def _rebuys(self, event: Tournament, clock: ClockFacts, one: Seated) -> bool:
        window: WindowState = state_of(rebuys(event), clock, self._now())
        if not window.is_open or self.rng.random() > REBUY_CHANCE:
            return False
        self.stage.act(rebuy, entry_id=one.entry_id)
        self.stacks[one.entry_id] = event.rebuy_chips
        return True

    def _bust(self, broke: list[Seated], winner: Seated) -> None:
        busts = [{"entry_id": one.entry_id, "by_entry_id": winner.entry_id} for one in broke]
        if len(broke) > 1:
            busts = [bust_ | {"stack_chips": 1000 * (n + 1)} for n, bust_ in enumerate(busts)]
        made = self.stage.act(bust, busts=busts)
        if self.rng.random() < 0.04:
            undone = self.stage.act(undo, action_id=made.action_id)
            self.stage.act(undo, action_id=undone.action_id)
        for one in broke:
            if self._offers_reentry() and self.rng.random() < REENTRY_CHANCE and not self._came_twice(one):
                self.again.append(one.player_id)

    def _came_twice(self, one: Seated) -> bool:
        return Entry.objects.get(pk=one.entry_id).turn > 1

    def _even_out(self) -> None:
        """Do what the rules propose until they propose nothing: final table, break, balance."""
        for _turn in range(50):
            event = self.event
            floor = floor_of(event)
            clock = load_clock(event.pk)
            open_still = entries_may_come(event, clock, self._now())
            proposal = propose_table(event, floor, entries_open=open_still, held=len(self.unregistered))
            if proposal.action == "final_table":
                self.stage.act(form_final_table)
            elif proposal.action == "break":
                self.stage.act(break_table, number=proposal.table)
            elif propose_balance(event, floor).moves:
                self.stage.act(balance)
            else:
                return

    def _incidents(self) -> None:
        """What else happens: a pause, a minute more, a card, and in the end a deal."""
        chance = self.rng.random()
        people = seated(self.stage.tournament_id)
        if chance < 0.05:
            self.stage.act(pause_clock)
            self.stage.clock.advance(self.rng.randint(10_000, 300_000))
            self.stage.act(resume_clock)
        elif chance < 0.1:
            left = load_clock(self.stage.tournament_id).state(self._now()).remaining_ms
            self.stage.act(adjust_clock, delta_ms=self.rng.choice((-60_000, 60_000)) if left else 60_000)
        elif chance < 0.15:
            self._card(self.rng.choice(people))
        if self.wish.deal and len(people) == 3 and self._locked():
            self._deal(people)

    def _card(self, one: Seated) -> None:
        kind: dict[str, Any] = self.rng.choice(({"kind": "warning"}, {"kind": "yellow", "minutes": 10}))
        self.stage.act(give_penalty, entry_id=one.entry_id, cause="phone", despite_yellow=True, **kind)

    def _deal(self, people: list[Seated]) -> None:
        """Three are left: count, agree on ICM with something left to play for."""
        if (
            not rule_settings(self.event).deals_allowed
            or self.event.deals.filter(revoked_by__isnull=True).exists()
        ):
            return
        counts = [{"entry_id": one.entry_id, "stack_chips": self.stacks[one.entry_id]} for one in people]
        self.stage.act(record_count, counts=counts)
        self.stage.act(record_deal, method="icm", unit_minor=500, save_minor=10_000)

    # The end ------------------------------------------------------------------------------------------------------

    def _pay(self) -> None:
        """Pay every prize, the smallest first."""
        if not self._locked():
            self.stage.act(lock_payouts)
        results = results_of(self.event, entry_open=False)
        for row in reversed(results.rows):
            if row.owed_minor > 0:
                self.stage.act(pay_prize, entry_id=row.entry_id)
