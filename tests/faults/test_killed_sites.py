"""Parts of a running site are killed with -9 while a program acts over HTTP: each act happens once, wholly, or not.

`make test` kills one site on SQLite five times; `make faults` ten sites on each database, fifty times in all. What
is killed, and after how many acts, is drawn from the seed; the moment within an act too.
"""

import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.faults.examination import examined
from tests.faults.matrix import WHOLE
from tests.faults.program import Program
from tests.faults.scene import made_scene
from tests.postgres import Postgres
from tests.supervised import Site, clean_environment, running, wait_until

LEVEL_S = 2
ONE_ACT_S = 0.03
BACK_S = 30.0
# What dies, in an order drawn from the seed. The rest goes on; the supervisor brings the dead back.
KILLS = ("one web process", "one web process", "every web process", "the worker", "everything")
DATABASES = ("sqlite", "postgres") if WHOLE else ("sqlite",)
SEEDS = range(10 if WHOLE else 1)


def chosen(site: Site, what: str, rng: random.Random) -> list[psutil.Process]:
    """The processes that are to die."""
    if what == "the worker":
        return site.children("config.work")
    if what == "everything":
        return [psutil.Process(site.process.pid), *site.children()]
    web = site.children("config.serve")
    return [rng.choice(web)] if what == "one web process" else web


def kill(site: Site, what: str, rng: random.Random) -> None:
    """Kill it and see it gone, or it would be counted as back already; start the site again if that was everything."""
    victims = chosen(site, what, rng)
    for victim in victims:
        victim.kill()
    if what == "everything":
        site.process.wait()
    psutil.wait_procs(victims)
    if what == "everything":
        site.start()


def is_whole(site: Site, parts: int) -> bool:
    """All processes are there again and the site says that it is ready."""
    return len(site.children()) == parts and site.is_ready()


def killed_while_playing(site: Site, program: Program, what: str) -> None:
    """Play, kill at some moment, and play on until all is back."""
    rng, parts = program.rng, len(site.children())
    program.play(rng.randint(5, 20))
    killer = threading.Timer(rng.uniform(0, ONE_ACT_S), kill, (site, what, random.Random(rng.random())))
    killer.start()
    while killer.is_alive():
        program.one()
    killer.join()

    def is_back() -> bool:
        program.play(3)
        return is_whole(site, parts)

    wait_until(is_back, BACK_S, f"{what} back")


def misremember(program: Program, first: str, last: str) -> None:
    """The control: what was never done, was refused, was never asked for, and a field and a clock that fit nothing."""
    program.done["act-0"] = program.done[first]
    program.refused[first] = "refused"
    del program.done[last]
    program.busted.add(program.active.pop())
    del program.clock_keys[:2]


@pytest.fixture
def environment(
    database: str, tmp_path: Path, prepared: Path, request: pytest.FixtureRequest
) -> Iterator[dict[str, str]]:
    """What tells a site its folder and database, both new and migrated."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    if database == "sqlite":
        yield clean_environment(VAR_DIR=str(tmp_path))
        return
    server: Postgres = request.getfixturevalue("server")
    url = server.new_database(tmp_path.name.lower().replace("-", "_"), "migrated")
    yield clean_environment(VAR_DIR=str(tmp_path), DATABASE_URL=url)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("database", DATABASES)
def test_a_site_killed_again_and_again_does_every_answered_act_once(
    environment: dict[str, str], tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    scene = made_scene(environment, LEVEL_S)
    with running(tmp_path, DATABASE_URL=environment.get("DATABASE_URL", "")) as site:
        program = Program(site.port, scene, rng)
        program.start()
        for what in rng.sample(KILLS, len(KILLS)):
            killed_while_playing(site, program, what)
        program.stop()
        assert site.printed().count("SIGKILL") >= len(KILLS) - 1
    assert program.lost, "no answer was ever lost: nothing was proved"
    assert examined(environment, program, LEVEL_S) == []
    first, *_others, last = program.done
    misremember(program, first, last)
    found = [line.split()[0] for line in examined(environment, program, LEVEL_S)]
    assert found == ["act-0", first, last, "active", "busted", "levels", "the"]
