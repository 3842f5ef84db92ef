"""Answers of the table rules and of the places to the vectors."""

from typing import Any

from tables.rules.breaking import can_break, tables_needed
from tables.rules.chips import Stack, bank_for, chips_for_colour_up, chips_in_play
from tables.rules.facts import SeatFact, TableFact
from tables.rules.final_table import final_table_size
from tables.rules.halting import HaltState, halts
from tables.rules.matching import match
from tables.rules.problem import Candidate, Problem, Receiver
from tables.rules.race import RaceMethod, RaceRules, RaceSeat, Rounding, race
from tables.rules.receiving import farthest_seat, values_of_free_seats, worst_seat
from tables.rules.sizes import Size, fewest_moves, short_tables, targets, tolerance_at
from tables.rules.two_step import hand_out, order_by_cards
from tournaments.rules.places import Bust, PlaceRules, TiePolicy, places_of

Question = dict[str, Any]


def seated_table(
    number: int, seats: int, taken: list[int], button: int | None, small_blind: int | None
) -> TableFact:
    people = tuple(SeatFact(seat, f"T{number}S{seat}", number) for seat in taken)
    return TableFact(number, seats, people, button, small_blind)


def balance_sizes(question: Question) -> dict[str, Any]:
    numbers = question["sizes"]
    # The table listed last breaks first.
    sizes = [Size(size, rank=(-at,)) for at, size in enumerate(numbers)]
    roberts = tolerance_at(len(numbers))
    return {
        "target": list(targets(sizes)),
        "moves_to_within_1": fewest_moves(numbers),
        "roberts_tolerance": roberts,
        "moves_roberts": fewest_moves(numbers, roberts),
        "tda_halt_tables": list(short_tables(numbers)),
    }


def balance_seat(question: Question) -> dict[str, Any]:
    table = seated_table(1, question["S"], question["occ"], question["button"], question["sb"])
    worst, farthest = worst_seat(table), farthest_seat(table)
    return {
        "seats": {
            str(value.seat): {"state": str(value.state), "hands_to_bb": value.hands_to_bb}
            for value in values_of_free_seats(table)
        },
        "tda_worst": worst and worst.seat,
        "farthest_from_bb": farthest and farthest.seat,
    }


def balance_pairs(question: Question) -> dict[str, Any]:
    names = sorted(question["tables"])
    players = [question["tables"][name] for name in names]
    wanted = targets([Size(len(people)) for people in players])
    change = {at: wanted[at] - len(people) for at, people in enumerate(players)}
    candidates = tuple(
        Candidate(player, at, 0, order)
        for at, people in enumerate(players)
        for order, player in enumerate(people)
        if change[at] < 0
    )
    problem = Problem(
        candidates=candidates,
        give={at: -by for at, by in change.items() if by < 0},
        receivers=tuple(Receiver(at, by) for at, by in change.items() if by > 0),
        table_of={player: at for at, people in enumerate(players) for player in people},
        pairs=frozenset(map(frozenset, question["forbidden_pairs"])),
    )
    matching = match(problem)
    order_of = {candidate.player_key: candidate.order for candidate in candidates}
    return {
        "violations_left": matching.together,
        "moves": len(matching.to_table),
        "bb_order_cost": sum(order_of[player] for player in matching.to_table),
        "assignment": sorted([player, names[at]] for player, at in matching.to_table.items()),
    }


def break_table(question: Question) -> dict[str, Any]:
    players, seats = question["players"], question["seats"]
    return {
        "tables_needed": tables_needed(players, seats),
        "break_now": can_break(players, seats, question["tables"]),
    }


def final_table(question: Question) -> dict[str, Any]:
    return {"final_table_size": final_table_size(question["handed"])}


def halt(question: Question) -> dict[str, Any]:
    """The trigger of the vector: the next big blind would fall on an empty seat."""
    names = sorted(question["tables"])
    tables = []
    for number, name in enumerate(names):
        seats = [1, 2, *range(4, question["tables"][name] + 2)]
        tables.append(seated_table(number, question["handed"], seats, button=1, small_blind=2))
    halted = [
        names[found.table] for found in halts(tables, question["handed"]) if found.state is HaltState.HALT
    ]
    return {"halt": ",".join(halted)}


def two_step_draw(question: Question) -> dict[str, Any]:
    return hand_out(question["seat_cards_in_stack_order"], order_by_cards(question["dealt_cards"]))


def chip_race(question: Question) -> dict[str, Any]:
    method = RaceMethod.WINNER_TAKES_ALL if question["variant"].startswith("winner") else RaceMethod.TDA
    rules = RaceRules(question["old"], question["new"], method, Rounding(question["round"]))
    seats = [
        RaceSeat(s["seat"], s["odd"], s["has_other_chips"], tuple(s["cards"])) for s in question["seats"]
    ]
    result = race(seats, rules)
    return {
        "odd_value": result.odd_value,
        "remainder": result.remainder,
        "new_chips_raced": result.raced,
        "award": {str(seat): won for seat, won in result.award.items()},
        "saved_from_elimination": list(result.saved),
        "chips_removed": result.removed // rules.old,
        "chips_added": result.added // rules.new,
        "total_change": result.total_change,
    }


def chip_stack(question: Question) -> dict[str, Any]:
    stack = Stack(tuple((chip, count) for chip, count in question["breakdown"]))
    return {"total": stack.total, "chips": stack.pieces}


def chip_bank(question: Question) -> dict[str, Any]:
    stack = Stack(tuple((chip, count) for chip, count in question["breakdown"]))
    bank = bank_for(question["players"], stack)
    extra = chips_for_colour_up(bank, {int(old): new for old, new in question["color_up"].items()})
    return {f"T{chip}": count for chip, count in bank.items()} | {
        f"extra_T{chip}": count for chip, count in extra.items()
    }


def chip_economy(question: Question) -> dict[str, Any]:
    issued = [question["total_before"], question["new_stack"]]
    return {"total_after": chips_in_play(issued, [question["forfeited"]])}


def finish_order(question: Question) -> list[dict[str, Any]]:
    """The busts of a vector are one hand-for-hand round."""
    busts = [
        Bust(bust["p"], order, 1, bust["table"], bust["stack"], hand_for_hand=True)
        for order, bust in enumerate(question["busted"])
    ]
    playing = range(question["remaining_after"])
    places = places_of(playing, busts, PlaceRules(TiePolicy(question["policy"])))
    return [
        {"place_from": place.place_from, "place_to": place.place_to, "players": list(place.keys)}
        for place in places
    ]


SOLVERS = {
    "balance_sizes": balance_sizes,
    "balance_seat": balance_seat,
    "balance_pairs": balance_pairs,
    "break": break_table,
    "final_table": final_table,
    "halt": halt,
    "two_step_draw": two_step_draw,
    "chip_race": chip_race,
    "chip_stack": chip_stack,
    "chip_bank": chip_bank,
    "chip_economy": chip_economy,
    "finish_order": finish_order,
}
