"""Deals: the players left agree how what is still to be won is shared."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from payouts.rules.icm import equities
from payouts.rules.notices import Notice
from payouts.rules.rounding import largest_remainder, require_unit_within
from tournaments.rules.errors import RuleError

Values = tuple[Fraction, ...]

Method = Literal["icm", "chip_chop_min", "chip_chop_pure", "even", "mix", "by_rank", "custom"]
METHODS: tuple[Method, ...] = ("icm", "chip_chop_min", "chip_chop_pure", "even", "mix", "by_rank", "custom")
SaveRule = Literal["first_prize", "equal", "proportional"]
SAVE_RULES: tuple[SaveRule, ...] = ("first_prize", "equal", "proportional")


@dataclass(frozen=True)
class DealPlayer[Key: Hashable]:
    """One player left; `number` is that of his registration and decides the last ties."""

    key: Key
    stack_chips: int
    number: int


@dataclass(frozen=True)
class DealTerms[Key: Hashable]:
    """How to share. `save_minor` is left for the winner to play for.

    `save_rule`: `first_prize` takes it off the first prize before the method, `equal` off everybody's share alike,
    `proportional` off the shares in their proportion. `icm_part`: the part of ICM in a `mix`, the rest is chip chop.
    `custom_minor`: the amounts of a `custom` deal by player.
    """

    method: Method = "icm"
    unit_minor: int = 1
    save_minor: int = 0
    save_rule: SaveRule = "first_prize"
    icm_part: Fraction = Fraction(1, 2)
    custom_minor: Mapping[Key, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DealShare[Key: Hashable]:
    """`exact` before rounding, `amount_minor` paid, `saved_minor` this player's share of what is left for first."""

    key: Key
    stack_chips: int
    exact: Fraction
    amount_minor: int
    saved_minor: int


@dataclass(frozen=True)
class Deal[Key: Hashable]:
    """Shares in the order of the players given; amounts and `left_for_first_minor` add up to `pool_minor`."""

    terms: DealTerms[Key]
    pool_minor: int
    left_for_first_minor: int
    shares: tuple[DealShare[Key], ...]
    notices: tuple[Notice, ...]


def propose_deal[Key: Hashable](
    players: Sequence[DealPlayer[Key]], prizes: Sequence[int], terms: DealTerms[Key]
) -> Deal[Key]:
    """What each player gets; `prizes` are those still to be won, minor units, first place first.

    Rounded to the unit by largest remainder, ties to the bigger stack, then the lower number; what is less than a unit
    goes to the biggest stack. Every method but `custom` is monotone in stacks. Notices: above_first and below_lowest
    (position, 1-based), equal_stacks_differ (first, second: positions).
    RuleError: too_few_players, player_twice, stack_not_positive, no_prizes, prizes_exceed_players, prize_negative,
    prizes_increase, unit_not_positive, unknown_method, unknown_save_rule, save_negative, save_too_large
    (most_minor), mix_out_of_range, custom_missing (keys), custom_not_pool (missing_minor), amount_negative,
    icm_not_reached (the integration for a large field did not come within half a minor unit).
    """
    _check_players(players)
    full = _checked_prizes(prizes, len(players))
    _check_terms(terms, full)
    if terms.method == "custom":
        return _custom_deal(players, full, terms)
    before = _shared(players, full, terms)
    exact = _after_save(players, full, terms, before)
    return _rounded(players, full, terms, exact, tuple(b - e for b, e in zip(before, exact, strict=True)))


def game_payout_percent(places: Sequence[Fraction], rank: int) -> Fraction:
    """The share of what is left that the prize of the rank held now would be; `places` percentages still to be won."""
    return 100 * Fraction(places[rank - 1]) / sum(map(Fraction, places), Fraction(0))


def _check_players[Key: Hashable](players: Sequence[DealPlayer[Key]]) -> None:
    if len(players) < 2:
        raise RuleError("too_few_players", players=len(players))
    if len({player.key for player in players}) != len(players):
        raise RuleError("player_twice")
    for position, player in enumerate(players, 1):
        if player.stack_chips <= 0:
            raise RuleError("stack_not_positive", position=position, stack_chips=player.stack_chips)


