"""Many players at once, from a list of the club's. All rows that were chosen, or none."""

import datetime as dt
from dataclasses import dataclass, field
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
    """One player of a list."""

    name: str
    club_number: NotRequired[str]
    display_name: NotRequired[str]
    born_on: NotRequired[dt.date | None]
    email: NotRequired[str]
    phone: NotRequired[str]
    note: NotRequired[str]


EXISTS: str | Promise = _("%(name)s is in the list of players already.")
TWICE: str | Promise = _("%(name)s is in this list twice.")
ALIKE: str | Promise = _(
    "There is another %(name)s. If this is a different person, give each a club number of their own."
)


@dataclass
class Known:
    """Who is there already, by name as it is compared: the club numbers under each name."""

    numbers: dict[str, set[str]]
    added: set[tuple[str, str]] = field(default_factory=set)

    def problem(self, name: str, club_number: str) -> str | Promise | None:
        """Why this player cannot be added as a new one, or None. Namesakes need a club number each (RULES 2)."""
        key = (identity_of(name), " ".join(club_number.split()))
        if key in self.added:
            return TWICE
        found = self.numbers.get(key[0], set())
        if key[1] in found:
            return EXISTS
        return ALIKE if found and (not key[1] or "" in found) else None

    def add(self, name: str, club_number: str) -> None:
        """From now on this player is known too."""
        key = (identity_of(name), " ".join(club_number.split()))
        self.added.add(key)
        self.numbers.setdefault(key[0], set()).add(key[1])


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
    if problem:
        raise DirectorError("row_wrong", problem, conflict=True, name=name[:60])
    known.add(name, club_number)
    return act.create(Player(club=act.club, number=number, **player_fields(act.now_ms, row)))


def player_fields(now_ms: int, row: PlayerRow) -> dict[str, object]:
    """The columns of a player row, cleaned; the first that does not fit is refused."""
    identity = checked_identity(
        now_ms, row["name"], row.get("display_name", ""), row.get("club_number", ""), row.get("born_on")
    )
    return identity | {
        "email": email_address(row.get("email", "")),
        "phone": text(row.get("phone", ""), 40, _("The telephone number"), required=False),
        "note": text(row.get("note", ""), 400, _("The note"), required=False),
    }
