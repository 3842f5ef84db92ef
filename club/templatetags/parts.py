"""Small parts of pages that a template cannot build by itself: icons, form fields, the oval of a table."""

import math
from functools import lru_cache

from django import template
from django.forms import (
    BoundField,
    CheckboxInput,
    CheckboxSelectMultiple,
    IntegerField,
    NumberInput,
    RadioSelect,
)
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

SEAT_CLASSES = {"s": "seat", "f": "free", "n": "next", "a": "away", "r": "kept"}


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One picture of the sprite. With a label it is an image with that name, without one it is decoration."""
    href = f"{static('design/icons.svg')}#{name}"
    if label:
        shape = '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>'
        return format_html(shape, label, href)
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', href)


def widget_class(field: BoundField) -> str:
    """The look of a widget follows from its kind."""
    widget = field.field.widget
    if isinstance(widget, (RadioSelect, CheckboxSelectMultiple, CheckboxInput)):
        return "tick"
    return "input"


def described_by(field: BoundField) -> str:
    """Ids of hint and errors, so that a screen reader says them with the field."""
    ids = []
    if field.help_text:
        ids.append(f"{field.auto_id}_hint")
    if field.errors:
        ids.append(f"{field.auto_id}_error")
    return " ".join(ids)


def as_text(bound: BoundField) -> dict[str, str]:
    """A number is typed as text: a browser's number field throws away what is no number, and nothing typed is lost."""
    widget = bound.field.widget
    if not isinstance(widget, NumberInput):
        return {}
    widget.input_type = "text"
    return {"inputmode": "numeric" if type(bound.field) is IntegerField else "decimal", "autocomplete": "off"}


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, unit: str = "") -> dict[str, object]:
    """Label, widget, hint and errors of one form field. `unit` stands after the widget ("min", "chips", "EUR")."""
    attrs: dict[str, str | bool] = {"class": widget_class(bound), **as_text(bound)}
    if ids := described_by(bound):
        attrs["aria-describedby"] = ids
    if bound.errors:
        attrs["aria-invalid"] = "true"
    single_tick = isinstance(bound.field.widget, CheckboxInput)
    many = isinstance(bound.field.widget, (RadioSelect, CheckboxSelectMultiple))
    return {
        "field": bound,
        "widget": bound.as_widget(attrs=attrs),
        "unit": unit,
        "single": single_tick,
        "many": many,
    }


def around(index: int, seats: int, wide: float, high: float) -> tuple[float, float]:
    """The point of a seat on an ellipse. The dealer sits at the bottom, seat 1 at his left hand, then clockwise."""
    angle = math.pi / 2 + (index + 0.5 + 0.35) / (seats + 0.7) * 2 * math.pi
    return round(100 + wide * math.cos(angle), 1), round(70 + high * math.sin(angle), 1)


@lru_cache(maxsize=4096)
def drawn_oval(number: int, states: str, button: int, count: str) -> SafeString:
    """The picture of a table; the same seats give the same picture, so that a big room costs little."""
    seats = []
    for index, state in enumerate(states):
        x, y = around(index, len(states), 84, 56)
        seats.append((SEAT_CLASSES.get(state, "seat"), x, y, 12, x, y + 4.5, index + 1))
    drawn = format_html_join(
        "", '<g class="{}"><circle cx="{}" cy="{}" r="{}"/><text x="{}" y="{}">{}</text></g>', seats
    )
    puck = SafeString("")
    if 0 < button <= len(states):
        x, y = around(button - 1, len(states), 56, 33)
        puck = format_html(
            '<g class="puck"><circle cx="{}" cy="{}" r="7.5"/><text x="{}" y="{}">D</text></g>',
            x,
            y,
            x,
            y + 4,
        )
    return format_html(
        '<rect class="felt" x="32" y="32" width="136" height="76" rx="38"/>{}{}'
        '<text class="tno" x="100" y="76">{}</text><text class="cnt" x="100" y="93">{}</text>',
        drawn,
        puck,
        number,
        count,
    )


@register.simple_tag
def oval(table: object) -> SafeString:
    """A table from above: `number`, `players`, `states` (one letter per seat: s seated, f free, n next big blind to
    move, a away, r not used), `button_seat` of the next hand or None."""
    read = table.get if isinstance(table, dict) else lambda name: getattr(table, name, None)
    states = str(read("states") or "")
    number, players, button = int(read("number") or 0), read("players"), int(read("button_seat") or 0)
    label = _("Table %(table)s: %(players)s of %(seats)s") % {
        "table": number,
        "players": players,
        "seats": len(states),
    }
    inside = drawn_oval(number, states, button, f"{players}/{len(states)}")
    return format_html(
        '<svg class="oval" viewBox="0 0 200 140" role="img" aria-label="{}">{}</svg>', label, inside
    )
