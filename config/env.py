"""What the environment says: folders, secrets, addresses. Nothing here needs Django to be set up."""

import os
import secrets
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url

ROOT = Path(__file__).resolve().parent.parent

# Every address of a private network that a club's router may hand out is reached through an interface whose
# own address these (never contacted) ones reveal.
_ROUTED_PROBES = ("10.255.255.255", "192.168.255.255", "172.31.255.255")

# So long an act waits for the lock of another before it says "busy": about as long as a person at a desk does.
BUSY_AFTER_S = 6


def text(name: str, default: str = "") -> str:
    """The value of a variable; set but empty counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """True for 1, true, yes, on (any case)."""
    value = text(name)
    return value.lower() in {"1", "true", "yes", "on"} if value else default


def words(name: str) -> list[str]:
    """A comma-separated list without its empty parts."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def var_dir() -> Path:
    """The folder for everything that is written: database, broker, secrets, collected static files."""
    path = Path(text("VAR_DIR", str(ROOT / "var"))).expanduser().resolve()
    path.mkdir(parents=True, exist_ok=True)
    return path


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or one generated once into the folder, readable by its owner only.

    Several processes may start at once on a new folder: the key is written aside and linked into place, so
    that the first one wins whole and the others read what it wrote.
    """
    given = text("SECRET_KEY")
    if given:
        return given
    path = folder / "secret_key"
    if not path.exists():
        # mkstemp makes the file 0600.
        handle, aside = tempfile.mkstemp(dir=folder, prefix=".secret_key-")
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        # Where another process was first, its key counts.
        with suppress(FileExistsError):
            os.link(aside, path)
        Path(aside).unlink()
    return path.read_text().strip()


def lan_addresses() -> list[str]:
    """The addresses under which other machines of the local network can reach this one."""
    found: list[str] = []
    for target in _ROUTED_PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                # Connecting a datagram socket sends nothing; it only asks for the route.
                probe.connect((target, 9))
            except OSError:
                continue
            address = probe.getsockname()[0]
        if address not in found and not address.startswith("127."):
            found.append(address)
    return found


def allowed_hosts() -> list[str]:
    """Host names that are answered: this machine's, in a LAN its local ones too, PUBLIC_ADDRESS and ALLOWED_HOSTS."""
    hosts = ["localhost", "127.0.0.1", "[::1]"]
    if flag("LAN"):
        hosts += [socket.gethostname().lower(), ".local", ".lan", ".home.arpa", *lan_addresses()]
    public = urlsplit(text("PUBLIC_ADDRESS")).hostname
    return [*hosts, *([public] if public else []), *words("ALLOWED_HOSTS")]


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # None keeps a connection for the life of its thread: the pragmas below run once.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # The lock of an act is BEGIN IMMEDIATE; a reader that wants a deferred one says so itself.
            "transaction_mode": "IMMEDIATE",
            "timeout": BUSY_AFTER_S,
            # FULL: an answered write survives a power cut, not only a crash.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000",
        },
    }


def database(folder: Path) -> dict[str, Any]:
    """Postgres or another SQLite file by DATABASE_URL, else SQLite in the folder."""
    url = text("DATABASE_URL")
    if not url:
        return _sqlite(str(folder / "db.sqlite3"))
    parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    if parsed["ENGINE"].endswith("sqlite3"):
        return _sqlite(parsed["NAME"])
    timeouts = f"-c lock_timeout={BUSY_AFTER_S}s -c idle_in_transaction_session_timeout=60s"
    parsed["OPTIONS"] = {"connect_timeout": 5, "options": timeouts, **parsed.get("OPTIONS", {})}
    return parsed
