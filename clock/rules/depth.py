"""How deep stacks are: in big blinds, in rounds (M), and on average. Exact fractions; whoever shows them rounds."""

from fractions import Fraction

from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, Level
from tournaments.rules.errors import RuleError


def antes_of_round(level: Level, players: int) -> int:
    """What all antes of one round cost a player at a table of `players`: one hand in each position."""
    if level.ante_kind == BIG_BLIND_ANTE:
        return level.ante
    return level.ante * players if level.ante_kind == ANTE_EACH else 0


def m_ratio(stack_chips: int, small_blind: int, big_blind: int, antes: int) -> Fraction:
    """Rounds a stack survives without playing: stack / (SB + BB + all antes of a round) (Harrington's M).

    Error: `no_forced_bets` if a round costs nothing.
    """
    cost = small_blind + big_blind + antes
    if cost <= 0:
        raise RuleError("no_forced_bets")
    return Fraction(stack_chips, cost)


def level_m_ratio(level: Level, stack_chips: int, players: int) -> Fraction:
    """M at a level; in games with a bring-in one bring-in and the antes make the round."""
    blinds = (level.small_blind, level.big_blind) if level.big_blind else (0, level.bring_in)
    return m_ratio(stack_chips, *blinds, antes_of_round(level, players))


def bb_depth(stack_chips: int, level: Level) -> Fraction:
    """A stack in big blinds (small bets in games without blinds). Error: `no_forced_bets`."""
    if level.stake <= 0:
        raise RuleError("no_forced_bets")
    return Fraction(stack_chips, level.stake)


def average_stack(chips_in_play: int, players_left: int) -> int:
    """Chips in play by players left, rounded down to whole chips; 0 when nobody is left."""
    return chips_in_play // players_left if players_left > 0 else 0


def end_big_blind(chips_in_play: int, big_blinds_in_play: int = 20) -> int:
    """The big blind at which a tournament usually ends: when all chips make so many big blinds, rounded up.

    docs/rules.md 5: 20 (10 to 40 by setting), 30 with a big-blind ante. Error: `big_blinds_not_positive`.
    """
    if big_blinds_in_play <= 0:
        raise RuleError("big_blinds_not_positive", big_blinds_in_play=big_blinds_in_play)
    return -(-chips_in_play // big_blinds_in_play)
