"""manage.py audit_books: the auditor over every tournament, from the tables alone."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from acts.auditing import Finding, audit, audit_club
from club.models import Club
from tournaments.models import Tournament
from tournaments.reading import read_snapshot


class Command(BaseCommand):
    help = (
        "Check the books of every tournament; name what does not hold, and end with 1 if anything was found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", type=int, help="only this one, by its number in addresses")
        parser.add_argument(
            "--no-history", action="store_true", help="leave out the chain of acts, which takes longest"
        )

    def handle(self, **options: Any) -> None:
        chosen = options["tournament"]
        rows = Tournament.objects.filter(pk=chosen) if chosen else Tournament.objects.all()
        if chosen and not rows.exists():
            raise CommandError(f"There is no tournament {chosen}.")
        found = 0
        for event in rows.select_related("club").order_by("pk"):
            with read_snapshot():
                findings = audit(event.pk, history=not options["no_history"])
            found += self._tell(f"{event.pk} {event.name} ({event.club.name})", findings)
        for club in Club.objects.order_by("pk") if not chosen else ():
            with read_snapshot():
                findings = audit_club(club.pk)
            found += self._tell(f"acts of {club.name}", findings)
        if found:
            sys.exit(1)

    def _tell(self, name: str, findings: list[Finding]) -> int:
        """Write one line for a clean book, otherwise one for each finding; how many there were."""
        self.stdout.write(f"{name}: {f'{len(findings)} found' if findings else 'clean'}")
        for finding in findings:
            self.stdout.write(f"  {finding.invariant}  {finding.says}")
        return len(findings)
