"""Published tables of prize percentages, and the presets made of them."""

from dataclasses import dataclass
from fractions import Fraction

from payouts.rules.percents import exact_percents


@dataclass(frozen=True)
class PublishedTable:
    """Percentages from first place down for a range of entrants, or (None) for a number of places of any field."""

    series: str
    entrants_from: int | None
    entrants_to: int | None
    percents: tuple[Fraction, ...]

    @property
    def places(self) -> int:
        """How many places the table pays."""
        return len(self.percents)

    def holds(self, entrants: int) -> bool:
        """Whether the table was made for a field of this size."""
        low, high = self.entrants_from or 1, self.entrants_to
        return low <= entrants and (high is None or entrants <= high)


def _table(series: str, entrants_from: int | None, entrants_to: int | None, text: str) -> PublishedTable:
    """`text` lists percentages; "1.4*4" is four places of 1.4 %."""
    percents: list[str] = []
    for word in text.split():
        percent, _star, times = word.partition("*")
        percents += [percent] * int(times or 1)
    return PublishedTable(series, entrants_from, entrants_to, exact_percents(percents))


# Club tournaments, older form; published as a list in a forum paste (xdjWkmNG).
CLUB_OLDER = (
    _table("club_older", 2, 4, "100"),
    _table("club_older", 5, 7, "65 35"),
    _table("club_older", 8, 10, "50 30 20"),
    _table("club_older", 11, 20, "45 28 17 10"),
    _table("club_older", 21, 40, "36 23 15 11 8 7"),
    _table("club_older", 71, 100, "29 18 12.5 10 8 6.5 5.5 4.5 3.5 2.5"),
    _table("club_older", 101, 200, "28 17.5 11.5 8.5 7 5.5 4.5 3.5 2.5 1.5 1*10"),
)
# The same author's newer form: more places, flatter.
CLUB_NEWER = (
    _table("club_newer", 71, 90, "29 18 12.5 10 8 6.5 5.5 4.5 3.5 2.5"),
    _table("club_newer", 91, 130, "29 18 12 8.85 6.65 5.5 4.5 3.5 2.75 2.5 2.25*3"),
    _table("club_newer", 181, 230, "24.5 15.1 10.1 7.25 5.5 4.5 3.8 3.25 2.7 2.2*3 1.9*3 1.5*3 1.3*5"),
    _table("club_newer", 231, 270, "24 14.8 10 7.1 5.5 4.5 3.75 3.15 2.6 2.05*3 1.6*3 1.25*3 1.1*9"),
    _table("club_newer", 311, 360, "23 14.56 9.75 6.8 5.1 4 3.38 2.8 2.41 1.9*3 1.43*3 1.12*3 0.9*9 0.75*9"),
    _table(
        "club_newer",
        361,
        450,
        "23 14.2 9.45 6.55 4.95 3.85 3.2 2.65 2.24 1.71*3 1.29*3 0.97*3 0.8*9 0.65*9 0.55*9",
    ),
)
# An online card room's multi-table tournaments with a small buy-in (vegaspoker247.com).
CARD_ROOM = (
    _table("card_room", 1, 2, "100"),
    _table("card_room", 3, 27, "50 30 20"),
    _table("card_room", 28, 45, "37 22 15 11 8 7"),
    _table("card_room", 46, 65, "30 20 12 10 8 6.5 5.5 4.5 3.5"),
    # The source prints 1.7 for ninth place, with which this table adds up to 99.1: set right here.
    _table("card_room", 66, 100, "30 20 11.9 8.9 7 5.8 4.6 3.6 2.6 1.4*4"),
    _table("card_room", 101, 150, "30 20 11.9 8 6.5 5 3.5 2.6 1.7 1.4*4 1.04*5"),
    _table("card_room", 151, 200, "27.5 17.5 11.6 8 6 4.5 3.5 2.6 1.7 1.4*4 1.04*5 0.7*9"),
    _table("card_room", 201, 300, "25 15.4 10.5 7 5.5 4.5 3.5 2.55 1.7 1.3*4 0.95*5 0.7*9 0.45*18"),
    _table("card_room", 301, 2000, "23 14 9.5 6.5 5.4 4.4 3.4 2.45 1.6 1.3*4 0.95*5 0.6*9 0.45*18 0.35*18"),
)
# Shorter lists: a home-game page (kiabet.com), a federation of another game (USBA) by places, a home-game host
# (pokerchipper.com), a casino's weekly tournament (casinocanberra.com.au).
SHORT_LISTS = (
    _table("home_page", 30, 40, "35 25 12.5 10 7.5 5 5"),
    _table("home_page", 8, 10, "50 35 15"),
    _table("by_places", None, None, "35 28 21 16"),
    _table("by_places", None, None, "30 24 18 13 9 6"),
    _table("by_places", None, None, "27 21 16 12 9 6 5 4"),
    _table("by_places", None, None, "25 20 15 11 9 6 5 4 3 2"),
    _table("home_host", 9, 10, "50 30 20"),
    _table("casino_weekly", 1, 25, "50 30 20"),
    _table("casino_weekly", 26, 40, "40 30 20 10"),
    _table("casino_weekly", 41, None, "40 30 20 5 5"),
)
# Our own rows for the gaps of the published series, between the rows around them.
OWN = (
    _table("own", 41, 70, "32 20 14 10.5 8 6.5 5 4"),
    _table("own", 131, 180, "26.5 16.5 11 8 6 5 4 3.4 2.8 2.4*3 2*3 1.2*3"),
    _table("own", 271, 310, "23.5 14.7 9.9 7 5.3 4.25 3.55 2.95 2.5 1.95*3 1.5*3 1.2*3 1*9 0.85*4"),
)
PUBLISHED = (*CLUB_OLDER, *CLUB_NEWER, *CARD_ROOM, *SHORT_LISTS)

# Presets of a tournament: which table for how many entries. Beyond the last row the smooth curve takes over.
PRESET_TABLES: dict[str, tuple[PublishedTable, ...]] = {
    "home": (*CLUB_OLDER[:5], OWN[0], *CLUB_OLDER[5:]),
    "club": (*CLUB_OLDER[:5], OWN[0], *CLUB_NEWER[:2], OWN[1], *CLUB_NEWER[2:4], OWN[2], *CLUB_NEWER[4:]),
    "large": CARD_ROOM,
}


def table_for_entrants(preset: str, entrants: int) -> PublishedTable | None:
    """The preset's table for a field of this size, None outside all of them."""
    return next((table for table in PRESET_TABLES[preset] if table.holds(entrants)), None)


def table_for_places(preset: str, places: int) -> tuple[Fraction, ...] | None:
    """Percentages for exactly this many places in the preset's manner, None beyond its longest table.

    A number of places without a table of its own gets the next longer one shortened.
    """
    longer = [table.percents for table in PRESET_TABLES[preset] if table.places >= places]
    return shortened(min(longer, key=len), places) if longer else None


def shortened(percents: tuple[Fraction, ...], places: int) -> tuple[Fraction, ...]:
    """The first `places` percentages in the same proportions, exactly, adding up to the same sum."""
    kept = percents[:places]
    factor = sum(percents, Fraction(0)) / sum(kept, Fraction(0))
    return tuple(percent * factor for percent in kept)
