"""manage.py create_api_token: a key of the API for a program of the club, printed this once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from acts.club import create_token
from acts.secrecy import Secret, new_token
from club.models import Membership, Role
from tournaments.actors import Actor
from tournaments.errors import DirectorError


class Command(BaseCommand):
    help = "Make a key of the API. It acts for the owner named, with the role given, and is printed once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the key is for")
        parser.add_argument("--role", default=Role.VIEWER, choices=Role.values)
        parser.add_argument("--days", type=int, default=365, help="how long it works; 0: until it is revoked")
        parser.add_argument(
            "--owner", default="", help="user name of the owner it acts for, if there are several"
        )
        parser.add_argument(
            "--club", type=int, default=0, help="number of the club, if the owner has several"
        )

    def handle(self, **options: Any) -> None:
        member = self._owner(options["owner"], options["club"])
        token = new_token()
        try:
            create_token(
                actor=Actor(member.club_id, member.user_id, "manage.py"),
                name=options["name"],
                role=options["role"],
                token=Secret(token),
                days=options["days"] or None,
            )
        except DirectorError as error:
            raise CommandError(str(error)) from error
        self.stderr.write(f"Key of {member.club} with the role {options['role']}; it is shown this once:")
        self.stdout.write(token)

    def _owner(self, username: str, club_id: int) -> Membership:
        """The one owner that fits; the refusal names those there are."""
        rows = Membership.objects.filter(role=Role.OWNER, active=True).select_related("user", "club")
        fits = [
            row
            for row in rows.order_by("club__name", "user__username")
            if (not username or row.user.username == username) and (not club_id or row.club_id == club_id)
        ]
        if len(fits) == 1:
            return fits[0]
        if not fits:
            raise CommandError("There is no such owner. Found the club first, or check --owner and --club.")
        known = ", ".join(f"--owner {row.user.username} --club {row.club_id} ({row.club})" for row in fits)
        raise CommandError(f"There are several owners. Say which one: {known}")
