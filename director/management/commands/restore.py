"""manage.py restore PATH: the database as a copy says, while the site does not run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from director.management.copies import CopyError, put_back


class Command(BaseCommand):
    help = "Put back a copy made by backup, and bring it up to date. The site must be stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="the file that backup wrote")
        parser.add_argument(
            "--replace", action="store_true", help="even if the database holds a club, which is then lost"
        )

    def handle(self, **options: Any) -> None:
        try:
            put_back(options["path"], options["replace"])
        except (CopyError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The database is as the copy says. Check it: manage.py audit_books")
