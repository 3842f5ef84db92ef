"""Vectors about pools, prizes, chip models and deals, answered by payouts.rules."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from payouts.rules.curve import ideal_curve
from payouts.rules.deals import Deal, DealPlayer, DealTerms, SaveRule, game_payout_percent, propose_deal
from payouts.rules.generator import bucket_ends, nice_amounts, nice_prizes
from payouts.rules.icm import equities, place_chances
from payouts.rules.icm_models import malmuth_weitzman, roberts
from payouts.rules.icm_walk import random_walk
from payouts.rules.percents import exact_percents
from payouts.rules.places import places_by_percent
from payouts.rules.pool import PoolLine, make_pool
from payouts.rules.rounding import round_prizes
from payouts.rules.satellite import Remainder, satellite_prizes
from payouts.rules.tables_published import PUBLISHED
from payouts.rules.ties import pooled, split_pooled
from tests.vectors.loading import Vector, differences

CENTS = 100


def icm(question: dict[str, Any]) -> dict[str, list[float]]:
    found = [float(value) for value in equities(question["stacks"], question["prizes"]).values]
    return {"exact": found, "published": found}


def icm_places(question: dict[str, Any]) -> dict[str, list[list[float]]]:
    found = [[float(chance) for chance in row] for row in place_chances(question["stacks"])]
    return {"exact": found, "published": found}


def icm_last(question: dict[str, Any]) -> dict[str, list[float]]:
    stacks = range(1, question["n"] + 1)
    return {"published": [float(row[-1]) for row in place_chances(stacks)]}


def icm_large(question: dict[str, Any]) -> dict[str, Any]:
    """Reckoned in cents, so that the tolerance of the integration is a hundredth of that."""
    stacks, prizes = _large_stacks(question), _large_prizes(question)
    found = [float(value) / CENTS for value in equities(stacks, prizes).values]
    if "stacks" in question:
        return {"equity_small": found[0], "equity_big": found[-1]}
    shown = [0, 1, 2, question["n"] // 2, question["n"] - 1]
    return {"index0": shown, "equity": [found[index] for index in shown]}


def _large_stacks(question: dict[str, Any]) -> list[int]:
    if "stacks" in question:
        groups = re.findall(r"(\d+) players with (\d+)", question["stacks"])
        return [int(stack) for count, stack in groups for _player in range(int(count))]
    return [500 * (1 + (i * 104729 % 997)) for i in range(1, question["n"] + 1)]


def _large_prizes(question: dict[str, Any]) -> list[int]:
    rule = question["prizes_rule"]
    if rule.startswith("linear"):
        first, last = map(int, re.findall(r"(\d+) \(", rule))
        step = Fraction((first - last) * CENTS, question["n"] - 1)
        prizes = [first * CENTS - step * k for k in range(question["n"])]
        assert all(prize.denominator == 1 for prize in prizes)
        return [int(prize) for prize in prizes]
    places = int(re.findall(r"k=1\.\.(\d+)", rule)[0])
    return [round(CENTS * round(1e6 / k**0.9, 2)) for k in range(1, places + 1)]


def icm_models(question: dict[str, Any]) -> dict[str, list[float]]:
    stacks, prizes = question["stacks"], question["prizes"]
    if "walk" in question.get("model", ""):
        return {"walk": list(random_walk(stacks, tuple(prizes)))}
    models = {"malmuth_weitzman": malmuth_weitzman(stacks, prizes), "roberts": roberts(stacks, prizes)}
    models["malmuth_harville"] = equities(stacks, prizes).values
    return {name: [float(value) for value in values] for name, values in models.items()}


WARNINGS = {"above_first": "above first prize", "below_lowest": "below lowest remaining prize"}


def deal(question: dict[str, Any]) -> Any:
    if "rank" in question:
        places = [Fraction(percent) for percent in question["places"]]
        return {"percent": float(game_payout_percent(places, question["rank"]))}
    players = [DealPlayer(number, stack, number) for number, stack in enumerate(question["stacks"], 1)]
    prizes = [prize * CENTS for prize in question["prizes"]]
    found = propose_deal(players, prizes, _terms(question))
    exact = [float(share.exact) / CENTS for share in found.shares]
    amounts = [share.amount_minor / CENTS for share in found.shares]
    if found.left_for_first_minor:
        return _with_save(found, exact, amounts)
    warned = [f"player {n.facts['position']} {WARNINGS[n.code]}" for n in found.notices if n.code in WARNINGS]
    return {"exact": exact, "amounts": amounts, "warn": warned} if warned else amounts


def _with_save(found: Deal[int], exact: list[float], amounts: list[float]) -> dict[str, Any]:
    left = found.left_for_first_minor / CENTS
    best = max(amounts) + left
    return {"exact": exact, "amounts": amounts, "left_for_first": left, "winner_total": best}


def _terms(question: dict[str, Any]) -> DealTerms[int]:
    if question["method"] != "icm_save":
        return DealTerms(method=question["method"])
    rule = question["rule"]
    save_rule: SaveRule = (
        "first_prize" if "subtract" in rule else "equal" if "equally" in rule else "proportional"
    )
    return DealTerms(method="icm", save_minor=question["save"] * CENTS, save_rule=save_rule)


FORMATS = {
    "old": "club_older",
    "new": "club_newer",
    "vegaspoker247 buy-in<=5": "card_room",
    "30-40 players": "home_page",
    "8-10 players": "home_page",
    "9-10 players": "home_host",
}


def payout_table(question: dict[str, Any]) -> dict[str, Any]:
    """A published table by its label: entrants beside the format, players in it, or a number of places."""
    label = question["format"]
    numbers = [int(number) for number in re.findall(r"\d+", question.get("entrants", label))]
    if label.endswith("places"):
        found = next(t for t in PUBLISHED if t.series == "by_places" and t.places == numbers[0])
    else:
        series = FORMATS.get(label, "casino_weekly")
        found = next(t for t in PUBLISHED if t.series == series and t.entrants_from == numbers[0])
    percents = [float(percent) for percent in found.percents]
    return {"places": found.places, "percent": percents, "sum": float(sum(found.percents))}


def payout_real(question: dict[str, Any]) -> dict[str, Any]:
    """Only the pool follows from the question; the house chose the rest (see `published_event_differences`)."""
    net = question["net_per_entry"]
    if net is None:
        return {"pool": None}
    if isinstance(net, str):
        price, off = map(int, re.findall(r"\d+", net))
        exact = Fraction(question["entries"] * price * (100 - off), 100)
        return {"pool": int(exact + Fraction(1, 2))}
    line = PoolLine("entries", question["entries"], question["entries"] * net)
    return {"pool": make_pool([line]).pool_minor}


def published_event_differences(vector: Vector, answer: dict[str, Any]) -> list[str]:
    """The pool must be right; what a house published about its places must agree with itself and fit the pool."""
    expected = vector.expected
    found = differences({"pool": expected["pool"]}, answer, 0)
    percent = round(100 * expected["places_paid"] / vector.question["entries"], 2)
    if percent != expected["paid_pct"]:
        found.append(f"paid_pct: {percent} instead of {expected['paid_pct']}")
    published = [(int(places.split("-")[0]), prize) for places, prize in expected["places"].items()]
    if any(higher < lower for (_one, higher), (_other, lower) in pairwise(sorted(published))):
        found.append("places: a lower place gets more")
    least = expected.get("min_cash", 0)
    return found + [
        f"place {place} gets less than the minimum cash" for place, prize in published if prize < least
    ]


def places_paid(question: dict[str, Any]) -> int:
    if "percent" in question:
        return places_by_percent(question["entries"], question["percent"])
    in_how_many = int(re.findall(r"one per (\d+)", question["rule"])[0])
    return places_by_percent(question["entries"], Fraction(100, in_how_many))


def satellite(question: dict[str, Any]) -> Any:
    pool = question["entries"] * question["buyin"]
    unit = question.get("remainder_unit", 0)
    rule: Remainder = "units" if unit else "next_place"
    found = satellite_prizes(pool, question["seat"], remainder=rule, remainder_unit_minor=unit)
    if "floor seats" not in question.get("rule", ""):
        return list(found.prizes)
    cash = {str(found.seats + number): amount for number, amount in enumerate(found.cash_minor, 1)}
    return {"seats": found.seats, "cash": cash, "sum": sum(found.prizes)}


def payout_round(question: dict[str, Any]) -> dict[str, Any]:
    percents = exact_percents(Decimal(str(percent)) for percent in question["percent"])
    found = round_prizes(question["pool"], percents, question["unit"], question["rule"])
    return {"prizes": list(found), "sum": sum(found)}


def guarantee(question: dict[str, Any]) -> dict[str, int]:
    line = PoolLine("entries", question["entries"], question["entries"] * question["net_per_entry"])
    found = make_pool([line], guarantee_minor=question["guarantee"])
    assert sum(line.amount_minor for line in found.lines) == found.pool_minor
    return {"pool": found.pool_minor, "overlay": found.overlay_minor}


def tie_split(question: dict[str, Any]) -> list[int]:
    """Players without known stacks, drawn in the order of their places."""
    places: Sequence[int] = question["tied_places"]
    total = pooled(question["prizes"], places[0], places[-1])
    stacks: Mapping[int, int] = {}
    return list(split_pooled(total, places, question["unit"], stacks, places).values())


def payout_generator(question: dict[str, Any]) -> dict[str, Any]:
    numbers = (question[key] for key in ("pool", "places", "min_cash", "target_first", "unit"))
    found = nice_prizes(*numbers)
    buckets = [[bucket.place_from, bucket.place_to, bucket.amount] for bucket in found.buckets]
    return {"alpha": found.alpha, "buckets": buckets, "cost": found.cost}


def generator_differences(vector: Vector, answer: dict[str, Any]) -> list[str]:
    """The constraints hold and the cost is no more than the expected one + 0.01."""
    question = vector.question
    amounts = [amount for low, high, amount in answer["buckets"] for _place in range(low, high + 1)]
    nice = nice_amounts(question["min_cash"], question["pool"], question["unit"])
    ideal = ideal_curve(question["places"], question["pool"], question["min_cash"], question["target_first"])
    cost = sum((amount - target) ** 2 for amount, target in zip(amounts, ideal.prizes, strict=True))
    constraints = {
        "sum is the pool": sum(amounts) == question["pool"],
        "never increasing": amounts == sorted(amounts, reverse=True),
        "at least the minimum": min(amounts) >= question["min_cash"],
        "nice amounts": set(amounts[1:]) <= set(nice),
        "ends of buckets": tuple(high for _low, high, _amount in answer["buckets"])
        == bucket_ends(question["places"]),
        "cost": cost <= vector.expected["cost"] + 0.01,
    }
    return [name for name, holds in constraints.items() if not holds] + differences(
        {"alpha": vector.expected["alpha"]}, answer, vector.tolerance
    )


def payout_ideal(question: dict[str, Any]) -> dict[str, Any]:
    found = ideal_curve(question["N"], question["B"], question["E"], question["P1"])
    return {
        "alpha": found.alpha,
        "pi_1_2_3_N": [*found.prizes[:3], found.prizes[-1]],
        "sum": sum(found.prizes),
    }


SOLVERS = {
    "icm": icm,
    "icm_places": icm_places,
    "icm_last": icm_last,
    "icm_large": icm_large,
    "icm_models": icm_models,
    "deal": deal,
    "payout_table": payout_table,
    "payout_real": payout_real,
    "places_paid": places_paid,
    "satellite": satellite,
    "payout_round": payout_round,
    "guarantee": guarantee,
    "tie_split": tie_split,
    "payout_generator": payout_generator,
    "payout_ideal": payout_ideal,
}
CHECKS = {"payout_real": published_event_differences, "payout_generator": generator_differences}