def _checked_prizes(prizes: Sequence[int], players: int) -> tuple[int, ...]:
    """The prizes, 0 for places beyond the money, one for each player."""
    if len(prizes) > players:
        raise RuleError("prizes_exceed_players", prizes=len(prizes), players=players)
    if sum(prizes) <= 0:
        raise RuleError("no_prizes")
    for place, (higher, lower) in enumerate(pairwise(prizes), 2):
        if lower > higher:
            raise RuleError("prizes_increase", place=place)
    if prizes[-1] < 0:
        raise RuleError("prize_negative", place=len(prizes), amount_minor=prizes[-1])
    return (*prizes, *(0,) * (players - len(prizes)))


def _check_terms[Key: Hashable](terms: DealTerms[Key], prizes: tuple[int, ...]) -> None:
    if terms.method not in METHODS:
        raise RuleError("unknown_method", method=terms.method)
    if terms.save_rule not in SAVE_RULES:
        raise RuleError("unknown_save_rule", rule=terms.save_rule)
    if terms.unit_minor <= 0:
        raise RuleError("unit_not_positive", unit_minor=terms.unit_minor)
    if not 0 <= terms.icm_part <= 1:
        raise RuleError("mix_out_of_range")
    if terms.save_minor < 0:
        raise RuleError("save_negative", amount_minor=terms.save_minor)
    # Off the first prize: it must stay the greatest, or a bigger stack would be worth less.
    most = prizes[0] - prizes[1] if terms.save_rule == "first_prize" else sum(prizes)
    if terms.save_minor > most and terms.method != "custom":
        raise RuleError("save_too_large", most_minor=most)
    if terms.method != "custom":
        require_unit_within(sum(prizes) - terms.save_minor, terms.unit_minor)


def _shared[Key: Hashable](
    players: Sequence[DealPlayer[Key]], prizes: Sequence[int], terms: DealTerms[Key]
) -> Values:
    """Exact shares of the prizes given by the method, nothing saved yet."""
    stacks = [player.stack_chips for player in players]
    if terms.method == "mix":
        pairs = zip(_icm(stacks, prizes), _chip_chop_min(stacks, prizes), strict=True)
        return tuple(terms.icm_part * icm + (1 - terms.icm_part) * chop for icm, chop in pairs)
    return _SHARINGS[terms.method](stacks, prizes)


