"""Reading a tournament: its settings, its clock, its windows, its field."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from clock.event_windows import (
    addon,
    rebuys,
    reentry,
    reentry_state,
    registration_state,
    state_of,
    waiting_state,
)
from clock.models import Anchor, LevelTransition
from clock.rules.structure import CHIP_FIELDS
from clock.rules.timeline import played_ms
from clock.selectors import ClockFacts, load_clock
from director.api.base import PagedRead, Read
from director.api.shapes import Limited, LimitedRow, PageQuery
from ledger.selectors import chips_in_play
from tournaments.actors import EVERYBODY_ON_STAFF
from tournaments.models import Tournament
from tournaments.models_tournament import TournamentStatus
from tournaments.rules.settings import settings_from
from tournaments.selectors import field_of

PRIVATE = frozenset({"club", "head_hash", "next_transition_at_ms", "revoked_by"})


class TournamentShape(LimitedRow):
    """A tournament in a list."""

    class Meta:
        model = Tournament
        fields = (
            "id", "name", "game", "betting", "status", "starts_at", "timezone", "currency", "capacity",
            "entry_price_minor", "guarantee_minor", "version", "revision",
        )  # fmt: skip

    entry_price_minor = serializers.IntegerField()


class TournamentQuery(PageQuery):
    """Which tournaments."""

    status = serializers.ChoiceField(choices=TournamentStatus.choices, required=False)


class Tournaments(PagedRead):
    """The club's tournaments in the order in which they were made."""

    roles = EVERYBODY_ON_STAFF
    row = TournamentShape
    query = TournamentQuery
    tag = "tournament"

    def rows(self) -> QuerySet[Tournament]:
        rows = Tournament.objects.filter(club=self.caller.club, revoked_by__isnull=True)
        status = self.asked().get("status")
        return rows.filter(status=status) if status else rows


class TournamentDetailShape(LimitedRow):
    """All settings of a tournament; `rules` is complete, whatever its preset."""

    rules = serializers.SerializerMethodField()
    denominations = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Tournament
        fields = tuple(field.name for field in Tournament._meta.concrete_fields if field.name not in PRIVATE)

    def get_rules(self, event: Tournament) -> dict[str, Any]:
        rules = settings_from(event.rules)
        return {name: getattr(rules, name) for name in rules.__dataclass_fields__}


class TournamentRead(Read):
    """One tournament with all its settings."""

    roles = EVERYBODY_ON_STAFF
    shape = TournamentDetailShape
    tag = "tournament"

    def read(self) -> Any:
        return self.event


class LevelShape(Limited):
    """A level or break; chips that a game does not have are 0."""

    level_index = serializers.IntegerField(help_text=_("From 0, breaks counted."))
    level_number = serializers.IntegerField(allow_null=True, help_text=_("From 1; null for breaks."))
    kind = serializers.CharField()
    duration_ms = serializers.IntegerField()
    small_blind = serializers.IntegerField()
    big_blind = serializers.IntegerField()
    ante = serializers.IntegerField()
    ante_kind = serializers.CharField()
    bring_in = serializers.IntegerField()
    small_bet = serializers.IntegerField()
    big_bet = serializers.IntegerField()
    game = serializers.CharField()
    note = serializers.CharField()
    marks = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()


class ClockStateShape(Limited):
    """Where the clock stands at `at_ms`."""

    at_ms = serializers.IntegerField()
    phase = serializers.CharField()
    level_index = serializers.IntegerField()
    level_number = serializers.IntegerField(allow_null=True)
    elapsed_ms = serializers.IntegerField()
    remaining_ms = serializers.IntegerField()
    overtime_ms = serializers.IntegerField()
    waits_ms = serializers.IntegerField()
    played_ms = serializers.IntegerField()
    running = serializers.BooleanField()
    paused = serializers.BooleanField()
    hands = serializers.IntegerField()


class AnchorShape(LimitedRow):
    """Where the clock stood at one moment. What time it is follows from the last one."""

    action_id = serializers.UUIDField()
    structure_number = serializers.IntegerField(source="structure.number")

    class Meta:
        model = Anchor
        fields = (
            "sequence", "kind", "at_ms", "level_index", "elapsed_ms", "running", "hands", "structure_number",
            "action_id",
        )  # fmt: skip


class ClockShape(Limited):
    """The clock: levels, last anchor (its `sequence` is the stamp `anchor`), state."""

    version = serializers.IntegerField()
    structure_number = serializers.IntegerField()
    levels = LevelShape(many=True)
    anchor = AnchorShape(allow_null=True)
    state = ClockStateShape()


class Clock(Read):
    """The clock: structure, last anchor and state."""

    roles = EVERYBODY_ON_STAFF
    shape = ClockShape
    tag = "clock"

    def read(self) -> Any:
        clock = load_clock(self.event.pk)
        anchors = Anchor.objects.filter(tournament=self.event, sequence=clock.anchor_sequence).select_related(
            "structure"
        )
        return {
            "version": self.version,
            "structure_number": clock.structure_number,
            "levels": levels_of(clock),
            "anchor": anchors.first(),
            "state": state_at(clock, self.now_ms),
        }


