"""Many players at once, from a list of the club's. All rows that were chosen, or none."""

import datetime as dt
from dataclasses import dataclass, field
from itertools import count
from typing import NotRequired, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from acts.players import checked_identity, email_address, next_player_number
from acts.refusals import text
from club.models import Club, Player, identity_of
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DESK_STAFF
from tournaments.errors import DirectorError

MOST_ROWS = 2000


class PlayerRow(TypedDict):
    """One player of a list. `another_person` answers the question whether a namesake is meant with yes."""

    name: str
    club_number: NotRequired[str]
    display_name: NotRequired[str]
    born_on: NotRequired[dt.date | None]
    email: NotRequired[str]
    phone: NotRequired[str]
    note: NotRequired[str]
    another_person: NotRequired[bool]


TWICE, KNOWN, ALIKE = "twice", "known", "alike"
SENTENCES: dict[str, str | Promise] = {
    TWICE: _("%(name)s is in this list twice."),
    KNOWN: _("%(name)s is in the list of players already."),
    ALIKE: _("There is another %(name)s. If this is a different person, say so."),
}


@dataclass
class Known:
    """Who is there already, by name as it is compared: the club numbers under each name."""

    numbers: dict[str, set[str]]
    added: set[tuple[str, str]] = field(default_factory=set)

    def problem(self, name: str, club_number: str) -> str | None:
        """Why this player is not simply a new one: TWICE, KNOWN, ALIKE (a namesake is there: which one?), or None.

        The same name and club number is one person; namesakes who both have a club number are two
        (docs/rules.md 2).
        """
        key = _key(name, club_number)
        if key in self.added:
            return TWICE
        found = self.numbers.get(key[0], set())
        if key[1] in found:
            return KNOWN
        return ALIKE if found and (not key[1] or "" in found) else None

    def add(self, name: str, club_number: str) -> None:
        """From now on this player is known too."""
        key = _key(name, club_number)
        self.added.add(key)
        self.numbers.setdefault(key[0], set()).add(key[1])

    def free_number(self, name: str) -> str:
        """A club number for a namesake who has none: "2", "3", …"""
        found = self.numbers.get(_key(name, "")[0], set())
        return next(str(number) for number in count(len(found) + 1) if str(number) not in found)


def _key(name: str, club_number: str) -> tuple[str, str]:
    return identity_of(name), " ".join(club_number.split())


def known_players(club: Club) -> Known:
    """The players of the club, in one query."""
    numbers: dict[str, set[str]] = {}
    rows = Player.objects.filter(club=club, revoked_by_id__isnull=True)
    for identity, club_number in rows.values_list("identity", "club_number"):
        numbers.setdefault(identity, set()).add(club_number)
    return Known(numbers)


@director_action("players.import", roles=DESK_STAFF, tournament=False)
def import_players(act: Act, *, rows: list[PlayerRow]) -> dict[str, object]:
    """Add all players of a list in one act, which one undo takes back.

    Refused as a whole, naming the row, when one of them is in the club already, twice in the list, or malformed.
    """
    if not 1 <= len(rows) <= MOST_ROWS:
        raise DirectorError(
            "rows_out_of_bounds", _("Choose from 1 to %(most)s rows at a time."), most=MOST_ROWS
        )
    known, number = known_players(act.club), next_player_number(act)
    players = [_import(act, row, known, number + index) for index, row in enumerate(rows)]
    act.facts |= {"count": len(players), "players": [player.name for player in players[:5]]}
    return {"count": len(players), "player_ids": [player.pk for player in players]}


def _import(act: Act, row: PlayerRow, known: Known, number: int) -> Player:
    """One row as a player; what is wrong with it is said with the name it has."""
    name, club_number = row["name"], row.get("club_number", "")
    problem = known.problem(name, club_number)
    if problem == ALIKE and row.get("another_person"):
        club_number = club_number or known.free_number(name)
    elif problem:
        raise DirectorError("row_wrong", SENTENCES[problem], conflict=True, name=name[:60])
    known.add(name, club_number)
    fields = player_fields(act.now_ms, row) | {"club_number": club_number}
    return act.create(Player(club=act.club, number=number, **fields))


def player_fields(now_ms: int, row: PlayerRow) -> dict[str, object]:
    """The columns of a player, cleaned, seen from `now_ms`; the first that does not fit is refused."""
    identity = checked_identity(
        now_ms, row["name"], row.get("display_name", ""), row.get("club_number", ""), row.get("born_on")
    )
    return identity | {
        "email": email_address(row.get("email", "")),
        "phone": text(row.get("phone", ""), 40, _("The telephone number"), required=False),
        "note": text(row.get("note", ""), 400, _("The note"), required=False),
    }
