"""From a pool and the settings of a tournament to the prize of each place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from payouts.rules.curve import ideal_curve, usual_first_prize
from payouts.rules.generator import nice_prizes
from payouts.rules.notices import Notice
from payouts.rules.percents import Percent, exact_percent, exact_percents
from payouts.rules.places import cut_to_min_cash, places_by_percent
from payouts.rules.rounding import ROUNDINGS, Rounding, round_prizes
from payouts.rules.tables_published import PRESET_TABLES, shortened, table_for_entrants, table_for_places
from tournaments.rules.errors import RuleError

# The prizes of a tournament by preset: published tables, the smooth curve, everything to the winner, or none at all.
PRESETS = (*PRESET_TABLES, "curve", "winner", "none")
# Share of the entries paid by the curve when no number of places is set.
CURVE_PERCENT = 15

# What the curve says when so many places cannot all be paid the minimum.
TOO_MANY_PLACES = ("pool_too_small", "first_below_least")

Prizes = tuple[int, ...]
Percents = tuple[Fraction, ...]
# The prizes when n places are paid.
Share = Callable[[int], Prizes]


@dataclass(frozen=True)
class PlanSettings:
    """How the pool is to be shared. Of the custom lists at most one is given, and it goes before the preset.

    `places_percent`: percentage of the entries paid, `places`: a fixed number; neither (or 0): by the preset's table.
    Percentages are exact (int, Fraction, Decimal or text such as "12.5"). `unit_minor`: prizes are multiples of it.
    `min_cash_minor`: 0 for none. `first_minor`: target of the first prize, for the curve only; 0 lets it choose.
    `minor_per_major`: 100 for currencies with cents, used for nice amounts only.
    """

    preset: str = "home"
    places: int | None = None
    places_percent: Percent | None = None
    custom_percents: tuple[Percent, ...] = ()
    custom_amounts_minor: tuple[int, ...] = ()
    unit_minor: int = 100
    rounding: Rounding = "floor_first"
    min_cash_minor: int = 0
    first_minor: int = 0
    minor_per_major: int = 100


@dataclass(frozen=True)
class PlanPrize:
    """The prize of one place, minor units; `label` names a seat, ticket or thing whose value the amount is."""

    place: int
    amount_minor: int
    label: str = ""


@dataclass(frozen=True)
class Plan:
    """Prizes from first place down; their sum is `pool_minor` unless there are none."""

    pool_minor: int
    entries: int
    prizes: tuple[PlanPrize, ...]
    warnings: tuple[Notice, ...] = ()

    @property
    def places_paid(self) -> int:
        """How many places get a prize."""
        return len(self.prizes)


def make_plan(pool_minor: int, entries: int, settings: PlanSettings, *, players: int | None = None) -> Plan:
    """The prizes for this pool. `entries` count for the number of places, `players` (unique) limit it.

    Typed amounts stay exactly as typed (F36). Otherwise the places are the largest number, at most the one wanted,
    whose last prize is at least the minimum cash; a cut warns with both numbers (F32).

    Warnings: places_cut_for_min_cash and places_cut_for_unit (wanted, places, min_cash_minor or unit_minor),
    places_cut_to_players (wanted, places), last_prize_below_min_cash (place, amount_minor, min_cash_minor),
    preset_beyond_tables (entries, places), first_prize_too_low (first_minor, places: the usual one is taken).
    RuleError: pool_negative, entries_negative, unit_not_positive, unknown_preset,
    unknown_rounding, places_negative, percents_and_amounts, first_below_min_cash, amounts_not_pool (total_minor,
    missing_minor), amounts_increase, amount_negative, and those of `check_percents` and `exact_percent`.
    """
    _check(pool_minor, entries, settings)
    if settings.custom_amounts_minor:
        return _typed_plan(pool_minor, entries, settings)
    if pool_minor == 0 or entries == 0 or _pays_nothing(settings):
        return Plan(pool_minor, entries, ())
    wanted, share, warnings = _distribution(pool_minor, entries, settings)
    limit = min(wanted, entries if players is None else max(1, players))
    if limit < wanted:
        warnings.append(Notice("places_cut_to_players", {"wanted": wanted, "places": limit}))
    prizes, cuts = _cut(pool_minor, share, limit, settings)
    return Plan(pool_minor, entries, _numbered(prizes), (*warnings, *cuts))


def _check(pool_minor: int, entries: int, settings: PlanSettings) -> None:
    if pool_minor < 0:
        raise RuleError("pool_negative", pool_minor=pool_minor)
    if entries < 0:
        raise RuleError("entries_negative", entries=entries)
    if settings.unit_minor <= 0:
        raise RuleError("unit_not_positive", unit_minor=settings.unit_minor)
    if settings.preset not in PRESETS:
        raise RuleError("unknown_preset", preset=settings.preset)
    if settings.rounding not in ROUNDINGS:
        raise RuleError("unknown_rounding", rounding=settings.rounding)
    if settings.places is not None and settings.places < 0:
        raise RuleError("places_negative", places=settings.places)
    if 0 < settings.first_minor < settings.min_cash_minor:
        raise RuleError("first_below_min_cash", first_minor=settings.first_minor)
    if settings.custom_percents and settings.custom_amounts_minor:
        raise RuleError("percents_and_amounts")


def _pays_nothing(settings: PlanSettings) -> bool:
    return settings.preset == "none" and not settings.custom_percents


def _numbered(prizes: Prizes) -> tuple[PlanPrize, ...]:
    return tuple(PlanPrize(place, amount) for place, amount in enumerate(prizes, 1))


def _typed_plan(pool_minor: int, entries: int, settings: PlanSettings) -> Plan:
    """Amounts as typed, refused unless they are the pool; a low last prize only warns."""
    amounts = settings.custom_amounts_minor
    for place, amount in enumerate(amounts, 1):
        if amount < 0:
            raise RuleError("amount_negative", line=str(place), amount_minor=amount)
    for place, (higher, lower) in enumerate(pairwise(amounts), 2):
        if lower > higher:
            raise RuleError("amounts_increase", place=place)
    if sum(amounts) != pool_minor:
        raise RuleError("amounts_not_pool", total_minor=sum(amounts), missing_minor=pool_minor - sum(amounts))
    return Plan(pool_minor, entries, _numbered(amounts), _below_min_cash(amounts, settings))


def _below_min_cash(prizes: Prizes, settings: PlanSettings) -> tuple[Notice, ...]:
    if prizes[-1] >= settings.min_cash_minor:
        return ()
    facts = {"place": len(prizes), "amount_minor": prizes[-1], "min_cash_minor": settings.min_cash_minor}
    return (Notice("last_prize_below_min_cash", facts),)


def _distribution(pool_minor: int, entries: int, settings: PlanSettings) -> tuple[int, Share, list[Notice]]:
    """The number of places wanted, the prizes for any number of places, and what is to be said about it."""
    if settings.custom_percents:
        percents = exact_percents(settings.custom_percents)
        round_prizes(pool_minor, percents, settings.unit_minor)  # refused as typed, not only after a cut
        return (
            len(percents),
            _by_percents(pool_minor, settings, lambda places: shortened(percents, places)),
            [],
        )
    if settings.preset == "winner":
        return 1, lambda places: (pool_minor,), []
    wanted = _places_set(entries, settings)
    if settings.preset == "curve":
        return (
            wanted or places_by_percent(entries, CURVE_PERCENT),
            _by_curve(pool_minor, entries, settings),
            [],
        )
    return _by_preset(pool_minor, entries, settings, wanted)


def _places_set(entries: int, settings: PlanSettings) -> int | None:
    if settings.places:
        return settings.places
    if settings.places_percent is not None:
        return places_by_percent(entries, exact_percent(settings.places_percent))
    return None


def _by_preset(
    pool_minor: int, entries: int, settings: PlanSettings, wanted: int | None
) -> tuple[int, Share, list[Notice]]:
    """The preset's table for the entries or the number of places set; the curve beyond the last table."""
    preset = settings.preset
    table = table_for_entrants(preset, max(2, entries))
    if wanted is None and table is not None:
        full = table.percents
        family = _family(preset, {len(full): full})
        return len(full), _by_percents(pool_minor, settings, family), []
    wanted = wanted or places_by_percent(entries, CURVE_PERCENT)
    if table_for_places(preset, wanted) is None:
        warning = Notice("preset_beyond_tables", {"entries": entries, "places": wanted})
        return wanted, _by_curve(pool_minor, entries, settings), [warning]
    return wanted, _by_percents(pool_minor, settings, _family(preset, {})), []


