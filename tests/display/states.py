"""Open states to draw and to reckon with: one evening's main event at its different stages."""

from dataclasses import replace
from typing import Any

from display import snapshot as s

START_MS = 1_793_462_400_000  # 2026-10-31 16:00 UTC, 18:00 in Tallinn
MINUTE = 60_000
BLINDS = ((100, 100), (100, 200), (100, 300), (200, 400), (300, 500), (300, 600), (400, 800), (500, 1000))
LATER = ((1000, 1500), (1000, 2000), (1500, 3000), (2000, 4000), (3000, 6000), (4000, 8000), (5000, 10000))
NAMES = (
    "Anu",
    "Bogdan",
    "Elis",
    "Ilinca",
    "Karl",
    "Mihai",
    "Robert",
    "Șerban",
    "Zoë-Marie van den Hooghenband",
)


def there[T](value: T | None) -> T:
    """A part of a state that the one before it has."""
    assert value is not None
    return value


def levels() -> tuple[s.Level, ...]:
    """Fifteen levels of 25 minutes, a break of 15 after every third, the 100s leaving in the third break."""
    rows: list[s.Level] = []
    for number, (small, big) in enumerate((*BLINDS, *LATER), start=1):
        rows.append(
            s.Level(
                kind="play",
                duration_ms=25 * MINUTE,
                level_number=number,
                small_blind=small,
                big_blind=big,
                ante=big,
                ante_kind="bba",
            )
        )
        if number % 3 == 0:
            rows.append(
                s.Level(kind="break", duration_ms=15 * MINUTE, chips_out=(100,) if number == 9 else ())
            )
    return tuple(rows)


def prizes() -> tuple[s.Prize, ...]:
    """Eighteen places from a pool of 20,000."""
    single = (480000, 320000, 230000, 170000, 130000, 102000, 82000, 68000, 58000)
    rows = [
        s.Prize(place_from=n, place_to=n, amount_minor=amount) for n, amount in enumerate(single, start=1)
    ]
    grouped = ((10, 12, 46000), (13, 15, 40000), (16, 18, 34000))
    return (*rows, *(s.Prize(place_from=a, place_to=b, amount_minor=amount) for a, b, amount in grouped))


def about(**changes: Any) -> s.About:
    plain = s.About(
        id=7,
        name="Autumn Main Event",
        club="Tallinn Card Club",
        time_zone="Europe/Tallinn",
        currency="EUR",
        currency_digits=2,
        starts_at_ms=START_MS,
        game="holdem",
        betting="no_limit",
        words="tda",
        seats_per_table=9,
        capacity=200,
        stack_chips=30000,
        buy_in={"prize_minor": 10000, "fee_minor": 1500, "bounty_minor": 0, "staff_minor": 500},
    )
    return replace(plain, **changes)


def anchor(
    level_index: int, elapsed_ms: int, at_ms: int, *, running: bool = True, kind: str = "start"
) -> s.Anchor:
    return s.Anchor(
        sequence=4, kind=kind, at_ms=at_ms, level_index=level_index, elapsed_ms=elapsed_ms, running=running
    )


def playing(now_ms: int, level_index: int = 10, elapsed_ms: int = 648_000, **changes: Any) -> s.OpenState:
    """Level 9 with 14:12 left, late registration closing with it."""
    plain = s.OpenState(
        version=412,
        server_ms=now_ms,
        stage="playing",
        status="running",
        tournament=about(),
        clock=s.Clock(anchor=anchor(level_index, elapsed_ms, now_ms), levels=levels()),
        field=s.Field(
            players_left=87,
            entries=142,
            tables=10,
            chips_in_play=4_260_000,
            average_stack_chips=48_965,
            waiting=0,
        ),
        money=s.Money(
            shown=True,
            pool_minor=2_000_000,
            guarantee_minor=2_000_000,
            places_paid=18,
            locked=True,
            prizes=prizes(),
        ),
        windows=(s.Window(kind="late", closes_level_index=11),),
    )
    return replace(plain, **changes)


def break_time(now_ms: int) -> s.OpenState:
    """Table 10 was broken at the break after level 9."""
    moves = tuple(
        s.Move(name=name, from_table=10, from_seat=n + 1, to_table=to, to_seat=seat, at_ms=now_ms - 30_000)
        for n, (name, to, seat) in enumerate(
            zip(NAMES[:8], (3, 7, 1, 5, 9, 2, 6, 8), (5, 9, 8, 5, 2, 9, 7, 10), strict=True)
        )
    )
    return replace(playing(now_ms, 11, 204_000), moves=moves, windows=())


