"""How well a colour is read on the dark ground of displays (WCAG 2.2: relative luminance and contrast ratio)."""

import re
from decimal import ROUND_DOWN, Decimal

COLOUR = re.compile(r"#[0-9a-f]{6}")
# The lightest ground that text of a display stands on (--surface of walls in static/design/tokens.css).
GROUND = "#101714"
LEAST_RATIO = Decimal("4.5")


def is_colour(text: str) -> bool:
    """Whether it is a colour as #rrggbb in small letters."""
    return COLOUR.fullmatch(text) is not None


def luminance(colour: str) -> float:
    """Relative luminance of a colour #rrggbb, 0 (black) to 1 (white)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> Decimal:
    """The contrast ratio of two colours, 1 to 21, rounded down to one digit: 4.49 is not 4.5."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    ratio = Decimal((lighter + 0.05) / (darker + 0.05))
    return ratio.quantize(Decimal("0.1"), rounding=ROUND_DOWN)


def is_readable(colour: str) -> bool:
    """Whether text of that colour is read on the ground of displays."""
    return contrast(colour, GROUND) >= LEAST_RATIO
