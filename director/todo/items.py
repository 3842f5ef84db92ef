"""The to-do rail: what has to be done now, why, and under which rule. Each item can be done, put off or overruled.

A builder reads the scene and yields items; BUILDERS is the whole list of them. An item's key names what it rests on (a
player, a seat, the number of players left), so that an item that was put off or overruled comes back when that changes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from acts.todo import DESK_ITEMS
from club.templatetags.figures import at, clock
from director.scene.citing import cited
from director.scene.scene import Scene
from director.web.permissions import may, may_do

MINUTE_MS = 60_000
PUT_OFF_MINUTES = (5, 15, 60)
NOW, LATER, OFF = "now", "later", "off"


class Named(Protocol):
    """Somebody with a name for staff and one for everybody."""

    @property
    def name(self) -> str: ...
    @property
    def display_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Doing:
    """The act an item proposes: one touch."""

    label: str
    verb: str
    fields: tuple[tuple[str, str], ...] = ()
    stamp: str = ""


@dataclass(frozen=True)
class Item:
    """One thing to do. `left_ms` counts down with the tournament clock, `until_ms` by the time of day.

    `lasts`: it can be done for so long; else what the title says happens after it.

    `do` is done in one touch, or `form` opens a dialog, or `url` a page; `instead` is the other answer where there are
    two. `order` sorts within now and later.
    """

    key: str
    title: str
    why: str
    state: str = NOW
    order: int = 50
    when: str = ""
    when_note: str = ""
    left_ms: int | None = None
    until_ms: int | None = None
    lasts: bool = False
    rule: str = ""
    rule_url: str = ""
    do: Doing | None = None
    instead: Doing | None = None
    form: str = ""
    url: str = ""
    link_label: str = ""

    @cached_property
    def slug(self) -> str:
        """The key as an element's id."""
        return sha256(self.key.encode()).hexdigest()[:12]

    @property
    def is_desk(self) -> bool:
        """Whether it is about money, so that the desk may put it off."""
        return self.key.startswith(DESK_ITEMS)

    @property
    def left_pattern(self) -> str:
        """The words around a countdown, so that nobody takes 14:05 for a time of day; {} is the time."""
        return _("{} left") if self.lasts else _("in {}")

    @property
    def left_text(self) -> str:
        """The countdown as the page first shows it."""
        return self.left_pattern.format(clock(self.left_ms))

    @property
    def ways(self) -> list[tuple[Doing, str]]:
        """What one touch does, each with the look of its button."""
        first = [(self.do, self.button_class)] if self.do else []
        return first + ([(self.instead, "btn")] if self.instead else [])

    @property
    def button_class(self) -> str:
        """How the first button looks."""
        return "btn btn-do" if self.state == NOW else "btn"

    @property
    def put_off_choices(self) -> list[tuple[int, str]]:
        """For how long it may be put off: (minutes, words)."""
        return [(minutes, _("%(count)s min") % {"count": minutes}) for minutes in PUT_OFF_MINUTES]


@dataclass(frozen=True, slots=True)
class Rail:
    """The items in order, and how many are for now and for later."""

    items: tuple[Item, ...]

    @property
    def now(self) -> int:
        return sum(1 for item in self.items if item.state == NOW)

    @property
    def later(self) -> int:
        return sum(1 for item in self.items if item.state == LATER)


@dataclass(frozen=True)
class View:
    """The scene as one role sees it: names, and acts that the role includes."""

    scene: Scene
    role: str

    @cached_property
    def may(self) -> dict[str, bool]:
        return may(self.role)

    def name(self, person: Named) -> str:
        """The name staff use, or the one players see."""
        return person.name if self.may["full_names"] else person.display_name

    def rule(self, key: str) -> str:
        """How a rule is cited in this tournament."""
        return cited(key, self.scene.edition)

    def page(self, page: str) -> str:
        """The address of a page of the tournament."""
        return f"/t/{self.scene.event.pk}/{page}"

    def url(self, name: str) -> str:
        """The address of a page if the role may open it."""
        return self.page(name) if self.may.get(name, False) else ""


type Builder = Callable[[View], Iterable[Item]]

BUILDERS: list[Builder] = []


def builds(builder: Builder) -> Builder:
    """Have a builder asked for its items."""
    BUILDERS.append(builder)
    return builder


def rail_of(scene: Scene, role: str) -> Rail:
    """All items of the moment for one role: now first, then later, then those put off."""
    view = View(scene, role)
    found = [_allowed(item, role) for builder in BUILDERS for item in builder(view)]
    shown = [item for item in _deferred(found, scene) if item is not None]
    ranks = (NOW, LATER, OFF)
    return Rail(tuple(sorted(shown, key=lambda item: (ranks.index(item.state), item.order))))


def _allowed(item: Item, role: str) -> Item:
    """The item without the acts that the role does not include; what has to be done is shown all the same."""
    return replace(item, do=_if_may(item.do, role), instead=_if_may(item.instead, role))


def _if_may(doing: Doing | None, role: str) -> Doing | None:
    return doing if doing and may_do(role, doing.verb) else None


def _deferred(items: Iterable[Item], scene: Scene) -> Iterator[Item]:
    """The items without those overruled; those put off say until when."""
    overruled = {row.item_key for row in scene.matters.put_off if row.overruled}
    until = {row.item_key: row.until_ms for row in scene.matters.put_off if not row.overruled}
    for item in items:
        if item.key in overruled:
            continue
        if until.get(item.key, 0) > scene.now_ms:
            yield replace(
                item, state=OFF, when=at(until[item.key]), when_note=_("put off"), left_ms=None, until_ms=None
            )
        else:
            yield item if item.when or item.left_ms or item.until_ms else replace(item, when=_when(item))


def _when(item: Item) -> str:
    return _("now") if item.state == NOW else _("soon")


def fields(**values: Any) -> tuple[tuple[str, str], ...]:
    """Parameters of a proposed act as a form posts them."""
    return tuple(
        (name, json.dumps(value) if isinstance(value, list | dict) else str(value))
        for name, value in values.items()
    )