def levels_of(clock: ClockFacts) -> list[dict[str, Any]]:
    """The rows of the structure with index and number."""
    numbered = zip(clock.structure.levels, clock.structure.numbers, strict=True)
    return [
        {"level_index": index, "level_number": number, "kind": level.kind, "duration_ms": level.duration_ms}
        | {
            name: getattr(level, name)
            for name in (*CHIP_FIELDS, "ante_kind", "game", "note", "marks", "hands")
        }
        for index, (level, number) in enumerate(numbered)
    ]


def state_at(clock: ClockFacts, now_ms: int) -> dict[str, Any]:
    """The state at a moment, with the playing time so far."""
    state = clock.state(now_ms)
    return {
        **state._asdict(),
        "at_ms": now_ms,
        "paused": state.paused,
        "played_ms": played_ms(clock.structure, state),
    }


class Anchors(PagedRead):
    """Every anchor of the clock, in order."""

    roles = EVERYBODY_ON_STAFF
    row = AnchorShape
    key = "sequence"
    tag = "clock"

    def rows(self) -> QuerySet[Anchor]:
        return Anchor.objects.filter(tournament=self.event).select_related("structure")


class TransitionShape(LimitedRow):
    """A level that began at `at_ms`, recorded once."""

    anchor_sequence = serializers.IntegerField(source="anchor.sequence")

    class Meta:
        model = LevelTransition
        fields = ("id", "anchor_sequence", "level_index", "at_ms", "recorded_ms")


class Transitions(PagedRead):
    """The levels that began, in the order in which they were recorded."""

    roles = EVERYBODY_ON_STAFF
    row = TransitionShape
    tag = "clock"

    def rows(self) -> QuerySet[LevelTransition]:
        return LevelTransition.objects.filter(tournament=self.event).select_related("anchor")


class WindowShape(Limited):
    """A window at this moment. Times left are of the tournament clock; moments follow if it runs on."""

    kind = serializers.CharField()
    status = serializers.CharField()
    remaining_ms = serializers.IntegerField(allow_null=True)
    closes_at_ms = serializers.IntegerField(allow_null=True)
    opens_in_ms = serializers.IntegerField(allow_null=True)
    opens_at_ms = serializers.IntegerField(allow_null=True)


class WindowsShape(Limited):
    """The windows the tournament has."""

    version = serializers.IntegerField()
    at_ms = serializers.IntegerField()
    results = WindowShape(many=True)


class Windows(Read):
    """Late registration, re-entry, rebuys, add-on, waiting list: open, closed or still to open."""

    roles = EVERYBODY_ON_STAFF
    shape = WindowsShape
    tag = "clock"

    def read(self) -> Any:
        clock, now_ms = load_clock(self.event.pk), self.now_ms
        return {"version": self.version, "at_ms": now_ms, "results": windows_at(self.event, clock, now_ms)}


def windows_at(event: Tournament, clock: ClockFacts, now_ms: int) -> list[dict[str, Any]]:
    """Every window the tournament has, with its state."""
    states = {"late": registration_state(event, clock, now_ms)}
    if reentry(event):
        states["reentry"] = reentry_state(event, clock, now_ms)
    own = {"rebuy": rebuys(event), "addon": addon(event)}
    states |= {kind: state_of(window, clock, now_ms) for kind, window in own.items() if window}
    states["waiting"] = waiting_state(event, clock, now_ms)
    names = ("status", "remaining_ms", "closes_at_ms", "opens_in_ms", "opens_at_ms")
    return [{"kind": kind} | {name: getattr(state, name) for name in names} for kind, state in states.items()]


class FieldShape(Limited):
    """How many there are. `entries` are paid entries, `players` the people behind them."""

    version = serializers.IntegerField()
    entries = serializers.IntegerField()
    players = serializers.IntegerField()
    playing = serializers.IntegerField()
    unpaid = serializers.IntegerField()
    reentries = serializers.IntegerField()
    rebuys = serializers.IntegerField()
    addons = serializers.IntegerField()
    waiting = serializers.IntegerField()
    offered = serializers.IntegerField()
    in_play_chips = serializers.IntegerField()
    average_stack_chips = serializers.IntegerField(allow_null=True)


class FieldRead(Read):
    """The field in numbers."""

    roles = EVERYBODY_ON_STAFF
    shape = FieldShape
    tag = "tournament"

    def read(self) -> Any:
        field, chips = field_of(self.event.pk), chips_in_play(self.event.pk)
        names = (
            "entries",
            "players",
            "playing",
            "unpaid",
            "reentries",
            "rebuys",
            "addons",
            "waiting",
            "offered",
        )
        return {name: getattr(field, name) for name in names} | {
            "version": self.version,
            "in_play_chips": chips,
            "average_stack_chips": chips // field.playing if field.playing else None,
        }
