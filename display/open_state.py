"""Builds the open state of a tournament from what the apps below know. Fixed number of queries, whatever the field."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q

from clock.event_windows import addon, late_registration, rebuys, reentry, waiting_list
from clock.models import Anchor as AnchorRow
from clock.rules.structure import Level as LevelFacts
from clock.rules.structure import Structure
from clock.rules.windows import Window as ClockWindow
from clock.rules.windows import closing_point, opening_point, window_state
from clock.selectors import ClockFacts, load_clock
from club.templatetags.figures import minor_digits
from display import snapshot as s
from display.editions import edition_in
from display.rules.stage import ClockFacts as StageClock
from display.rules.stage import StageFacts, stage_of
from display.themes import theme_of
from ledger.models import AccountKind
from ledger.selectors import balances
from payouts.models import DealShare
from payouts.rules.plan import PlanPrize
from payouts.selectors import Prizes, Result, prizes_of, results_of
from tables.models import SeatAssignment, Table
from tournaments.hand_clock import KIND as HAND_CLOCK
from tournaments.hand_for_hand import KIND as HAND_FOR_HAND
from tournaments.hand_for_hand import hand_for_hand_of
from tournaments.models import Notice, Tournament, WaitingListEntry
from tournaments.reading import read_snapshot
from tournaments.rules.settings import settings_from
from tournaments.selectors import Field, field_of
from tournaments.sources import current_sources

# Facts of the staff, not words for the room.
NOT_TOLD = (HAND_FOR_HAND, HAND_CLOCK, "outage")
MOVES_KEPT_MS = 30 * 60_000
WINDOWS = {
    "late": late_registration,
    "reentry": reentry,
    "rebuy": rebuys,
    "addon": addon,
    "waiting": waiting_list,
}
ENTRY_KINDS = ("late", "reentry")


def build_snapshot(tournament_id: int) -> dict[str, Any]:
    """The open state of one tournament as plain JSON data; Tournament.DoesNotExist if there is none."""
    state = s.as_json(open_state(tournament_id))
    if not isinstance(state, dict):
        raise TypeError(state)
    return state


def open_state(tournament_id: int) -> s.OpenState:
    """The open state of one tournament, all of one moment."""
    with read_snapshot():
        event = Tournament.objects.select_related("club").get(pk=tournament_id)
        return Picture.of(event, current_sources().now_ms()).state()


@dataclass(frozen=True, slots=True)
class Picture:
    """What was read, before it is put into words."""

    event: Tournament
    now_ms: int
    clock: ClockFacts
    anchor: AnchorRow | None
    field: Field
    prizes: Prizes
    results: tuple[Result, ...]
    tables: tuple[Table, ...]
    chips: int

    @classmethod
    def of(cls, event: Tournament, now_ms: int) -> "Picture":
        """Read everything the state is made of."""
        field = field_of(event.pk)
        clock = load_clock(event.pk)
        prizes = prizes_of(event, field)
        decided = event.status == "finished" or field.playing <= len(prizes.plan.prizes)
        results = results_of(event, entry_open=False).rows if decided and event.status != "planned" else ()
        return cls(
            event=event,
            now_ms=now_ms,
            clock=clock,
            anchor=AnchorRow.objects.filter(pk=clock.anchor_id).first() if clock.anchor_id else None,
            field=field,
            prizes=prizes,
            results=results,
            tables=tuple(Table.objects.filter(tournament=event, status="open", revoked_by__isnull=True)),
            chips=balances(event.pk)[AccountKind.IN_PLAY],
        )

    def state(self) -> s.OpenState:
        """The picture as the contract words it."""
        event, windows = self.event, windows_of(self.event, self.clock.structure)
        final, deal = final_table(event, self.tables), deal_of(self.prizes)
        winners = tuple(row.display_name for row in self.results if row.place_from == 1)
        money = money_of(event, self.prizes)
        field = field_state(self.field, self.tables, self.chips)
        hands = hands_of(event.pk, self.tables)
        facts = StageFacts(
            finished=event.status in {"finished", "cancelled"},
            winner=len(winners) == 1,
            deal=deal.status,
            prizes_on=event.prizes_on,
            places_paid=money.places_paid,
            players_left=field.players_left,
            final_table=final is not None,
            hand_for_hand=hands is not None,
        )
        return s.OpenState(
            version=edition_in(event),
            server_ms=self.now_ms,
            stage=stage_of(facts, stage_clock(event, self.clock, self.now_ms)),
            status=event.status,
            tournament=about(event),
            clock=s.Clock(anchor=anchor_of(self.anchor), levels=levels_of(self.clock.structure)),
            field=field,
            money=money,
            windows=windows,
            hand_for_hand=hands,
            final_table=final,
            deal=deal,
            winners=winners if event.status == "finished" else (),
            results=tuple(result_of(row) for row in self.results if row.place_from)[: s.RESULTS_SHOWN],
            notices=notices_of(event.pk, self.now_ms),
            moves=moves_of(event.pk, self.now_ms - MOVES_KEPT_MS),
            halted_tables=tuple(sorted(table.number for table in self.tables if table.halted)),
            theme=theme_of(event.club),
        )


def about(event: Tournament) -> s.About:
    """The tournament itself."""
    return s.About(
        id=event.pk,
        name=event.name,
        club=event.club.name,
        time_zone=event.timezone,
        currency=event.currency,
        currency_digits=minor_digits(event.currency),
        starts_at_ms=epoch_ms(event.starts_at),
        game=event.game,
        betting=event.betting,
        words=settings_from(event.rules).preset,
        seats_per_table=event.seats_per_table,
        capacity=event.capacity,
        stack_chips=event.stack_chips,
        buy_in={
            "prize_minor": event.entry_prize_minor,
            "fee_minor": event.entry_fee_minor,
            "bounty_minor": event.entry_bounty_minor,
            "staff_minor": event.entry_staff_minor,
        },
    )


def epoch_ms(moment: dt.datetime) -> int:
    """Epoch milliseconds of an aware moment, without a float."""
    since = moment - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    return since // dt.timedelta(milliseconds=1)


def levels_of(structure: Structure) -> tuple[s.Level, ...]:
    """The structure with its shown numbers."""
    numbered = zip(structure.levels, structure.numbers, strict=True)
    return tuple(level_of(level, number or 0) for level, number in numbered)


def level_of(level: LevelFacts, number: int) -> s.Level:
    """One level; an ante of kind "none" is no ante."""
    return s.Level(
        kind=level.kind,
        duration_ms=level.duration_ms,
        level_number=number,
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        ante_kind=level.ante_kind if level.ante else "",
        bring_in=level.bring_in,
        small_bet=level.small_bet,
        big_bet=level.big_bet,
        game=level.game,
        note=level.note,
        chips_out=level.colour_ups,
        hands=level.hands,
    )


def anchor_of(row: AnchorRow | None) -> s.Anchor | None:
    """The last anchor."""
    if row is None:
        return None
    return s.Anchor(
        sequence=row.sequence,
        kind=row.kind,
        at_ms=row.at_ms,
        level_index=row.level_index,
        elapsed_ms=row.elapsed_ms,
        running=row.running,
        hands=row.hands,
    )


def windows_of(event: Tournament, structure: Structure) -> tuple[s.Window, ...]:
    """Every window the tournament has, as points of its structure."""
    found = ((kind, read(event)) for kind, read in WINDOWS.items())
    return tuple(window_of(event, structure, kind, window) for kind, window in found if window)


def window_of(event: Tournament, structure: Structure, kind: str, window: ClockWindow) -> s.Window:
    """One window; closing registration early closes what lets players in."""
    opens, closes = opening_point(structure, window), closing_point(structure, window)
    return s.Window(
        kind=kind,
        closes_level_index=closes.level_index if closes else None,
        closes_elapsed_ms=closes.offset_ms if closes else None,
        opens_level_index=opens.level_index if opens else None,
        opens_elapsed_ms=opens.offset_ms if opens else None,
        closed=event.late_closed_early and kind in (*ENTRY_KINDS, "waiting"),
    )


def stage_clock(event: Tournament, clock: ClockFacts, now_ms: int) -> StageClock:
    """What the stage needs of the clock."""
    state = clock.state(now_ms)
    left = (
        {} if event.late_closed_early else {kind: left_ms(event, clock, kind, now_ms) for kind in ENTRY_KINDS}
    )
    return StageClock(
        started=state.started,
        on_break=clock.structure.levels[state.level_index].is_break,
        entry_left_ms=max(left.values(), default=0),
        late_left_ms=left.get("late", 0),
    )


FOREVER_MS = 10**12


def left_ms(event: Tournament, clock: ClockFacts, kind: str, now_ms: int) -> int:
    """Time of the clock until an open window closes; 0 when it is not open."""
    window = WINDOWS[kind](event)
    state = window_state(clock.structure, window, clock.anchor, now_ms) if window else None
    if state is None or not state.is_open:
        return 0
    return FOREVER_MS if state.remaining_ms is None else state.remaining_ms


def field_state(field: Field, tables: Sequence[Table], chips: int) -> s.Field:
    """The field in figures; the average is rounded down, as chips are whole."""
    return s.Field(
        players_left=field.playing,
        entries=field.entries,
        tables=len(tables),
        chips_in_play=chips,
        average_stack_chips=chips // field.playing if field.playing else 0,
        waiting=field.waiting + field.offered,
    )


def money_of(event: Tournament, prizes: Prizes) -> s.Money:
    """The published prizes; none at all in a night without prizes."""
    shown = event.prizes_on and bool(prizes.plan.prizes)
    return s.Money(
        shown=shown,
        pool_minor=prizes.pool.pool_minor if event.prizes_on else 0,
        guarantee_minor=event.guarantee_minor,
        places_paid=len(prizes.plan.prizes) if shown else 0,
        locked=prizes.locked,
        prizes=grouped_prizes(prizes.plan.prizes) if shown else (),
    )


def grouped_prizes(prizes: Iterable[PlanPrize]) -> tuple[s.Prize, ...]:
    """Neighbouring places with the same prize, as one row."""
    rows = []
    for (amount, label), group in groupby(prizes, key=lambda prize: (prize.amount_minor, prize.label)):
        places = [prize.place for prize in group]
        rows.append(s.Prize(place_from=places[0], place_to=places[-1], amount_minor=amount, label=label))
    return tuple(rows)


def result_of(row: Result) -> s.Result:
    """A certain place, by display name."""
    return s.Result(
        place_from=row.place_from or 0,
        place_to=row.place_to or 0,
        name=row.display_name,
        amount_minor=row.prize_minor,
        label=row.label,
    )


def final_table(event: Tournament, tables: Sequence[Table]) -> s.FinalTable | None:
    """The final table with its seats, once there is one."""
    table = next((table for table in tables if table.final), None)
    if table is None or event.status != "running":
        return None
    rows = SeatAssignment.objects.filter(table=table, closed_by__isnull=True).order_by("seat")
    seats = tuple(
        s.SeatOf(seat=seat, name=name, stack_chips=chips)
        for seat, name, chips in rows.values_list("seat", "entry__player__display_name", "entry__stack_chips")
    )
    return s.FinalTable(table_number=table.number, seats=seats)


def deal_of(prizes: Prizes) -> s.Deal:
    """A recorded deal with its shares, the biggest first."""
    if prizes.deal is None:
        return s.Deal(status="none")
    rows = DealShare.objects.filter(deal=prizes.deal).order_by("-amount_minor", "entry__number")
    shares = rows.values_list("entry__player__display_name", "amount_minor")
    return s.Deal(
        status="agreed",
        kept_minor=prizes.deal.kept_minor,
        shares=tuple(s.Share(name=name, amount_minor=amount) for name, amount in shares),
    )


def hands_of(tournament_id: int, tables: Sequence[Table]) -> s.HandForHand | None:
    """Hand-for-hand with how far every table is, while it is on."""
    hands = hand_for_hand_of(tournament_id)
    if hands is None:
        return None
    seats = SeatAssignment.objects.filter(tournament_id=tournament_id, closed_by__isnull=True)
    players = Counter(seats.values_list("table_id", flat=True))
    return s.HandForHand(
        since_ms=hands.since_ms,
        hand_number=hands.hand_number,
        step_ms=hands.step_ms,
        tables=tuple(
            s.TableTick(
                table_number=table.number,
                players=players[table.pk],
                state="done"
                if table.number in hands.done
                else "all_in"
                if table.number in hands.all_in
                else "playing",
            )
            for table in sorted(tables, key=lambda table: table.number)
        ),
    )


def notices_of(tournament_id: int, now_ms: int) -> tuple[s.Notice, ...]:
    """Notices that are not over yet, newest first."""
    alive = Q(until_ms__isnull=True) | Q(until_ms__gt=now_ms)
    rows = Notice.objects.filter(alive, tournament_id=tournament_id, revoked_by__isnull=True)
    rows = rows.exclude(kind__in=NOT_TOLD).order_by("-from_ms", "-pk")
    return tuple(
        s.Notice(
            id=row.pk,
            kind=row.kind,
            text=row.text,
            facts=row.facts,
            from_ms=row.from_ms,
            until_ms=row.until_ms,
        )
        for row in rows[: s.NOTICES_SHOWN]
    )


def moves_of(tournament_id: int, since_ms: int) -> tuple[s.Move, ...]:
    """The newest changes of seats since a moment: rows opened by an act that closed another seat of the entry."""
    opened = SeatAssignment.objects.filter(
        tournament_id=tournament_id, closed_by__isnull=True, opened_ms__gte=since_ms
    ).order_by("-opened_ms", "-pk")
    rows = list(
        opened.values_list(
            "entry_id", "opened_by_id", "entry__player__display_name", "table__number", "seat", "opened_ms"
        )[: s.MOVES_SHOWN]
    )
    left = left_seats(rows)
    found = []
    for entry_id, act_id, name, table, seat, at_ms in rows:
        if before := left.get((entry_id, act_id)):
            found.append(
                s.Move(
                    name=name,
                    from_table=before[0],
                    from_seat=before[1],
                    to_table=table,
                    to_seat=seat,
                    at_ms=at_ms,
                )
            )
    return tuple(found)


def left_seats(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[int, Any], tuple[int, int]]:
    """The seats that the same acts closed, by entry and act."""
    entries = [row[0] for row in rows]
    acts = {row[1] for row in rows}
    closed = SeatAssignment.objects.filter(entry_id__in=entries, closed_by_id__in=acts)
    found = closed.values_list("entry_id", "closed_by_id", "table__number", "seat")
    return {(entry_id, act_id): (table, seat) for entry_id, act_id, table, seat in found}


def waiting_by_name(tournament_id: int) -> list[dict[str, Any]]:
    """Who waits, in order, by display name: the place in the line, and who was offered a seat and is to come."""
    rows = WaitingListEntry.objects.filter(
        tournament_id=tournament_id, status__in=("waiting", "offered"), revoked_by__isnull=True
    )
    found = rows.order_by("number").values_list("player__display_name", "status")
    return [
        {"place": place, "name": name, "offered": status == "offered"}
        for place, (name, status) in enumerate(found, start=1)
    ]


def seats_by_name(tournament_id: int) -> list[dict[str, Any]]:
    """Who sits where, by display name, for the list before the start."""
    rows = SeatAssignment.objects.filter(tournament_id=tournament_id, closed_by__isnull=True)
    found = rows.order_by("entry__player__display_name").values_list(
        "entry__player__display_name", "table__number", "seat"
    )
    return [{"name": name, "table": table, "seat": seat} for name, table, seat in found]
