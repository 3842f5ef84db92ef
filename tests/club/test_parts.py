"""Icons, form fields and the oval of a table."""

import re

import pytest
from django import forms

from club.templatetags.parts import around, field, icon, oval
from tests.architecture.sources import ROOT


class Example(forms.Form):
    name = forms.CharField(help_text="As on the card.")
    count = forms.IntegerField()
    late = forms.BooleanField(required=False)
    kind = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)


def test_every_icon_that_templates_name_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'symbol id="([a-z]+)"', (ROOT / "static/design/icons.svg").read_text()))
    named = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'(?:\{% icon |icon=)"([a-z]+)"', path.read_text())
    }
    assert sorted(named - drawn) == []


def test_an_icon_is_decoration_unless_it_has_a_name() -> None:
    assert 'aria-hidden="true"' in icon("pause")
    assert icon("pause", 'a "name"').count("&quot;") == 2


def test_a_field_says_its_hint_and_its_errors_to_a_screen_reader() -> None:
    bound = Example({"name": "", "count": "1", "kind": "a"})["name"]
    widget = str(field(bound)["widget"])
    assert 'aria-describedby="id_name_hint id_name_error"' in widget
    assert 'aria-invalid="true"' in widget


def test_a_number_that_is_none_stays_in_its_field() -> None:
    """A browser's number field would throw it away; nothing typed is lost."""
    widget = str(field(Example({"count": "twelve"})["count"])["widget"])
    assert re.findall(r'(?:type|value|inputmode)="[a-z]+"', widget) == [
        'type="text"',
        'value="twelve"',
        'inputmode="numeric"',
    ]


def test_ticks_and_choices_are_drawn_as_such() -> None:
    form = Example()
    assert [
        (field(form[name])["single"], field(form[name])["many"]) for name in ("name", "late", "kind")
    ] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_seat_one_is_at_the_dealers_left_hand_and_seats_go_clockwise() -> None:
    first, second, last = around(0, 9, 84, 56), around(1, 9, 84, 56), around(8, 9, 84, 56)
    assert (first[0] < 100, first[1] > 70) == (True, True)
    assert second[0] < first[0]
    assert (last[0], last[1]) == (pytest.approx(200 - first[0], abs=0.2), first[1])


def test_the_oval_draws_each_seat_with_its_number_and_state() -> None:
    drawn = oval({"number": 7, "players": 2, "states": "sfn", "button_seat": 2})
    assert re.findall(r'<g class="(\w+)">', drawn) == ["seat", "free", "next", "puck"]
    assert re.findall(r"<text[^>]*>([^<]+)</text>", drawn) == ["1", "2", "3", "D", "7", "2/3"]
    assert 'aria-label="Table 7: 2 of 3"' in drawn


def test_a_table_without_a_button_has_none_drawn() -> None:
    assert "puck" not in oval({"number": 1, "players": 0, "states": "ff", "button_seat": None})
