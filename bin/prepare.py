#!/usr/bin/env python3
"""Bring everything that is written up to date before the site starts: database, catalogues, static files.

Progress goes to stderr; what is for the person who starts the site (setup code, the demo's sign-in) to stdout.
"""

import argparse
import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.finders import get_finders  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bin.compile_messages import compile_messages  # noqa: E402


def static_state() -> str:
    """A hash that changes with any static file's name, size or time, and with the installed packages."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_static() -> None:
    """Hash and compress the static files, which takes seconds, unless they are the same as last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = static_state()
    if not stamp.exists() or stamp.read_text() != state:
        call_command("collectstatic", verbosity=0, interactive=False, clear=True, stdout=sys.stderr)
        stamp.write_text(state)


def prepare(demo: bool) -> None:
    """Run the steps in the order in which they need each other."""
    compile_messages()
    django.setup()
    call_command("migrate", verbosity=0, interactive=False, stdout=sys.stderr)
    collect_static()
    # Each prints what the person who starts the site needs: a sign-in, or the code for the first visit.
    call_command("demo" if demo else "setup_code")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--demo", action="store_true", help="fill the database with the example club")
    prepare(parser.parse_args().demo)


if __name__ == "__main__":
    main()
