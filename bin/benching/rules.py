"""Pure rules: the clock, balancing, the independent chip model."""

from collections.abc import Iterable
from functools import partial
from random import Random

from bin.benching.figures import Figure, seconds_of
from clock.rules.state import Anchor, clock_state
from clock.rules.structure import PLAY, Level, Structure
from payouts.rules.icm import equities
from tables.rules.balancing import plan_balance
from tables.rules.facts import SeatFact, TableFact
from tables.rules.plans import BalanceRules

CLOCK_ROUNDS = 100_000
TABLES = 1_100


def clock() -> Iterable[Figure]:
    """Evaluations of the clock in a second, in the middle of a night of thirty levels."""
    levels = tuple(Level(PLAY, 1_200_000, 50 * step, 100 * step) for step in range(1, 31))
    structure = Structure(levels)
    anchor = Anchor("start", 0, 10, 60_000, True)

    def evaluate() -> None:
        for now_ms in range(CLOCK_ROUNDS):
            clock_state(structure, anchor, now_ms)

    yield Figure("clock_states", round(CLOCK_ROUNDS / seconds_of(evaluate, 3)), "1/s", 400_000, at_least=True)


def uneven_tables(rng: Random) -> list[TableFact]:
    """Nine-handed tables with five to nine players each."""
    tables = []
    for number in range(1, TABLES + 1):
        seats = sorted(rng.sample(range(1, 10), rng.randint(5, 9)))
        facts = tuple(SeatFact(seat, number * 10 + seat, number) for seat in seats)
        tables.append(TableFact(number, 9, facts, button=seats[0], break_order=number))
    return tables


def balancing() -> Iterable[Figure]:
    """One plan that evens out a field of ten thousand."""
    tables = uneven_tables(Random(7))
    took_s = seconds_of(lambda: plan_balance(tables, BalanceRules(), rng=Random(7)), 3)
    yield Figure("balancing_1100_tables", round(took_s, 3), "s", 0.5)


def chip_model() -> Iterable[Figure]:
    """Equities at a final table, and of a thousand players with a thousand prizes."""
    rng = Random(7)
    for count, times, unit, goal in ((9, 20, "ms", 5.0), (1000, 2, "s", 3.0)):
        stacks = [rng.randint(1_000, 200_000) for _ in range(count)]
        prizes = sorted((rng.randint(100, 100_000) for _ in range(count)), reverse=True)
        took_s = seconds_of(partial(equities, stacks, prizes), times)
        yield Figure(f"icm_{count}_of_{count}", round(took_s * (1000 if unit == "ms" else 1), 3), unit, goal)
