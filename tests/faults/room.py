"""A running tournament of a site, seen from outside: by its displays and by what its database holds."""

import itertools
import json
import random
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg

from tests.faults.program import Program
from tests.faults.scene import Scene
from tests.supervised import Site

TRANSITIONS = (
    "SELECT one.level_index, one.at_ms, one.recorded_ms, anchor.steps_ms FROM clock_leveltransition AS one"
    " JOIN clock_anchor AS anchor ON anchor.id = one.anchor_id WHERE one.tournament_id = {} ORDER BY one.id"
)
OUTAGES = "SELECT facts FROM tournaments_notice WHERE tournament_id = {} AND kind = 'outage' ORDER BY id"


@dataclass(frozen=True)
class Begun:
    """A level that was recorded: when it began, and how long after that it was written down."""

    level_index: int
    at_ms: int
    late_ms: int


class Room:
    """One tournament. `url` names the database where it is not the file in the site's folder."""

    def __init__(self, site: Site, scene: Scene, url: str = "") -> None:
        self.site = site
        self.scene = scene
        self.url = url
        self.program = Program(site.port, scene, random.Random(scene.tournament_id))
        # Keys are the club's: programs of two tournaments must not use the same.
        self.program.numbers = itertools.count(10_000 * scene.tournament_id)

    # What the database holds ---------------------------------------------------------------------------------------

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of a query that both databases understand."""
        if self.url:
            with psycopg.connect(self.url) as server:
                return server.execute(query).fetchall()
        with closing(sqlite3.connect(self.site.folder / "db.sqlite3", timeout=20)) as link:
            return link.execute(query).fetchall()

    def can_be_written(self) -> bool:
        """Whether nobody holds the lock that every writer of SQLite needs."""
        if self.url:
            return True
        try:
            with closing(sqlite3.connect(self.site.folder / "db.sqlite3", timeout=0.2)) as link:
                link.execute("BEGIN IMMEDIATE")
                return True
        except sqlite3.OperationalError:
            return False

    def of_event(self, what: str, table: str, order: str = "id") -> list[tuple[Any, ...]]:
        """Columns of this tournament's rows."""
        number = self.scene.tournament_id
        return self.rows(f"SELECT {what} FROM {table} WHERE tournament_id = {number} ORDER BY {order}")

    def anchors(self) -> list[str]:
        """The kinds of the anchors, first to last."""
        return [kind for (kind,) in self.of_event("kind", "clock_anchor", "sequence")]

    def begun(self) -> list[Begun]:
        """The levels recorded, on a wall clock that nobody has set."""
        rows = self.rows(TRANSITIONS.format(self.scene.tournament_id))
        return [Begun(index, at - steps, recorded - at) for index, at, recorded, steps in rows]

    def outages(self) -> list[dict[str, Any]]:
        """What the to-do rail is told about outages."""
        rows = self.rows(OUTAGES.format(self.scene.tournament_id))
        return [json.loads(facts) if isinstance(facts, str) else facts for (facts,) in rows]

    # What a display shows ------------------------------------------------------------------------------------------

    def shown(self) -> tuple[float, bool]:
        """The time played in milliseconds, by what a display is told now, and whether the clock runs."""
        state = json.loads(self.site.get(f"/d/{self.scene.display}/state.json")[1])
        server_ms = json.loads(self.site.get("/d/time")[1])["server_ms"]
        anchor, levels = state["clock"]["anchor"], state["clock"]["levels"]
        before_ms = sum(level["duration_ms"] for level in levels[: anchor["level_index"]])
        since_ms = server_ms - anchor["at_ms"] if anchor["running"] else 0
        return float(before_ms + anchor["elapsed_ms"] + since_ms), bool(anchor["running"])

    def ahead_ms(self) -> float:
        """The time played less the time that truly passes: it stays the same while the clock runs right."""
        return self.shown()[0] - time.monotonic() * 1000

    # What somebody does --------------------------------------------------------------------------------------------

    def act(self, kind: str, **params: Any) -> None:
        """An act that must be done."""
        assert self.program.act(kind, **params), (kind, self.program.refused)


def out_of_place(begun: list[Begun], level_ms: int, within_ms: float) -> list[Begun]:
    """Levels of one running clock that are missing, doubled, or did not begin at their true time."""
    first_ms = begun[0].at_ms
    wrong = [one for place, one in enumerate(begun) if one.level_index != place]
    return wrong + [
        one for one in begun if abs(one.at_ms - first_ms - one.level_index * level_ms) > within_ms
    ]
