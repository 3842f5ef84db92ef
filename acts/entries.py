"""Finding entries and what several verbs do to them."""

from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from acts.refusals import whole
from club.models import Exclusion, Player
from ledger.models import AccountKind as A
from ledger.steps import Posting, post, reverse_in_effect
from payouts.models import Deal, Payment
from tables.models import Table
from tables.selectors import free_seats, free_tables, seat_of
from tables.steps import Placing, open_table, seat
from tournaments.act import Act
from tournaments.actors import CASHIER
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import Entry, Purchase, WaitingListEntry

HIGHEST_TABLE = 9999
LIVE = ("registered", "active")
PARTS = (("prize", A.PRIZE_POOL), ("fee", A.FEE), ("bounty", A.BOUNTY_POOL), ("staff", A.STAFF))


def find_entries(act: Act, entry_ids: Iterable[int]) -> dict[int, Entry]:
    """Entries of the tournament by id, read under the lock in one query; one that is not there is refused."""
    wanted = set(entry_ids)
    rows = Entry.objects.filter(tournament=act.event, pk__in=wanted, revoked_by__isnull=True)
    found = {row.pk: row for row in rows.select_related("player")}
    if wanted - set(found):
        raise NotFound("entry_unknown", _("There is no such entry in this tournament."))
    return found


def find_entry(act: Act, entry_id: int) -> Entry:
    """An entry of the tournament, read under the lock."""
    return find_entries(act, [entry_id])[entry_id]


def find_active(act: Act, entry_id: int) -> Entry:
    """An entry that is in play; one that is out, left or not paid is refused by name."""
    return require_active(find_entry(act, entry_id))


def require_active(entry: Entry) -> Entry:
    """The entry, if it is in play."""
    if entry.status != "active":
        raise DirectorError(
            "entry_not_active",
            _("%(player)s is not in play (%(status)s)."),
            conflict=True,
            player=entry.player.name,
            status=entry.get_status_display(),
        )
    return entry


def find_table(act: Act, number: int) -> Table:
    """The table with that number, open or closed."""
    table = Table.objects.filter(tournament=act.event, number=number, revoked_by__isnull=True).first()
    if table is None:
        raise NotFound("table_unknown", _("There is no table %(table)s."), table=number)
    return table


def refuse_excluded(act: Act, player: Player) -> None:
    """Barred, self-excluded and under-age people get no entry; the desk is told just that (docs/rules.md 2)."""
    rows = Exclusion.objects.filter(player=player, revoked_by_id__isnull=True, from_ms__lte=act.now_ms)
    excluded = rows.filter(Q(until_ms__isnull=True) | Q(until_ms__gt=act.now_ms)).exists()
    if excluded or is_under_age(act, player):
        raise DirectorError(
            "not_eligible",
            _("This player cannot be entered. The owner of the club can see why."),
            player_id=player.pk,
        )


def is_under_age(act: Act, player: Player) -> bool:
    """Whether the player is too young on the day of the tournament. Of an unknown birthday nothing is concluded."""
    born = player.born_on
    if born is None:
        return False
    day = act.event.starts_at.astimezone(ZoneInfo(act.event.timezone)).date()
    years = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    return years < act.club.minimum_age_years


def refuse_settled(act: Act) -> None:
    """Once a prize was paid or a deal made, nothing more is bought or refunded: pool and places would change."""
    counted = {"tournament": act.event, "revoked_by__isnull": True}
    payments = Payment.objects.filter(**counted).values("tournament")
    if payments.union(Deal.objects.filter(**counted).values("tournament")).exists():
        raise DirectorError(
            "settled",
            _("Prizes have been paid or a deal was made: entries can no longer change. Undo that first."),
            conflict=True,
        )


def refuse_refund_by_cashier(act: Act) -> None:
    """After the start only a director gives a buy-in back (docs/rules.md 2)."""
    if act.event.status == "running" and act.role == CASHIER:
        raise NotAllowed("refund_after_start", _("After the start only a director can refund an entry."))


def live_entries(act: Act) -> int:
    """Entries that hold a place now: registered or in play."""
    return Entry.objects.filter(tournament=act.event, status__in=LIVE, revoked_by__isnull=True).count()


def waiting(act: Act) -> list[WaitingListEntry]:
    """The waiting list in its order: those waiting and those with an offer that still stands."""
    rows = WaitingListEntry.objects.filter(tournament=act.event, revoked_by__isnull=True)
    return list(rows.filter(status__in=("waiting", "offered")).select_related("player").order_by("number"))


def standing_offers(act: Act, rows: Sequence[WaitingListEntry]) -> int:
    """Offered places are not free places (docs/rules.md 2); an offer past its deadline holds none."""
    return sum(1 for row in rows if row.status == "offered" and (row.offer_until_ms or 0) > act.now_ms)


