"""A program that plays a tournament over HTTP and never lets go of an act before it knows how it went.

Each act has a key. When its answer is lost (the connection broken off, nobody there, 503) it is sent again with the
same key until it is answered, as docs/guide says a program should.
"""

import http.client
import itertools
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.faults.scene import Scene

ANSWER_S = 20.0
GIVE_UP_S = 60.0
PAUSE_S = 0.02
FEWEST, MOST = 12, 45
SEATS, TABLES = 9, 6
# How often each is drawn: mostly what changes seats, money and chips at once.
WEIGHTS = {"register": 4, "bust": 4, "rebuy": 4, "comeback": 1, "move": 5, "clock": 2, "undo": 2}
LOST = (503,)
REFUSED = (409, 422)


@dataclass
class Program:
    """Acts one after the other; remembers every answer, and what the field must be by them."""

    port: int
    scene: Scene
    rng: random.Random
    done: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    active: set[int] = field(default_factory=set)
    busted: set[int] = field(default_factory=set)
    running: bool = False
    clock_keys: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.numbers = itertools.count(1)

    # Sending ------------------------------------------------------------------------------------------------------

    def act(self, kind: str, **params: Any) -> dict[str, Any] | None:
        """Send an act until it is answered; its result, or None for a refusal."""
        number = next(self.numbers)
        key = f"act-{number}"
        headers = {
            "Authorization": f"Bearer {self.scene.tokens[number % len(self.scene.tokens)]}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        path = f"/api/v1/tournaments/{self.scene.tournament_id}/acts/{kind}"
        status, answer = self._until_answered(key, path, json.dumps({"params": params}), headers)
        if status in REFUSED:
            self.refused[key] = answer["code"]
            return None
        assert status == 200, (kind, params, status, answer)
        self.done[key] = answer
        return answer

    def _until_answered(
        self, key: str, path: str, body: str, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        deadline = time.monotonic() + GIVE_UP_S
        while True:
            try:
                status, answer = self._send(path, body, headers)
                if status not in LOST:
                    return status, json.loads(answer)
            except (OSError, http.client.HTTPException):
                pass
            assert time.monotonic() < deadline, f"{path} was not answered within {GIVE_UP_S} s"
            self.lost.append(key)
            time.sleep(PAUSE_S)

    def _send(self, path: str, body: str, headers: dict[str, str]) -> tuple[int, bytes]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        try:
            link.request("POST", path, body, headers)
            answer = link.getresponse()
            return answer.status, answer.read()
        finally:
            link.close()

    # Playing ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """A first field, and the clock."""
        while len(self.active) < FEWEST:
            self.register()
        self._clock("clock.start", runs=True)

    def play(self, acts: int) -> None:
        """So many acts, drawn from the seed."""
        for _turn in range(acts):
            self.one()

    def one(self) -> None:
        """One act of those that make sense now."""
        if len(self.active) < FEWEST:
            return self.register()
        names = [name for name in WEIGHTS if len(self.active) < MOST or name != "register"]
        (name,) = self.rng.choices(names, [WEIGHTS[name] for name in names])
        moves: dict[str, Callable[[], None]] = {
            "register": self.register,
            "bust": self.bust,
            "rebuy": self.rebuy,
            "comeback": self.come_back,
            "move": self.move,
            "clock": self.stop_or_go,
            "undo": self.undone_bust,
        }
        return moves[name]()

    def _one_of(self, entries: set[int]) -> int:
        return self.rng.choice(sorted(entries))

    def register(self) -> None:
        answer = self.act("entry.register_new", name=f"Player {self.rng.getrandbits(60):x}")
        if answer:
            self.active.add(answer["result"]["entry_id"])

    def bust(self) -> dict[str, Any] | None:
        """One player is out; the chips go to another."""
        out, by = self.rng.sample(sorted(self.active), 2)
        answer = self.act("entry.bust", busts=[{"entry_id": out, "by_entry_id": by}])
        if answer:
            self.active.discard(out)
            self.busted.add(out)
        return answer

    def undone_bust(self) -> None:
        """A bust entered by mistake, and taken back."""
        answer = self.bust()
        if answer and self.act("undo", action_id=answer["action_id"]):
            (entry,) = answer["result"]["entries"]
            self.busted.discard(entry)
            self.active.add(entry)

    def rebuy(self) -> None:
        self.act("entry.rebuy", entry_id=self._one_of(self.active))

    def come_back(self) -> None:
        """A busted player buys again, if his seat is still free."""
        if self.busted:
            entry = self._one_of(self.busted)
            if self.act("entry.rebuy", entry_id=entry):
                self.busted.discard(entry)
                self.active.add(entry)

    def move(self) -> None:
        table, seat = self.rng.randint(1, TABLES), self.rng.randint(1, SEATS)
        self.act("seat.move", entry_id=self._one_of(self.active), table_number=table, seat_number=seat)

    def stop_or_go(self) -> None:
        if self.running:
            self._clock("clock.pause", runs=False)
        else:
            self._clock("clock.resume", runs=True)

    def stop(self) -> None:
        """Leave the clock standing, so that nothing more comes due."""
        if self.running:
            self.stop_or_go()

    def _clock(self, kind: str, *, runs: bool) -> None:
        answer = self.act(kind)
        assert answer, (kind, self.refused)
        self.clock_keys.append(next(reversed(self.done)))
        self.running = runs