def _family(preset: str, known: Mapping[int, Percents]) -> Callable[[int], Percents]:
    """Tables of a preset by number of places; `known` ones go before."""
    return lambda places: known.get(places) or table_for_places(preset, places) or ()


def _by_percents(pool_minor: int, settings: PlanSettings, percents: Callable[[int], Percents]) -> Share:
    return lambda places: round_prizes(pool_minor, percents(places), settings.unit_minor, settings.rounding)


def _by_curve(pool_minor: int, entries: int, settings: PlanSettings) -> Share:
    """Nice amounts near the smooth curve, at least the minimum cash (1.5 average contributions if none is set)."""
    unit = settings.unit_minor

    def prizes(places: int) -> Prizes:
        usual = min(3 * pool_minor // (2 * entries), pool_minor // (2 * places))
        least = settings.min_cash_minor or max(unit, usual // unit * unit)
        first = _first_target(pool_minor, places, settings)
        try:
            return nice_prizes(pool_minor, places, least, first, unit, scale=settings.minor_per_major).prizes
        except RuleError as refusal:
            if refusal.code != "no_nice_prizes":
                raise
        curve = [Fraction(prize) for prize in ideal_curve(places, pool_minor, least, first).prizes]
        percents = [prize * 100 / sum(curve, Fraction(0)) for prize in curve]
        return round_prizes(pool_minor, percents, unit, settings.rounding)

    return prizes


def _first_target(pool_minor: int, places: int, settings: PlanSettings) -> int:
    """The first prize asked for, unless so many places of no more than it could not take the whole pool."""
    if places == 1:
        return pool_minor
    possible = places * settings.first_minor >= pool_minor
    return settings.first_minor if possible else usual_first_prize(places, pool_minor)


def _first_notice(pool_minor: int, places: int, settings: PlanSettings) -> list[Notice]:
    if settings.preset != "curve" or not 0 < settings.first_minor * places < pool_minor:
        return []
    return [Notice("first_prize_too_low", {"first_minor": settings.first_minor, "places": places})]


def _cut(pool_minor: int, share: Share, limit: int, settings: PlanSettings) -> tuple[Prizes, list[Notice]]:
    """Prizes for the largest number of places whose last prize is high enough, at least 1 minor unit."""
    tried: dict[int, Prizes] = {}

    def last_prize(places: int) -> int:
        try:
            tried[places] = share(places)
        except RuleError as refusal:
            if refusal.code not in TOO_MANY_PLACES:
                raise
            return -1
        return tried[places][-1]

    cut = cut_to_min_cash(limit, max(1, settings.min_cash_minor), last_prize)
    prizes = tried[cut.places] if cut.enough else (pool_minor,)
    notices = [] if cut.places == limit else [_cut_notice(limit, cut.places, settings)]
    return prizes, [
        *notices,
        *_first_notice(pool_minor, len(prizes), settings),
        *_below_min_cash(prizes, settings),
    ]


def _cut_notice(wanted: int, places: int, settings: PlanSettings) -> Notice:
    if settings.min_cash_minor:
        facts = {"wanted": wanted, "places": places, "min_cash_minor": settings.min_cash_minor}
        return Notice("places_cut_for_min_cash", facts)
    return Notice(
        "places_cut_for_unit", {"wanted": wanted, "places": places, "unit_minor": settings.unit_minor}
    )
