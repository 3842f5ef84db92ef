"""Backup and restore: one command each, and what is put back has the digests of what was copied."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import running_postgres
from tests.supervised import ROOT, Site, clean_environment

SET_UP = """
import io, os, sqlite3, sys
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
from django.core.management import CommandError, call_command
from acts.digest import digest
from club.models import ApiToken
from tournaments.models import Tournament

def tell():
    digests = [digest(event.pk, 1_800_000_000_000) for event in Tournament.objects.order_by("pk")]
    print(ApiToken.objects.count(), *digests)

def refused(*command):
    try:
        call_command(*command)
    except CommandError as refusal:
        print(refusal)
"""
MAKE_AND_COPY = """
call_command("migrate", verbosity=0)
call_command("demo", stdout=io.StringIO())
tell()
call_command("backup", sys.argv[1])
"""
# What happened since the copy goes, and nothing else.
RESTORE_TWICE = """
copy, letter, quiet = sys.argv[1], sys.argv[2], io.StringIO()
call_command("restore", copy, stdout=quiet)
tell()
call_command("audit_books", stdout=quiet)
call_command("create_api_token", "Results page", stdout=quiet, stderr=quiet)
tell()
refused("restore", copy)
refused("restore", letter, "--replace")
tell()
call_command("restore", copy, "--replace", stdout=quiet)
tell()
"""
MARK_AS_NEWER = """
with sqlite3.connect(sys.argv[1]) as copy:
    copy.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('acts', '9999_later', '')")
"""

Place = dict[str, str]


def ran(place: Place, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the place of an installation."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=place, capture_output=True, text=True, check=False)


def scripted(place: Place, script: str, *arguments: str) -> list[str]:
    """The lines that a script prints there."""
    done = ran(place, "-c", SET_UP + script, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def managed(place: Place, *arguments: str) -> str:
    done = ran(place, "manage.py", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def refused(place: Place, *arguments: str) -> str:
    """What a command says that is to be refused."""
    done = ran(place, "manage.py", *arguments)
    assert done.returncode == 1
    return done.stderr.strip()


@pytest.fixture(params=["sqlite", "postgres"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], Place]]:
    """Makes the place of a fresh installation, on either database."""
    if request.param == "sqlite":

        def on_sqlite(name: str) -> Place:
            return clean_environment(VAR_DIR=str(tmp_path / name))

        yield on_sqlite
        return
    with running_postgres() as server:
        path = f"{server.bin}{os.pathsep}{os.environ['PATH']}"

        def on_postgres(name: str) -> Place:
            url = server.new_database(name)
            return clean_environment(VAR_DIR=str(tmp_path / name), DATABASE_URL=url, PATH=path)

        yield on_postgres


def test_a_restored_site_has_the_digests_of_the_one_that_was_copied(
    new_place: Callable[[str], Place], tmp_path: Path
) -> None:
    copies, letter = tmp_path / "copies", tmp_path / "letter.txt"
    copies.mkdir()
    letter.write_text("Dear director,\n" * 1000)
    before, copy = scripted(new_place("old"), MAKE_AND_COPY, str(copies))
    assert [str(path) for path in copies.iterdir()] == [copy]
    assert Path(copy).stat().st_mode & 0o777 == 0o600

    said = scripted(new_place("new"), RESTORE_TWICE, copy, str(letter))
    after_key = before.replace("0 ", "1 ", 1)
    holds, no_copy = said.pop(2), said.pop(2)
    assert said == [before, after_key, after_key, before]
    assert holds == "The database holds a club, which would be lost. Back it up, then use --replace."
    assert "is no copy of" in no_copy


def test_a_copy_is_never_written_over_and_one_of_a_newer_version_is_refused(
    tmp_path: Path, prepared: Path
) -> None:
    shutil.copytree(prepared, tmp_path / "site")
    place = clean_environment(VAR_DIR=str(tmp_path / "site"))
    copy = managed(place, "backup", str(tmp_path / "copy.sqlite3"))
    assert "is there already" in refused(place, "backup", copy)
    scripted(place, MARK_AS_NEWER, copy)
    assert "newer version" in refused(place, "restore", copy)


def test_a_running_site_is_copied_but_nothing_is_put_back_into_it(running_site: Site, tmp_path: Path) -> None:
    place = clean_environment(VAR_DIR=str(running_site.folder))
    copy = managed(place, "backup", str(tmp_path / "copy.sqlite3"))
    assert "The site is running" in refused(place, "restore", copy, "--replace")
    assert running_site.is_ready()


def test_a_missing_client_program_is_named(tmp_path: Path) -> None:
    with running_postgres() as server:
        (tmp_path / "empty").mkdir()
        place = clean_environment(
            VAR_DIR=str(tmp_path / "var"), DATABASE_URL=server.url, PATH=str(tmp_path / "empty")
        )
        said = refused(place, "backup", str(tmp_path / "copy"))
    assert said == "CommandError: pg_dump is not installed. Install the client programs of Postgres."
    assert [path.name for path in tmp_path.iterdir() if "unfinished" in path.name] == []
