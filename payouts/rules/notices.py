"""Remarks of the rules that refuse nothing: warnings a screen shows beside a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Notice:
    """`code` names the remark, `facts` (whole numbers and text, fit for JSON) are what its sentence needs."""

    code: str
    facts: Mapping[str, int | str] = field(default_factory=dict)
