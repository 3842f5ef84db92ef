"""The to-do rail as tests read and touch it."""

from typing import Any

from director.scene.scene import scene_of
from director.todo.items import Item, rail_of
from tables.models import SeatAssignment, Table
from tests.building import Night
from tests.director.browsing_console import Browser


def items(night: Night, role: str = "owner") -> list[Item]:
    """The rail of this moment."""
    return list(rail_of(scene_of(night.event, night.clock.now_ms()), role).items)


def titles(night: Night, role: str = "owner") -> list[str]:
    return [item.title for item in items(night, role)]


def item(night: Night, begins: str) -> Item:
    """The one item whose title begins so."""
    found = [one for one in items(night) if one.title.startswith(begins)]
    assert len(found) == 1, titles(night)
    return found[0]


def do(browser: Browser, one: Item) -> dict[str, Any]:
    """Touch the item's button."""
    assert one.do is not None
    return browser.done(one.do.verb, **dict(one.do.fields))


def sizes(night: Night) -> list[int]:
    """Players at each open table."""
    tables = Table.objects.filter(tournament_id=night.tournament_id, status="open", revoked_by=None)
    return [
        SeatAssignment.objects.filter(table=table, closed_by__isnull=True).count()
        for table in tables.order_by("number")
    ]
