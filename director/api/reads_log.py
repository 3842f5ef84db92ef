"""Reading the books and the log: ledger, transfers, acts, to-do, screens and notices."""

from typing import Any

from django.db.models import Q, QuerySet
from rest_framework import serializers

from acts.parameters import parse_form
from director.api.base import PagedRead, Read
from director.api.shapes import Limited, LimitedRow
from director.log.lines import line_of
from director.scene.scene import scene_of
from director.todo.items import Doing, Item, rail_of
from director.web.form_data import stamp_from
from ledger.models import Transfer, Unit
from ledger.selectors import balances, lines
from ledger.steps import unit_of
from tournaments.acting import VERBS
from tournaments.actors import DESK_STAFF, EVERYBODY_ON_STAFF, FLOOR_STAFF, OWNER_ONLY
from tournaments.models import DirectorAction, Notice, Screen


class LineShape(Limited):
    """`count` transfers of one code between two accounts, reversed ones taken off."""

    code = serializers.CharField()
    debit = serializers.CharField()
    credit = serializers.CharField()
    unit = serializers.ChoiceField(choices=Unit.choices)
    amount = serializers.IntegerField()
    count = serializers.IntegerField()


class BalanceOfShape(Limited):
    """What an account received minus what it gave: minor units of money, or chips."""

    account = serializers.CharField()
    unit = serializers.ChoiceField(choices=Unit.choices)
    amount = serializers.IntegerField()


class LedgerShape(Limited):
    """The books of a tournament."""

    version = serializers.IntegerField()
    balances = BalanceOfShape(many=True)
    lines = LineShape(many=True)


class Ledger(Read):
    """Balances of all accounts, and the lines they are made of."""

    roles = DESK_STAFF
    shape = LedgerShape
    tag = "ledger"

    def read(self) -> Any:
        names = ("code", "debit", "credit", "amount", "count")
        return {
            "version": self.version,
            "balances": [
                {"account": kind, "unit": unit_of(kind), "amount": amount}
                for kind, amount in balances(self.event.pk).items()
            ],
            "lines": [
                {name: getattr(line, name) for name in names} | {"unit": unit_of(line.debit)}
                for line in lines(self.event.pk)
            ],
        }


class TransferShape(LimitedRow):
    """One transfer. It is never changed; a mistake is corrected by one that reverses it."""

    debit = serializers.CharField(source="debit.kind")
    credit = serializers.CharField(source="credit.kind")
    entry_id = serializers.IntegerField(allow_null=True)
    purchase_id = serializers.IntegerField(allow_null=True)
    action_id = serializers.UUIDField()
    reverses_id = serializers.IntegerField(allow_null=True)

    class Meta:
        model = Transfer
        fields = (
            "id", "code", "debit", "credit", "amount", "unit", "entry_id", "purchase_id", "action_id", "reverses_id",
        )  # fmt: skip


class Transfers(PagedRead):
    """Every transfer of money and chips, in order."""

    roles = DESK_STAFF
    row = TransferShape
    tag = "ledger"

    def rows(self) -> QuerySet[Transfer]:
        return Transfer.objects.filter(tournament=self.event).select_related("debit", "credit")


class ActShape(LimitedRow):
    """An act as the log keeps it. `text` tells it in the reader's language; `hash` chains it to the one before."""

    text = serializers.SerializerMethodField()
    actor_id = serializers.IntegerField(allow_null=True)
    actor_name = serializers.SerializerMethodField()
    facts = serializers.DictField()
    result = serializers.DictField()
    undoes_id = serializers.UUIDField(allow_null=True)
    undone_by_id = serializers.SerializerMethodField()
    can_be_undone = serializers.SerializerMethodField()

    class Meta:
        model = DirectorAction
        fields = (
            "id", "sequence", "kind", "text", "at_ms", "actor_id", "actor_name", "role", "device", "reason", "facts",
            "result", "undoes_id", "undone_by_id", "can_be_undone", "previous_hash", "hash",
        )  # fmt: skip

    def get_text(self, row: DirectorAction) -> str:
        currency = row.tournament.currency if row.tournament else row.club.currency
        return str(line_of(row.kind, row.facts, currency))

    def get_actor_name(self, row: DirectorAction) -> str:
        return str(row.actor) if row.actor else ""

    def get_undone_by_id(self, row: DirectorAction) -> str | None:
        undone_by = getattr(row, "undone_by", None)
        return str(undone_by.pk) if undone_by else None

    def get_can_be_undone(self, row: DirectorAction) -> bool:
        verb = VERBS.get(row.facts.get("root", row.kind))
        role = self.context.get("role")
        return verb is not None and verb.undo and role in verb.roles and not getattr(row, "undone_by", None)


