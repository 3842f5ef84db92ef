"""Celery dead, doubled, late and flooded: every level is recorded once, and began at the computed time."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.faults.matrix import WHOLE
from tests.faults.room import Room, out_of_place
from tests.faults.scene import made_scene
from tests.postgres import Postgres
from tests.supervised import ROOT, Site, clean_environment, running, wait_until

LEVEL_MS = 1_000
# A web process looks once a second for what nobody recorded, and what it finds is overdue by then.
LATE_MS = 1_500
FAULTY_S = 8.0
TOGETHER_S = 8.0 if WHOLE else 4.0
STOPPED_S = 4.0
BACK_S = 20.0
STALE = 5_000 if WHOLE else 1_000
DRAINED_S = 120.0
# Where the further workers take their messages from.
TWINS = ("same folder", "same folder", "own folder") if WHOLE else ("same folder", "own folder")
DATABASES = ("sqlite", "postgres") if WHOLE else ("sqlite",)

FLOOD = """
import sys, django
django.setup()
from config.celery import app
for number in range(int(sys.argv[1])):
    if number % 2:
        app.send_task("clock.sweep")
    else:
        app.send_task("clock.transition", (int(sys.argv[2]), int(sys.argv[3])))
"""


@pytest.fixture(scope="module", params=DATABASES)
def room(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[Room]:
    """A site with a running tournament of very short levels."""
    folder = tmp_path_factory.mktemp("celery")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    url = f"sqlite:///{folder}/db.sqlite3"
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("server")
        url = server.new_database("celery", "migrated")
    scene = made_scene(clean_environment(VAR_DIR=str(folder), DATABASE_URL=url), LEVEL_MS // 1000)
    with running(folder, DATABASE_URL=url) as site:
        room = Room(site, scene, url if request.param == "postgres" else "")
        room.act("clock.start")
        yield room


def late_ms(room: Room, while_it_lasts: Callable[[], object]) -> list[int]:
    """How late each level that began meanwhile was recorded."""
    before = len(room.begun())
    while_it_lasts()
    return [one.late_ms for one in room.begun()[before:]]


def waits(seconds: float) -> Callable[[], object]:
    return lambda: time.sleep(seconds)


@pytest.fixture(autouse=True)
def _every_level_once(room: Room) -> Iterator[None]:
    """Whatever happened, no level is missing or doubled and none is recorded at another time than its own."""
    yield
    assert out_of_place(room.begun(), LEVEL_MS, within_ms=0) == []
    assert room.anchors() == ["start"]
    assert "Traceback" not in room.site.printed()


@contextmanager
def dead(room: Room) -> Iterator[None]:
    """The worker is killed, and nobody starts it again."""
    room.site.process.send_signal(signal.SIGSTOP)
    try:
        (worker,) = room.site.children("config.work")
        worker.kill()
        yield
    finally:
        room.site.process.send_signal(signal.SIGCONT)


@contextmanager
def hanging(room: Room) -> Iterator[None]:
    """The worker is there and does nothing; it is not caught in the middle of writing, when nobody else could write."""
    (worker,) = room.site.children("config.work")
    worker.send_signal(signal.SIGSTOP)
    while not room.can_be_written():
        worker.send_signal(signal.SIGCONT)
        time.sleep(0.05)
        worker.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        worker.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("silent", (dead, hanging) if WHOLE else (dead,))
def test_a_worker_that_is_gone_makes_no_level_later_than_a_moment(
    room: Room, silent: Callable[[Room], AbstractContextManager[None]]
) -> None:
    with silent(room):
        late = late_ms(room, waits(FAULTY_S))
    assert len(late) >= FAULTY_S - 2
    assert [ms for ms in late if ms > LATE_MS] == []
    wait_until(room.site.is_ready, BACK_S, "a worker")


@contextmanager
def another_worker(site: Site, folder: Path) -> Iterator[None]:
    """One more worker with its beat, on the broker of that folder and on the site's database."""
    environment = site.environment | {"VAR_DIR": str(folder)}
    command = [sys.executable, "-m", "config.work"]
    worker = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        yield
        assert worker.poll() is None
    finally:
        worker.terminate()
        worker.wait(timeout=20)


def test_two_workers_with_two_beats_record_every_level_once(room: Room, tmp_path: Path) -> None:
    shutil.copyfile(room.site.folder / "secret_key", tmp_path / "secret_key")
    folders = {"same folder": room.site.folder, "own folder": tmp_path}
    with ExitStack() as stack:
        for twin in TWINS:
            stack.enter_context(another_worker(room.site, folders[twin]))
        late = late_ms(room, waits(TOGETHER_S))
    assert len(late) >= TOGETHER_S - 2
    assert [ms for ms in late if ms > LATE_MS] == []


def test_tasks_that_come_late_find_their_levels_recorded(room: Room) -> None:
    """The messages of some seconds are held back and come all at once."""
    folder, aside = room.site.folder / "broker", room.site.folder / "held back"
    aside.mkdir()
    until_s = time.monotonic() + STOPPED_S

    def hold_back() -> None:
        while time.monotonic() < until_s:
            for message in folder.glob("[0-9]*.msg"):
                move(message, aside)
            time.sleep(0.02)

    late = late_ms(room, hold_back)
    held = len(list(aside.iterdir()))
    for message in aside.iterdir():
        move(message, folder)
    assert held >= STOPPED_S
    assert [ms for ms in late if ms > LATE_MS] == []
    wait_until(lambda: not any(folder.glob("[0-9]*.msg")), BACK_S, "an empty broker")


def move(message: Path, to: Path) -> None:
    """Take a message away, unless the worker was quicker."""
    try:
        message.rename(to / message.name)
    except FileNotFoundError:
        return


def waiting(room: Room) -> int:
    """How many messages nobody has taken yet."""
    return sum(name.endswith(".msg") and name[0] != "." for name in os.listdir(room.site.folder / "broker"))


def test_a_flood_of_stale_tasks_delays_no_level(room: Room) -> None:
    club_id = room.rows("SELECT min(id) FROM club_club")[0][0]
    sent = [str(STALE), str(room.scene.tournament_id), str(club_id)]
    environment = room.site.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}

    def flood() -> None:
        subprocess.run([sys.executable, "-c", FLOOD, *sent], cwd=ROOT, env=environment, check=True)
        assert waiting(room) > STALE / 10
        wait_until(lambda: waiting(room) < 20, DRAINED_S, "the flood drained")

    late = late_ms(room, flood)
    assert len(late) >= 2
    assert [ms for ms in late if ms > LATE_MS] == []
    wait_until(room.site.is_ready, BACK_S, "a worker in time")
