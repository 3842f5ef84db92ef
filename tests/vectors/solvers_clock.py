"""Answers of the clock's rules to the vectors of kinds blind_structure, m_ratio and end_estimate."""

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from clock.rules.chips_leave import earliest_removals, joined_removals, usual_chips
from clock.rules.depth import bb_depth, end_big_blind, level_m_ratio
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, NO_ANTE, Level, Structure, play_level, stud_level

Row = dict[str, Any]

# How the source of a structure says when chips were taken off: "chip up 100 after level 6, 500 after level 9".
TAKEN_OFF = re.compile(r"(\d+) after level (\d+)")


def blind_structure(row: Row) -> Row:
    """Number of levels, ratios of neighbouring big blinds, and when each chip can leave.

    A chip can leave at the earliest after `earliest_possible_after`; `removed_after` joins races at most one level
    apart. Where the source itself says when chips were taken off, that is `color_up`, and `earliest_by_rule` names
    those for which our rule says otherwise.
    """
    structure = Structure(tuple(_level(row, index) for index in range(len(row["levels"]))))
    stakes = [level.stake for level in structure.levels]
    ratios = [float(round(Fraction(after, before), 3)) for before, after in pairwise(stakes)]
    return {"n_levels": len(structure.play_indices), "bb_ratios": ratios, **_removals(row, structure)}


def _level(row: Row, index: int) -> Level:
    minutes, bets = row.get("min", 20), row["levels"][index]
    if "fields" in row:
        return stud_level(minutes, *bets)
    if "antes" in row:
        ante = row["antes"][index]
        return play_level(minutes, *bets, ante, BIG_BLIND_ANTE if ante else NO_ANTE)
    return (
        play_level(minutes, *bets, bets[1], BIG_BLIND_ANTE) if row.get("bba") else play_level(minutes, *bets)
    )


def _removals(row: Row, structure: Structure) -> Row:
    chips = usual_chips(_smallest_chip(row, structure), max(level.stake for level in structure.levels))
    earliest = earliest_removals(structure, chips)
    taken_off = {int(chip): int(after) for chip, after in TAKEN_OFF.findall(row.get("note", ""))}
    if taken_off:
        differ = {chip: earliest[chip] for chip, after in taken_off.items() if earliest[chip] != after}
        return {"color_up": _by_text(taken_off), "earliest_by_rule": _by_text(differ)}
    joined = joined_removals(earliest)
    points = {
        c: {"removed_after": joined[c], "earliest_possible_after": after} for c, after in earliest.items()
    }
    return {"color_up": _by_text(points)}


def _by_text(points: dict[int, Any]) -> Row:
    return {str(chip): point for chip, point in points.items()}


def _smallest_chip(row: Row, structure: Structure) -> int:
    """The chip the set begins with: as stated, else the largest usual chip that pays every bet."""
    if "base" in row:
        return int(row["base"])
    bets = [bet for level in structure.levels for bet in level.bets]
    return max(chip for chip in usual_chips(1, max(bets)) if all(bet % chip == 0 for bet in bets))


def m_ratio(row: Row) -> Row:
    """Stack in big blinds and in rounds."""
    kind = BIG_BLIND_ANTE if row.get("bb_ante") else ANTE_EACH
    level = play_level(20, row["sb"], row["bb"], row.get("bb_ante") or row.get("ante_each", 0), kind)
    ratio = level_m_ratio(level, row["stack"], row.get("players", 0))
    return {"M": float(ratio), "bb_depth": float(bb_depth(row["stack"], level))}


def end_estimate(row: Row) -> Row:
    """The big blind at which the tournament ends, by chips in play or by the starting stack."""
    if "starting_stack" in row:
        return {"bb": end_big_blind(row["starting_stack"], 1)}
    return {"bb": end_big_blind(row["total_chips"], int(row["rule"].split()[0]))}


SOLVERS = {"blind_structure": blind_structure, "m_ratio": m_ratio, "end_estimate": end_estimate}
