"""QR codes as one path, so that a page under a strict content policy can draw them."""

from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

QUIET_MODULES = 4


@dataclass(frozen=True, slots=True)
class QrCode:
    """`size` modules with the quiet zone on each side; `path` is the d attribute of the dark ones."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """The code of a text, readable from across a room (error correction M)."""
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    strokes = [
        f"M{QUIET_MODULES + x} {QUIET_MODULES + y}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for x, length in _runs(row)
    ]
    return QrCode(len(rows) + 2 * QUIET_MODULES, "".join(strokes))


def _runs(row: bytes) -> list[tuple[int, int]]:
    """Runs of dark modules: where they begin and how long they are."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and runs[-1][0] + runs[-1][1] == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs


def no_address() -> str:
    """Why there is no code: what it would say only this machine could open."""
    return _(
        "No QR code: this page was opened at an address that only this machine knows. Open it at the site's address "
        "in the LAN (make run LAN=1), or set PUBLIC_ADDRESS."
    )
