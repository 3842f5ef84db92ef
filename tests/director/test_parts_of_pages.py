"""Templates of the console rendered from plain context: names of all kinds, states, and what is offered to whom."""

import re
from typing import Any

import pytest
from django.template.loader import get_template, render_to_string

from tests.architecture.sources import ROOT

HOSTILE = '<script>alert("x")</script>'
TOURNAMENT = {"id": 7, "name": "Autumn", "currency": "EUR"}
CONSOLE = sorted(
    path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.html")
)


def render(template: str, **context: Any) -> str:
    return render_to_string(template, {"tournament": TOURNAMENT, **context})


@pytest.mark.parametrize("name", CONSOLE)
def test_every_template_compiles(name: str) -> None:
    get_template(name)


@pytest.mark.parametrize("name", CONSOLE)
def test_no_paragraph_holds_a_form(name: str) -> None:
    """A browser ends the paragraph before the form; what was meant to stand in one row does not."""
    text = (ROOT / "templates" / name).read_text()
    paragraphs = re.findall(r"<p\b[^>]*>(.*?)</p>", text, re.DOTALL)
    assert [p[:80] for p in paragraphs if "<form" in p or "act_button.html" in p] == []


FLOOR = {"todo": True, "overrule": True}


def todo_item(**changes: Any) -> dict[str, Any]:
    doing = {"label": f"Move {HOSTILE}", "verb": "seat.move", "fields": (("entry_id", "5"),), "stamp": "{}"}
    return {
        "key": "move:5",
        "slug": "abc",
        "state": "now",
        "when": "now",
        "title": f"Move {HOSTILE} to table 7",
        "why": HOSTILE,
        "rule": "TDA 11",
        "ways": [(doing, "btn btn-do")],
        "put_off_choices": [(5, "5 min")],
    } | changes


def test_a_name_that_looks_like_a_script_is_only_text() -> None:
    page = render("components/todo_item.html", item=todo_item(), may={"todo": True})
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 3


def test_doing_putting_off_and_overruling_are_all_in_sight() -> None:
    page = render("components/todo_item.html", item=todo_item(), may=FLOOR)
    assert re.findall(r'action="/t/7/act/([a-z_.]+)"', page) == ["seat.move", "todo.put_off", "todo.overrule"]


def test_an_item_that_is_put_off_can_still_be_done_and_overruled() -> None:
    page = render("components/todo_item.html", item=todo_item(state="off"), may=FLOOR)
    assert re.findall(r'action="/t/7/act/([a-z_.]+)"', page) == ["seat.move", "todo.overrule"]


def test_the_desk_is_offered_to_put_off_what_is_about_money_and_to_overrule_nothing() -> None:
    for is_desk, offered in ((True, ["seat.move", "todo.put_off"]), (False, ["seat.move"])):
        page = render("components/todo_item.html", item=todo_item(is_desk=is_desk), may={"todo": True})
        assert re.findall(r'action="/t/7/act/([a-z_.]+)"', page) == offered


def test_who_may_do_nothing_is_offered_nothing() -> None:
    assert "<form" not in render("components/todo_item.html", item=todo_item(), may={"todo": False})


CLOCK = {
    "stage": "playing",
    "running": True,
    "level_number": 3,
    "remaining_ms": 60_000,
    "ends_at_ms": 1_767_200_400_000,
    "level": {"small_blind": 200, "big_blind": 400, "ante": 400, "ante_kind": "bba"},
    "schedule": {"server_ms": 1, "anchor": None, "levels": []},
    "stamp": '{"anchor": "4"}',
}


def clock_page(**changes: Any) -> str:
    may = {"clock": True, "clock_freely": True}
    page = render("components/clock.html", clock=CLOCK | changes, may=may, with_acts=True)
    return re.sub(r"[ \n]+", " ", page)


def test_a_pause_says_so_and_keeps_the_blinds() -> None:
    """F15."""
    page = clock_page(running=False)
    assert (
        "PAUSED" in page,
        "200\u00a0/\u00a0400" in page,
        "Break" in re.sub(r"data-word[^>]*", "", page),
    ) == (
        True,
        True,
        False,
    )


@pytest.mark.parametrize(
    ("changes", "verb"),
    [
        ({}, "clock.pause"),
        ({"running": False}, "clock.resume"),
        ({"stage": "none", "running": False, "is_idle": True}, "clock.start"),
        ({"stage": "countdown"}, "clock.start"),
    ],
)
def test_the_space_key_does_what_the_moment_asks_for(changes: dict[str, Any], verb: str) -> None:
    page = clock_page(**changes)
    forms = re.findall(r'<form[^>]*action="/t/7/act/([a-z_.]+)"[^>]*>((?:(?!</form>).)*)</form>', page)
    assert [found for found, inside in forms if 'data-key="Space"' in inside] == [verb]


def test_a_minute_more_or_less_needs_no_stamp_so_that_three_presses_are_three_minutes() -> None:
    forms = re.findall(r"<form[^>]*clock\.adjust[^>]*>((?:(?!</form>).)*)</form>", clock_page())
    assert [re.findall(r'name="(?!csrf)(\w+)" value="(-?\d+)"', inside) for inside in forms] == [
        [("delta_ms", "-60000")],
        [("delta_ms", "60000")],
    ]


def hit(**changes: Any) -> dict[str, Any]:
    return {
        "player_id": 5,
        "name_before": "",
        "name_match": "Mar",
        "name_after": "gus",
        "number": 12,
        "can_pick": True,
    } | changes


def test_somebody_who_cannot_be_entered_is_shown_but_not_offered() -> None:
    page = render("console/desk/hits.html", hits=[hit(), hit(player_id=6, can_pick=False)], q="mar", may={})
    assert re.findall(r"player_id=(\d+)", page) == ["5"]
    assert page.count('aria-disabled="true"') == 1


def test_a_refusal_is_an_alert_and_good_news_is_not() -> None:
    kinds = {"bad": "alert", "call": "alert", "good": "status"}
    said = {
        kind: re.search(r'role="(\w+)"', render("components/says.html", says={"kind": kind, "text": "x"}))[1]
        for kind in kinds
    }
    assert said == kinds


SHEET = {"title": "Payouts", "club_name": "Club", "tournament_name": "Autumn", "paper": "a4", "date_ms": 0}
NAMES = ["Łukasz", "Žofie", "李雷", "O'Neil", "=1+1", HOSTILE, "محمد", "x" * 200]


def test_the_payout_sheet_prints_every_name() -> None:
    """F21."""
    rows = [
        {"place": place, "name": name, "prize_minor": 100, "pay_minor": 100}
        for place, name in enumerate(NAMES, 1)
    ]
    page = render(
        "print/payouts.html",
        sheet=SHEET,
        rows=rows,
        currency="EUR",
        totals={"prize_minor": 800, "pay_minor": 800},
    )
    shown = re.findall(r"<bdi>([^<]*)</bdi></b></td>|<b><bdi>([^<]*)</bdi></b>", page)
    texts = [a or b for a, b in shown]
    escaped = {"O'Neil": "O&#x27;Neil", HOSTILE: "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"}
    assert [name for name in NAMES if escaped.get(name, name) not in texts] == []


def test_paper_that_goes_through_the_pdf_maker_uses_only_what_it_knows() -> None:
    """WeasyPrint drops a whole layer and every colour it does not know."""
    text = "".join(path.read_text() for path in sorted((ROOT / "static/print").glob("*.css")))
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert re.findall(r"@layer|oklch\(|light-dark\(|container-type|:has\(|\bcqi\b", plain) == []