def _icm(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    found = equities(stacks, prizes)
    if found.error_minor > 0.5:
        raise RuleError("icm_not_reached", players=len(stacks))
    return found.values


def _even(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    return (Fraction(sum(prizes), len(stacks)),) * len(stacks)


def _chip_chop_pure(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    return tuple(Fraction(sum(prizes) * stack, sum(stacks)) for stack in stacks)


def _chip_chop_min(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    """The lowest remaining prize each, the rest by chips."""
    lowest = prizes[-1]
    return tuple(lowest + value for value in _chip_chop_pure(stacks, [prize - lowest for prize in prizes]))


def _by_rank(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    """The prize of the place each holds by chips now; equal stacks share the prizes of their places."""
    ranked = sorted(stacks, reverse=True)
    sums = dict.fromkeys(stacks, 0)
    for stack, prize in zip(ranked, prizes, strict=True):
        sums[stack] += prize
    return tuple(Fraction(sums[stack], ranked.count(stack)) for stack in stacks)


_SHARINGS: dict[str, Callable[[Sequence[int], Sequence[int]], Values]] = {
    "icm": _icm,
    "even": _even,
    "chip_chop_pure": _chip_chop_pure,
    "chip_chop_min": _chip_chop_min,
    "by_rank": _by_rank,
}


def _after_save[Key: Hashable](
    players: Sequence[DealPlayer[Key]], prizes: tuple[int, ...], terms: DealTerms[Key], before: Values
) -> Values:
    """Shares of what is paid now, when `save_minor` is left for the winner."""
    save = terms.save_minor
    if not save:
        return before
    if terms.save_rule == "first_prize":
        return _shared(players, (prizes[0] - save, *prizes[1:]), terms)
    if terms.save_rule == "proportional":
        return tuple(value - save * value / sum(prizes) for value in before)
    after = tuple(value - Fraction(save, len(players)) for value in before)
    if min(after) < 0:
        raise RuleError("save_too_large", most_minor=int(min(before) * len(players)))
    return after


def _order[Key: Hashable](players: Sequence[DealPlayer[Key]]) -> list[int]:
    """Positions in the order in which they get odd units."""
    return sorted(range(len(players)), key=lambda i: (-players[i].stack_chips, players[i].number, i))


def _rounded[Key: Hashable](
    players: Sequence[DealPlayer[Key]],
    prizes: tuple[int, ...],
    terms: DealTerms[Key],
    exact: Values,
    saved: Values,
) -> Deal[Key]:
    pool, order = sum(prizes), _order(players)
    units, residue = divmod(pool - terms.save_minor, terms.unit_minor)
    counts = largest_remainder([value / terms.unit_minor for value in exact], units, order)
    amounts = [count * terms.unit_minor for count in counts]
    amounts[order[0]] += residue
    saved_minor = largest_remainder(saved, terms.save_minor, order)
    rows = zip(players, exact, amounts, saved_minor, strict=True)
    shares = tuple(DealShare(p.key, p.stack_chips, value, amount, kept) for p, value, amount, kept in rows)
    return Deal(terms, pool, terms.save_minor, shares, _notices(players, prizes, terms, exact, amounts))


def _custom_deal[Key: Hashable](
    players: Sequence[DealPlayer[Key]], prizes: tuple[int, ...], terms: DealTerms[Key]
) -> Deal[Key]:
    """Amounts as typed; together with what is saved they are the pool."""
    missing = tuple(player.key for player in players if player.key not in terms.custom_minor)
    if missing or len(terms.custom_minor) != len(players):
        raise RuleError("custom_missing", keys=missing)
    amounts = [terms.custom_minor[player.key] for player in players]
    if min(amounts) < 0:
        raise RuleError("amount_negative", line="custom", amount_minor=min(amounts))
    open_minor = sum(prizes) - terms.save_minor - sum(amounts)
    if open_minor:
        raise RuleError("custom_not_pool", missing_minor=open_minor)
    pairs = zip(players, amounts, strict=True)
    shares = tuple(DealShare(p.key, p.stack_chips, Fraction(amount), amount, 0) for p, amount in pairs)
    exact = tuple(map(Fraction, amounts))
    return Deal(
        terms, sum(prizes), terms.save_minor, shares, _notices(players, prizes, terms, exact, amounts)
    )


def _notices[Key: Hashable](
    players: Sequence[DealPlayer[Key]],
    prizes: tuple[int, ...],
    terms: DealTerms[Key],
    exact: Values,
    amounts: Sequence[int],
) -> tuple[Notice, ...]:
    found = [Notice("above_first", {"position": i}) for i, value in enumerate(exact, 1) if value > prizes[0]]
    if not terms.save_minor:
        low = (i for i, value in enumerate(exact, 1) if value < prizes[-1])
        found += (Notice("below_lowest", {"position": i}) for i in low)
    for one, other in pairwise(_order(players)):
        same = players[one].stack_chips == players[other].stack_chips
        if same and amounts[one] != amounts[other] and terms.method != "custom":
            found.append(Notice("equal_stacks_differ", {"first": one + 1, "second": other + 1}))
    return tuple(found)


@dataclass(frozen=True)
class DealFacts:
    """What decides whether a deal may be made at all."""

    deals_allowed: bool
    players_left: int
    tables_open: int
    registration_open: bool
    prizes_locked: bool
    one_table_only: bool = True


def check_deal_allowed(facts: DealFacts) -> None:
    """Refuse a deal that the tournament forbids or that comes too early.

    Raises RuleError: deals_forbidden, too_few_players, registration_open, prizes_not_locked, several_tables.
    """
    if not facts.deals_allowed:
        raise RuleError("deals_forbidden")
    if facts.players_left < 2:
        raise RuleError("too_few_players", players=facts.players_left)
    if facts.registration_open:
        raise RuleError("registration_open")
    if not facts.prizes_locked:
        raise RuleError("prizes_not_locked")
    if facts.one_table_only and facts.tables_open > 1:
        raise RuleError("several_tables", tables=facts.tables_open)
