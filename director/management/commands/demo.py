"""manage.py demo: the example club; what there is to sign in with and to open is printed each time."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from director.house.demo_club import CASHIER, FLOOR, OWNER, AlreadyInUse, demo_links, demo_password, make_demo


class Command(BaseCommand):
    help = "Make the example club with a running tournament, once, and print its sign-in and links."

    def handle(self, **options: Any) -> None:
        try:
            make_demo()
        except AlreadyInUse as error:
            raise CommandError(
                "This database belongs to a club already. Set VAR_DIR to an empty folder for the example."
            ) from error
        scheme = "https" if os.environ.get("TLS_CERT") else "http"
        links = demo_links(f"{scheme}://127.0.0.1:{os.environ.get('PORT') or 8000}")
        self.stdout.write(f"Sign in as        {OWNER}  (or {FLOOR}, {CASHIER})")
        self.stdout.write(f"with the password {demo_password()}")
        if links.wall:
            self.stdout.write(f"Wall screen       {links.wall}")
        if links.player:
            self.stdout.write(f"A player's page   {links.player}")