def bubble(now_ms: int) -> s.OpenState:
    """Nineteen left, eighteen paid, hand-for-hand at three tables."""
    hands = s.HandForHand(
        since_ms=now_ms - 12 * MINUTE,
        hand_number=4,
        step_ms=120_000,
        tables=(
            s.TableTick(table_number=1, players=7, state="done"),
            s.TableTick(table_number=2, players=6, state="all_in"),
            s.TableTick(table_number=3, players=6, state="playing"),
        ),
    )
    state = playing(now_ms, 17, 17 * MINUTE, windows=(), hand_for_hand=hands)
    frozen = replace(there(state.clock.anchor), running=False, kind="pause")
    fewer = replace(state.field, players_left=19, tables=3, average_stack_chips=224_210)
    return replace(state, clock=replace(state.clock, anchor=frozen), field=fewer)


def bubble_with_many_tables(now_ms: int) -> s.OpenState:
    """Three places from the money at eleven tables."""
    state = bubble(now_ms)
    marks = (
        "done",
        "playing",
        "all_in",
        "done",
        "done",
        "playing",
        "done",
        "done",
        "playing",
        "done",
        "done",
    )
    tables = tuple(
        s.TableTick(table_number=n, players=9, state=mark) for n, mark in enumerate(marks, start=1)
    )
    return replace(
        state,
        hand_for_hand=replace(there(state.hand_for_hand), tables=tables),
        field=replace(state.field, players_left=21, tables=11),
    )


def final_table_with_a_deal(now_ms: int) -> s.OpenState:
    """Three left have agreed on shares and play on for 600."""
    state = final_table(now_ms)
    shares = (("Karl", 412_000), ("Anu", 334_000), ("Bogdan", 310_000))
    agreed = s.Deal(
        status="agreed",
        kept_minor=60_000,
        shares=tuple(s.Share(name=name, amount_minor=amount) for name, amount in shares),
    )
    table = there(state.final_table)
    three = replace(table, seats=tuple(table.seats[n] for n in (0, 1, 4)))
    return replace(state, deal=agreed, final_table=three, field=replace(state.field, players_left=3))


def in_money(now_ms: int) -> s.OpenState:
    state = playing(now_ms, 18, 5 * MINUTE, windows=())
    return replace(state, field=replace(state.field, players_left=14, tables=2, average_stack_chips=304_285))


def final_table(now_ms: int) -> s.OpenState:
    stacks = (812_000, 655_000, 431_500, 60_000, 1_204_000, 388_000, 204_500, 310_000, 195_000)
    seats = tuple(
        s.SeatOf(seat=n, name=name, stack_chips=chips)
        for n, (name, chips) in enumerate(zip(NAMES, stacks, strict=True), start=1)
    )
    state = playing(now_ms, 18, 24 * MINUTE + 12_000, windows=())
    left = replace(state.field, players_left=9, tables=1, average_stack_chips=473_333)
    return replace(state, field=left, final_table=s.FinalTable(table_number=1, seats=seats))


def winner(now_ms: int) -> s.OpenState:
    results = tuple(
        s.Result(place_from=n, place_to=n, name=name, amount_minor=prize.amount_minor)
        for n, (name, prize) in enumerate(zip(("Ilinca D.", *NAMES[:7]), prizes(), strict=False), start=1)
    )
    state = in_money(now_ms)
    standing = replace(there(state.clock.anchor), running=False, kind="pause")
    done = replace(state.field, players_left=1, tables=0)
    return replace(
        state,
        status="finished",
        winners=("Ilinca D.",),
        results=results,
        field=done,
        clock=replace(state.clock, anchor=standing),
    )


def before(now_ms: int, *, scheduled: bool = True) -> s.OpenState:
    """Registration is open; play begins in half an hour."""
    state = playing(now_ms)
    point = anchor(0, -30 * MINUTE, now_ms, kind="schedule") if scheduled else None
    nobody = s.Field(
        players_left=64, entries=64, tables=8, chips_in_play=0, average_stack_chips=30_000, waiting=0
    )
    return replace(state, status="planned", clock=replace(state.clock, anchor=point), field=nobody)


def stud(now_ms: int) -> s.OpenState:
    """Paused in a stud level: ante, bring-in, bets; a night without prizes."""
    rows = tuple(
        s.Level(
            kind="play",
            duration_ms=20 * MINUTE,
            level_number=n,
            ante=20 * n,
            ante_kind="each",
            bring_in=30 * n,
            small_bet=100 * n,
            big_bet=200 * n,
            game="stud_hilo",
        )
        for n in range(1, 9)
    )
    none = s.Money(shown=False, pool_minor=0, guarantee_minor=0, places_paid=0, locked=False, prizes=())
    point = anchor(2, 5 * MINUTE, now_ms, running=False, kind="pause")
    return replace(playing(now_ms), clock=s.Clock(anchor=point, levels=rows), money=none, windows=())


def overtime(now_ms: int) -> s.OpenState:
    """The structure is over for twenty minutes."""
    last = len(levels()) - 1
    rows = levels()[:last] if levels()[last].kind == "break" else levels()
    state = playing(now_ms, windows=())
    point = anchor(len(rows) - 1, 45 * MINUTE, now_ms)
    return replace(state, clock=s.Clock(anchor=point, levels=rows))
