"""The machine behind test_undo_machine: one tournament, every verb, time that passes, and a way back to the start."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from acts import (
    balancing,
    dealers,
    deals,
    discipline,
    elimination,
    hand_clock,
    notices,
    payouts,
    purchases,
    seating,
    timing,
)
from acts import chips as chip_acts
from acts import hand_for_hand as hands
from acts import levels as clock_levels
from acts import registration as desk
from acts.auditing import audit
from acts.digest import state
from acts.setup import cancel_tournament, edit_tournament, save_template
from acts.surrender import surrender
from acts.todo import overrule, put_off
from acts.undo import undo
from acts.upkeep import upkeep
from clock.recording import sweep
from clock.selectors import load_clock
from tables.models import SeatAssignment, Table
from tests.building import Night, levels
from tests.nights import rolled_back
from tournaments.acting import VERBS, Outcome
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Entry, Notice, Penalty, Purchase, WaitingListEntry
from tournaments.sources import VirtualSources, using

TRACE = bool(os.environ.get("UNDO_MACHINE_TRACE"))
LEVELS = levels(10, 10, 10, 10, 10, 10, 10, break_after=3, break_minutes=5)
BASE: dict[str, Any] = {
    "late_until_level": 3,
    "entry_fee_minor": 500,
    "denominations": [25, 100, 500],
    "guarantee_minor": 40_000,
    "seats_per_table": 5,
    "rules": {"time_bank_chips": 2},
}
KINDS: dict[str, dict[str, Any]] = {
    "freezeout": {},
    "rebuys": {
        "rebuy_kind": "broke",
        "rebuy_chips": 10_000,
        "rebuy_prize_minor": 5_000,
        "rebuy_until_level": 3,
        "rebuy_limit": 2,
        "addon_offered": True,
        "addon_chips": 5_000,
        "addon_prize_minor": 5_000,
        "addon_after_level": 3,
    },
    "reentry": {
        "reentry_offered": True,
        "reentry_limit": 1,
        "reentry_until_level": 3,
        "entry_bounty_minor": 1_000,
    },
    "full": {
        "capacity": 5,
        "waiting_until_level": 4,
        "rebuy_kind": "any",
        "rebuy_chips": 5_000,
        "rebuy_until_level": 4,
    },
    "home": {
        "rules": {
            "preset": "home",
            "waiting_no_show": "back",
            "surrender_reentry": True,
            "close_at_places_plus": 2,
            "redraw_at": [6, 4],
        },
        "reentry_offered": True,
        "reentry_until_level": 3,
        "capacity": 7,
        "payout_preset": "winner",
    },
    "stud": {"game": "stud", "betting": "fixed_limit"},
}
NAMES = ("Ann Lee", "Łukasz", "O'Neil", "=1+1", "<script>", "李雷", "Žofie", "Bo", "عمر")
PICK = st.integers(0, 11)
FEW = st.lists(PICK, min_size=1, max_size=2, unique=True)
SEAT = st.integers(0, 6)
TABLE = st.integers(1, 3)
CHIPS = st.sampled_from([400, 0, 1, 10_000, 25_000, -5, 10**9])

LIVE = ("registered", "active")


def pick[T](rows: Sequence[T], number: int) -> T | None:
    """The row a drawn number stands for; None when there is none."""
    return rows[number % len(rows)] if rows else None


def while_status(*statuses: str) -> Callable[[Any], Any]:
    """Offer a rule only while the tournament has one of these statuses."""
    return precondition(lambda self: self.status in statuses)


def while_kind(*kinds: str) -> Callable[[Any], Any]:
    """Offer a rule only in tournaments of these kinds."""
    return precondition(lambda self: self.kind in kinds)


class UndoMachine(RuleBasedStateMachine):
    """Plays one tournament; what it refuses must leave no trace, what it does must keep every invariant.

    `night` is the club with its players, made once for all examples; every example is rolled back.
    """

    night: Night
    players: tuple[int, ...]

    def __init__(self) -> None:
        super().__init__()
        self.open = ExitStack()
        self.open.enter_context(rolled_back())
        self.clock = VirtualSources(self.night.clock.now_ms(), seed=2)
        self.open.enter_context(using(self.clock))
        self.kind = self.status = ""
        self.acts = 0
        self.before: dict[str, Any] | None = None

    # The frame ----------------------------------------------------------------------------------------------------

    @initialize(
        kind=st.sampled_from(sorted(KINDS)), entered=st.integers(2, 5), started=st.sampled_from([1, 1, 0])
    )
    def begin(self, kind: str, entered: int, started: int) -> None:
        """A tournament of some kind with players, mostly running; from here on everything is undone."""
        self.kind = kind
        self.night.create(LEVELS, tables=2, **(BASE | KINDS[kind]))
        for player in self.players[:entered]:
            self.night.do(desk.register_entry, player_id=player)
        if started:
            self.night.start()
        self.first = self.night.event.version
        self.status = self.night.event.status
        self.clock_before = load_clock(self.night.tournament_id)
        self.before = self.facts()

    def facts(self) -> dict[str, Any]:
        """Everything that counts, except what the passing of time alone changes."""
        found = state(self.night.tournament_id, self.clock.now_ms())
        return {name: value for name, value in found.items() if name != "clock"}

    def attempt(self, verb: Callable[..., Outcome], **params: Any) -> Outcome | None:
        """Do an act. A refusal is fine and leaves no trace; anything else that fails is a bug."""
        version = self.night.event.version
        try:
            done = self.night.do(verb, **params)
        except DirectorError as refused:
            str(refused)  # its sentence can be put together
            self.trace(verb, params, refused.code)
            assert self.night.event.version == version
            return None
        self.trace(verb, params, "done")
        self.acts += 1
        self.check()
        return done

    def trace(self, verb: Any, params: dict[str, Any], how: str) -> None:
        if TRACE:
            print(verb.verb.kind, params, how)

    def check(self) -> None:
        """The auditor finds nothing, nobody is beyond the capacity, a finished tournament has its winner."""
        event = self.night.event
        self.status = event.status
        assert audit(event.pk, history=False) == []
        statuses = list(
            Entry.objects.filter(tournament=event, revoked_by__isnull=True).values_list("status", flat=True)
        )
        assert event.capacity is None or sum(map(statuses.count, LIVE)) <= event.capacity
        assert event.status != "finished" or statuses.count("active") == 1
        clock = load_clock(event.pk).state(self.clock.now_ms())
        assert clock.started == (event.status in ("running", "finished"))

    def teardown(self) -> None:
        try:
            if self.before is not None:
                self.undo_everything()
        finally:
            self.open.close()

    def undo_everything(self) -> None:
        """Undo every act of the run, undos too, last first; then all is as it was, the clock as if left alone."""
        run = DirectorAction.objects.filter(tournament_id=self.night.tournament_id, sequence__gt=self.first)
        for row in list(run.order_by("-sequence")):
            newest = self.newest_of(row)
            if newest is not None and VERBS[row.kind].undo:
                self.night.do(undo, action_id=str(newest.pk))
                self.check()
        assert audit(self.night.tournament_id) == []
        after = self.facts()
        changed = {name: (value, after[name]) for name, value in self.before.items() if after[name] != value}
        assert changed == {}, changed
        now_ms, now = self.clock.now_ms(), load_clock(self.night.tournament_id)
        assert now.structure == self.clock_before.structure
        assert now.state(now_ms) == self.clock_before.state(now_ms)

    def newest_of(self, row: DirectorAction) -> DirectorAction | None:
        """The act itself or the redo by which it is in effect now; None when it is not."""
        steps = 0
        while (following := DirectorAction.objects.filter(undoes=row).first()) is not None:
            row, steps = following, steps + 1
        return row if steps % 2 == 0 else None

    def in_effect(self) -> list[DirectorAction]:
        """Acts of the run that count: of a chain of undo and redo its last one, when it is the act or a redo."""
        rows = DirectorAction.objects.filter(tournament_id=self.night.tournament_id, sequence__gt=self.first)
        rows = list(rows.order_by("sequence"))
        undone = {row.undoes_id for row in rows}
        by_id = {row.pk: row for row in rows}
        return [row for row in rows if row.pk not in undone and self.counts(row, by_id)]

    def counts(self, row: DirectorAction, by_id: dict[Any, DirectorAction]) -> bool:
        steps = 0
        while row.undoes_id:
            row, steps = by_id[row.undoes_id], steps + 1
        return steps % 2 == 0 and VERBS[row.kind].undo

    # What there is to choose from ---------------------------------------------------------------------------------

    def entry(self, number: int, *statuses: str) -> int:
        """One of the entries with such a status; 0, which is nobody, when there is none."""
        rows = Entry.objects.filter(tournament_id=self.night.tournament_id, revoked_by__isnull=True)
        rows = rows.filter(status__in=statuses) if statuses else rows
        return pick(list(rows.order_by("number").values_list("pk", flat=True)), number) or 0

    def row(self, number: int, rows: Any) -> int:
        return (
            pick(
                list(rows.filter(revoked_by__isnull=True).order_by("pk").values_list("pk", flat=True)), number
            )
            or 0
        )

    # Time ---------------------------------------------------------------------------------------------------------

    @while_status("planned", "running")
    @rule(ms=st.sampled_from([1, 59_999, 60_000, 290_000, 600_000, 1_234_567]))
    def time_passes(self, ms: int) -> None:
        self.clock.advance(ms)
        sweep()
        upkeep()
        self.trace(timing.start_clock, {"passed": ms}, "time")
        self.check()

    @while_status("running", "finished")
    @rule(
        how=st.sampled_from(
            ["pause", "resume", "next_level", "previous_level", "next_break", "end_break", "hand"]
        )
    )
    def turn_the_clock(self, how: str) -> None:
        verbs = {
            "next_break": timing.next_break,
            "pause": timing.pause_clock,
            "resume": timing.resume_clock,
            "next_level": timing.next_level,
            "previous_level": timing.previous_level,
            "end_break": timing.end_break,
            "hand": timing.count_hand,
        }
        self.attempt(verbs[how])

    @while_status("planned", "running")
    @rule(wait_ms=st.sampled_from([60_000, 900_000, 1, -1]), resume=st.booleans())
    def let_the_clock_wait(self, wait_ms: int, resume: bool) -> None:
        if resume:
            self.attempt(timing.resume_clock, in_ms=wait_ms)
        else:
            self.attempt(timing.pause_clock, for_ms=wait_ms)

    @while_status("planned", "running")
    @rule(
        how=st.sampled_from(["left", "break", "stretch", "level", "later", "add"]),
        minutes=st.sampled_from([1, 5, 25, -3, 0]),
    )
    def turn_the_clock_further(self, how: str, minutes: int) -> None:
        verbs: dict[str, tuple[Any, dict[str, Any]]] = {
            "left": (timing.set_time_left, {"minutes": minutes}),
            "break": (clock_levels.break_now, {"minutes": minutes}),
            "stretch": (clock_levels.stretch, {"minutes": minutes}),
            "level": (clock_levels.edit_level, {"minutes": minutes, "big_blind": 777}),
            "later": (clock_levels.edit_level, {"level_index": minutes, "minutes": 7}),
            "add": (clock_levels.add_level, {}),
        }
        verb, params = verbs[how]
        self.attempt(verb, **params)

    @while_status("running")
    @rule(how=st.sampled_from(["call", "bank", "stop", "announce"]), who=PICK, number=TABLE)
    def call_out(self, how: str, who: int, number: int) -> None:
        if how == "announce":
            self.attempt(notices.announce, code=pick([*notices.CALLS_MS, "nothing"], who))
        elif how == "stop":
            self.attempt(hand_clock.stop_clock, number=number)
        else:
            verb = hand_clock.call_clock if how == "call" else hand_clock.use_time_bank
            self.attempt(verb, entry_id=self.entry(who, "active"))

    @while_status("planned", "running")
    @rule(delta_ms=st.sampled_from([-600_000, -60_000, 60_000, 3_600_000, 0, -(10**12)]))
    def adjust_the_clock(self, delta_ms: int) -> None:
        self.attempt(timing.adjust_clock, delta_ms=delta_ms)

    @while_status("running")
    @rule(index=st.integers(0, 8), back=st.booleans())
    def go_to_a_level(self, index: int, back: bool) -> None:
        if back:
            self.attempt(timing.give_back, amount_ms=index * 130_000)
        else:
            self.attempt(timing.go_to_level, level_index=index)

    @while_status("planned")
    @rule(minutes=st.sampled_from([5, 30, -1]), how=st.sampled_from(["set", "take back", "now"]))
    def set_a_start(self, minutes: int, how: str) -> None:
        if how == "set":
            self.attempt(timing.schedule_start, in_minutes=minutes)
        else:
            self.attempt(timing.unschedule_start if how == "take back" else timing.start_clock)

    @while_status("planned", "running")
    @rule(
        index=st.integers(0, 7),
        minutes=st.sampled_from([1, 11, 40, 0]),
        drop=st.booleans(),
        hands=st.sampled_from([0, 0, 2]),
    )
    def edit_the_levels(self, index: int, minutes: int, drop: bool, hands: int) -> None:
        rows = load_clock(self.night.tournament_id).structure.to_rows()
        index %= len(rows)
        if drop:
            rows.pop(index)
        else:
            rows[index] |= {"duration_ms": minutes * 60_000, "hands": hands}
        # The windows go with the levels in one act: late registration ends with that level, or with none.
        windows = (
            {"late_until_level": index or None, "rebuy_until_level": index + 1} if minutes != 40 else None
        )
        self.attempt(timing.edit_structure, levels=rows, windows=windows)

    # Desk ---------------------------------------------------------------------------------------------------------

    @while_status("planned", "running")
    @rule(who=PICK, paid=st.booleans(), where=st.none() | st.tuples(TABLE, SEAT))
    def register(self, who: int, paid: bool, where: tuple[int, int] | None) -> None:
        chosen = {"table_number": where[0], "seat": where[1]} if where else {}
        self.attempt(
            desk.register_entry, player_id=pick(self.players, who), paid=paid or bool(where), **chosen
        )

    @while_status("planned", "running")
    @rule(who=PICK, paid=st.booleans())
    def register_a_newcomer(self, who: int, paid: bool) -> None:
        self.attempt(desk.register_newcomer, name=f"Newcomer {who}", paid=paid)

    @while_status("planned", "running")
    @rule(who=PICK)
    def take_the_money(self, who: int) -> None:
        self.attempt(desk.pay_entry, entry_id=self.entry(who, "registered"))

    @while_status("planned", "running")
    @rule(who=PICK)
    def unregister(self, who: int) -> None:
        self.attempt(desk.unregister_entry, entry_id=self.entry(who, *LIVE))

    @while_kind("full", "home")
    @rule(who=PICK, how=st.sampled_from(["join", "leave", "offer", "lapse", "promote", "promote"]))
    def waiting_list(self, who: int, how: str) -> None:
        if how == "join":
            self.attempt(desk.join_waiting_list, player_id=pick(self.players, who))
        elif how == "offer":
            self.attempt(desk.offer_place)
        else:
            rows = WaitingListEntry.objects.filter(tournament_id=self.night.tournament_id)
            verbs = {"leave": desk.leave_waiting_list, "lapse": desk.lapse_offer, "promote": desk.promote}
            waits = self.row(who, rows.filter(status__in=("waiting", "offered")))
            self.attempt(verbs[how], waiting_id=waits)

    @while_kind("rebuys", "full")
    @rule(who=PICK, pending=st.booleans())
    def sell_a_rebuy(self, who: int, pending: bool) -> None:
        self.attempt(purchases.rebuy, entry_id=self.entry(who), pending=pending)

    @while_kind("rebuys")
    @rule(who=PICK)
    def sell_an_addon(self, who: int) -> None:
        self.attempt(purchases.add_on, entry_id=self.entry(who))

    @while_kind("rebuys", "full")
    @rule(who=PICK, drop=st.booleans())
    def settle_a_debt(self, who: int, drop: bool) -> None:
        rows = Purchase.objects.filter(entry__tournament_id=self.night.tournament_id, status="pending")
        self.attempt(purchases.drop if drop else purchases.settle, purchase_id=self.row(who, rows))

    @rule(how=st.sampled_from(["capacity", "guarantee", "price", "close", "put off", "finish", "cancel"]))
    def edit_settings(self, how: str) -> None:
        changes = {
            "capacity": {"capacity": 9},
            "guarantee": {"guarantee_minor": 90_000},
            "price": {"entry_fee_minor": 700},
        }
        if how == "close":
            self.attempt(desk.close_registration)
        elif how in ("finish", "cancel"):
            self.attempt(elimination.finish if how == "finish" else cancel_tournament)
        elif how == "put off":
            self.attempt(put_off, item_key="balance:1")
        else:
            self.attempt(edit_tournament, settings=changes[how])

    # Floor --------------------------------------------------------------------------------------------------------

    @while_status("running")
    @rule(who=FEW, stacks=st.booleans(), in_time=st.booleans(), hand_for_hand=st.booleans())
    def bust(self, who: list[int], stacks: bool, in_time: bool, hand_for_hand: bool) -> None:
        busts = [{"entry_id": self.entry(number, "active")} for number in who]
        if stacks:
            busts = [one | {"stack_chips": 100 * n + 100} for n, one in enumerate(busts)]
        how = {"in_time": in_time, "hand_for_hand": hand_for_hand, "tie": not stacks}
        self.attempt(elimination.bust, busts=busts, **how)

    @while_status("running")
    @rule(who=PICK, stack=CHIPS, how=st.sampled_from(["leave", "disqualify", "red"]))
    def send_away(self, who: int, stack: int, how: str) -> None:
        entry = self.entry(who, "active")
        if how == "red":
            self.attempt(discipline.give_penalty, entry_id=entry, kind="red")
        else:
            verb = elimination.leave if how == "leave" else elimination.disqualify
            self.attempt(verb, entry_id=entry, stack_chips=stack)

    @while_status("running")
    @rule(who=PICK, stack=CHIPS)
    def give_up(self, who: int, stack: int) -> None:
        self.attempt(surrender, entry_id=self.entry(who, "active"), stack_chips=stack)

    @rule(who=PICK, table=TABLE, seat=SEAT)
    def move(self, who: int, table: int, seat: int) -> None:
        self.attempt(
            seating.move_entry, entry_id=self.entry(who, "active"), table_number=table, seat_number=seat
        )

    @rule(who=PICK, other=PICK)
    def swap(self, who: int, other: int) -> None:
        self.attempt(
            seating.swap_entries,
            entry_id=self.entry(who, "active"),
            other_entry_id=self.entry(other, "active"),
        )

    @while_status("planned", "running")
    @rule(how=st.sampled_from(["balance", "final", "redraw", "draw"]))
    def rearrange(self, how: str) -> None:
        verbs = {
            "balance": balancing.balance,
            "final": balancing.form_final_table,
            "redraw": balancing.redraw,
            "draw": balancing.draw_all_seats,
        }
        self.attempt(verbs[how])

    @rule(number=TABLE, how=st.sampled_from(["break", "close", "open", "next"]))
    def tables(self, number: int, how: str) -> None:
        verbs = {
            "break": balancing.break_table,
            "close": seating.close_empty_table,
            "open": seating.open_table,
        }
        if how == "next":
            self.attempt(seating.open_table)
        else:
            self.attempt(verbs[how], number=number)

    @rule(number=TABLE, how=st.sampled_from(["hand", "button", "halt", "waive"]), seat=SEAT)
    def play_a_hand(self, number: int, how: str, seat: int) -> None:
        verbs = {"hand": balancing.hand_done, "halt": balancing.halt_table, "waive": balancing.waive_halt}
        if how == "button":
            self.attempt(seating.set_button, number=number, seat_number=seat)
        else:
            self.attempt(verbs[how], number=number)

    @rule(
        number=TABLE, who=PICK, stack=CHIPS, how=st.sampled_from(["deal", "relieve", "out", "count", "not"])
    )
    def hear_a_dealer(self, number: int, who: int, stack: int, how: str) -> None:
        said = [{"entry_id": self.entry(who, "active"), "stack_chips": stack}]
        if how == "out":
            self.attempt(dealers.report_bust, number=number, outs=said)
        elif how == "count":
            self.attempt(dealers.report_count, number=number, counts=said)
        elif how == "not":
            self.attempt(dealers.decline, number=number, kind="bust")
        else:
            self.attempt(dealers.deal_at if how == "deal" else dealers.relieve, number=number)

    @rule(who=PICK, stack=CHIPS, away=st.booleans())
    def watch_a_player(self, who: int, stack: int, away: bool) -> None:
        entry = self.entry(who, "active")
        if away:
            self.attempt(seating.mark_away, entry_id=entry)
        else:
            self.attempt(seating.record_count, counts=[{"entry_id": entry, "stack_chips": stack}])

    @while_status("running")
    @rule(who=PICK, kind=st.sampled_from(["warning", "yellow", "hands", "end"]))
    def card(self, who: int, kind: str) -> None:
        if kind == "end":
            rows = Penalty.objects.filter(tournament_id=self.night.tournament_id)
            self.attempt(discipline.end_penalty, penalty_id=self.row(who, rows))
            return
        self.attempt(
            discipline.give_penalty,
            entry_id=self.entry(who, "active"),
            kind="warning" if kind == "warning" else "yellow",
            hands=2 if kind == "hands" else None,
            despite_yellow=True,
            cause="phone",
        )

    @while_status("running")
    @rule(number=TABLE, old_chips=st.integers(0, 7), amount=CHIPS, race=st.booleans())
    def chips(self, number: int, old_chips: int, amount: int, race: bool) -> None:
        if not race:
            self.attempt(chip_acts.remove_chips, amount_chips=amount, reason="found on the floor")
            return
        table = Table.objects.filter(
            tournament_id=self.night.tournament_id, number=number, revoked_by__isnull=True
        )
        sitting = SeatAssignment.objects.filter(table__in=table, closed_by__isnull=True).order_by("seat")
        seats = [{"seat": seat, "old_chips": old_chips} for seat in sitting.values_list("seat", flat=True)]
        self.attempt(chip_acts.race_off, number=number, old=25, new=100, seats=seats)

    @while_status("running")
    @rule(
        how=st.sampled_from(["start", "tick", "tick", "tick", "end"]),
        number=TABLE,
        state=st.sampled_from(["done", "all_in"]),
    )
    def hand_for_hand(self, how: str, number: int, state: str) -> None:
        if how == "tick":
            self.attempt(hands.tick, number=number, state=state)
        else:
            self.attempt(hands.start_hand_for_hand if how == "start" else hands.end_hand_for_hand)

    @rule(how=st.sampled_from(["show", "end", "overrule", "template"]), who=PICK)
    def tell_the_room(self, how: str, who: int) -> None:
        if how == "show":
            self.attempt(notices.show_notice, text="Dinner at nine", minutes=5)
        elif how == "end":
            rows = Notice.objects.filter(tournament_id=self.night.tournament_id)
            self.attempt(notices.end_notice, notice_id=self.row(who, rows))
        elif how == "overrule":
            self.attempt(overrule, item_key="break:2", reason="they asked for it")
        else:
            self.attempt(save_template, name=f"Ours {who}", levels_only=who % 2 == 0)

    # Money --------------------------------------------------------------------------------------------------------

    @rule(how=st.sampled_from(["plan", "winner", "amounts", "lock", "lock", "unlock"]))
    def prizes(self, how: str) -> None:
        plans: dict[str, tuple[Any, dict[str, Any]]] = {
            "plan": (payouts.plan_payouts, {"places": 2}),
            "winner": (payouts.plan_payouts, {"preset": "winner"}),
            "amounts": (payouts.plan_payouts, {"amounts_minor": [30_000, 10_000]}),
            "lock": (payouts.lock_payouts, {}),
            "unlock": (payouts.unlock_payouts, {}),
        }
        verb, params = plans[how]
        self.attempt(verb, **params)

    @while_status("running", "finished")
    @rule(who=PICK, amount=st.sampled_from([None, 5_000, 1, -1, 10**12]))
    def pay(self, who: int, amount: int | None) -> None:
        self.attempt(payouts.pay_prize, entry_id=self.entry(who), amount_minor=amount)

    @while_status("running", "finished")
    @rule(deal=st.booleans())
    def into_the_money(self, deal: bool) -> None:
        """What a run rarely reaches by itself: entries closed, prizes locked, perhaps a deal, somebody paid."""
        self.attempt(desk.close_registration)
        self.attempt(payouts.lock_payouts)
        if deal and self.status == "running":
            rows = Entry.objects.filter(tournament=self.night.event, status="active", revoked_by__isnull=True)
            counts = [
                {"entry_id": row.pk, "stack_chips": 900 * n + 500}
                for n, row in enumerate(rows.order_by("number"))
            ]
            self.attempt(seating.record_count, counts=counts)
            self.attempt(balancing.form_final_table)
            self.attempt(deals.record_deal, method="icm", save_minor=1_000)
        self.attempt(payouts.pay_prize, entry_id=self.entry(0, "busted") or self.entry(0, "active"))

    @while_status("running")
    @rule(winner=st.booleans())
    def nearly_the_end(self, winner: bool) -> None:
        """All but two are out, or all but one."""
        rows = Entry.objects.filter(tournament=self.night.event, status="active", revoked_by__isnull=True)
        left = list(rows.order_by("number").values_list("pk", flat=True))[1 if winner else 2 :]
        busts = [{"entry_id": entry} for entry in left]
        self.attempt(elimination.bust, busts=busts, in_time=False, tie=True)

    # Second thoughts ----------------------------------------------------------------------------------------------

    @precondition(lambda self: self.acts > 0)
    @rule(number=PICK)
    def undo_something(self, number: int) -> None:
        """Any act that is in effect, the later ones more often."""
        if found := self.in_effect()[::-1]:
            self.attempt(undo, action_id=str(found[min(number // 3, len(found) - 1)].pk))

    @precondition(lambda self: self.acts > 1)
    @rule(number=PICK)
    def undo_anything(self, number: int) -> None:
        if row := pick(self.in_effect(), number):
            self.attempt(undo, action_id=str(row.pk))

    @precondition(lambda self: self.acts > 1)
    @rule(number=PICK)
    def redo_something(self, number: int) -> None:
        """Undo an undo that was not undone itself."""
        rows = DirectorAction.objects.filter(tournament_id=self.night.tournament_id, undoes__isnull=False)
        rows = rows.filter(sequence__gt=self.first, undone_by__isnull=True).order_by("-sequence")
        if row := pick(list(rows), number // 3):
            self.attempt(undo, action_id=str(row.pk))