def acts_shown(rows: QuerySet[DirectorAction]) -> QuerySet[DirectorAction]:
    """The acts with everything an ActShape shows, in one query; what each changed row by row stays in the database."""
    big = ("deltas", "payload")
    unread = [*big, *(f"undone_by__{name}" for name in (*big, "facts", "result"))]
    return rows.select_related("actor", "undone_by", "tournament", "club").defer(*unread)


class Acts(PagedRead):
    """The log of the tournament, to be followed with `after`. A cashier reads his own acts."""

    roles = DESK_STAFF
    row = ActShape
    key = "sequence"
    tag = "log"

    def rows(self) -> QuerySet[DirectorAction]:
        rows = acts_shown(DirectorAction.objects.filter(tournament=self.event))
        return rows.filter(actor=self.caller.user) if self.caller.role == "cashier" else rows


class ClubActs(PagedRead):
    """The log of the club: players, members, templates, settings."""

    roles = OWNER_ONLY
    row = ActShape
    key = "sequence"
    tag = "log"

    def rows(self) -> QuerySet[DirectorAction]:
        return acts_shown(DirectorAction.objects.filter(club=self.caller.club, tournament__isnull=True))


class DoingShape(Limited):
    """The act an item proposes: what to send to it."""

    kind = serializers.CharField()
    params = serializers.DictField()
    stamp = serializers.DictField(child=serializers.CharField())


class ItemShape(Limited):
    """One thing to do; `key` is what `todo.put_off` and `todo.overrule` take."""

    key = serializers.CharField()
    state = serializers.CharField()
    title = serializers.CharField()
    why = serializers.CharField()
    rule = serializers.CharField()
    left_ms = serializers.IntegerField(allow_null=True)
    until_ms = serializers.IntegerField(allow_null=True)
    do = DoingShape(allow_null=True)
    instead = DoingShape(allow_null=True)


class ToDoShape(Limited):
    """What is to do: now first, then later, then what was put off."""

    version = serializers.IntegerField()
    results = ItemShape(many=True)


class ToDo(Read):
    """What the rules and the clock ask for now, with the act each item proposes."""

    roles = EVERYBODY_ON_STAFF
    shape = ToDoShape
    tag = "log"

    def read(self) -> Any:
        rail = rail_of(scene_of(self.event, self.now_ms), self.caller.role)
        return {"version": self.version, "results": [item_of(item) for item in rail.items]}


def item_of(item: Item) -> dict[str, Any]:
    """An item without what only a page needs."""
    names = ("key", "state", "title", "why", "rule", "left_ms", "until_ms")
    ways = {"do": item.do, "instead": item.instead}
    told = {name: doing_of(doing) if doing else None for name, doing in ways.items()}
    return {name: getattr(item, name) for name in names} | told


def doing_of(doing: Doing) -> dict[str, Any]:
    """A proposed act as the API takes it: pages send the same as text."""
    params = parse_form(VERBS[doing.verb], dict(doing.fields))
    return {"kind": doing.verb, "params": params, "stamp": stamp_from(doing.stamp)}


class ScreenShape(LimitedRow):
    """A display, without its secret link. `revision` is the stamp `screen:<id>`."""

    class Meta:
        model = Screen
        fields = (
            "id",
            "name",
            "mode",
            "language",
            "sounds",
            "speaks",
            "panels",
            "panel_seconds",
            "shown_mode",
            "shown_until_ms",
            "expires_ms",
            "revision",
        )


class Screens(PagedRead):
    """The displays of the tournament."""

    roles = FLOOR_STAFF
    row = ScreenShape
    tag = "screen"

    def rows(self) -> QuerySet[Screen]:
        return Screen.objects.filter(tournament=self.event, revoked_by__isnull=True)


class NoticeShape(LimitedRow):
    """A message on the displays. `revision` is the stamp `notice:<id>`."""

    facts = serializers.DictField()

    class Meta:
        model = Notice
        fields = ("id", "kind", "text", "facts", "from_ms", "until_ms", "revision")


class Notices(PagedRead):
    """The messages that are not over yet."""

    roles = EVERYBODY_ON_STAFF
    row = NoticeShape
    tag = "screen"

    def rows(self) -> QuerySet[Notice]:
        alive = Q(until_ms__isnull=True) | Q(until_ms__gt=self.now_ms)
        return Notice.objects.filter(alive, tournament=self.event, revoked_by__isnull=True)
