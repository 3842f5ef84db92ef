"""manage.py simulate: a whole tournament through the real verbs, on a virtual clock, with the auditor watching."""

import json
import os
import statistics
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections
from django.db.models import Max

from acts.digest import digest
from acts.founding import found_club, setup_code, setup_is_open
from acts.templates import LABELS
from club.models import Membership
from director.simulation.night import SimulatedNight, Wish
from director.simulation.stage import Stage
from payouts.selectors import results_of
from tournaments.actors import Actor
from tournaments.models import DirectorAction, Tournament
from tournaments.sources import VirtualSources, using

BEGIN_MS = 1_767_200_400_000  # a New Year's Eve, so that midnight and the year pass during the night
# Added to the seed of a resumed night: the same chance would make the same ids and codes again.
RESUMED = 1_000_003
PUBLISHED = {"blind_structure-07": "appt-2019", "blind_structure-04": "t1000-club"}


class Command(BaseCommand):
    help = "Play a simulated tournament through the real verbs and print places, prizes and the digest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--structure", default="appt-2019", help="a template, or blind_structure-04 or -07"
        )
        parser.add_argument("--entries", type=int, default=142)
        parser.add_argument(
            "--capacity", type=int, default=0, help="places; whoever comes later waits (0: no limit)"
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--database", default="", help="a database URL; empty: a fresh SQLite file")
        parser.add_argument("--audit-every", type=int, default=1, help="run the auditor after every n-th act")
        parser.add_argument(
            "--no-deal", action="store_true", help="play heads-up instead of a deal for three"
        )
        parser.add_argument("--journal", type=Path, help="note every answered act in this file")
        parser.add_argument(
            "--resume", action="store_true", help="go on with the night that was broken off in --database"
        )
        parser.add_argument("--json", action="store_true", help="print figures as JSON only")

    def handle(self, **options: Any) -> None:
        template = PUBLISHED.get(options["structure"], options["structure"])
        if template not in LABELS:
            raise CommandError(f"There is no structure {options['structure']}. Known: {', '.join(LABELS)}")
        if not 2 <= options["entries"] <= 5000:
            raise CommandError("--entries must be from 2 to 5000")
        with tempfile.TemporaryDirectory(prefix="night-") as folder:
            use_database(options["database"] or f"sqlite:///{folder}/night.sqlite3")
            call_command("migrate", verbosity=0)
            self._play(template, options)
            connection.close()

    def _play(self, template: str, options: dict[str, Any]) -> None:
        resumed = options["resume"] and not setup_is_open()
        seed = options["seed"] + RESUMED * resumed
        clock = VirtualSources(last_act_ms() if resumed else BEGIN_MS, seed)
        with using(clock):
            stage = Stage(
                clock, known_owner() if resumed else owner(), options["audit_every"], options["journal"]
            )
            night = SimulatedNight(
                stage, Wish(template, options["entries"], not options["no_deal"], options["capacity"]), seed
            )
            broken_off = Tournament.objects.first() if resumed else None
            begun = time.perf_counter()
            if broken_off is None:
                night.play()
            else:
                stage.tournament_id = broken_off.pk
                stage.check(history=True)
                night.go_on()
            self._print(night, time.perf_counter() - begun, options)

    def _print(self, night: SimulatedNight, took_s: float, options: dict[str, Any]) -> None:
        stage = night.stage
        results = results_of(night.event, entry_open=False)
        figures = {
            "acts": len(stage.seconds),
            "median_ms": round(1000 * statistics.median(stage.seconds), 2),
            "acts_seconds": round(sum(stage.seconds), 2),
            "night_seconds": round(took_s, 2),
            "entries": results.prizes.plan.entries,
            "pool_minor": results.prizes.pool.pool_minor,
            "paid_minor": sum(row.paid_minor for row in results.rows),
            "digest": digest(stage.tournament_id, stage.clock.now_ms()),
        }
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for row in results.rows:
            if row.prize_minor:
                places = (
                    f"{row.place_from}"
                    if row.place_from == row.place_to
                    else f"{row.place_from}-{row.place_to}"
                )
                self.stdout.write(f"{places:>7}  {row.name:<30} {row.prize_minor / 100:>12,.2f}")
        for name, value in figures.items():
            self.stdout.write(f"{name:>14}: {value}")


def use_database(url: str) -> None:
    """Point the default connection at another database, which must not be the club's own."""
    connection.close()
    os.environ["DATABASE_URL"] = url
    chosen = {"default": settings.READ_DATABASE()}
    connections.settings["default"] = connections.configure_settings(chosen)["default"]
    del connections["default"]


def last_act_ms() -> int:
    """When the last act was: a night goes on from there."""
    return int(DirectorAction.objects.aggregate(last=Max("at_ms"))["last"])


def owner() -> Actor:
    """The owner of a fresh club; a database that has one already is not played in."""
    if not setup_is_open():
        raise CommandError("This database has a club. Name an empty one with --database.")
    found_club(
        code=setup_code(),
        username="simulation",
        password="only-for-a-simulated-night",  # noqa: S106  a database of its own
        full_name="Simulation",
        club_name="Simulated club",
    )
    return known_owner()


def known_owner() -> Actor:
    """The owner of the club that is there."""
    member = Membership.objects.get()
    return Actor(member.club_id, member.user_id, "simulation")
