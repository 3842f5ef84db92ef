"""The field of a tournament, read as facts in a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.models import Elimination, Entry, Purchase, Tournament, WaitingListEntry
from tournaments.rules.places import Bust, Cause, PlaceRules, Standing, TiePolicy, standing
from tournaments.rules.settings import settings_from


@dataclass(frozen=True, slots=True)
class Field:
    """How many there are. `entries` are paid entries, `players` the people behind them (a re-entry counts once)."""

    entries: int
    players: int
    playing: int
    unpaid: int
    rebuys: int
    addons: int
    waiting: int
    offered: int

    @property
    def reentries(self) -> int:
        """Entries beyond the first of a player."""
        return self.entries - self.players


PAID_ENTRY = Q(status__in=("active", "busted", "left", "disqualified"), revoked_by__isnull=True)


def field_of(tournament_id: int) -> Field:
    """The field in three queries."""
    entries = Entry.objects.filter(tournament_id=tournament_id).aggregate(
        entries=Count("pk", filter=PAID_ENTRY),
        players=Count("player", filter=PAID_ENTRY, distinct=True),
        playing=Count("pk", filter=Q(status="active", revoked_by__isnull=True)),
        unpaid=Count("pk", filter=Q(status="registered", revoked_by__isnull=True)),
    )
    counted = Q(revoked_by__isnull=True, status__in=("paid", "pending"))
    bought = Purchase.objects.filter(counted, entry__tournament_id=tournament_id).aggregate(
        rebuys=Count("pk", filter=Q(kind="rebuy")), addons=Count("pk", filter=Q(kind="addon"))
    )
    waiting = WaitingListEntry.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True).aggregate(
        waiting=Count("pk", filter=Q(status="waiting")), offered=Count("pk", filter=Q(status="offered"))
    )
    return Field(**entries, **bought, **waiting)


def place_rules(event: Tournament) -> PlaceRules:
    """How places are reckoned in this tournament."""
    settings = settings_from(event.rules)
    return PlaceRules(
        policy=TiePolicy(settings.tie_policy),
        stack_after_ante=settings.stack_after_ante,
        disqualified_keeps_place=settings.disqualified_keeps_place,
    )


def standing_of(event: Tournament, *, entry_open: bool) -> Standing:
    """Places by player id, in two queries. `entry_open`: somebody may still enter, so places are provisional."""
    ended = event.status == "finished"
    in_order = ("-stack_chips", "number") if ended else ("number",)
    playing = Entry.objects.filter(tournament=event, status="active", revoked_by__isnull=True)
    return standing(
        list(playing.order_by(*in_order).values_list("player_id", flat=True)),
        _busts(Elimination.objects.filter(tournament=event, revoked_by__isnull=True)),
        place_rules(event),
        entry_open=entry_open,
        ended=ended,
    )


def busts_of_batch(event: Tournament, batch: int) -> list[Bust]:
    """Those of one hand (or round of hand-for-hand) who are not playing again, in one query."""
    playing = Entry.objects.filter(tournament=event, status="active", revoked_by__isnull=True)
    rows = Elimination.objects.filter(tournament=event, batch=batch, revoked_by__isnull=True)
    return _busts(rows.exclude(entry__player__in=playing.values("player_id")))


def _busts(rows: QuerySet[Elimination]) -> list[Bust]:
    """Eliminations as the rules read them, in the order in which they were entered."""
    return [
        Bust(
            player_key=player,
            order=order,
            batch=batch,
            table_number=table,
            stack_chips=stack,
            hand_for_hand=hand_for_hand,
            cause=Cause(cause),
        )
        for player, order, batch, table, stack, hand_for_hand, cause in rows.order_by(
            "order", "pk"
        ).values_list(
            "entry__player_id", "order", "batch", "table_number", "stack_chips", "hand_for_hand", "cause"
        )
    ]


def last_entries(tournament_id: int) -> dict[int, Entry]:
    """The newest paid entry of every player, by player id, with its player, in one query."""
    rows = (
        Entry.objects.filter(PAID_ENTRY, tournament_id=tournament_id)
        .select_related("player")
        .order_by("turn")
    )
    return {row.player_id: row for row in rows}
