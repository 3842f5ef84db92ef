"""The rules that the browser reckons for itself, held to the vectors in the browser."""

import json
from pathlib import Path

from playwright.sync_api import Page

DISPLAY_TESTS = Path(__file__).resolve().parent.parent / "display"


def vectors(name: str) -> object:
    return json.loads((DISPLAY_TESTS / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


def test_clock_stage_signals_and_figures_are_reckoned_as_the_vectors_say(page: Page, site: str) -> None:
    rules = (DISPLAY_TESTS / "browser_rules.mjs").read_text(encoding="utf-8").replace("export async", "async")
    page.goto(f"{site}/d/")
    found = page.evaluate(
        "async ([clock, stage, signals]) => {"
        + rules
        + "return differences((name) => import(`/static/display/${name}`), clock, stage, signals); }",
        [vectors("clock_state"), vectors("stages"), vectors("signals")],
    )
    assert found == []
