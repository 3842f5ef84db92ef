"""Who gets the bounty of a player who is out. Bounties never enter a deal."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RuleError


@dataclass(frozen=True)
class ProgressiveShare:
    """Of one part of a progressive bounty: `cash_minor` is paid now, `head_minor` goes on the winner's own head."""

    cash_minor: int
    head_minor: int


def split_bounty[Key: Hashable](bounty_minor: int, winners: Sequence[Key]) -> dict[Key, int]:
    """Equal parts for the winners of the pot that held the last chips; odd units to the earliest position (F41).

    `winners` in order of position, the first to the left of the button first. Raises RuleError: amount_negative,
    no_winner, player_twice.
    """
    if bounty_minor < 0:
        raise RuleError("amount_negative", line="bounty", amount_minor=bounty_minor)
    if not winners:
        raise RuleError("no_winner")
    if len(set(winners)) != len(winners):
        raise RuleError("player_twice")
    each, odd = divmod(bounty_minor, len(winners))
    return {key: each + (index < odd) for index, key in enumerate(winners)}


def split_progressive[Key: Hashable](
    bounty_minor: int, winners: Sequence[Key]
) -> dict[Key, ProgressiveShare]:
    """Each winner's part: half in cash, the odd unit with it, and half on his head; the champion keeps his own head."""
    parts = split_bounty(bounty_minor, winners)
    return {key: ProgressiveShare(part - part // 2, part // 2) for key, part in parts.items()}
