"""The races: who does what at once, what goes wrong without walls, and how it must end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from acts.auditing import audit
from acts.elimination import bust
from acts.payouts import lock_payouts, pay_prize, plan_payouts
from acts.players import exclude_player
from acts.purchases import rebuy
from acts.registration import offer_place, promote, register_entry, unregister_entry
from acts.seating import move_entry, set_button
from acts.timing import pause_clock
from acts.undo import undo
from clock.models import LevelTransition
from clock.recording import record_due_transitions
from ledger.selectors import balances
from tables.models import SeatAssignment
from tests.building import MINUTE_MS, Night
from tests.race.racing import Call
from tournaments.actors import system_actor
from tournaments.models import DirectorAction, Entry, WaitingListEntry

# Every act takes the next number of its tournament: behind the lock that is a wall of its own.
NUMBERS = ("action_sequence_once_per_tournament",)


@dataclass(frozen=True)
class Race:
    """`prepare` gives the calls; `damage` says what is wrong afterwards ("" for nothing).

    `won` of the calls are carried out, the others are refused with `refused`. `walls` are the constraints and
    `triggers_of` the tables that would stop the race even without the lock.
    """

    name: str
    prepare: Callable[[Night], Sequence[Call]]
    damage: Callable[[Night], str]
    won: int
    refused: tuple[str, ...]
    walls: tuple[str, ...] = ()
    triggers_of: tuple[str, ...] = ()


def live(night: Night) -> int:
    rows = Entry.objects.filter(tournament_id=night.tournament_id, revoked_by__isnull=True)
    return rows.filter(status__in=("registered", "active")).count()


def more_than(count: Callable[[Night], int], most: int, what: str) -> Callable[[Night], str]:
    """Damage when there is more of something than there may be."""

    def damage(night: Night) -> str:
        found = count(night)
        return f"{found} {what}" if found > most else ""

    return damage


def seated_at_one(night: Night) -> int:
    return SeatAssignment.objects.filter(table__number=1, seat=1, closed_by__isnull=True).count()


def same_seat(night: Night) -> Sequence[Call]:
    night.create()
    return [
        partial(night.do, register_entry, player_id=night.player(name), table_number=1, seat=1)
        for name in "AB"
    ]


def two_seats(night: Night) -> Sequence[Call]:
    night.create()
    player = night.player("A")
    return [partial(night.do, register_entry, player_id=player, table_number=1, seat=seat) for seat in (1, 2)]


def same_request(night: Night) -> Sequence[Call]:
    night.create()
    player = night.player("A")
    return [partial(night.do, register_entry, player_id=player, request_id="double-click")] * 2


REBUYS: dict[str, Any] = {
    "rebuy_kind": "broke",
    "rebuy_chips": 10_000,
    "rebuy_prize_minor": 5_000,
    "rebuy_until_level": 4,
    "rebuy_limit": 1,
}


def two_rebuys(night: Night) -> Sequence[Call]:
    night.create(**REBUYS)
    night.enter("A", "B")
    night.start()
    return [partial(night.do, rebuy, entry_id=night.entries["A"])] * 2


def pool_of_rebuys(night: Night) -> int:
    return (-balances(night.tournament_id)["prize_pool"] - 20_000) // 5_000


def one_place_freed(night: Night) -> list[int]:
    """Nine places full, A and B waiting; one place is free again."""
    night.create(capacity=9)
    night.enter(*"123456789", "A", "B")
    night.do(unregister_entry, entry_id=night.entries["1"])
    return list(WaitingListEntry.objects.order_by("number").values_list("pk", flat=True))


def two_promotions(night: Night) -> Sequence[Call]:
    first, _second = one_place_freed(night)
    return [partial(night.do, promote, waiting_id=first)] * 2


def two_offers(night: Night) -> Sequence[Call]:
    one_place_freed(night)
    return [partial(night.do, offer_place)] * 2


def offers(night: Night) -> int:
    return DirectorAction.objects.filter(kind="waiting.offer").count()


def ten_for_five(night: Night) -> Sequence[Call]:
    night.create(capacity=5)
    players = [night.player(f"P{number}") for number in range(10)]
    return [partial(night.do, register_entry, player_id=player, or_wait=False) for player in players]


def bust_and_move(night: Night) -> Sequence[Call]:
    night.create(tables=2)
    night.enter("A", "B", "C", table_number=1)
    night.start()
    entry = night.entries["A"]
    return [
        partial(night.do, bust, busts=[{"entry_id": entry}]),
        partial(night.do, move_entry, entry_id=entry, table_number=2, seat_number=5),
    ]


def books(night: Night) -> str:
    """What the auditor finds first, the numbers of acts aside (they are a wall of their own)."""
    found = [finding for finding in audit(night.tournament_id, history=False) if finding.invariant != "I15"]
    return found[0].says if found else ""


def last_two_out(night: Night) -> Sequence[Call]:
    night.create()
    night.enter("A", "B")
    night.start()
    return [partial(night.do, bust, busts=[{"entry_id": night.entries[name]}]) for name in "AB"]


def nobody_left(night: Night) -> str:
    return "" if live(night) else "nobody is left"


def pause_at_a_boundary(night: Night) -> Sequence[Call]:
    night.create()
    night.enter("A", "B")
    night.start()
    night.clock.advance(20 * MINUTE_MS + 5)
    return [
        partial(night.do, pause_clock),
        partial(night.do, record_due_transitions, actor=system_actor(night.club.pk)),
    ]


def second_level_recorded(night: Night) -> str:
    times = list(LevelTransition.objects.filter(level_index=1).values_list("at_ms", flat=True))
    return "" if len(times) == 1 else f"level 2 was recorded {len(times)} times"


def two_payments(night: Night) -> Sequence[Call]:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    night.minutes(81)
    night.do(plan_payouts, amounts_minor=[15_000, 15_000])
    night.do(lock_payouts)
    night.do(bust, busts=[{"entry_id": night.entries["A"]}])
    night.do(bust, busts=[{"entry_id": night.entries["C"]}])
    return [partial(night.do, pay_prize, entry_id=night.entries["B"])] * 2


def paid_minor(night: Night) -> int:
    return 30_000 - balances(night.tournament_id)["till"]


def undo_twice(night: Night) -> Sequence[Call]:
    night.create()
    done = night.do(set_button, number=1, seat_number=4)
    return [partial(night.do, undo, action_id=done.action_id)] * 2


def undone(night: Night) -> int:
    return DirectorAction.objects.filter(undoes__isnull=False).count()


def desk_and_floor(night: Night) -> Sequence[Call]:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    return [
        partial(night.do, bust, busts=[{"entry_id": night.entries["A"]}]),
        partial(night.do, register_entry, player_id=night.player("D")),
    ]


def barred_at_the_door(night: Night) -> Sequence[Call]:
    night.create()
    player = night.player("A")
    return [
        partial(exclude_player, actor=night.owner, player_id=player, kind="barred"),
        partial(night.do, register_entry, player_id=player),
    ]


RACES = (
    Race(
        "two players for one seat",
        same_seat,
        more_than(seated_at_one, 1, "people in one seat"),
        1,
        ("seat_holds_one_entry",),
        ("seat_holds_one_entry", "entry_number_once_per_tournament"),
    ),
    Race(
        "one player at two desks",
        two_seats,
        more_than(live, 1, "entries of one player"),
        1,
        ("already_entered",),
        ("entry_one_live_per_player", "entry_number_once_per_tournament"),
    ),
    Race(
        "two rebuys at the limit of one",
        two_rebuys,
        more_than(pool_of_rebuys, 1, "rebuys in the pool"),
        1,
        ("rebuy_limit",),
        ("purchase_numbered_once",),
    ),
    Race(
        "two promotions for one place",
        two_promotions,
        more_than(live, 9, "entries for nine places"),
        1,
        ("not_waiting",),
        ("entry_one_live_per_player", "entry_number_once_per_tournament"),
    ),
    Race(
        "two offers of one place",
        two_offers,
        more_than(offers, 1, "offers of one place"),
        1,
        ("no_free_place",),
    ),
    Race(
        "ten registrations for five places",
        ten_for_five,
        more_than(live, 5, "entries for five places"),
        5,
        ("full",) * 5,
        ("entry_number_once_per_tournament", "seat_holds_one_entry"),
    ),
    Race(
        "bust and move of one player",
        bust_and_move,
        books,
        1,
        ("entry_not_active",),
        triggers_of=("tables_seatassignment",),
    ),
    Race("both of the last two players out", last_two_out, nobody_left, 1, ("last_player",)),
    Race(
        "pause and transition at a boundary",
        pause_at_a_boundary,
        second_level_recorded,
        2,
        (),
        ("transition_once_per_anchor_and_level",),
    ),
    Race(
        "two payments of one prize",
        two_payments,
        more_than(paid_minor, 15_000, "minor units paid of 15000"),
        1,
        ("nothing_owed",),
        ("payment_part_once", "payment_is_at_most_the_prize"),
    ),
    Race(
        "one act undone twice",
        undo_twice,
        more_than(undone, 1, "undos of one act"),
        1,
        ("undone_already",),
        ("tournaments_directoraction_undoes_id_key",),
    ),
)
