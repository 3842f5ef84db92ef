"""The prize pool as lines: what was collected, what the house adds, and the sum."""

from typing import Any

from django.utils.translation import gettext as _

from director.scene.money_lines import counted, purchase_label
from payouts.rules.pool import PoolLine
from payouts.selectors import Prizes


def pool_lines(prizes: Prizes) -> list[dict[str, Any]]:
    """What makes the pool, line by line, and its sum."""
    lines = [_pool_line(line) for line in prizes.pool.lines]
    total = {
        "label": _("To be paid"),
        "count": None,
        "each_minor": None,
        "amount_minor": prizes.pool.pool_minor,
    }
    return [*lines, total | {"is_sum": True}]


def _pool_line(line: PoolLine) -> dict[str, Any]:
    kind = line.code.partition(".")[0]
    labels = {"added": _("Added by the house"), "overlay": _("House adds to the guarantee")}
    label = labels.get(kind) or (purchase_label(kind) if kind in ("entry", "rebuy", "addon") else line.code)
    row = counted(label, line.amount_minor, line.count if kind not in labels else 0)
    return {
        "label": row.label,
        "count": row.count,
        "each_minor": row.each_minor,
        "amount_minor": row.amount_minor,
        "is_sum": False,
    }
