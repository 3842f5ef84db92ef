"""What the table rules propose for a tournament as it stands: moves, a table to break, halts, the final table.

Reads only. The verbs compute the same again under the lock, so a proposal can be stale but never wrong in effect.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tables.models import SeatAssignment, Table
from tables.rules.balancing import plan_balance
from tables.rules.breaking import BreakProposal, propose_break
from tables.rules.facts import SeatFact, TableFact
from tables.rules.final_table import final_table_size
from tables.rules.halting import Halt, halts
from tables.rules.plans import BalancePlan, BalanceRules, Method
from tables.rules.sizes import tolerance_at
from tables.selectors import Seated, open_tables, seated
from tournaments.models import Tournament
from tournaments.rules.settings import RuleSettings, settings_from

STUD_GAMES = frozenset({"stud", "stud_hilo", "razz", "stud_five", "soko"})
STUD_SEATS = 8


@dataclass(frozen=True, slots=True)
class Floor:
    """The open tables as rows, as the rules see them, and everybody seated. Player keys are entry ids."""

    tables: tuple[Table, ...]
    facts: tuple[TableFact, ...]
    seated: tuple[Seated, ...]

    def person(self, entry_id: int) -> Seated:
        """Who holds a seat; LookupError when nobody of that entry sits."""
        for one in self.seated:
            if one.entry_id == entry_id:
                return one
        raise LookupError(entry_id)


def floor_of(event: Tournament) -> Floor:
    """All open tables and seats, in two queries (three for stud, where the seat that opened last counts)."""
    tables, people = open_tables(event.pk), seated(event.pk)
    by_table: dict[int, list[Seated]] = defaultdict(list)
    for one in people:
        by_table[one.table_id].append(one)
    opened = _opened_seats(event.pk) if event.game in STUD_GAMES else {}
    facts = tuple(_fact(table, by_table[table.pk], opened.get(table.pk, ())) for table in tables)
    return Floor(tuple(tables), facts, tuple(people))


def _fact(table: Table, people: Sequence[Seated], opened: Sequence[int]) -> TableFact:
    taken = {one.seat for one in people}
    return TableFact(
        number=table.number,
        seats=table.seats,
        occupied=tuple(
            SeatFact(one.seat, one.entry_id, table.number, one.moved_count, one.fixed, one.stack_chips)
            for one in people
        ),
        button=table.button_seat,
        small_blind=table.small_blind_seat,
        break_order=table.break_order,
        blocked_seats=frozenset(table.reserved_seats),
        opened_seats=tuple(seat for seat in opened if seat not in taken),
    )


def _opened_seats(tournament_id: int) -> dict[int, list[int]]:
    """Seats of every table in the order in which they became empty."""
    rows = SeatAssignment.objects.filter(tournament_id=tournament_id, closed_by__isnull=False)
    opened: dict[int, list[int]] = defaultdict(list)
    for table_id, seat in rows.order_by("closed_ms", "pk").values_list("table_id", "seat"):
        if seat in opened[table_id]:
            opened[table_id].remove(seat)
        opened[table_id].append(seat)
    return opened


def balance_rules(event: Tournament, tables: int, *, tight: bool = False) -> BalanceRules:
    """The tournament's settings for a plan; `tight` near the money and the final table."""
    settings = settings_from(event.rules)
    tolerance = tolerance_at(
        tables, settings.balance_tolerance, settings.balance_tolerance_many, settings.many_tables, tight=tight
    )
    return BalanceRules(
        tolerance=tolerance, method=_method(event, settings), home=settings.balancing == "home"
    )


def _method(event: Tournament, settings: RuleSettings) -> Method:
    if event.game not in STUD_GAMES:
        return Method.BIG_BLIND
    return Method.CARD if settings.stud_balancing == "card" else Method.POSITION


def propose_balance(
    event: Tournament, floor: Floor, *, tight: bool = False, rng: Random | None = None
) -> BalancePlan:
    """The fewest moves that even out the tables, with reasons. Without `rng` chance is asked for, never taken."""
    return plan_balance(floor.facts, balance_rules(event, len(floor.facts), tight=tight), rng=rng)


def final_size(event: Tournament) -> int:
    """How many players make the final table, by setting or by the game's usual size (TDA RP-9)."""
    settings = settings_from(event.rules)
    most = STUD_SEATS if event.game in STUD_GAMES else None
    return settings.last_tables_final_size or final_table_size(event.seats_per_table, most)


def propose_table(event: Tournament, floor: Floor, *, entries_open: bool, held: int) -> BreakProposal:
    """Whether a table breaks or the final table forms. `held`: places offered and waited for, kept while entries are
    open."""
    kept = held + settings_from(event.rules).seats_kept if entries_open else 0
    stays = last_to_break(floor) if floor.facts else None
    return propose_break(floor.facts, final_size=final_size(event), kept_seats=kept, final_table=stays)


def last_to_break(floor: Floor) -> int:
    """The number of the table that breaks last: it stays as the final table unless somebody says otherwise."""
    return max(floor.facts, key=lambda fact: fact.place_in_break_order).number


def propose_halts(event: Tournament, floor: Floor) -> tuple[Halt, ...]:
    """Tables three or more players short, and when they must halt (TDA 11)."""
    settings = settings_from(event.rules)
    waived = [table.number for table in floor.tables if table.halt_waived]
    return halts(
        floor.facts,
        event.seats_per_table,
        short_by=settings.halt_short_by,
        waived=waived,
        halting=None if settings.halting else False,
    )
