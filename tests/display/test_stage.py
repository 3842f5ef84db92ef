"""The stage follows from facts and clock; the browser reckons the same (test_browser_rules.py)."""

import json
from pathlib import Path

import pytest

from display.rules.stage import ClockFacts, StageFacts, places_to_money, stage_of

VECTORS = json.loads((Path(__file__).parent / "vectors" / "stages.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_stage_is_the_one_of_the_vectors(vector: dict) -> None:
    assert stage_of(StageFacts(**vector["facts"]), ClockFacts(**vector["clock"])) == vector["stage"]


def facts(players_left: int) -> StageFacts:
    return StageFacts(
        finished=False,
        winner=False,
        deal="none",
        prizes_on=True,
        places_paid=3,
        players_left=players_left,
        final_table=False,
    )


def test_of_six_players_with_three_paid_the_bubble_comes_after_the_second_bust() -> None:
    playing = ClockFacts(started=True, on_break=False, entry_left_ms=0, late_left_ms=0)
    left = (6, 5, 4, 3)
    assert [(places_to_money(facts(n)), stage_of(facts(n), playing)) for n in left] == [
        (3, "playing"),
        (2, "playing"),
        (1, "bubble"),
        (0, "in_money"),
    ]
