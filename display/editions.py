"""The edition of an open state: one number that grows with whatever can change what a display shows.

That is every act on the tournament, and every act of its club: names of players and of the club are changed there, and
somebody who was erased must go from every screen, while the version of his tournaments stays what it was.
"""

from collections.abc import Iterable

from django.db.models import F

from tournaments.models import Tournament

EDITION = F("version") + F("club__version")


def edition_in(event: Tournament) -> int:
    """The edition of a tournament that was read together with its club."""
    return event.version + event.club.version


def edition_of(tournament_id: int) -> int:
    """The edition now; Tournament.DoesNotExist if there is no such tournament."""
    return Tournament.objects.values_list(EDITION, flat=True).get(pk=tournament_id)


def editions_of(tournament_ids: Iterable[int]) -> list[tuple[int, int, int]]:
    """(tournament, version of its last act, edition) of each, in one query."""
    return list(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "version", EDITION))
