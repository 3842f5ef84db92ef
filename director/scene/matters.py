"""What is open about people and screens of a tournament, read in one query: rows of one shape from seven tables.

The waiting list, debts, cards that run, to-do items put off, what dealers said, and screens are few rows each and every
page with the to-do rail needs them all; seven queries for them would be half of the cockpit's.
"""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Case, CharField, F, Model, QuerySet, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from tables.models import DealerReport
from tournaments.hand_clock import KIND as HAND_CLOCK
from tournaments.hand_clock import HandClock, read_call
from tournaments.hand_for_hand import KIND as HAND_FOR_HAND
from tournaments.hand_for_hand import HandForHand, read_facts
from tournaments.models import Deferral, Notice, Penalty, Purchase, Screen, WaitingListEntry


class Matter(NamedTuple):
    """One open matter. What `state` and the four numbers mean depends on `what`: see the readers of `Matters`."""

    what: str
    id: int
    subject_id: int
    name: str
    display_name: str
    state: str
    one: int
    two: int
    three: int
    revision: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A place on the waiting list; `until_ms` is the deadline of an offer, 0 without one."""

    id: int
    player_id: int
    name: str
    display_name: str
    offered: bool
    number: int
    joined_ms: int
    until_ms: int
    revision: int


@dataclass(frozen=True, slots=True)
class Debt:
    """A purchase declared before the hand and still to be paid (TDA 27)."""

    id: int
    entry_id: int
    name: str
    display_name: str
    kind: str
    amount_minor: int
    at_ms: int
    revision: int


@dataclass(frozen=True, slots=True)
class RunningCard:
    """A yellow card that runs: `amount` in ms or hands by its measure, minus what was served."""

    id: int
    player_id: int
    name: str
    display_name: str
    measure: str
    amount: int
    given_ms: int
    given_play_ms: int
    hands_served: int


@dataclass(frozen=True, slots=True)
class PutOff:
    """A to-do item put off until a time, or overruled."""

    item_key: str
    overruled: bool
    until_ms: int


@dataclass(frozen=True, slots=True)
class ShownOn:
    """A display of the tournament. `heard_ms` is 0 for one that was never opened.

    `shown_mode` takes the place of its `mode` until `shown_until_ms`, where that is set.
    """

    id: int
    name: str
    sounds: bool
    expires_ms: int
    heard_ms: int
    mode: str
    shown_mode: str
    shown_until_ms: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nothing ran, from the last sign of life to when it was noticed."""

    id: int
    from_ms: int
    until_ms: int
    outage_ms: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a dealer said of a player and nobody has answered; `stack_chips` 0 where he did not know the stack.

    All that he said in one hand has the same `at_ms`.
    """

    id: int
    entry_id: int
    name: str
    display_name: str
    kind: str
    table_number: int
    stack_chips: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Matters:
    """All open matters of a tournament, each kind in its own order."""

    waiting: tuple[Waiting, ...] = ()
    debts: tuple[Debt, ...] = ()
    cards: tuple[RunningCard, ...] = ()
    put_off: tuple[PutOff, ...] = ()
    screens: tuple[ShownOn, ...] = ()
    reports: tuple[Report, ...] = ()
    outages: tuple[Outage, ...] = ()
    hands: HandForHand | None = None
    calls: tuple[HandClock, ...] = ()

    @property
    def waiting_only(self) -> int:
        """How many wait without an offer."""
        return sum(1 for row in self.waiting if not row.offered)

    def offered(self, now_ms: int) -> int:
        """How many places are held by an offer that still stands."""
        return sum(1 for row in self.waiting if row.offered and row.until_ms > now_ms)


ZERO = Value(0, output_field=BigIntegerField())
NOTHING = Value("", output_field=CharField())


def _rows[M: Model](rows: QuerySet[M], what: str, **columns: Any) -> QuerySet[Any]:
    """The rows in the shape of a Matter, with columns that nothing was said of empty."""
    numbers = ("subject", "one", "two", "three", "rev")
    shaped = {
        "what": Value(what, output_field=CharField()),
        **{name: _number(columns.get(name)) for name in numbers},
        **{name: _text(columns.get(name)) for name in ("label", "shown", "state")},
    }
    order = ("what", "pk", "subject", "label", "shown", "state", "one", "two", "three", "rev")
    return rows.order_by().annotate(**shaped).values_list(*order)


def _number(column: str | None) -> Any:
    return Coalesce(Cast(F(column), BigIntegerField()), ZERO) if column else ZERO


def _text(column: str | None) -> Any:
    return Cast(F(column), CharField()) if column else NOTHING


def _flag(column: str) -> Any:
    """A true or false column as 1 or 0 (Postgres does not cast it to a big integer)."""
    return Case(When(**{column: True}, then=Value(1)), default=Value(0), output_field=BigIntegerField())


def _screen_rows(here: dict[str, Any]) -> QuerySet[Any]:
    """The displays of the tournament; `here` names it."""
    return _rows(
        Screen.objects.filter(**here).alias(is_sounding=_flag("sounds")),
        "screen",
        subject="shown_until_ms",
        label="name",
        shown="mode",
        state="shown_mode",
        one="expires_ms",
        two="is_sounding",
        three="presence__heard_ms",
    )


def matters_of(tournament_id: int, now_ms: int) -> Matters:
    """Everything open at that moment, in one query."""
    here = {"tournament_id": tournament_id, "revoked_by__isnull": True}
    people = {"label": "player__name", "shown": "player__display_name"}
    waiting = WaitingListEntry.objects.filter(**here, status__in=("waiting", "offered"))
    debts = Purchase.objects.filter(
        entry__tournament_id=tournament_id, revoked_by__isnull=True, status="pending"
    ).alias(price=F("prize_minor") + F("fee_minor") + F("bounty_minor") + F("staff_minor"))
    cards = Penalty.objects.filter(**here, kind="yellow", ended_ms__isnull=True)
    put_off = Deferral.objects.filter(**here).alias(is_overruled=_flag("overruled"))
    outages = Notice.objects.filter(**here, kind="outage").alias(lasted=KT("facts__outage_ms"))
    hands = Notice.objects.filter(**here, kind=HAND_FOR_HAND, until_ms__isnull=True)
    calls = Notice.objects.filter(**here, kind=HAND_CLOCK, until_ms__gt=now_ms)
    reports = DealerReport.objects.filter(**here, settled_by__isnull=True)
    found = _rows(
        waiting,
        "waiting",
        subject="player_id",
        state="status",
        one="number",
        two="joined_ms",
        three="offer_until_ms",
        rev="revision",
        **people,
    ).union(
        _rows(
            debts,
            "debt",
            subject="entry_id",
            label="entry__player__name",
            shown="entry__player__display_name",
            state="kind",
            one="price",
            two="at_ms",
            rev="revision",
        ),
        _rows(
            cards,
            "card",
            subject="player_id",
            state="measure",
            one="amount",
            two="given_ms",
            three="given_play_ms",
            rev="hands_served",
            **people,
        ),
        _rows(put_off, "put_off", label="item_key", one="until_ms", two="is_overruled"),
        _screen_rows(here),
        _rows(
            reports,
            "report",
            subject="entry_id",
            label="entry__player__name",
            shown="entry__player__display_name",
            state="kind",
            one="table__number",
            two="stack_chips",
            three="at_ms",
        ),
        _rows(outages, "outage", one="from_ms", two="until_ms", three="lasted"),
        _rows(hands, "hands", label="facts", one="from_ms"),
        _rows(calls, "call", label="facts", one="from_ms", two="until_ms"),
        all=True,
    )
    return _sorted([Matter(*row) for row in found])


def _sorted(rows: list[Matter]) -> Matters:
    """The rows by kind; the waiting list in its order, the rest oldest first."""
    by_kind: dict[str, list[Matter]] = {}
    for row in sorted(rows, key=lambda row: row.one if row.what == "waiting" else row.id):
        by_kind.setdefault(row.what, []).append(row)
    return Matters(
        waiting=tuple(map(_waiting, by_kind.get("waiting", ()))),
        debts=tuple(map(_debt, by_kind.get("debt", ()))),
        cards=tuple(map(_card, by_kind.get("card", ()))),
        put_off=tuple(PutOff(row.name, bool(row.two), row.one) for row in by_kind.get("put_off", ())),
        outages=tuple(Outage(row.id, row.one, row.two, row.three) for row in by_kind.get("outage", ())),
        hands=next((read_facts(row.one, json.loads(row.name)) for row in by_kind.get("hands", ())), None),
        reports=tuple(map(_report, by_kind.get("report", ()))),
        screens=tuple(map(_shown_on, by_kind.get("screen", ()))),
        calls=tuple(
            read_call(row.id, row.one, row.two, json.loads(row.name)) for row in by_kind.get("call", ())
        ),
    )


def _waiting(row: Matter) -> Waiting:
    return Waiting(
        id=row.id,
        player_id=row.subject_id,
        name=row.name,
        display_name=row.display_name,
        offered=row.state == "offered",
        number=row.one,
        joined_ms=row.two,
        until_ms=row.three,
        revision=row.revision,
    )


def _debt(row: Matter) -> Debt:
    return Debt(
        id=row.id,
        entry_id=row.subject_id,
        name=row.name,
        display_name=row.display_name,
        kind=row.state,
        amount_minor=row.one,
        at_ms=row.two,
        revision=row.revision,
    )


def _card(row: Matter) -> RunningCard:
    return RunningCard(
        id=row.id,
        player_id=row.subject_id,
        name=row.name,
        display_name=row.display_name,
        measure=row.state,
        amount=row.one,
        given_ms=row.two,
        given_play_ms=row.three,
        hands_served=row.revision,
    )


def _report(row: Matter) -> Report:
    return Report(
        id=row.id,
        entry_id=row.subject_id,
        name=row.name,
        display_name=row.display_name,
        kind=row.state,
        table_number=row.one,
        stack_chips=row.two,
        at_ms=row.three,
    )


def _shown_on(row: Matter) -> ShownOn:
    return ShownOn(
        row.id,
        row.name,
        sounds=bool(row.two),
        expires_ms=row.one,
        heard_ms=row.three,
        mode=row.display_name,
        shown_mode=row.state,
        shown_until_ms=row.subject_id,
    )
