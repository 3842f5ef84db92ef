"""Finding players of a club as somebody types: by letters of the name without accents, by number or club number.

The names of a club are folded once per process and kept until a player is added, changed or taken back; a search reads
one short line of the database to know that.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Max, Min, Sum
from django.db.models.functions import Length

from club.models import Player

# Letters that no decomposition takes apart.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
)
MOST_HITS = 8

type State = tuple[int | str | None, ...]
KEPT_CLUBS = 64


@dataclass(frozen=True, slots=True)
class Known:
    """A player as the search knows him: folded words of the name, and his numbers."""

    player_id: int
    name: str
    folded: str
    number: int
    club_number: str


@dataclass(frozen=True, slots=True)
class Match:
    """A player who was found, his name cut where the letters match."""

    player_id: int
    number: int
    club_number: str
    before: str
    matched: str
    after: str


def fold(text: str) -> str:
    """Lower case without accents: "Ștefan Łuk" is "stefan luk"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def state_of(club_id: int) -> State:
    """Changes with every player added, changed or taken back, and with a database that was put in place of another."""
    found = Player.objects.filter(club_id=club_id).aggregate(
        count=Count("pk"),
        last=Max("pk"),
        changes=Sum("revision"),
        letters=Sum(Length("identity")),
        first_name=Min("identity"),
        last_name=Max("identity"),
        last_act=Max("club__head_hash"),
    )
    return tuple(found.values())


@lru_cache(maxsize=KEPT_CLUBS)
def known_players(club_id: int, _state: State) -> tuple[Known, ...]:
    """Every player of a club, by name."""
    rows = Player.objects.filter(club_id=club_id, revoked_by_id__isnull=True).order_by("identity", "number")
    return tuple(
        Known(pk, name, fold(name), number, club_number.casefold())
        for pk, name, number, club_number in rows.values_list("pk", "name", "number", "club_number")
    )


def search(club_id: int, text: str, most: int = MOST_HITS) -> list[Match]:
    """Players whom the letters fit, best first: words that begin with them, then words that hold them."""
    words = fold(text).split()
    if not words:
        return []
    players = known_players(club_id, state_of(club_id))
    ranked = sorted(
        ((rank, index) for index, player in enumerate(players) if (rank := _rank(player, words)) is not None)
    )
    return [_match(players[index], words) for _rank, index in ranked[:most]]


def _rank(player: Known, words: list[str]) -> int | None:
    """0: a number or every word at the beginning of a word of the name; 1: somewhere inside; None: does not fit."""
    if len(words) == 1 and words[0].isdecimal() and int(words[0]) == player.number:
        return 0
    if len(words) == 1 and player.club_number == words[0]:
        return 0
    if not all(word in player.folded for word in words):
        return None
    spaced = f" {player.folded}"
    return 0 if all(f" {word}" in spaced for word in words) else 1


def _match(player: Known, words: list[str]) -> Match:
    start, end = next(_places(player.name, words), (0, 0))
    return Match(
        player_id=player.player_id,
        number=player.number,
        club_number=player.club_number,
        before=player.name[:start],
        matched=player.name[start:end],
        after=player.name[end:],
    )


def _places(name: str, words: list[str]) -> Iterator[tuple[int, int]]:
    """Where the first word lies in the name as it is written; folding may change the length of a letter."""
    folded = [fold(letter) for letter in name]
    ends = [sum(map(len, folded[:index])) for index in range(len(folded) + 1)]
    whole = "".join(folded)
    for word in words:
        at = whole.find(word)
        if at >= 0:
            start = next(index for index in range(len(folded)) if ends[index + 1] > at)
            end = next(index for index in range(len(folded) + 1) if ends[index] >= at + len(word))
            yield start, end
