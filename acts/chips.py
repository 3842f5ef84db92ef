"""Chips leaving play: the chip race, and corrections of what is in play."""

from typing import NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from acts.entries import find_table
from acts.refusals import refusing, whole
from acts.windows import rule_settings
from ledger.models import AccountKind as A
from ledger.selectors import chips_in_play
from ledger.steps import Posting, post
from tables.models import SeatAssignment
from tables.rules.race import (
    RaceMethod,
    RaceResult,
    RaceRules,
    RaceSeat,
    Rounding,
    Saving,
    deal_race,
    race,
)
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS, FLOOR_STAFF
from tournaments.errors import DirectorError

MOST_CHIPS = 10**6
MOST_VALUE = 10**10


class OddChips(TypedDict):
    """What one seat brings to the race: chips of the old kind, other chips or not, cards if dealt at the table.

    `extra_cards`: those dealt one by one after equal ranks (winner takes all).
    """

    seat: int
    old_chips: int
    has_other_chips: NotRequired[bool]
    cards: NotRequired[list[str]]
    extra_cards: NotRequired[list[str]]


@director_action("chips.race", roles=FLOOR_STAFF, statuses=frozenset({"running"}))
def race_off(
    act: Act, *, number: int, old: int, new: int, seats: list[OddChips], lowest: int | None = None
) -> dict[str, object]:
    """Race chips of value `old` off at one table, into `new` (TDA 24 or the home variant, by setting).

    Cards not typed in are dealt by the program. The change of the total goes into the chip ledger.
    """
    find_table(act, number)
    sitting = set(
        SeatAssignment.objects.filter(
            table__number=number, tournament=act.event, closed_by__isnull=True
        ).values_list("seat", flat=True)
    )
    racing = [_racing(one, sitting) for one in seats]
    rules = race_rules(act, old, new, lowest)
    with refusing():
        dealt = racing if any(one.cards for one in racing) else deal_race(racing, rules, act.rng)
        result = race(dealt, rules)
    _post_difference(act, result.total_change)
    act.facts |= {
        "table": number,
        "old": old,
        "new": new,
        "change": result.total_change,
        "rows": [
            [row.seat, row.exchanged, row.odd_value, list(row.cards), row.won, row.saved]
            for row in result.rows
        ],
    }
    return {"table": number, "total_change": result.total_change, "rows": _rows(result)}


def _rows(result: RaceResult) -> list[dict[str, object]]:
    return [
        {
            "seat": row.seat,
            "exchanged": row.exchanged,
            "won": row.won,
            "saved": row.saved,
            "change": row.change,
        }
        for row in result.rows
    ]


def _racing(one: OddChips, sitting: set[int]) -> RaceSeat:
    if one["seat"] not in sitting:
        raise DirectorError("seat_empty", _("Nobody sits in seat %(seat)s."), seat=one["seat"], conflict=True)
    return RaceSeat(
        seat=one["seat"],
        old_chips=whole(one["old_chips"], 0, MOST_CHIPS, _("Chips")),
        has_other_chips=one.get("has_other_chips", True),
        cards=tuple(one.get("cards", ())),
        extra_cards=tuple(one.get("extra_cards", ())),
    )


def race_rules(act: Act, old: int, new: int, lowest: int | None) -> RaceRules:
    """The tournament's settings for a race."""
    settings = rule_settings(act.event)
    return RaceRules(
        old=whole(old, 1, MOST_VALUE, _("The chip that leaves")),
        new=whole(new, 1, MOST_VALUE, _("The chip it becomes")),
        method=RaceMethod(settings.race_method),
        rounding=Rounding(settings.race_rounding),
        saving=Saving(settings.race_saved),
        lowest=lowest,
    )


def _post_difference(act: Act, change: int) -> None:
    """The chips a race added or removed (docs/rules.md 7)."""
    post(
        act,
        [
            Posting(A.IN_PLAY, A.RACE_DIFFERENCE, max(0, change), "race"),
            Posting(A.RACE_DIFFERENCE, A.IN_PLAY, max(0, -change), "race"),
        ],
    )


@director_action("chips.remove", roles=DIRECTORS, statuses=frozenset({"running"}))
def remove_chips(act: Act, *, amount_chips: int) -> dict[str, object]:
    """Take chips out of play (found on the floor, forfeited); the reason is required and kept."""
    if not act.reason:
        raise DirectorError("reason_missing", _("Say why: the reason goes into the log."))
    in_play = chips_in_play(act.event.pk)
    post(
        act,
        [Posting(A.CHIPS_REMOVED, A.IN_PLAY, whole(amount_chips, 1, in_play, _("Chips")), "removed.chips")],
    )
    act.facts["amount_chips"] = amount_chips
    return {"in_play": in_play - amount_chips}
