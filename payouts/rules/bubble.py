"""How far the players left are from the money."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.rules.errors import RuleError

Stage = Literal["no_prizes", "before", "bubble", "in_the_money", "over"]


@dataclass(frozen=True)
class MoneyStage:
    """`to_the_money`: players who leave without a prize yet."""

    stage: Stage
    to_the_money: int


def money_stage(players_left: int, prizes: Sequence[int]) -> MoneyStage:
    """Where a tournament stands; `prizes` in minor units from first down, empty when nothing is paid (F24).

    Six players, three paid: after one is out 2 to the money, after two the bubble, after three in the money.
    Raises RuleError: players_negative.
    """
    if players_left < 0:
        raise RuleError("players_negative", players=players_left)
    if not prizes:
        return MoneyStage("no_prizes", 0)
    if players_left <= 1:
        return MoneyStage("over", 0)
    missing = max(0, players_left - len(prizes))
    stages: dict[int, Stage] = {0: "in_the_money", 1: "bubble"}
    return MoneyStage(stages.get(missing, "before"), missing)
