"""Cards that run: what is left of each, and on which clock."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.templatetags.figures import clock
from director.scene.matters import RunningCard
from director.scene.scene import Scene
from tournaments.rules.discipline import Card, Kind, Measure, left


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card and what is left of it: ms by the two clocks, hands by hands."""

    card: RunningCard
    left: int

    @property
    def in_hands(self) -> bool:
        """Whether it counts hands."""
        return self.card.measure == Measure.HANDS

    @property
    def left_ms(self) -> int | None:
        """Milliseconds of the tournament clock left, if it runs on that clock."""
        return self.left if self.card.measure == Measure.PLAYING_TIME else None

    def until_ms(self, now_ms: int) -> int | None:
        """The time of day at which it ends, if it runs on the wall clock."""
        return now_ms + self.left if self.card.measure == Measure.WALL_CLOCK else None

    @property
    def text(self) -> str:
        """What is left in words: 12:30, or 3 hands."""
        if self.in_hands:
            return ngettext("%(count)s hand", "%(count)s hands", self.left) % {"count": self.left}
        return clock(self.left) if self.left else _("over")

    @property
    def badge(self) -> dict[str, Any]:
        """The card as a badge with what is left of it."""
        return {"kind": "", "icon": "card", "text": self.text}


def cards_left(scene: Scene) -> list[CardLeft]:
    """Every yellow card that runs, by what is left of it."""
    return [card_left(card, scene.now_ms, scene.played_ms) for card in scene.matters.cards]


def card_left(card: RunningCard, now_ms: int, play_ms: int) -> CardLeft:
    """One card with what is left of it; `play_ms` is the playing time so far."""
    return CardLeft(card, left(_rule_card(card), now_ms=now_ms, play_ms=play_ms))


def cards_by_player(scene: Scene) -> dict[int, CardLeft]:
    """The running card of each player; of several the one that lasts longest."""
    ordered = sorted(cards_left(scene), key=lambda one: one.left)
    return {one.card.player_id: one for one in ordered}


def _rule_card(card: RunningCard) -> Card:
    return Card(
        kind=Kind.YELLOW,
        measure=Measure(card.measure),
        amount=card.amount,
        given_ms=card.given_ms,
        given_play_ms=card.given_play_ms,
        hands_served=card.hands_served,
    )