def free_places(act: Act) -> int | None:
    """Places that nobody holds and nobody is offered; None when there is no capacity. Never negative."""
    if act.event.capacity is None:
        return None
    return max(0, act.event.capacity - live_entries(act) - standing_offers(act, waiting(act)))


def next_number(act: Act) -> int:
    """The next entry number; numbers of undone entries are not used again."""
    return (Entry.objects.filter(tournament=act.event).aggregate(last=Max("number"))["last"] or 0) + 1


def buy(act: Act, entry: Entry, kind: str, number: int, *, pending: bool = False) -> Purchase:
    """Record a purchase at today's price, take the money and issue the chips. A pending one is a debt to the till."""
    refuse_settled(act)
    event = act.event
    prices = {f"{part}_minor": getattr(event, f"{kind}_{part}_minor", 0) for part, _account in PARTS}
    chips = event.stack_chips if kind == Purchase.Kind.ENTRY else getattr(event, f"{kind}_chips")
    purchase = act.create(
        Purchase(
            entry=entry,
            kind=kind,
            number=number,
            chips=chips,
            status=Purchase.Status.PENDING if pending else Purchase.Status.PAID,
            receipt_number=None if pending else take_receipt_number(act),
            at_ms=act.now_ms,
            **prices,
        )
    )
    source = A.DEBTS if pending else A.TILL
    money = [
        Posting(source, account, prices[f"{part}_minor"], f"{kind}.{part}", entry, purchase)
        for part, account in PARTS
    ]
    chips_out = Posting(A.IN_PLAY, A.CHIP_BANK, chips, f"{kind}.chips", entry, purchase)
    post(act, [*money, chips_out])
    return purchase


def give_money_back(act: Act, purchase: Purchase) -> None:
    """Refund a purchase: every transfer of it that still counts is reversed, chips too."""
    refuse_settled(act)
    reverse_in_effect(act, purchase)
    act.change(purchase, status=Purchase.Status.REFUNDED)


def take_receipt_number(act: Act) -> int:
    """The club's next receipt number. A number once printed is never used again, so undo does not give it back."""
    club = act.club
    number = club.next_receipt_number
    club.next_receipt_number = number + 1
    type(club).objects.filter(pk=club.pk).update(next_receipt_number=number + 1)
    return number


def draw_seat(act: Act, entry: Entry, table_number: int | None, seat_number: int | None) -> Placing:
    """The seat an entry gets: the one chosen, or a random one where fewest players sit (docs/rules.md 3).

    Of tables with equally few one is drawn, then the seat: nobody can tell from his turn at the desk where he will sit.
    With no free seat the next table is opened, so that nobody who paid stands without a seat.
    """
    if table_number is not None:
        table = find_table(act, table_number)
        if seat_number is None:
            seats = [number for found, number in free_seats(act.event.pk) if found.pk == table.pk]
            if not seats:
                raise DirectorError("table_full", _("Table %(table)s has no free seat."), table=table_number)
            seat_number = act.rng.choice(seats)
        return Placing(entry, table, seat_number)
    smallest = next(iter(free_tables(act.event.pk)), None)
    if smallest is None:
        table = open_next_table(act)
        return Placing(entry, table, act.rng.randint(1, table.seats))
    table, free = act.rng.choice(smallest)
    return Placing(entry, table, act.rng.choice(free))


def open_next_table(act: Act, number: int | None = None) -> Table:
    """A further table, numbered after the highest there is unless a number is named; its first button is drawn too."""
    numbers = Table.objects.filter(tournament=act.event, revoked_by__isnull=True)
    seats = act.event.seats_per_table
    wanted = (
        _next_table_number(numbers)
        if number is None
        else whole(number, 1, HIGHEST_TABLE, _("The number of the table"))
    )
    return open_table(act, wanted, seats, button_seat=act.rng.randint(1, seats))


def _next_table_number(tables: QuerySet[Table]) -> int:
    """One more than the highest; when somebody named the highest there can be, the lowest number not used."""
    used = set(tables.values_list("number", flat=True))
    if max(used, default=0) < HIGHEST_TABLE:
        return max(used, default=0) + 1
    return next(number for number in range(1, HIGHEST_TABLE + 2) if number not in used)


def seat_entry(act: Act, placing: Placing) -> None:
    """Seat an entry and note where, for the log and the seat card."""
    seat(act, [placing])
    act.facts |= {"table": placing.table.number, "seat": placing.seat}


def where(entry: Entry) -> tuple[int | None, int | None]:
    """Table number and seat of an entry, if it has one."""
    held = seat_of(entry.pk)
    return (held.table.number, held.seat) if held else (None, None)
