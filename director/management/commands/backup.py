"""manage.py backup PATH: a copy of the whole database, also while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from director.management.copies import CopyError, back_up


class Command(BaseCommand):
    help = "Copy the whole database to a new file, also while the site runs. The secret key is not in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path", type=Path, help="a new file, or a folder for a file with a name of the moment"
        )

    def handle(self, **options: Any) -> None:
        try:
            path = back_up(options["path"])
        except (CopyError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path))
