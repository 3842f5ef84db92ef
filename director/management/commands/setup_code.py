"""manage.py setup_code: the one-time code for the first visit, as long as nobody owns a club here."""

from typing import Any

from django.core.management.base import BaseCommand

from acts.founding import setup_code, setup_is_open


class Command(BaseCommand):
    help = (
        "Print the one-time code with which the first owner and his club are made; nothing once there is one."
    )

    def handle(self, **options: Any) -> None:
        if setup_is_open():
            self.stdout.write(f"First visit: make the owner and the club with the code  {setup_code()}")
