"""Small simulated nights for tests, here or in a process of its own.

`python -m tests.simulation.playing` plays them all on a fresh SQLite database and prints their digests.
"""

import os
from dataclasses import dataclass

BEGIN_MS = 1_767_200_400_000


@dataclass(frozen=True)
class Small:
    """A night small enough for every run of the tests. `must`: acts it must have in it to be worth playing."""

    template: str
    entries: int
    seed: int
    deal: bool = True
    capacity: int = 0
    must: tuple[str, ...] = ()


NIGHTS = {
    "t1000-club": Small("t1000-club", 13, 4, must=("payouts.deal", "table.final")),
    "appt-2019": Small("appt-2019", 12, 7, deal=False),
    "rebuy-addon": Small("rebuy-addon", 9, 2, must=("entry.rebuy", "entry.addon")),
    "reentry-bba": Small("reentry-bba", 11, 3),
    "stud": Small("stud", 10, 5, deal=False),
    "a full room": Small("reentry-bba", 12, 6, capacity=7, must=("waiting.offer", "waiting.promote")),
}


@dataclass(frozen=True)
class Played:
    """How a night ended: its digest, how many acts it took, pool and what was paid in minor units."""

    digest: str
    acts: int
    kinds: frozenset[str]
    pool_minor: int
    paid_minor: int


def play(small: Small, *, audit_every: int = 0) -> Played:
    """Play one night in the present database, which must have no club; everything is taken back."""
    from acts.digest import digest
    from director.management.commands.simulate import owner
    from director.simulation.night import SimulatedNight, Wish
    from director.simulation.stage import Stage
    from payouts.selectors import results_of
    from tests.nights import rolled_back
    from tournaments.sources import VirtualSources, using

    clock = VirtualSources(BEGIN_MS, small.seed)
    with rolled_back(), using(clock):
        stage = Stage(clock, owner(), audit_every)
        night = SimulatedNight(
            stage, Wish(small.template, small.entries, small.deal, small.capacity), small.seed
        )
        night.play()
        results = results_of(night.event, entry_open=False)
        return Played(
            digest(stage.tournament_id, clock.now_ms()),
            len(stage.seconds),
            frozenset(stage.kinds),
            results.prizes.pool.pool_minor,
            sum(row.paid_minor for row in results.rows),
        )


def main() -> None:
    os.environ["DATABASE_URL"] = "sqlite:///:memory:"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    for name, small in NIGHTS.items():
        print(name, play(small).digest, sep="\t", flush=True)


if __name__ == "__main__":
    main()
