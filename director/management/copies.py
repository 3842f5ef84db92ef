"""Copies of the whole database: made while the site runs, put back while it does not.

SQLite: a database file of its own. Postgres: what pg_dump writes, by the client programs of Postgres. Neither holds
the secret key.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from club.models import Club

Migrations = frozenset[tuple[str, str]]
WAIT_S = 20


class CopyError(Exception):
    """No copy can be made or put back; the message says what to do."""


def back_up(target: Path) -> Path:
    """Write a copy to a new file, or into a folder under a name of the moment, and return the file.

    It appears whole or not at all, readable by its owner only; a file that is there is never written over.
    """
    path = target / _name() if target.is_dir() else target
    if path.exists():
        raise CopyError(f"{path} is there already. Name a new file, or a folder.")
    if not path.parent.is_dir():
        raise CopyError(f"There is no folder {path.parent}.")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".unfinished-")
    os.close(handle)
    aside = Path(name)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(aside)
        else:
            _client("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={aside}")
        _settle(aside)
        aside.rename(path)
    finally:
        aside.unlink(missing_ok=True)
    return path


def put_back(path: Path, replace: bool) -> None:
    """Make the database what the copy says, then bring it up to date.

    Refused before anything is touched: a file that is no copy of this site, or of a newer version; a running site;
    a database with a club in it, unless it is to be replaced.
    """
    if not path.is_file():
        raise CopyError(f"There is no file {path}.")
    sqlite = connection.vendor == "sqlite"
    unknown = (_applied_sqlite(path) if sqlite else _applied_postgres(path)) - _known()
    if unknown:
        raise CopyError("The copy was made by a newer version of the site. Update the site first.")
    if _is_running():
        raise CopyError("The site is running on this database. Stop it first.")
    if _holds_a_club() and not replace:
        raise CopyError("The database holds a club, which would be lost. Back it up, then use --replace.")
    connections.close_all()
    if sqlite:
        _restore_sqlite(path)
    else:
        _restore_postgres(path)
    call_command("migrate", verbosity=0, interactive=False)


def _name() -> str:
    ending = "sqlite3" if connection.vendor == "sqlite" else "dump"
    return f"director-{timezone.now():%Y%m%d-%H%M%S}.{ending}"


def _settle(path: Path) -> None:
    """Have the system write the file through to the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _known() -> Migrations:
    """Every migration of this version of the site."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.disk_migrations)


def _holds_a_club() -> bool:
    return Club._meta.db_table in connection.introspection.table_names() and Club.objects.exists()


def _is_running() -> bool:
    """Whether a supervisor holds the folder of the database, or anybody else is connected to it."""
    if connection.vendor == "sqlite":
        return _is_supervised()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend')"
        )
        return bool(cursor.fetchone()[0])


def _is_supervised() -> bool:
    lock = Path(settings.VAR_DIR) / "supervisor.lock"
    if not lock.exists():
        return False
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _copy_sqlite(aside: Path) -> None:
    """Copy page by page under SQLite's own locks; the copy needs no file beside it, and was checked."""
    if not _file().exists():
        raise CopyError(f"There is no database {_file()} yet.")
    with closing(sqlite3.connect(_file(), timeout=WAIT_S)) as site, closing(sqlite3.connect(aside)) as copy:
        site.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise CopyError(f"The copy is damaged: {found}")


def _applied_sqlite(path: Path) -> Migrations:
    """The migrations that the database in a copy has been through."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise CopyError(f"{path} is damaged.")
            return frozenset(copy.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.DatabaseError as error:
        raise CopyError(f"{path} is no copy of this site on SQLite: {error}") from error


def _restore_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as copy, closing(sqlite3.connect(_file(), timeout=WAIT_S)) as site:
        copy.backup(site)


def _client(program: str, *arguments: str) -> str:
    """Run a client program of Postgres on the site's database and return what it prints."""
    found = shutil.which(program)
    if found is None:
        raise CopyError(f"{program} is not installed. Install the client programs of Postgres.")
    command, environment = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    # The options say where the server is, the last word is the database.
    *where, name = command[1:]
    done = subprocess.run(
        [found, *where, f"--dbname={name}", *arguments],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CopyError(f"{program}: {done.stderr.strip()}")
    return done.stdout


def _read_dump(*arguments: str) -> str:
    """What pg_restore reads out of a copy, without any database."""
    found = shutil.which("pg_restore")
    if found is None:
        raise CopyError("pg_restore is not installed. Install the client programs of Postgres.")
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CopyError(f"This is no copy of the site on Postgres: {done.stderr.strip()}")
    return done.stdout


def _applied_postgres(path: Path) -> Migrations:
    """The migrations that the database in a copy has been through, read from its rows."""
    text = _read_dump("--data-only", "--table=django_migrations", "--file=-", str(path))
    rows = [line.split("\t") for line in text.splitlines()]
    applied = frozenset((row[1], row[2]) for row in rows if len(row) == 4)
    if not applied:
        raise CopyError(f"{path} is no copy of this site.")
    return applied


def _restore_postgres(path: Path) -> None:
    """Empty the database and fill it from the copy in one transaction: a failure leaves it as it was."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "copy.sql"
        _read_dump("--no-owner", "--no-privileges", f"--file={script}", str(path))
        _client(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--set=ON_ERROR_STOP=1",
            "--single-transaction",
            "--command=DROP SCHEMA public CASCADE",
            "--command=CREATE SCHEMA public",
            f"--file={script}",
        )
